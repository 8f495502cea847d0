// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointWriter;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.CompleteClearingDecoder;
import io.bourse.engine.protocol.EndMoveDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.GatewayActivatedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.KillSwitchMovedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginConnectedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginControlledDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ResumeTradingDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.TradSesEventEnum;
import org.agrona.collections.IntHashSet;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Turns the engine's transactions into answers (TWIME A.4). Everything it does, message numbers included, depends on
 * the event stream alone: replaying the stream rebuilds the sessions.
 */
final class AnswerPublisher extends CheckpointedListener
{
    /** Version of the state: one more for whatever is added to it. */
    static final int STATE_VERSION = 2;
    /** Bytes in a checkpoint, about. */
    private static final int LENGTH_OF_ORDER = 16;
    private static final int LENGTH_OF_LOGIN = 64;
    /** State that has the activation phase. */
    private static final int WITH_ACTIVATION = 2;

    final LoginTable logins;
    final AnswerQueue answers;
    private final AnswerEncoder encoder;
    private final RequestStamps stamps;
    private final OrderKinds kinds = new OrderKinds();
    /** Instruments whose trades are reported with the price of the first leg. */
    private final IntHashSet strategies = new IntHashSet();
    private final AuctionTracker auctions = new AuctionTracker();
    private final TradingBans bans = new TradingBans();
    private final CounterSet<GatewayCounter> counters;
    private final NanoClock nanoClock;
    private final int gatewayId;
    /** Where this start stands in the event stream. */
    final GatewayBarrier barrier;
    /** Null of one partition. */
    private final SeveralPartitions several;
    final ActivationPhase activation;
    /** Logins whose sessions an operator wants to end. */
    private final ArrayDeque<Login> unwanted = new ArrayDeque<>();
    private boolean isActivationOrdered;
    /** Of the active gateway, for its standby; else null. */
    private GatewayLease lease;
    private long tradingDate;
    private long systemEventCount;

    /** Of several partitions, unless there is no client of them. */
    AnswerPublisher(
        final LoginTable logins,
        final AnswerQueue answers,
        final CounterSet<GatewayCounter> counters,
        final NanoClock nanoClock,
        final int gatewayId,
        final long epoch,
        final PartitionsClient partitions)
    {
        this.logins = logins;
        this.answers = answers;
        stamps = answers.stamps;
        this.counters = counters;
        this.nanoClock = nanoClock;
        this.gatewayId = gatewayId;
        barrier = new GatewayBarrier(gatewayId, epoch, null == partitions ? 1 : partitions.partitions());
        activation = new ActivationPhase(gatewayId);
        encoder = new AnswerEncoder(answers);
        several = null == partitions ? null : new SeveralPartitions(partitions, encoder);
    }

    void watch(final GatewayLease ofActive)
    {
        lease = ofActive;
    }

    /** The state before a trading date begins, as far as it goes over: what it says of its position is read first. */
    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        tradingDate = state.number(tradingDate);
        systemEventCount = state.number(systemEventCount);
        state.set(strategies);
        auctions.state(state);
        bans.state(state);
        kinds.state(state);
        logins.dayState(state);
        if (state.version() >= WITH_ACTIVATION)
        {
            activation.state(state);
        }
        if (null != several)
        {
            several.state(state);
        }
    }

    @Override
    protected List<StreamPosition> positions(final EventGroup group)
    {
        return null == several ? super.positions(group) : several.positions(group);
    }

    /** A large state is only copied while the gateway starts: behind the matcher trading would wait for it. */
    private boolean isDayLong()
    {
        final long length = LENGTH_OF_ORDER * ((long)kinds.size() + logins.datedIds()) +
            (long)LENGTH_OF_LOGIN * logins.size();
        return barrier.isPassed() && length > CheckpointWriter.MAX_LENGTH_IN_TRADING;
    }

    /** Everything that happened before this start of the gateway is known. */
    boolean isConnected()
    {
        return barrier.isPassed();
    }

    /** A later start of a gateway with the same id has taken over. */
    boolean isFenced()
    {
        return barrier.isFenced();
    }

    /** A login whose session an operator wants to end; null when there is none. */
    Login takeUnwanted()
    {
        return unwanted.pollFirst();
    }

    /** Whether an operator has had the standby take over since it was asked last. */
    boolean takeActivationOrder()
    {
        final boolean isOrdered = isActivationOrdered;
        isActivationOrdered = false;
        return isOrdered;
    }

    @Override
    public void onGatewayActivated(final EventGroup group, final GatewayActivatedDecoder event)
    {
        isActivationOrdered |= gatewayId == event.gatewayId();
    }

    @Override
    public void onLoginControlled(final EventGroup group, final LoginControlledDecoder event)
    {
        final Login login = logins.get(event.loginId());
        if (barrier.isPassed() && null != login && LoginAction.UNBLOCK != event.action())
        {
            unwanted.addLast(login);
        }
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        if (OpenSessionDecoder.TEMPLATE_ID == group.commandTemplateId() && !isDayLong() &&
            (null == several || several.opened.mayBeFirst(group.partition())))
        {
            copyDay();
        }
        answers.beginGroup();
        barrier.onGroupBegin(group);
        if (null != lease)
        {
            lease.onGroupBegin(group, nanoClock.nanoTime());
        }
        encoder.begin(group.engineTimeNs());
        if (gatewayId == group.gatewayId())
        {
            final Login login = logins.get(group.sessionId());
            if (null == login)
            {
                onMark(group);
            }
            else
            {
                final long decided = null == several ? group.sequence() : several.onOwn(group);
                login.onCommandSequence(group.sequence());
                login.clOrdIds.onDecided(decided);
                if (barrier.isPassed() && isRequest(group))
                {
                    stamps.begin(group, login);
                }
                if (login.isEndReached(decided))
                {
                    // What the end of a session causes, as its cancels on disconnect, goes to the next one.
                    answers.endSession(login);
                }
            }
        }
    }

    /** There are no sessions when the phase begins: each hears of it when it begins itself. */
    private void onMark(final EventGroup group)
    {
        if (activation.isBegin(group))
        {
            systemEventCount++;
            activation.begin(systemEventCount);
        }
        else if (activation.takeEnd(group))
        {
            systemEvent(TradSesEventEnum.SessionDataReady);
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        super.onGroupEnd(group);
        if (auctions.takeStart())
        {
            systemEvent(TradSesEventEnum.AuctionCollectOrderStarted);
        }
        if (auctions.takeEnd())
        {
            systemEvent(TradSesEventEnum.AuctionFinished);
        }
        answers.endGroup(group.cursor(), nanoClock.nanoTime());
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        if (LoginProtocol.TWIME == event.protocol())
        {
            logins.define(event.loginId(), event.name(), event.brokerageFirm());
            bans.onLogin(event.loginId(), event.brokerageFirm());
        }
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        strategies.add(event.instrumentId());
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        final Login login = logins.get(event.loginId());
        if (null == login || isMoveWithin(group))
        {
            return;
        }
        login.clOrdIds.onAccepted(event.clOrdId(), TimeInForce.GTD == event.timeInForce());
        final long flags = OrderFlags.ofOrder(event.timeInForce(), event.conditions(), event.clientFlags());
        kinds.accepted(event.orderId(), flags);
        if (0 == (flags & OrderFlags.ICEBERG))
        {
            encoder.newOrderSingleResponse(event, flags);
        }
        else
        {
            encoder.newOrderIcebergResponse(event, flags);
        }
    }

    @Override
    public void onOrderTerms(final EventGroup group, final OrderTermsDecoder event)
    {
        encoder.onTerms(event);
    }

    @Override
    public void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        encoder.onSliceShown(event);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final Login login = logins.get(event.loginId());
        if (null != login)
        {
            login.clOrdIds.onReplaced(event.prevClOrdId(), event.clOrdId());
            kinds.replaced(event.prevOrderId(), event.orderId());
            encoder.orderReplaceResponse(event, kinds.of(event.orderId()) | OrderFlags.REPLACE);
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final Login login = logins.get(event.loginId());
        if (null == login || isMoveWithin(group))
        {
            return;
        }
        login.clOrdIds.onEnded(event.clOrdId());
        final CancelReason reason = event.reason();
        final long flags = kinds.ended(event.orderId()) | OrderFlags.ofCancelReason(reason, isSessionChange(group)) |
            (CancelReason.MASS_CANCEL == reason && isByLimit(group) ? OrderFlags.NCC : 0);
        // EmptyBook has said it already (A.4): no answer for each order.
        if (CancelReason.SESSION_END != reason)
        {
            // The id of another sender's request, an operator's or another login's of the firm, means nothing here.
            final boolean isRequested = gatewayId == group.gatewayId() && group.sessionId() == event.loginId();
            encoder.orderCancelResponse(event, isRequested, flags);
        }
    }

    /** Whether orders go from one partition to another that the same sessions reach: nothing becomes of them. */
    private boolean isMoveWithin(final EventGroup group)
    {
        return null != several && EndMoveDecoder.TEMPLATE_ID == group.commandTemplateId();
    }

    /** Whether a client asked for it by OrderMassCancelByBFLimitRequest, which leaves its mark in the command. */
    private boolean isByLimit(final EventGroup group)
    {
        return gatewayId == group.gatewayId() && group.clientRefLength() > 0 &&
            EngineCommandPublisher.BY_LIMIT == group.clientRefBuffer().getByte(group.clientRefOffset());
    }

    /** Whether the venue itself moves from one trading session to the next, or into clearing and out of it. */
    private static boolean isSessionChange(final EventGroup group)
    {
        return switch (group.commandTemplateId())
        {
            case OpenSessionDecoder.TEMPLATE_ID, SuspendTradingDecoder.TEMPLATE_ID,
                PublishSettlementDecoder.TEMPLATE_ID, CompleteClearingDecoder.TEMPLATE_ID,
                ResumeTradingDecoder.TEMPLATE_ID -> true;
            default -> false;
        };
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        final Login login = logins.get(event.loginId());
        if (null != login)
        {
            endIfEmpty(login, event.clOrdId(), event.restLots());
            encoder.orderReduced(event, flagsAfter(event.orderId(), event.restLots()) | OrderFlags.CROSS_TRADE);
        }
    }

    @Override
    public void onMassCancelled(final EventGroup group, final MassCancelledDecoder event)
    {
        if (null == logins.get(event.loginId()))
        {
            return;
        }
        if (isMassCancelOfAll(group))
        {
            several.massCancels.onExecuted(group, event.clOrdId(), event.cancelledOrders());
        }
        else
        {
            encoder.orderMassCancelResponse(event.loginId(), event.clOrdId(), event.cancelledOrders());
        }
    }

    private boolean isMassCancelOfAll(final EventGroup group)
    {
        return null != several && gatewayId == group.gatewayId() && SeveralPartitions.isOfAll(group);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final Side aggressor = event.aggressorSide();
        if (Side.BUY == aggressor)
        {
            onTradeSide(event, event.buy(), Side.BUY, OrderFlags.ACTIVE_SIDE);
            onTradeSide(event, event.sell(), Side.SELL, OrderFlags.PASSIVE_SIDE);
        }
        else if (Side.SELL == aggressor)
        {
            onTradeSide(event, event.sell(), Side.SELL, OrderFlags.ACTIVE_SIDE);
            onTradeSide(event, event.buy(), Side.BUY, OrderFlags.PASSIVE_SIDE);
        }
        else
        {
            final long flags = OrderFlags.PASSIVE_SIDE | OrderFlags.DURING_DISCRETE_AUCTION;
            onTradeSide(event, event.buy(), Side.BUY, flags);
            onTradeSide(event, event.sell(), Side.SELL, flags);
        }
    }

    private void onTradeSide(
        final TradeDecoder event, final TradeSideDecoder party, final Side side, final long sideFlags)
    {
        final Login login = logins.get(party.loginId());
        if (null == login)
        {
            return;
        }
        endIfEmpty(login, party.clOrdId(), party.restLots());
        final long flags = flagsAfter(party.orderId(), party.restLots()) | sideFlags;
        if (strategies.contains(event.instrumentId()))
        {
            encoder.executionMultilegReport(event, party, side, flags | OrderFlags.MULTI_LEG);
        }
        else
        {
            encoder.executionSingleReport(
                event.tradeId(), event.instrumentId(), event.priceE5(), event.qtyLots(), party, side, flags);
        }
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        if (OffBookKind.SPREAD_LEG == event.kind())
        {
            encoder.onLegTrade(event);
        }
        else
        {
            onNegotiatedSide(event, event.buy(), Side.BUY);
            onNegotiatedSide(event, event.sell(), Side.SELL);
        }
    }

    private void onNegotiatedSide(final OffBookTradeDecoder event, final TradeSideDecoder party, final Side side)
    {
        if (null != logins.get(party.loginId()))
        {
            encoder.executionSingleReport(
                event.tradeId(), event.instrumentId(), event.priceE5(), event.qtyLots(), party, side,
                OrderFlags.NEGOTIATED | OrderFlags.NEGOTIATED_MATCH_BY_REF);
        }
    }

    private static void endIfEmpty(final Login login, final long clOrdId, final long restLots)
    {
        if (0 == restLots)
        {
            login.clOrdIds.onEnded(clOrdId);
        }
    }

    /** Flags of an order that has just lost lots; it is forgotten with the last one. */
    private long flagsAfter(final long orderId, final long restLots)
    {
        return 0 == restLots ? kinds.ended(orderId) : kinds.of(orderId);
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        // A command that came twice was answered when it came first.
        if (RejectReason.DUPLICATE_COMMAND != event.reason() && gatewayId == group.gatewayId() &&
            null != logins.get(group.sessionId()) && isRequest(group))
        {
            final int code = RejectReason.BLOCKED == event.reason() ?
                bans.codeOf(group.sessionId()) :
                RejectCodes.of(event.reason(), event.limitLevel(), event.limitKind());
            if (barrier.isPassed())
            {
                counters.increment(GatewayCounter.BUSINESS_REJECTS);
            }
            if (isMassCancelOfAll(group))
            {
                several.massCancels.onRefused(group, event.clOrdId(), code);
            }
            else
            {
                encoder.businessMessageReject(group.sessionId(), event.clOrdId(), code);
            }
        }
    }

    @Override
    public void onKillSwitchMoved(final EventGroup group, final KillSwitchMovedDecoder event)
    {
        bans.onMoved(event.loginId(), event.brokerageFirm(), event.action(), isVenue(group.gatewayId()));
    }

    /** Operators and clearing stop others; a gateway sends what its members ask for. */
    private static boolean isVenue(final int gatewayId)
    {
        return Principal.OPERATOR.number() == gatewayId || Principal.CLEARING.number() == gatewayId;
    }

    /** The gateway's own commands about a session are no requests of a client. */
    private static boolean isRequest(final EventGroup group)
    {
        final int templateId = group.commandTemplateId();
        return AdvanceTimeDecoder.TEMPLATE_ID != templateId && LoginConnectedDecoder.TEMPLATE_ID != templateId &&
            LoginDisconnectedDecoder.TEMPLATE_ID != templateId;
    }

    @Override
    public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
        final Login login = logins.get(event.loginId());
        if (gatewayId == group.gatewayId() && null != login)
        {
            final int engine = null == several ? 1 : 1 << group.partition();
            login.connectedIn = 0 == event.connected() ? login.connectedIn & ~engine : login.connectedIn | engine;
            if (0 != event.connected() && activation.isRunning())
            {
                // The protocol has no value for it.
                encoder.systemEvent(login.loginId, activation.eventId(), TradSesEventEnum.NULL_VAL);
            }
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        if (null != several && !several.opened.isFirst(event.sessionId(), group.partition()))
        {
            return;
        }
        encoder.tradingSession(event.sessionId());
        logins.onSessionOpened();
        if (event.tradingDate() > tradingDate)
        {
            if (0 != tradingDate)
            {
                answers.resetNumbers();
                beginDay();
                if (null != several)
                {
                    several.massCancels.beginDay();
                }
            }
            tradingDate = event.tradingDate();
        }
        auctions.onSessionOpened();
        stamps.tradingDate((int)event.tradingDate());
        systemEvent(TradSesEventEnum.SessionDataReady);
    }

    /** Numbers of answers go on: the session is the same. */
    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        tradingDate = event.tradingDate();
        stamps.tradingDate((int)event.tradingDate());
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        if (ClearingKind.EVENING == event.kind() && (null == several || several.isFirstSuspended(event.runId())))
        {
            systemEvent(TradSesEventEnum.ClearingStarted);
        }
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        auctions.onPhase(event.instrumentId(), event.phase());
        if (auctions.takeEndOfCollecting())
        {
            systemEvent(TradSesEventEnum.AuctionCollectOrderFinished);
        }
    }

    @Override
    public void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
        auctions.onUncrossed(event.phase());
        if (auctions.takeEndOfCollecting())
        {
            systemEvent(TradSesEventEnum.AuctionCollectOrderFinished);
        }
    }

    private void systemEvent(final TradSesEventEnum event)
    {
        systemEventCount++;
        for (int i = 0; i < logins.size(); i++)
        {
            encoder.systemEvent(logins.at(i).loginId, systemEventCount, event);
        }
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        if (null != several && !several.isLastCleared(event.sessionId(), group.partition()))
        {
            return;
        }
        for (int i = 0; i < logins.size(); i++)
        {
            encoder.emptyBook(logins.at(i).loginId, event.sessionId());
        }
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        barrier.onGatewayConnected(event, group.commandPosition(), null == several ? 0 : group.partition());
        if (activation.takeEnd(event, group.commandPosition()))
        {
            systemEvent(TradSesEventEnum.SessionDataReady);
        }
    }
}
