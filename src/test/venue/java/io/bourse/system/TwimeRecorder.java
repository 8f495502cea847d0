// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.AnswerText;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FlagsSetDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A TWIME session that writes down every numbered message with all that a trader reads in it, also those from before it
 * connected, and refusals beside them.
 */
final class TwimeRecorder implements TwimeListener, AutoCloseable
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final int MOST_RETRANSMITTED = 10;
    private static final long E5 = 100_000;

    private final TreeMap<Long, String> seen = new TreeMap<>();
    private final List<Integer> refusals = new ArrayList<>();
    private final TwimeClient client;
    private final long accountCode;
    private long nextSeqNo;
    private long askedUpTo;
    private int numberResets;

    TwimeRecorder(final InetSocketAddress address, final String login, final String account) throws IOException
    {
        accountCode = AccountCode.pack(account);
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
    }

    /** Sends a day order. */
    void order(final long clOrdId, final int instrumentId, final boolean isBuy, final long price, final long lots)
    {
        assertTrue(client.newOrder(
            clOrdId, instrumentId, isBuy ? SideEnum.Buy : SideEnum.Sell, price * E5, lots, TimeInForceEnum.Day,
            accountCode, TwimeFrames.NULL_INT32));
        client.flush();
    }

    /** Whether the session is established and every message of earlier lives has been seen. */
    boolean isRecovered()
    {
        return nextSeqNo > 0 && seen.size() >= nextSeqNo - 1;
    }

    /** How often the numbers began again; what came with the old ones is forgotten then. */
    int numberResets()
    {
        return numberResets;
    }

    int receivedCount()
    {
        return seen.size();
    }

    /** All messages, in the order of their numbers. */
    List<String> received()
    {
        assertTrue(seen.isEmpty() || seen.size() == seen.lastKey(), () -> "message numbers have holes: " + seen);
        return List.copyOf(seen.values());
    }

    List<Integer> refusals()
    {
        return refusals;
    }

    int poll()
    {
        final int work = client.poll(this);
        final long lastSeen = seen.size();
        if (lastSeen + 1 < nextSeqNo && lastSeen >= askedUpTo)
        {
            final long count = Math.min(MOST_RETRANSMITTED, nextSeqNo - 1 - lastSeen);
            if (client.retransmit(lastSeen + 1, (int)count))
            {
                askedUpTo = lastSeen + count;
                client.flush();
            }
        }
        return work;
    }

    @Override
    public void onTerminate(final TerminateDecoder message)
    {
        if (TerminationCodeEnum.SequenceReset == message.terminationCode())
        {
            numberResets++;
            seen.clear();
            nextSeqNo = 0;
            askedUpTo = 0;
        }
    }

    @Override
    public void onEstablished(final EstablishmentAckDecoder message)
    {
        nextSeqNo = message.nextSeqNo();
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        keep(seqNo, AnswerText.accepted(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.price().mantissa(),
            message.orderQty()));
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        keep(seqNo, AnswerText.cancelled(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.orderQty()));
    }

    @Override
    public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
        keep(seqNo, AnswerText.executed(
            message.trdMatchID(), message.orderID(), message.lastPx().mantissa(), message.lastQty(),
            message.orderQty()) + " instrument=" + message.securityID() + " " + message.side() + " " +
            bits(message.flags()));
    }

    @Override
    public void onExecutionMultilegReport(final long seqNo, final ExecutionMultilegReportDecoder message)
    {
        keep(seqNo, AnswerText.executed(
            message.trdMatchID(), message.orderID(), message.lastPx().mantissa(), message.lastQty(),
            message.orderQty()) + " instrument=" + message.securityID() + " " + message.side() + " " +
            bits(message.flags()) + " leg=" + message.legPrice().mantissa());
    }

    @Override
    public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
    {
        keep(seqNo, AnswerText.sessionEvent(message.tradSesEvent().name(), message.tradingSessionID()));
    }

    @Override
    public void onEmptyBook(final long seqNo, final EmptyBookDecoder message)
    {
        keep(seqNo, "EMPTY session=" + message.tradingSessionID());
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        refusals.add(message.ordRejReason());
    }

    private void keep(final long seqNo, final String message)
    {
        final String before = seen.putIfAbsent(seqNo, message);
        assertEquals(null == before ? message : before, message, () -> "a number means two messages: seqNo=" + seqNo);
    }

    private static String bits(final FlagsSetDecoder flags)
    {
        final long value = flags.buffer().getLong(flags.offset(), FlagsSetDecoder.BYTE_ORDER);
        return "flags=" + BitSet.valueOf(new long[]{value}).toString().replace(" ", "");
    }

    @Override
    public void close()
    {
        client.close();
    }
}
