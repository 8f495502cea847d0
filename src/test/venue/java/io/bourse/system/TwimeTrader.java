// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.AnswerText;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectReasonEnum;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A TWIME client that survives its venue. It keeps every numbered message it ever saw; after each new Establish it asks
 * for those it missed and carries on.
 */
final class TwimeTrader implements FlowTrader, TwimeListener
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final int WINDOW = 32;
    private static final int MOST_RETRANSMITTED = 10;

    private final String login;
    private final int loginId;
    private final List<String> accounts;
    private final TreeMap<Long, String> seen = new TreeMap<>();
    private final Map<Long, OwnOrder> byKey = new HashMap<>();
    private final Map<Long, OwnOrder> byOrderId = new HashMap<>();
    private final Map<Long, OwnOrder> pending = new HashMap<>();
    private final List<Integer> refusals = new ArrayList<>();
    private TwimeClient client;
    private long lastClOrdId;
    private long nextSeqNo;
    private long askedUpTo;
    private int resetCount;
    private boolean mayBeUnavailable;
    private int unavailableCount;

    /** An order as this client knows it. */
    private static final class OwnOrder
    {
        private final long key;
        private final int instrumentId;
        private final long accountCode;
        private long orderId;
        private long priceE5;
        private long totalLots;
        private long executedLots;
        private boolean pending;

        private OwnOrder(final long key, final int instrumentId, final long accountCode)
        {
            this.key = key;
            this.instrumentId = instrumentId;
            this.accountCode = accountCode;
        }
    }

    TwimeTrader(final String login, final int loginId, final List<String> accounts)
    {
        this.login = login;
        this.loginId = loginId;
        this.accounts = accounts;
    }

    /** Connects to a venue; {@link #isRecovered} says when nothing is missing any more. */
    void connect(final InetSocketAddress address) throws IOException
    {
        nextSeqNo = 0;
        askedUpTo = 0;
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
    }

    /** Whether the session is established and every message of earlier lives has been seen. */
    boolean isRecovered()
    {
        return isEstablished() && nextSeqNo > 0 && seen.size() >= nextSeqNo - 1;
    }

    /** From now on a request that the venue does not take for want of a leader is no failure. */
    void mayBeUnavailable()
    {
        mayBeUnavailable = true;
    }

    /** Requests that were not taken for want of a leader. */
    int unavailableCount()
    {
        return unavailableCount;
    }

    /** How often its numbers have begun again. */
    int resetCount()
    {
        return resetCount;
    }

    boolean isEstablished()
    {
        return null != client && TwimeClient.State.ESTABLISHED == client.state();
    }

    /** Codes of all refusals, which have no number and are not repeated. */
    List<Integer> refusals()
    {
        return refusals;
    }

    @Override
    public int loginId()
    {
        return loginId;
    }

    @Override
    public List<String> received()
    {
        assertTrue(seen.isEmpty() || seen.size() == seen.lastKey(), () -> "message numbers have holes: login=" + login);
        return List.copyOf(seen.values());
    }

    @Override
    public int receivedCount()
    {
        return seen.size();
    }

    @Override
    public int outstanding()
    {
        return pending.size();
    }

    @Override
    public void dropUnanswered()
    {
        pending.values().forEach(order -> order.pending = false);
        pending.clear();
        byKey.values().removeIf(order -> 0 == order.orderId);
    }

    @Override
    public int poll()
    {
        final int work = client.poll(this);
        askForMissing();
        return work;
    }

    private void askForMissing()
    {
        final long lastSeen = seen.size();
        if (isEstablished() && lastSeen + 1 < nextSeqNo && lastSeen >= askedUpTo)
        {
            final long count = Math.min(MOST_RETRANSMITTED, nextSeqNo - 1 - lastSeen);
            if (client.retransmit(lastSeen + 1, (int)count))
            {
                askedUpTo = lastSeen + count;
                client.flush();
            }
        }
    }

    @Override
    public boolean send(final OrderAction action)
    {
        if (!isEstablished() || pending.size() >= WINDOW)
        {
            return false;
        }
        if (OrderAction.Kind.NEW == action.kind)
        {
            return sendNew(action);
        }
        final OwnOrder order = byKey.get(action.key);
        return null == order || !order.pending && sendChange(order, action);
    }

    private boolean sendNew(final OrderAction action)
    {
        final long accountCode = AccountCode.pack(accounts.get(action.account % accounts.size()));
        final OwnOrder order = new OwnOrder(action.key, action.instrumentId, accountCode);
        order.priceE5 = action.priceE5;
        order.totalLots = action.qtyLots;
        final boolean isSent = client.newOrder(
            lastClOrdId + 1, action.instrumentId, action.buy ? SideEnum.Buy : SideEnum.Sell, action.priceE5,
            action.qtyLots, action.immediate ? TimeInForceEnum.IOC : TimeInForceEnum.Day, accountCode,
            TwimeFrames.NULL_INT32);
        if (isSent)
        {
            byKey.put(action.key, order);
            sent(order);
        }
        return isSent;
    }

    private boolean sendChange(final OwnOrder order, final OrderAction action)
    {
        final boolean isReduction = OrderAction.Kind.REDUCE == action.kind;
        final long lots = isReduction ? order.totalLots - action.qtyLots : action.qtyLots;
        if (OrderAction.Kind.CANCEL != action.kind && lots <= 0)
        {
            return true;
        }
        final boolean isSent = OrderAction.Kind.CANCEL == action.kind ?
            client.cancel(lastClOrdId + 1, order.orderId, order.instrumentId, order.accountCode) :
            client.replace(
                lastClOrdId + 1, order.orderId, order.instrumentId, isReduction ? order.priceE5 : action.priceE5, lots,
                isReduction ? ModeEnum.FixStyleReplace : ModeEnum.ChangeOrderQty, order.accountCode,
                TwimeFrames.NULL_INT32);
        if (isSent)
        {
            sent(order);
        }
        return isSent;
    }

    private void sent(final OwnOrder order)
    {
        order.pending = true;
        pending.put(++lastClOrdId, order);
        client.flush();
    }

    private OwnOrder answered(final long clOrdId)
    {
        final OwnOrder order = pending.remove(clOrdId);
        assertNotNull(order, () -> "answer without a request: login=" + login + " clOrdId=" + clOrdId);
        order.pending = false;
        return order;
    }

    /** False when the message was seen in an earlier life; it must then be the same. */
    private boolean isNew(final long seqNo, final String message)
    {
        final String before = seen.putIfAbsent(seqNo, message);
        assertTrue(null == before || before.equals(message), () ->
            "a number means two messages: login=" + login + " seqNo=" + seqNo + " " + before + " / " + message);
        return null == before;
    }

    @Override
    public void onTerminate(final TerminateDecoder message)
    {
        if (TerminationCodeEnum.SequenceReset == message.terminationCode())
        {
            resetCount++;
            seen.clear();
            nextSeqNo = 0;
            askedUpTo = 0;
        }
    }

    @Override
    public void onEstablished(final EstablishmentAckDecoder message)
    {
        nextSeqNo = message.nextSeqNo();
        assertTrue(seen.isEmpty() || nextSeqNo > seen.lastKey(), () ->
            "NextSeqNo does not cover what was seen: login=" + login + " nextSeqNo=" + nextSeqNo + " seen=" +
            seen.lastKey());
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        if (isNew(seqNo, AnswerText.accepted(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.price().mantissa(),
            message.orderQty())))
        {
            final OwnOrder order = answered(message.clOrdID());
            order.orderId = message.orderID();
            byOrderId.put(order.orderId, order);
        }
    }

    @Override
    public void onOrderReplaceResponse(final long seqNo, final OrderReplaceResponseDecoder message)
    {
        if (isNew(seqNo, AnswerText.replaced(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.price().mantissa(),
            message.orderQty())))
        {
            final OwnOrder order = answered(message.clOrdID());
            assertEquals(order, byOrderId.remove(message.prevOrderID()));
            order.orderId = message.orderID();
            order.priceE5 = message.price().mantissa();
            order.totalLots = order.executedLots + message.orderQty();
            byOrderId.put(order.orderId, order);
        }
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        if (isNew(seqNo, AnswerText.cancelled(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.orderQty())))
        {
            if (TwimeFrames.NULL_UINT64 != message.clOrdID())
            {
                answered(message.clOrdID());
            }
            forget(message.orderID());
        }
    }

    @Override
    public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
        if (isNew(seqNo, AnswerText.executed(
            message.trdMatchID(), message.orderID(), message.lastPx().mantissa(), message.lastQty(),
            message.orderQty())))
        {
            final OwnOrder order = byOrderId.get(message.orderID());
            assertNotNull(order, () -> "execution of an unknown order: login=" + login + " " + message);
            order.executedLots += message.lastQty();
            if (0 == message.orderQty())
            {
                forget(message.orderID());
            }
        }
    }

    @Override
    public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
    {
        isNew(seqNo, AnswerText.sessionEvent(message.tradSesEvent().name(), message.tradingSessionID()));
    }

    private void forget(final long orderId)
    {
        final OwnOrder order = byOrderId.remove(orderId);
        assertNotNull(order, () -> "end of an unknown order: login=" + login + " orderId=" + orderId);
        byKey.remove(order.key);
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        refusals.add(message.ordRejReason());
        refused(message.clOrdID());
    }

    private void refused(final long clOrdId)
    {
        final OwnOrder order = answered(clOrdId);
        if (0 == order.orderId)
        {
            byKey.remove(order.key);
        }
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        if (mayBeUnavailable && SessionRejectReasonEnum.SystemIsUnavailable == message.sessionRejectReason())
        {
            unavailableCount++;
            refused(message.clOrdID());
            return;
        }
        throw new AssertionError("refused by the session: login=" + login + " " + message);
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        throw new AssertionError("refused as a flood: login=" + login + " " + message);
    }

    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        throw new AssertionError("login refused: login=" + login + " " + message);
    }

    @Override
    public void close()
    {
        if (null != client)
        {
            client.close();
        }
    }
}
