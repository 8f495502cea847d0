// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.partitions.OpenedSessions;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EndMoveDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.GatewayActivatedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginControlledDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.MoveAdvancedDecoder;
import io.bourse.engine.protocol.MoveState;
import io.bourse.engine.protocol.MovedOrderNamedDecoder;
import io.bourse.engine.protocol.MovingOrderDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.RequestQuoteDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForceTraits;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradePartyDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.session.NumbersMark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Decodes the event stream: moves orders through their states and makes the reports of each transaction. The same code
 * runs during replay; there the reports that every session has already are left out.
 */
final class EventAdapter extends CheckpointedListener
{
    /** Bytes that are copied while the gateway serves: some 0.1 s, before a session opens and no order can come. */
    private static final int MAX_DAY_LENGTH = 64 * 1024 * 1024;
    private static final int ADDED_LIQUIDITY = 1;
    private static final int REMOVED_LIQUIDITY = 2;
    private static final char NO_TIME_IN_FORCE = '0';

    final OrderComponents parts;
    private final OrderState orders;
    private final RequestTracker tracker;
    private final OrderTable table;
    private final ReportPublisher publisher;
    private final Settlements settlements;
    private final RejectAdapter rejects;
    private final FixText name = new FixText();
    private final FixText formerName = new FixText();
    private final FixText reference = new FixText();
    private final int gatewayId;
    private final GatewayBarrier barrier;
    /** Null with one engine. */
    private final PartitionsClient several;
    private final OpenedSessions opened = new OpenedSessions();
    /** Of the active gateway; null when this one is no standby that watches it. */
    private GatewayLease lease;
    private boolean isActivationOrdered;
    /** Of the last transaction: in the journal, of several partitions in their order. */
    private long commandPosition;
    /** The same at the day that was copied last. */
    private long dayPosition;
    /** Login of the command, if it is one of ours, and its request, if it was sent in this life. */
    private FixLogin commandLogin;
    private OrderRequest request;
    private boolean isReplaceSeen;
    /** Whose auction the transaction ends; what it replaces becomes a limit order at the auction price. */
    private int uncrossedInstrumentId;
    private long uncrossedPriceE5;
    private boolean isUncrossedWithTrades;
    private final List<FixOrder> atProtection = new ArrayList<>();

    EventAdapter(final OrderComponents parts, final int gatewayId, final long epoch)
    {
        this.parts = parts;
        this.tracker = parts.tracker;
        this.table = parts.tracker.table;
        this.publisher = parts.publisher;
        this.settlements = parts.settlements;
        this.rejects = new RejectAdapter(parts);
        this.orders = new OrderState(parts);
        this.gatewayId = gatewayId;
        several = parts.several;
        barrier = new GatewayBarrier(gatewayId, epoch, null == several ? 1 : several.partitions());
        if (null != several)
        {
            several.reset();
        }
    }

    /** Before a session opens: what is of the former one alone is left out. */
    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        commandPosition = state.number(commandPosition);
        if (state.isReading() && commandPosition > parts.outbox.handedPosition())
        {
            throw new CheckpointException("reports before it are not in the session stores: commandPosition=" +
                commandPosition + " handedPosition=" + parts.outbox.handedPosition());
        }
        publisher.state(state);
        orders.state(state);
        if (null != several)
        {
            several.state(state);
            opened.state(state);
        }
    }

    @Override
    protected List<StreamPosition> positions(final EventGroup group)
    {
        return null == several ? super.positions(group) : several.positions(group);
    }

    /** Whether the reports before the day that was copied last are in the stores. */
    boolean isDayHanded()
    {
        return dayPosition <= parts.outbox.handedPosition();
    }

    /** Whether the barrier of this start has been seen: everything before it is known. */
    boolean isConnected()
    {
        return barrier.isPassed();
    }

    /** Where this start stands in the event stream. */
    GatewayBarrier barrier()
    {
        return barrier;
    }

    /** A later start of a gateway with the same id has taken over. */
    boolean isFenced()
    {
        return barrier.isFenced();
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        if (OpenSessionDecoder.TEMPLATE_ID == group.commandTemplateId() &&
            (!barrier.isPassed() || orders.length() <= MAX_DAY_LENGTH) &&
            (null == several || opened.mayBeFirst(group.partition())))
        {
            dayPosition = commandPosition;
            copyDay();
        }
        commandPosition = null == several ? group.commandPosition() : group.cursor();
        publisher.begin(group, commandPosition);
        barrier.onGroupBegin(group);
        if (null != lease)
        {
            lease.onGroupBegin(group, parts.options.nanoClock().nanoTime());
        }
        isReplaceSeen = false;
        uncrossedInstrumentId = 0;
        isUncrossedWithTrades = false;
        final boolean isOwn = gatewayId == group.gatewayId();
        commandLogin = isOwn && !barrier.isTooLate(group) || isOfPartition(group) ?
            parts.logins.get(group.sessionId()) : null;
        // Not of an earlier process that has sent it too late: then it has a number that is used.
        if (null == several && null != commandLogin && NumbersMark.is(group) &&
            (group.sequence() > commandLogin.sequence || group.sequence() == commandLogin.markSequence))
        {
            parts.outbox.mark(commandLogin.session, group.receivedNs());
        }
        if (isOwn)
        {
            parts.massCancels.onOwn(group);
        }
        request = !isOwn || null == commandLogin || group.sequence() <= 0 ?
            null : tracker.answered(commandLogin, group.sequence());
        if (null != request)
        {
            parts.outbox.answers(group, request.offeredNs, publisher.tradingDate());
        }
        if (isOwn && null != commandLogin && null == request && group.clientRefLength() > 0)
        {
            remember(group);
        }
    }

    /** Whether the gateway of a partition has sent it: what becomes of it is reported as there. */
    private boolean isOfPartition(final EventGroup group)
    {
        return null != several && gatewayId != group.gatewayId() && group.gatewayId() > 0 &&
            group.gatewayId() <= Principal.MAX_GATEWAY_ID;
    }

    /** Whether orders go from one partition to another, both served here: nothing becomes of them. */
    private boolean isMoveWithin(final EventGroup group)
    {
        return null != several && EndMoveDecoder.TEMPLATE_ID == group.commandTemplateId();
    }

    /** An earlier process has sent this. */
    private void remember(final EventGroup group)
    {
        switch (group.commandTemplateId())
        {
            case CancelOrderDecoder.TEMPLATE_ID, ReplaceOrderDecoder.TEMPLATE_ID ->
                remember(group, OrderRequest.Kind.CANCEL);
            case MassCancelDecoder.TEMPLATE_ID -> remember(group, OrderRequest.Kind.MASS_CANCEL);
            case MassQuoteDecoder.TEMPLATE_ID -> remember(group, OrderRequest.Kind.MASS_QUOTE);
            case RequestQuoteDecoder.TEMPLATE_ID -> remember(group, OrderRequest.Kind.QUOTE_REQUEST);
            default ->
            {
                // New orders are known by their names.
            }
        }
    }

    private void remember(final EventGroup group, final OrderRequest.Kind kind)
    {
        reference.set(group.clientRefBuffer(), group.clientRefOffset(), group.clientRefLength());
        commandLogin.requestIds.add(kind, reference);
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        if (isUncrossedWithTrades)
        {
            restateAtProtection();
        }
        publisher.flush();
        parts.quotes.onGroupEnd(commandLogin, request);
        if (null != request)
        {
            if (null != request.order)
            {
                parts.outbox.answeredOrder(request.order.orderId);
            }
            tracker.release(request);
            request = null;
        }
        settlements.settle();
        publisher.end();
        super.onGroupEnd(group);
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        if (LoginProtocol.FIX == event.protocol() && null == parts.logins.get(event.loginId()))
        {
            parts.define(event.loginId(), event.name(), event.brokerageFirm());
        }
    }

    @Override
    public void onLoginRightsSet(final EventGroup group, final LoginRightsSetDecoder event)
    {
        final FixLogin login = parts.logins.get(event.loginId());
        if (null != login)
        {
            login.rights = event.rights();
        }
    }

    @Override
    public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
        final FixLogin login = parts.logins.get(event.loginId());
        if (gatewayId == group.gatewayId() && null != login)
        {
            final int engine = null == several ? 1 : 1 << group.partition();
            login.connectedIn = 0 == event.connected() ? login.connectedIn & ~engine : login.connectedIn | engine;
        }
    }

    /**
     * Sessions of before this start have ended with it; numbers stay until they are reset. Of several partitions, which
     * get the same command, the first resets them.
     */
    @Override
    public void onLoginControlled(final EventGroup group, final LoginControlledDecoder event)
    {
        final boolean isReset = LoginAction.RESET_NUMBERS == event.action();
        if (null == parts.logins.get(event.loginId()) ||
            isReset && null != several && several.partition() != group.partition())
        {
            return;
        }
        if (!barrier.isPassed() && isReset)
        {
            parts.sessions.resetMissed(event.loginId(), commandPosition, group.engineTimeNs());
        }
        else if (barrier.isPassed() && LoginAction.UNBLOCK != event.action())
        {
            parts.sessions.end(event.loginId(), isReset, commandPosition);
        }
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        parts.instruments.define(
            event.instrumentId(), event.symbol(), event.currency(), InstrumentKind.SPREAD == event.kind());
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        publisher.session(event.sessionId(), (int)event.tradingDate());
        if (null != several && !opened.isFirst(event.sessionId(), group.partition()))
        {
            return;
        }
        parts.decoder.session(event.sessionId());
        parts.trades.onSessionOpened();
        parts.massCancels.beginDay();
        publisher.forgetFills();
        beginDay();
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        publisher.session(event.sessionId(), (int)event.tradingDate());
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        if (barrier.onGatewayConnected(event, group.commandPosition(), null == several ? 0 : group.partition()))
        {
            parts.sessions.connected(commandPosition);
        }
        else if (null == several && gatewayId == event.gatewayId() && !barrier.isPassed())
        {
            parts.sessions.owner(event.epoch());
        }
    }

    void watch(final GatewayLease ofActive)
    {
        lease = ofActive;
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
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        publisher.next();
        final FixLogin login = parts.logins.get(event.loginId());
        if (null == login && !parts.isWatched(event.accountCode()) || isMoveWithin(group))
        {
            return;
        }
        final boolean isOfRequest = null != request && OrderRequest.Kind.NEW == request.kind;
        final FixOrder order = isOfRequest ? request.order : table.take(
            login,
            parts.instruments.byId(event.instrumentId()),
            event.accountCode(),
            event.side().value(),
            TimeInForceTraits.of(event.timeInForce()).fixTimeInForce());
        if (null != login && parts.moved.isNamed(event.orderId()))
        {
            onMovedOrderAccepted(order, event);
        }
        else
        {
            tracker.onAccepted(order, name(group, null != login, event.clOrdId()), event);
        }
        order.copies = parts.dropCopies.of(event.accountCode());
        if (!order.isQuote())
        {
            publisher.accepted(order);
        }
    }

    private void onMovedOrderAccepted(final FixOrder order, final OrderAcceptedDecoder event)
    {
        final List<FixText> names = parts.moved.names();
        names.subList(0, names.size() - 1).forEach(former -> table.acceptName(order, former));
        tracker.onAccepted(order, names.getLast(), event);
        parts.moved.restore(order);
        table.addRoot(order);
    }

    /** An order leaves the partition in a move. */
    @Override
    public void onMovingOrder(final EventGroup group, final MovingOrderDecoder event)
    {
        final FixOrder order = table.byOrderId(event.orderId());
        if (null != order && order.isRemembered())
        {
            parts.moved.leave(event.moveId(), group.partition(), order);
        }
    }

    @Override
    public void onMoveAdvanced(final EventGroup group, final MoveAdvancedDecoder event)
    {
        if (MoveState.OUT != event.state())
        {
            parts.moved.end(event.moveId());
        }
    }

    @Override
    public void onMovedOrderNamed(final EventGroup group, final MovedOrderNamedDecoder event)
    {
        parts.moved.named(event);
    }

    @Override
    public void onOrderTerms(final EventGroup group, final OrderTermsDecoder event)
    {
        final FixOrder order = publisher.pending();
        if (null != order && order.orderId == event.orderId())
        {
            order.stopPriceE5 = event.stopPriceE5();
            order.displayLots = event.displayLots();
            order.displayVarianceLots = event.displayVarianceLots();
            order.minLots = event.minLots();
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final Side aggressor = event.aggressorSide();
        onTradeSide(event, event.buy(), liquidity(aggressor, Side.BUY));
        onTradeSide(event, event.sell(), liquidity(aggressor, Side.SELL));
        parts.trades.onTrade(event);
    }

    /** An auction has no aggressor. */
    private static int liquidity(final Side aggressor, final Side side)
    {
        if (Side.NULL_VAL == aggressor)
        {
            return 0;
        }
        return aggressor == side ? REMOVED_LIQUIDITY : ADDED_LIQUIDITY;
    }

    private void onTradeSide(final TradeDecoder event, final TradeSideDecoder side, final int liquidity)
    {
        publisher.next();
        final FixOrder order = known(side, event.tradeId());
        if (null != order)
        {
            fill(order, side, event.priceE5(), event.qtyLots());
            publisher.trade(order, event.tradeId(), event.qtyLots(), event.priceE5(), liquidity);
        }
    }

    private void fill(final FixOrder order, final TradeSideDecoder side, final long priceE5, final long qtyLots)
    {
        order.fill(priceE5, qtyLots, side.restLots());
        if (order.isAtBestOnly())
        {
            // The only price it trades at is the limit of its rest.
            order.priceE5 = priceE5;
            order.isPriced = true;
        }
        if (order.isTerminal())
        {
            table.retire(order);
            settlements.add(order);
        }
    }

    private FixOrder known(final TradeSideDecoder side, final long tradeId)
    {
        final FixOrder order = table.byOrderId(side.orderId());
        if (null == order && null != parts.logins.get(side.loginId()))
        {
            throw new IllegalStateException("trade of an order that was never accepted: orderId=" + side.orderId() +
                " tradeId=" + tradeId + " loginId=" + side.loginId());
        }
        return order;
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        onOffBookSide(event, event.buy(), Side.BUY.value());
        onOffBookSide(event, event.sell(), Side.SELL.value());
        parts.trades.onOffBookTrade(event);
    }

    private void onOffBookSide(final OffBookTradeDecoder event, final TradeSideDecoder party, final int side)
    {
        final FixOrder order = next(party.orderId());
        if (null == order)
        {
            return;
        }
        if (OffBookKind.SPREAD_LEG == event.kind())
        {
            publisher.leg(
                order,
                parts.instruments.byId(event.instrumentId()),
                side,
                event.tradeId(),
                event.qtyLots(),
                event.priceE5());
        }
        else
        {
            fill(order, party, event.priceE5(), event.qtyLots());
            publisher.trade(order, event.tradeId(), event.qtyLots(), event.priceE5(), 0);
        }
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        correct(event, event.buy(), Side.BUY.value());
        correct(event, event.sell(), Side.SELL.value());
        parts.trades.onTradeCorrected(event);
    }

    /** An order that is not known any more has ended: what it had traded besides is not known either. */
    private void correct(final TradeCorrectedDecoder event, final TradePartyDecoder party, final int side)
    {
        final FixInstrument instrument = parts.instruments.byId(event.instrumentId());
        FixOrder order = next(publisher.rootOrderId(event.tradeId(), side, party.orderId()));
        final boolean isKnown = null != order;
        if (isKnown)
        {
            if (TradeCorrectedDecoder.parentTradeIdNullValue() == event.parentTradeId())
            {
                order.correctFill(event.priceE5(), event.qtyLots(), event.newPriceE5(), event.newQtyLots());
            }
        }
        else
        {
            final FixLogin login = parts.logins.get(party.loginId());
            if (null == login && !parts.isWatched(party.accountCode()))
            {
                return;
            }
            order = table.take(login, instrument, party.accountCode(), side, NO_TIME_IN_FORCE);
            order.rootOrderId = party.orderId();
            order.orderId = party.orderId();
            order.copies = parts.dropCopies.of(party.accountCode());
            order.status = FixOrder.CANCELED;
            if (null == login)
            {
                order.clOrdId.setUnsigned(party.clOrdId());
            }
        }
        publisher.corrected(order, side, instrument, event);
        if (!isKnown)
        {
            table.give(order);
        }
    }

    @Override
    public void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
        uncrossedInstrumentId = event.instrumentId();
        uncrossedPriceE5 = event.priceE5();
        isUncrossedWithTrades = event.qtyLots() > 0;
    }

    /** An order whose protection is the auction price becomes a limit order without an event of its own. */
    private void restateAtProtection()
    {
        for (final FixOrder order : table.all())
        {
            if (order.isAtBestOnly() && !order.isPriced && !order.isTerminal() &&
                order.instrument.instrumentId() == uncrossedInstrumentId && order.priceE5 == uncrossedPriceE5)
            {
                atProtection.add(order);
            }
        }
        // Numbers of reports must not depend on the order of a hash map.
        atProtection.sort(Comparator.comparingLong((order) -> order.orderId));
        for (final FixOrder order : atProtection)
        {
            order.isPriced = true;
            publisher.next();
            publisher.restated(order, ReportEncoder.RESTATED_REPRICING, null);
        }
        atProtection.clear();
    }

    /** Begins with the report of the next event, about this order if it is known. */
    private FixOrder next(final long orderId)
    {
        publisher.next();
        return table.byOrderId(orderId);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final FixOrder order = next(event.prevOrderId());
        if (null == order)
        {
            return;
        }
        final int command = group.commandTemplateId();
        final boolean isRequested = !isReplaceSeen && ReplaceOrderDecoder.TEMPLATE_ID == command ||
            order.isQuote() && MassQuoteDecoder.TEMPLATE_ID == command;
        isReplaceSeen = true;
        if (!isRequested)
        {
            tracker.onReplaced(order, null, event);
            order.isPriced |= event.instrumentId() == uncrossedInstrumentId;
            if (!order.isQuote())
            {
                publisher.restated(order, ReportEncoder.RESTATED_REPRICING, null);
            }
            return;
        }
        final FixText former = formerName.set(null == request || order.isQuote() ? order.clOrdId : request.origClOrdId);
        tracker.onReplaced(order, name(group, null != order.login, event.clOrdId()), event);
        if (!order.isQuote())
        {
            publisher.replaced(order, former);
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final FixOrder order = next(event.orderId());
        if (null == order || isMoveWithin(group))
        {
            return;
        }
        final CancelReason reason = event.reason();
        final boolean isRequested = CancelReason.REQUESTED == reason ||
            CancelReason.REPLACE_FILLED == reason || CancelReason.REPLACE_MISMATCH == reason;
        FixText requestClOrdId = null;
        FixText origClOrdId = null;
        if (isRequested && (null == order.login || order.login == commandLogin && group.clientRefLength() > 0))
        {
            origClOrdId = formerName.set(null == request || request.origClOrdId.isEmpty() ?
                order.clOrdId : request.origClOrdId);
            requestClOrdId = name(group, null != order.login, event.requestClOrdId());
        }
        if (CancelReason.REPLACE_FILLED == reason)
        {
            tracker.onReplacedToFilled(order, requestClOrdId);
        }
        else if (CancelReason.MOVED == reason)
        {
            tracker.onMoved(order);
            settlements.addMoved(order);
        }
        else
        {
            final boolean isExpired = CancelReason.SESSION_END == reason || CancelReason.EXPIRED == reason;
            tracker.onEnded(order, isExpired ? FixOrder.EXPIRED : FixOrder.CANCELED, requestClOrdId);
        }
        settlements.add(order);
        if (CancelReason.QUOTE_WITHDRAWN != reason)
        {
            publisher.ended(order, reason, requestClOrdId, origClOrdId);
        }
    }

    /** What an order or a request is called, until the next call: the text of its command, or its number. */
    private FixText name(final EventGroup group, final boolean hasText, final long number)
    {
        return hasText && group.clientRefLength() > 0 ?
            name.set(group.clientRefBuffer(), group.clientRefOffset(), group.clientRefLength()) :
            name.setUnsigned(number);
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        final FixOrder order = next(event.orderId());
        if (null != order)
        {
            order.leavesLots = event.restLots();
            order.orderQtyLots = order.cumLots + event.restLots();
            publisher.restated(order, ReportEncoder.RESTATED_DECLINE, CancelReason.SELF_TRADE.name());
        }
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        final FixOrder order = next(event.orderId());
        if (null != order)
        {
            order.priceE5 = event.priceE5();
            order.leavesLots = event.restLots();
            publisher.restated(order, ReportEncoder.RESTATED_OTHER, EngineReasons.text(event.cause(), order));
        }
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        final FixOrder order = next(event.orderId());
        if (null != order)
        {
            order.priceE5 = event.priceE5();
            order.leavesLots = event.restLots();
            publisher.restated(order, ReportEncoder.RESTATED_RENEWAL, null);
        }
    }

    @Override
    public void onMassCancelled(final EventGroup group, final MassCancelledDecoder event)
    {
        publisher.flush();
        if (null != commandLogin)
        {
            parts.massCancels.cancelled(commandLogin, group, event);
        }
    }

    @Override
    public void onQuoteAcknowledged(final EventGroup group, final QuoteAcknowledgedDecoder event)
    {
        publisher.flush();
        if (null != commandLogin)
        {
            parts.quotes.acknowledged(group, event);
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        publisher.next();
        // That of a partition's gateway by which an earlier process has sent too late is known there alone.
        if (null != commandLogin && (!isOfPartition(group) || RejectReason.DUPLICATE_COMMAND != event.reason()))
        {
            rejects.rejected(group, event, commandLogin, request);
        }
    }
}
