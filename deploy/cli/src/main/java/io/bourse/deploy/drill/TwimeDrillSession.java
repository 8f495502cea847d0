// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

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
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A TWIME login. What became of its requests it learns by asking for the messages that it has not seen: they are
 * numbered without holes.
 */
final class TwimeDrillSession extends DrillSession implements TwimeListener
{
    private static final int KEEPALIVE_MS = 5_000;
    private static final int MOST_RETRANSMITTED = 10;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final InetSocketAddress address;
    private final String login;
    private TwimeClient client;
    private long retryNs = System.nanoTime();
    private long nextSeqNo;
    private long askedUpTo;

    TwimeDrillSession(
        final InetSocketAddress address, final Path directory, final String login, final List<String> accounts)
    {
        super(directory, login, accounts, true);
        this.address = address;
        this.login = login;
    }

    @Override
    boolean isUp()
    {
        return isEstablished() && nextSeqNo > 0 && book.lastWhole() >= nextSeqNo - 1;
    }

    private boolean isEstablished()
    {
        return null != client && TwimeClient.State.ESTABLISHED == client.state();
    }

    @Override
    int poll()
    {
        if (null == client)
        {
            return connect();
        }
        final int work = client.poll(this);
        if (TwimeClient.State.CLOSED == client.state())
        {
            client.close();
            client = null;
            retryNs = System.nanoTime() + RETRY_NS;
            book.onConnectionLost();
            return 1;
        }
        askForMissing();
        return work;
    }

    private int connect()
    {
        if (System.nanoTime() - retryNs < 0)
        {
            return 0;
        }
        nextSeqNo = 0;
        askedUpTo = 0;
        try
        {
            client = TwimeClient.connect(address, login, KEEPALIVE_MS);
        }
        catch (final IOException ignored)
        {
            // The gateway is not there at the moment.
            retryNs = System.nanoTime() + RETRY_NS;
        }
        return 1;
    }

    private void askForMissing()
    {
        final long lastSeen = book.lastWhole();
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
    String name(final long number)
    {
        return Long.toString(number);
    }

    @Override
    void sendNew(final ClientBook.Request request, final boolean isImmediate)
    {
        client.newOrder(
            request.number(), request.instrumentId(), request.buy() ? SideEnum.Buy : SideEnum.Sell, request.priceE5(),
            request.lots(), isImmediate ? TimeInForceEnum.IOC : TimeInForceEnum.Day,
            AccountCode.pack(request.account()), TwimeFrames.NULL_INT32);
        client.flush();
    }

    @Override
    void sendReplace(final ClientBook.Request request, final ClientBook.Order order, final boolean isReduction)
    {
        client.replace(
            request.number(), order.orderId, request.instrumentId(), request.priceE5(),
            isReduction ? request.lots() : request.lots() - order.executedLots,
            isReduction ? ModeEnum.FixStyleReplace : ModeEnum.ChangeOrderQty, AccountCode.pack(request.account()),
            TwimeFrames.NULL_INT32);
        client.flush();
    }

    @Override
    void sendCancel(final ClientBook.Request request, final ClientBook.Order order)
    {
        client.cancel(request.number(), order.orderId, request.instrumentId(), AccountCode.pack(request.account()));
        client.flush();
    }

    @Override
    public void onEstablished(final EstablishmentAckDecoder message)
    {
        nextSeqNo = message.nextSeqNo();
        if (nextSeqNo - 1 < receivedCount())
        {
            journal.write(ClientJournal.WRONG, "0", "NextSeqNo does not cover what was received: next=" + nextSeqNo +
                " received=" + receivedCount());
        }
    }

    /** A drill has one trading date: numbers that begin again would repeat its answers. */
    @Override
    public void onTerminate(final TerminateDecoder message)
    {
        if (TerminationCodeEnum.SequenceReset == message.terminationCode())
        {
            journal.write(ClientJournal.WRONG, "0", "the numbers of messages began again within a drill");
        }
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        received(seqNo, AnswerText.accepted(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.price().mantissa(),
            message.orderQty()));
    }

    @Override
    public void onOrderReplaceResponse(final long seqNo, final OrderReplaceResponseDecoder message)
    {
        received(seqNo, AnswerText.replaced(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.price().mantissa(),
            message.orderQty()));
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        received(seqNo, AnswerText.cancelled(
            Long.toUnsignedString(message.clOrdID()), message.orderID(), message.orderQty()));
    }

    @Override
    public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
        received(seqNo, AnswerText.executed(
            message.trdMatchID(), message.orderID(), message.lastPx().mantissa(), message.lastQty(),
            message.orderQty()));
    }

    @Override
    public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
    {
        received(seqNo, AnswerText.sessionEvent(message.tradSesEvent().name(), message.tradingSessionID()));
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        refused(Long.toUnsignedString(message.clOrdID()), "TWIME " + message.ordRejReason());
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        // While a leader is being elected nothing is taken; any other reason is a mistake of one of us.
        if (SessionRejectReasonEnum.SystemIsUnavailable != message.sessionRejectReason())
        {
            journal.write(ClientJournal.WRONG, Long.toUnsignedString(message.clOrdID()),
                "refused by the session: " + message.sessionRejectReason());
        }
        refused(Long.toUnsignedString(message.clOrdID()), "SessionReject " + message.sessionRejectReason());
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        refused(Long.toUnsignedString(message.clOrdID()), "FloodReject");
    }

    /** A gateway that has not seen the end of the former connection yet, or that was left a moment ago. */
    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        retryNs = System.nanoTime() + RETRY_NS;
    }

    @Override
    public void close()
    {
        if (null != client)
        {
            client.close();
        }
        journal.close();
    }
}
