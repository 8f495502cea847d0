// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectReasonEnum;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A firm that loses its connection in the middle of its orders, and finds out what became of each by the protocol
 * alone: it asks for the numbered messages that it has not seen, and sends the requests that are still without an
 * answer again under their own ClOrdIDs. Every third order has a price off the tick and must be refused.
 */
final class LearningClient implements TwimeListener, AutoCloseable
{
    private static final int KEEPALIVE_MS = 10_000;
    private static final int MOST_RETRANSMITTED = 10;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int INSTRUMENT_ID = 1001;
    private static final long PRICE = 90_000;
    private static final long E5 = 100_000;
    private static final long HALF_TICK_E5 = 50_000;
    private static final int REFUSED_OF = 3;
    private static final int BAD_TICK = 39;
    private static final String ACCEPTED = "accepted ";

    private final Map<Long, String> numbered = new TreeMap<>();
    private final Map<Long, List<String>> refusals = new TreeMap<>();
    private final TreeSet<Long> unanswered = new TreeSet<>();
    private final String login;
    private final long account;
    private final int[] instrumentIds;
    private final long[] prices;
    private TwimeClient client;
    private InetSocketAddress address;
    private boolean isToRetry;
    private long retryNs;
    private final Map<Long, Long> arrivedMs = new TreeMap<>();
    private final Map<Long, Long> lostMs = new TreeMap<>();
    private long nextSeqNo;
    private long lastId;
    private long askedUpTo;

    LearningClient(final String login, final String account)
    {
        this(login, account, new int[]{INSTRUMENT_ID}, new long[]{PRICE});
    }

    /** One that buys other instruments, whose ticks are 1, in turn. */
    LearningClient(final String login, final String account, final int[] instrumentIds, final long[] prices)
    {
        this.login = login;
        this.account = AccountCode.pack(account);
        this.instrumentIds = instrumentIds;
        this.prices = prices;
    }

    void connect(final InetSocketAddress toAddress) throws IOException
    {
        close();
        address = toAddress;
        isToRetry = false;
        nextSeqNo = 0;
        askedUpTo = 0;
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
    }

    boolean isEstablished()
    {
        return nextSeqNo > 0;
    }

    boolean isClosed()
    {
        return null == client || TwimeClient.State.CLOSED == client.state();
    }

    /** Whether it knows everything that the venue has ever sent it. */
    boolean isUpToDate()
    {
        return nextSeqNo > 0 && TwimeClient.State.ESTABLISHED == client.state() && lastWhole() + 1 >= nextSeqNo;
    }

    int unanswered()
    {
        return unanswered.size();
    }

    void poll()
    {
        if (isClosed())
        {
            retry();
            return;
        }
        client.poll(this);
        final long lastWhole = lastWhole();
        if (nextSeqNo > lastWhole + 1 && lastWhole >= askedUpTo)
        {
            final long count = Math.min(MOST_RETRANSMITTED, nextSeqNo - 1 - lastWhole);
            if (client.retransmit(lastWhole + 1, (int)count))
            {
                askedUpTo = lastWhole + count;
            }
        }
    }

    private void retry()
    {
        if (isToRetry && System.nanoTime() - retryNs >= 0)
        {
            try
            {
                connect(address);
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("login=" + login, ex);
            }
        }
    }

    /** Asks for all messages again, in a new session: the same numbers have to have the same ones. */
    Map<Long, String> forget()
    {
        final Map<Long, String> known = new TreeMap<>(numbered);
        numbered.clear();
        return known;
    }

    /** Sends one new order. */
    boolean send()
    {
        if (!send(lastId + 1))
        {
            return false;
        }
        unanswered.add(++lastId);
        return true;
    }

    /** Sends what has no answer once more, under the same ClOrdIDs. */
    void sendAgain()
    {
        final List<Long> ids = new ArrayList<>(unanswered);
        ids.forEach((id) ->
        {
            while (!send(id))
            {
                client.flush();
            }
        });
    }

    private boolean send(final long id)
    {
        final int turn = (int)(id % prices.length);
        return client.newOrder(id, instrumentIds[turn], SideEnum.Buy,
            prices[turn] * E5 + (isRefused(id) ? HALF_TICK_E5 : 0), 1, TimeInForceEnum.Day, account,
            TwimeFrames.NULL_INT32);
    }

    static boolean isRefused(final long id)
    {
        return 0 == id % REFUSED_OF;
    }

    long lastId()
    {
        return lastId;
    }

    /** Everything numbered, by its number. */
    Map<Long, String> numbered()
    {
        return numbered;
    }

    /** Refusals by ClOrdID, in their order. */
    Map<Long, List<String>> refusals()
    {
        return refusals;
    }

    static String accepted(final long id)
    {
        return ACCEPTED + id;
    }

    static String offTick()
    {
        return "refused " + BAD_TICK;
    }

    private long lastWhole()
    {
        long last = 0;
        for (final long number : numbered.keySet())
        {
            if (number != last + 1)
            {
                break;
            }
            last = number;
        }
        return last;
    }

    private void note(final long seqNo, final String message)
    {
        final String before = numbered.putIfAbsent(seqNo, message);
        if (null != before && !before.equals(message))
        {
            throw new AssertionError(
                "one number, two messages: seqNo=" + seqNo + " before=" + before + " now=" + message);
        }
    }

    /**
     * The orders whose acceptance the venue no longer knows, with the time at which it had come: it says so by its next
     * number. They are without an answer again.
     */
    Map<Long, Long> lostMs()
    {
        return lostMs;
    }

    @Override
    public void onEstablished(final EstablishmentAckDecoder message)
    {
        nextSeqNo = message.nextSeqNo();
        for (final long seqNo : List.copyOf(numbered.keySet()))
        {
            final String answer = seqNo < nextSeqNo ? "" : numbered.remove(seqNo);
            if (answer.startsWith(ACCEPTED))
            {
                final long id = Long.parseLong(answer.substring(ACCEPTED.length()));
                lostMs.put(id, arrivedMs.get(id));
                unanswered.add(id);
            }
        }
    }

    /** It comes back too soon, or before the venue has seen the end of the former session: it tries again. */
    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        final EstablishmentRejectCodeEnum code = message.establishmentRejectCode();
        assertTrue(EstablishmentRejectCodeEnum.TooFastReconnect == code ||
            EstablishmentRejectCodeEnum.AlreadyEstablished == code, () -> "login=" + login + " code=" + code);
        isToRetry = true;
        retryNs = System.nanoTime() + RETRY_NS;
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        note(seqNo, accepted(message.clOrdID()));
        arrivedMs.put(message.clOrdID(), System.currentTimeMillis());
        unanswered.remove(message.clOrdID());
    }

    @Override
    public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
    {
        note(seqNo, "system event " + message.eventId());
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        refused(message.clOrdID(), "refused " + message.ordRejReason());
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        // While the gateway has no engine nothing was done: the request is sent again later.
        if (SessionRejectReasonEnum.SystemIsUnavailable != message.sessionRejectReason())
        {
            refused(message.clOrdID(), "refused " + message.sessionRejectReason());
        }
    }

    private void refused(final long id, final String reason)
    {
        refusals.computeIfAbsent(id, (key) -> new ArrayList<>()).add(reason);
        unanswered.remove(id);
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
