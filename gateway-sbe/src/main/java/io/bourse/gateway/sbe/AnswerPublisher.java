// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.gateway.sbe.twime.TradSesEventEnum;
import org.agrona.concurrent.NanoClock;

/**
 * Turns the engine's transactions into answers (sheet A.4). Everything it does, message numbers included, depends on
 * the event stream alone: replaying the stream rebuilds the sessions.
 */
final class AnswerPublisher implements EventListener
{
    private final LoginTable logins;
    private final AnswerQueue answers;
    private final AnswerEncoder encoder;
    private final GatewayCounters counters;
    private final NanoClock nanoClock;
    private final int gatewayId;
    private final long epoch;
    private int tradingSessionId;
    private long systemEventCount;
    private long aggressorFlags;
    private boolean isConnected;
    private boolean isFenced;

    AnswerPublisher(
        final LoginTable logins,
        final AnswerQueue answers,
        final GatewayCounters counters,
        final NanoClock nanoClock,
        final int gatewayId,
        final long epoch)
    {
        this.logins = logins;
        this.answers = answers;
        this.counters = counters;
        this.nanoClock = nanoClock;
        this.gatewayId = gatewayId;
        this.epoch = epoch;
        encoder = new AnswerEncoder(answers);
    }

    /** Everything that happened before this start of the gateway is known. */
    boolean isConnected()
    {
        return isConnected;
    }

    /** A later start of a gateway with the same id has taken over. */
    boolean isFenced()
    {
        return isFenced;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        aggressorFlags = OrderFlags.DAY;
        answers.beginGroup();
        if (gatewayId == group.gatewayId())
        {
            final Login login = logins.get(group.sessionId());
            if (null != login)
            {
                login.onCommandSequence(group.sequence());
            }
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        answers.endGroup(group.cursor(), nanoClock.nanoTime());
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        if (LoginProtocol.TWIME == event.protocol())
        {
            logins.define(event.loginId(), event.name());
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        aggressorFlags = OrderFlags.ofTimeInForce(event.timeInForce());
        if (null != logins.get(event.loginId()))
        {
            encoder.newOrderSingleResponse(event, group.engineTimeNs(), aggressorFlags, tradingSessionId);
        }
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        if (null != logins.get(event.loginId()))
        {
            encoder.orderReplaceResponse(
                event, group.engineTimeNs(), OrderFlags.DAY | OrderFlags.REPLACE, tradingSessionId);
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final CancelReason reason = event.reason();
        // EmptyBook has said it already (A.4): no answer for each order.
        if (CancelReason.SESSION_END != reason && null != logins.get(event.loginId()))
        {
            encoder.orderCancelResponse(
                event, group.engineTimeNs(), OrderFlags.ofCancelReason(reason), tradingSessionId);
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final boolean isBuyAggressor = Side.BUY == event.aggressorSide();
        final long activeFlags = aggressorFlags | OrderFlags.ACTIVE_SIDE;
        // Whatever rests is a day order: the others never rest.
        final long passiveFlags = OrderFlags.DAY | OrderFlags.PASSIVE_SIDE;
        if (isBuyAggressor)
        {
            onTradeSide(group, event, event.buy(), Side.BUY, activeFlags);
            onTradeSide(group, event, event.sell(), Side.SELL, passiveFlags);
        }
        else
        {
            onTradeSide(group, event, event.sell(), Side.SELL, activeFlags);
            onTradeSide(group, event, event.buy(), Side.BUY, passiveFlags);
        }
    }

    private void onTradeSide(
        final EventGroup group,
        final TradeDecoder event,
        final TradeSideDecoder party,
        final Side side,
        final long flags)
    {
        if (null != logins.get(party.loginId()))
        {
            encoder.executionSingleReport(event, party, side, group.engineTimeNs(), flags, tradingSessionId);
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        if (gatewayId == group.gatewayId() && null != logins.get(group.sessionId()))
        {
            if (isConnected)
            {
                counters.increment(GatewayCounter.BUSINESS_REJECTS);
            }
            encoder.businessMessageReject(
                group.sessionId(), event.clOrdId(), group.engineTimeNs(), RejectCodes.of(event.reason()));
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        tradingSessionId = event.sessionId();
        systemEvent(group.engineTimeNs(), TradSesEventEnum.SessionDataReady);
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        if (ClearingKind.EVENING == event.kind())
        {
            systemEvent(group.engineTimeNs(), TradSesEventEnum.ClearingStarted);
        }
    }

    private void systemEvent(final long timestampNs, final TradSesEventEnum event)
    {
        systemEventCount++;
        for (int i = 0; i < logins.size(); i++)
        {
            encoder.systemEvent(logins.at(i).loginId(), timestampNs, systemEventCount, tradingSessionId, event);
        }
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        for (int i = 0; i < logins.size(); i++)
        {
            encoder.emptyBook(logins.at(i).loginId(), group.engineTimeNs(), event.sessionId());
        }
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        if (gatewayId == event.gatewayId())
        {
            if (epoch == event.epoch())
            {
                isConnected = true;
            }
            else if (isConnected)
            {
                isFenced = true;
            }
        }
    }
}
