// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.service.ServiceConnection;
import io.bourse.marketdata.simba.LogonDecoder;
import io.bourse.marketdata.simba.LogoutDecoder;
import io.bourse.marketdata.simba.MarketDataRequestDecoder;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.SimbaSessionPackets;
import org.agrona.DirectBuffer;

/**
 * One client of TCP replay: Logon, one MarketDataRequest, the packets, Logout from both sides. Whatever else it sends
 * is answered by a Logout that says why, and what is not a packet at all by closing.
 */
final class ReplaySession extends ServiceConnection
{
    private enum State
    {
        LOGON,
        REQUEST,
        SENDING,
        LOGOUT
    }

    /** A session has three messages. */
    private static final int MAX_MESSAGES_PER_SECOND = 20;
    /** Packets of one client in one poll: the feeds that share the thread do not wait for a thousand copies. */
    private static final int PACKETS_PER_POLL = 16;

    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final MarketDataRequestDecoder requestDecoder = new MarketDataRequestDecoder();
    private final SimbaReplayServer server;
    private State state = State.LOGON;
    private long msgSeqNum;
    private long nextSeqNum;
    private long endSeqNum;

    ReplaySession(final AcceptedSocket accepted, final SimbaReplayServer server)
    {
        super(accepted, MAX_MESSAGES_PER_SECOND);
        this.server = server;
        // It does not give way to others, whatever it has said.
        loggedIn();
    }

    @Override
    protected int onData(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (length < PACKET_HEADER_LENGTH)
        {
            return 0;
        }
        final int msgSize = SimbaPacketDescriptor.msgSize(buffer, offset);
        if (msgSize < SimbaSessionPackets.MIN_LENGTH || msgSize > SimbaSessionPackets.MAX_LENGTH)
        {
            return GARBAGE;
        }
        if (length < msgSize)
        {
            return 0;
        }
        if (isTooFast(nowNs))
        {
            return TOO_FAST;
        }
        if (0 != (SimbaPacketDescriptor.msgFlags(buffer, offset) & FLAG_INCREMENTAL) ||
            !SimbaMessages.isWellFormed(buffer, offset, msgSize))
        {
            return GARBAGE;
        }
        onMessage(buffer, offset + PACKET_HEADER_LENGTH, nowNs);
        return msgSize;
    }

    @Override
    protected int onPoll(final long nowNs)
    {
        if (State.SENDING != state)
        {
            return 0;
        }
        final PacketHistory history = server.history;
        int count = 0;
        while (count < PACKETS_PER_POLL && nextSeqNum <= endSeqNum)
        {
            final int length = history.length(nextSeqNum);
            if (0 == length)
            {
                logout("Packets were overwritten by newer ones while they were sent: msgSeqNum=" +
                    nextSeqNum + " " + kept(), nowNs);
                server.counters().increment(ReplayCounter.REQUESTS_REFUSED);
                return count + 1;
            }
            final int at = reserve(length);
            if (at < 0)
            {
                break;
            }
            commit(history.copy(nextSeqNum, sendBuffer(), at));
            nextSeqNum++;
            count++;
        }
        server.counters().add(ReplayCounter.PACKETS_REPLAYED, count);
        if (nextSeqNum > endSeqNum && sendSpace() >= SimbaSessionPackets.MAX_LENGTH)
        {
            logout("", nowNs);
            server.counters().increment(ReplayCounter.REQUESTS_SERVED);
            count++;
        }
        return count;
    }

    private void onMessage(
        final DirectBuffer buffer, final int offset, final long nowNs)
    {
        final int templateId = SimbaMessages.templateId(buffer, offset);
        if (LogoutDecoder.TEMPLATE_ID == templateId)
        {
            if (State.LOGOUT != state)
            {
                logout("", nowNs);
            }
            closeAfterFlush();
            return;
        }
        switch (state)
        {
            case LOGON ->
            {
                if (LogonDecoder.TEMPLATE_ID == templateId)
                {
                    final int at = reserve(SimbaSessionPackets.MAX_LENGTH);
                    msgSeqNum++;
                    commit(server.packets.putLogon(sendBuffer(), at, msgSeqNum, nowNs));
                    state = State.REQUEST;
                    return;
                }
                outOfTurn(templateId, "Logon", nowNs);
            }
            case REQUEST ->
            {
                if (MarketDataRequestDecoder.TEMPLATE_ID == templateId)
                {
                    requestDecoder.wrapAndApplyHeader(buffer, offset, headerDecoder);
                    onRequest(requestDecoder.applBegSeqNum(), requestDecoder.applEndSeqNum(), nowNs);
                    return;
                }
                outOfTurn(templateId, "MarketDataRequest", nowNs);
            }
            case SENDING -> outOfTurn(templateId, "nothing but Logout", nowNs);
            case LOGOUT ->
            {
                server.counters().increment(ReplayCounter.PROTOCOL_ERRORS);
                closeAfterFlush();
            }
        }
    }

    private void onRequest(final long begin, final long requestedEnd, final long nowNs)
    {
        final PacketHistory history = server.history;
        // As in the FAST sibling of this service, 0 asks for all up to the newest.
        final long end = 0 == requestedEnd ? history.lastMsgSeqNum() : requestedEnd;
        final String facts = "applBegSeqNum=" + begin + " applEndSeqNum=" + requestedEnd + ' ';
        if (0 == begin || (end < begin && 0 != requestedEnd))
        {
            refuse("Not a range of packets: " + facts, nowNs);
        }
        else if (begin < history.firstMsgSeqNum() || 0 == history.lastMsgSeqNum())
        {
            refuse("Packets are not kept any more, take a snapshot: " + facts + kept(), nowNs);
        }
        else if (end > history.lastMsgSeqNum() || begin > end)
        {
            refuse("Packets were not sent yet: " + facts + kept(), nowNs);
        }
        else if (end - begin >= server.maxPackets)
        {
            refuse("Too many packets for one request, take a snapshot: " + facts + "requested=" +
                (end - begin + 1) + " limit=" + server.maxPackets, nowNs);
        }
        else
        {
            nextSeqNum = begin;
            endSeqNum = end;
            state = State.SENDING;
        }
    }

    private String kept()
    {
        return "firstMsgSeqNum=" + server.history.firstMsgSeqNum() + " lastMsgSeqNum=" +
            server.history.lastMsgSeqNum();
    }

    private void refuse(final String text, final long nowNs)
    {
        server.counters().increment(ReplayCounter.REQUESTS_REFUSED);
        logout(text, nowNs);
    }

    private void outOfTurn(
        final int templateId, final String expected, final long nowNs)
    {
        server.counters().increment(ReplayCounter.PROTOCOL_ERRORS);
        logout("Out of turn, expected is " + expected + ": templateId=" + templateId, nowNs);
    }

    private void logout(final String text, final long nowNs)
    {
        state = State.LOGOUT;
        final int at = reserve(SimbaSessionPackets.MAX_LENGTH);
        if (at < 0)
        {
            // Its queue is full: it does not read, and would not read this.
            drop();
            return;
        }
        msgSeqNum++;
        commit(server.packets.putLogout(sendBuffer(), at, msgSeqNum, nowNs, text));
    }
}
