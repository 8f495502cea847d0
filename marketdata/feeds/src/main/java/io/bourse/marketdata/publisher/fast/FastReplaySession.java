// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.fast.FixReplayText;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.service.ServiceConnection;
import io.bourse.marketdata.service.ServiceServer;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * One client of the historical replay of a feed over TCP: FIX Logon, FAST Logon, FIX MarketDataRequest, the messages,
 * FAST Logout, FIX Logout (FAST C.3). One request on a connection, at most 1000 messages. Whatever is wrong is said in
 * the text of the FAST Logout. Polled by the publisher, so the history needs no lock.
 */
final class FastReplaySession extends ServiceConnection
{
    /** Most connections of one address at once. */
    static final int MAX_CONNECTIONS_PER_ADDRESS = 8;
    /** Most messages of a request. */
    private static final int MAX_MESSAGES = 1000;
    /** How long a client may take from its logon to its request, and then to its logout. */
    private static final long REQUEST_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int WAITING_FOR_LOGON = 0;
    private static final int WAITING_FOR_REQUEST = 1;
    private static final int SENDING = 2;
    private static final int WAITING_FOR_LOGOUT = 3;
    /** A session has three messages. */
    private static final int MAX_MESSAGES_PER_SECOND = 20;
    private static final int MESSAGES_PER_POLL = 50;
    private static final int MSG_TYPE = 35;
    private static final int FIRST_NUMBER = 1182;
    private static final int LAST_NUMBER = 1183;

    private final FixReplayText fix = new FixReplayText();
    private final FastWriter writer = new FastWriter();
    private final String feedName;
    private final PacketHistory history;
    private int state = WAITING_FOR_LOGON;
    private long stateSinceNs;
    private long next;
    private long last;
    private long sessionMessages;

    FastReplaySession(final AcceptedSocket accepted, final String feedName, final PacketHistory history)
    {
        super(accepted, MAX_MESSAGES_PER_SECOND);
        this.feedName = feedName;
        this.history = history;
    }

    /** Listens for clients of a feed. */
    static ServiceServer listen(
        final String feedName,
        final InetSocketAddress bindAddress,
        final PacketHistory history,
        final SecuritySink securityLog)
    {
        return new ServiceServer(
            "fast-replay-" + feedName,
            ServiceServer.options().maxConnectionsPerAddress(MAX_CONNECTIONS_PER_ADDRESS),
            bindAddress,
            ServiceServer.POLL_INTERVAL_NS,
            (accepted) -> new FastReplaySession(accepted, feedName, history),
            ServiceServer.Refusals.SILENT,
            securityLog);
    }

    @Override
    protected int onData(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        final int consumed = fix.parse(buffer, offset, length);
        if (0 == consumed)
        {
            return 0;
        }
        if (consumed < 0)
        {
            return GARBAGE;
        }
        if (isTooFast(nowNs))
        {
            return TOO_FAST;
        }
        final char msgType = 1 == fix.length(MSG_TYPE) ? fix.charAt(MSG_TYPE) : '?';
        if (WAITING_FOR_LOGON == state && 'A' == msgType)
        {
            logon(nowNs);
        }
        else if (WAITING_FOR_REQUEST == state && 'V' == msgType)
        {
            request(nowNs);
        }
        else if ('5' == msgType && WAITING_FOR_LOGON != state)
        {
            closeAfterFlush();
        }
        else if (WAITING_FOR_LOGON == state)
        {
            return GARBAGE;
        }
        else if (WAITING_FOR_LOGOUT != state)
        {
            logout("Not expected now: 35=" + msgType + ". One MarketDataRequest follows the Logon.", nowNs);
        }
        return consumed;
    }

    @Override
    protected int onPoll(final long nowNs)
    {
        if (SENDING == state)
        {
            return send(nowNs);
        }
        if (WAITING_FOR_REQUEST == state && nowNs - stateSinceNs > REQUEST_TIMEOUT_NS)
        {
            logout("No MarketDataRequest within 1 s.", nowNs);
            return 1;
        }
        if (WAITING_FOR_LOGOUT == state && nowNs - stateSinceNs > REQUEST_TIMEOUT_NS)
        {
            closeAfterFlush();
            return 1;
        }
        return 0;
    }

    private void logon(final long nowNs)
    {
        final int at = begin();
        FastMessages.putLogon(writer, nextSessionNumber(), FastTime.timestamp(nowNs));
        end(at);
        to(WAITING_FOR_REQUEST, nowNs);
        loggedIn();
    }

    private void request(final long nowNs)
    {
        final long from = fix.number(FIRST_NUMBER);
        final long to = fix.number(LAST_NUMBER);
        final long firstKept = history.firstMsgSeqNum();
        final long lastKept = history.lastMsgSeqNum();
        if (from < 1 || to < 0 || to != 0 && to < from)
        {
            logout("The range is wrong: 1182 from 1 on, 1183 not below it or 0 for the end.", nowNs);
        }
        else if (to != 0 && to - from >= MAX_MESSAGES)
        {
            logout("Too many messages: at most 1000 in a request.", nowNs);
        }
        else if (0 == firstKept || from < firstKept || from > lastKept || to > lastKept)
        {
            logout("Not available: " + feedName + " keeps " + firstKept + " to " + lastKept + '.', nowNs);
        }
        else
        {
            next = from;
            last = Math.min(0 == to ? lastKept : to, from + MAX_MESSAGES - 1);
            to(SENDING, nowNs);
        }
    }

    private int send(final long nowNs)
    {
        int sent = 0;
        while (next <= last && sent < MESSAGES_PER_POLL)
        {
            final int length = history.length(next);
            if (0 == length)
            {
                logout("Message " + next + " is no longer kept.", nowNs);
                return sent + 1;
            }
            final int at = reserve(FastMessages.PREAMBLE_LENGTH + length);
            if (at < 0)
            {
                return sent;
            }
            sendBuffer().putInt(at, length, LITTLE_ENDIAN);
            history.copy(next, sendBuffer(), at + FastMessages.PREAMBLE_LENGTH);
            commit(FastMessages.PREAMBLE_LENGTH + length);
            next++;
            sent++;
        }
        if (next > last && sendSpace() >= FastMessages.MAX_PACKET_LENGTH)
        {
            logout(null, nowNs);
        }
        return sent;
    }

    private void logout(final String text, final long nowNs)
    {
        final int at = begin();
        if (at < 0)
        {
            drop();
            return;
        }
        FastMessages.putLogout(writer, nextSessionNumber(), FastTime.timestamp(nowNs), text);
        end(at);
        to(WAITING_FOR_LOGOUT, nowNs);
    }

    private int begin()
    {
        final int at = reserve(FastMessages.MAX_PACKET_LENGTH);
        if (at >= 0)
        {
            writer.wrap(sendBuffer(), at + FastMessages.PREAMBLE_LENGTH);
        }
        return at;
    }

    private void end(final int at)
    {
        final int length = writer.position() - at;
        sendBuffer().putInt(at, length - FastMessages.PREAMBLE_LENGTH, LITTLE_ENDIAN);
        commit(length);
    }

    private long nextSessionNumber()
    {
        sessionMessages++;
        return sessionMessages;
    }

    private void to(final int newState, final long nowNs)
    {
        state = newState;
        stateSinceNs = nowNs;
    }
}
