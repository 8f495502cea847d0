// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.marketdata.simba.LogonDecoder;
import io.bourse.marketdata.simba.LogoutDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.SimbaSessionPackets;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Client of SIMBA TCP replay (SIMBA B.7 item 4): one connection per request, nothing blocks. A packet is handed out
 * only if it is the next one of the request.
 */
public final class ReplayClient implements PacketReplay
{
    private enum Step
    {
        NONE,
        CONNECTING,
        LOGON,
        PACKETS
    }

    private static final int MAX_PACKET_LENGTH = 0xFFFF;
    private static final int SEND_LENGTH = 2 * SimbaSessionPackets.MAX_LENGTH;

    private final ByteBuffer incoming = ByteBuffer.allocateDirect(MAX_PACKET_LENGTH + 1);
    private final UnsafeBuffer incomingBuffer = new UnsafeBuffer(incoming);
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(SEND_LENGTH);
    private final UnsafeBuffer outgoingBuffer = new UnsafeBuffer(outgoing);
    private final ReplayClientOptions options;
    private final SimbaSessionPackets packets;
    private final EpochNanoClock clock;
    private SocketChannel channel;
    private State state = State.IDLE;
    private Step step = Step.NONE;
    private String failure = "";
    private long nextMsgSeqNum;
    private long lastMsgSeqNum;
    private long sentMsgSeqNum;
    private long progressNs;
    private long requestCount;

    /**
     * A client that has not connected yet.
     *
     * @param options of the client.
     */
    public ReplayClient(final ReplayClientOptions options)
    {
        this.options = options;
        clock = options.clock();
        packets = new SimbaSessionPackets(options.version());
    }

    @Override
    public void request(final long firstMsgSeqNum, final long lastMsgSeqNum)
    {
        disconnect();
        requestCount++;
        failure = "";
        nextMsgSeqNum = firstMsgSeqNum;
        this.lastMsgSeqNum = lastMsgSeqNum;
        sentMsgSeqNum = 0;
        progressNs = clock.nanoTime();
        incoming.clear();
        outgoing.clear();
        state = State.RUNNING;
        step = Step.CONNECTING;
        try
        {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(options.server());
        }
        catch (final IOException ex)
        {
            fail("Cannot connect to the replay server: " + ex.getMessage());
        }
    }

    @Override
    public int doWork(final Handler handler)
    {
        if (State.RUNNING != state)
        {
            return 0;
        }
        try
        {
            final int workCount = Step.CONNECTING == step ? connect() : flush() + receive(handler);
            if (State.RUNNING == state)
            {
                checkTime(workCount);
            }
            return workCount;
        }
        catch (final IOException ex)
        {
            if (State.RUNNING == state)
            {
                fail("The connection to the replay server broke: " + ex.getMessage());
            }
            else
            {
                // Everything had come; only the farewell did not go out.
                disconnect();
            }
            return 1;
        }
    }

    @Override
    public State state()
    {
        return state;
    }

    @Override
    public String failure()
    {
        return failure;
    }

    @Override
    public void cancel()
    {
        requestCount++;
        disconnect();
        state = State.IDLE;
        failure = "";
    }

    @Override
    public void close()
    {
        cancel();
    }

    private int connect() throws IOException
    {
        if (!channel.finishConnect())
        {
            return 0;
        }
        step = Step.LOGON;
        sentMsgSeqNum++;
        put(packets.putLogon(outgoingBuffer, outgoing.position(), sentMsgSeqNum, clock.nanoTime()));
        return 1 + flush();
    }

    private void put(final int length)
    {
        outgoing.position(outgoing.position() + length);
    }

    private int flush() throws IOException
    {
        if (0 == outgoing.position())
        {
            return 0;
        }
        outgoing.flip();
        final int written = channel.write(outgoing);
        outgoing.compact();
        return written;
    }

    private int receive(final Handler handler) throws IOException
    {
        final long request = requestCount;
        final int count = channel.read(incoming);
        int offset = 0;
        while (request == requestCount && State.RUNNING == state)
        {
            final int length = packetLength(offset);
            if (length <= 0)
            {
                break;
            }
            onPacket(offset, length, handler);
            offset += length;
        }
        if (request != requestCount || State.RUNNING != state)
        {
            return 1;
        }
        if (count < 0)
        {
            fail("The replay server closed the connection before it had sent all: nextMsgSeqNum=" + nextMsgSeqNum);
            return 1;
        }
        if (0 < offset)
        {
            incoming.flip().position(offset);
            incoming.compact();
        }
        return count;
    }

    /** Length of the packet at an offset, 0 if it has not come as a whole, below 0 if it is none. */
    private int packetLength(final int offset)
    {
        final int available = incoming.position() - offset;
        if (available < PACKET_HEADER_LENGTH)
        {
            return 0;
        }
        final int msgSize = SimbaPacketDescriptor.msgSize(incomingBuffer, offset);
        if (msgSize >= SimbaSessionPackets.MIN_LENGTH && available < msgSize)
        {
            return 0;
        }
        if (msgSize < SimbaSessionPackets.MIN_LENGTH || !SimbaMessages.isWellFormed(incomingBuffer, offset, msgSize))
        {
            fail("The replay server sent what is not a packet: msgSize=" + msgSize);
            return -1;
        }
        return msgSize;
    }

    private void onPacket(final int offset, final int length, final Handler handler) throws IOException
    {
        progressNs = clock.nanoTime();
        if (0 != (SimbaPacketDescriptor.msgFlags(incomingBuffer, offset) & FLAG_INCREMENTAL))
        {
            onReplayed(offset, length, handler);
            return;
        }
        final int templateId = SimbaMessages.templateId(incomingBuffer, offset + PACKET_HEADER_LENGTH);
        if (LogoutDecoder.TEMPLATE_ID == templateId)
        {
            onLogout(SimbaSessionPackets.logoutText(incomingBuffer, offset));
        }
        else if (LogonDecoder.TEMPLATE_ID == templateId && Step.LOGON == step)
        {
            step = Step.PACKETS;
            sentMsgSeqNum++;
            put(packets.putRequest(outgoingBuffer, outgoing.position(), sentMsgSeqNum, progressNs, nextMsgSeqNum,
                lastMsgSeqNum));
            flush();
        }
        else
        {
            fail("The replay server sent a message out of turn: templateId=" + templateId);
        }
    }

    private void onReplayed(final int offset, final int length, final Handler handler)
    {
        final long msgSeqNum = SimbaPacketDescriptor.msgSeqNum(incomingBuffer, offset);
        if (Step.PACKETS != step || msgSeqNum != nextMsgSeqNum || msgSeqNum > lastMsgSeqNum)
        {
            fail("The replay server sent a packet that is not the next one: msgSeqNum=" + msgSeqNum +
                " nextMsgSeqNum=" + nextMsgSeqNum + " lastMsgSeqNum=" + lastMsgSeqNum);
            return;
        }
        nextMsgSeqNum++;
        handler.onPacket(incomingBuffer, offset, length);
    }

    private void onLogout(final String text) throws IOException
    {
        if (!text.isEmpty())
        {
            fail(text);
        }
        else if (nextMsgSeqNum <= lastMsgSeqNum || Step.PACKETS != step)
        {
            fail("The replay server ended the session before it had sent all: nextMsgSeqNum=" + nextMsgSeqNum +
                " lastMsgSeqNum=" + lastMsgSeqNum);
        }
        else
        {
            state = State.DONE;
            sentMsgSeqNum++;
            put(packets.putLogout(outgoingBuffer, outgoing.position(), sentMsgSeqNum, progressNs, ""));
            // It fits the empty buffer of the socket; if the server should be gone, all has come nevertheless.
            flush();
            disconnect();
        }
    }

    private void checkTime(final int workCount)
    {
        final long nowNs = clock.nanoTime();
        if (0 < workCount)
        {
            progressNs = nowNs;
        }
        else if (nowNs - progressNs >= options.timeoutNs())
        {
            fail("The replay server did not answer in time: timeoutNs=" + options.timeoutNs() + " step=" + step +
                " nextMsgSeqNum=" + nextMsgSeqNum);
        }
    }

    private void fail(final String reason)
    {
        failure = reason;
        state = State.FAILED;
        disconnect();
    }

    private void disconnect()
    {
        CloseHelper.quietClose(channel);
        channel = null;
        step = Step.NONE;
    }
}
