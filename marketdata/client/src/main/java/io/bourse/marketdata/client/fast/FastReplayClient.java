// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.fast.FastFormatException;
import io.bourse.marketdata.fast.FastHeader;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FixReplayText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Asks the replay server of a feed for messages (FAST C.3), without ever blocking. One request at a time, each on a
 * connection of its own; a request that is not over in time has failed, however much of it has come.
 */
public final class FastReplayClient implements PacketReplay
{
    private static final int BUFFER_LENGTH = 64 * 1024;
    private static final String SOH = "\u0001";

    private final InetSocketAddress server;
    private final long timeoutNs;
    private final NanoClock clock;
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final UnsafeBuffer buffer = new UnsafeBuffer(incoming);
    private final FastHeader header = new FastHeader();
    private SocketChannel channel;
    private ByteBuffer outgoing;
    private State state = State.IDLE;
    private String failure = "";
    private boolean isLoggedOn;
    private long first;
    private long last;
    private long next;
    private long requestedNs;

    /**
     * A client without a connection.
     *
     * @param server address of the replay server.
     * @param timeoutNs how long a request may take.
     * @param clock for it.
     */
    public FastReplayClient(final InetSocketAddress server, final long timeoutNs, final NanoClock clock)
    {
        this.server = server;
        this.timeoutNs = timeoutNs;
        this.clock = clock;
    }

    @Override
    public void request(final long firstMsgSeqNum, final long lastMsgSeqNum)
    {
        cancel();
        first = firstMsgSeqNum;
        last = lastMsgSeqNum;
        next = first;
        isLoggedOn = false;
        failure = "";
        requestedNs = clock.nanoTime();
        state = State.RUNNING;
        incoming.clear();
        try
        {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(server);
            write("35=A|34=1|553=bourse|554=bourse|");
        }
        catch (final IOException ex)
        {
            fail("Cannot connect to the replay server: server=" + server + " reason=" + ex.getMessage());
        }
    }

    @Override
    public int doWork(final Handler handler)
    {
        if (State.RUNNING != state)
        {
            return 0;
        }
        if (clock.nanoTime() - requestedNs > timeoutNs)
        {
            fail("The replay server has not sent all in time: server=" + server + " timeoutNs=" + timeoutNs +
                " isLoggedOn=" + isLoggedOn + " next=" + next + " last=" + last);
            return 1;
        }
        try
        {
            if (!channel.finishConnect())
            {
                return 0;
            }
            int workCount = 0;
            if (null != outgoing)
            {
                workCount += channel.write(outgoing);
                outgoing = outgoing.hasRemaining() ? outgoing : null;
            }
            final int received = channel.read(incoming);
            if (received < 0)
            {
                fail("The replay server closed the connection: next=" + next + " last=" + last);
                return 1;
            }
            return 0 == received ? workCount : workCount + received + take(handler);
        }
        catch (final IOException ex)
        {
            fail("The connection to the replay server broke: server=" + server + " reason=" + ex.getMessage());
        }
        catch (final FastFormatException ex)
        {
            fail("The replay server sent something else than FAST: " + ex.getMessage());
        }
        return 1;
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
        CloseHelper.quietClose(channel);
        channel = null;
        outgoing = null;
        state = State.IDLE;
    }

    @Override
    public void close()
    {
        cancel();
    }

    private int take(final Handler handler) throws IOException
    {
        int offset = 0;
        final int end = incoming.position();
        while (State.RUNNING == state && end - offset >= FastMessages.PREAMBLE_LENGTH)
        {
            final int length = buffer.getInt(offset, LITTLE_ENDIAN);
            if (length < 1 || length > BUFFER_LENGTH - FastMessages.PREAMBLE_LENGTH)
            {
                fail("The replay server sent a length that cannot be: length=" + length);
                return 1;
            }
            final int messageOffset = offset + FastMessages.PREAMBLE_LENGTH;
            if (messageOffset + length > end)
            {
                break;
            }
            onMessage(messageOffset, length, handler);
            offset = messageOffset + length;
        }
        incoming.flip().position(offset);
        incoming.compact();
        return 1;
    }

    private void onMessage(final int offset, final int length, final Handler handler) throws IOException
    {
        header.read(buffer, offset, length);
        if (FastMessages.LOGON == header.templateId())
        {
            isLoggedOn = true;
            write("35=V|262=1|1182=" + first + "|1183=" + last + '|');
        }
        else if (FastMessages.LOGOUT == header.templateId())
        {
            write("35=5|");
            final boolean isComplete = next > last;
            CloseHelper.quietClose(channel);
            if (isComplete)
            {
                state = State.DONE;
            }
            else
            {
                fail("The replay server has not sent all: isLoggedOn=" + isLoggedOn + " next=" + next +
                    " last=" + last);
            }
        }
        else if (header.msgSeqNum() == next)
        {
            next++;
            handler.onPacket(buffer, offset, length);
        }
    }

    private void write(final String body) throws IOException
    {
        outgoing = ByteBuffer.wrap(FixReplayText.message(body.replace("|", SOH)).getBytes(StandardCharsets.US_ASCII));
        if (channel.isConnected())
        {
            channel.write(outgoing);
            outgoing = outgoing.hasRemaining() ? outgoing : null;
        }
    }

    private void fail(final String text)
    {
        CloseHelper.quietClose(channel);
        failure = text;
        state = State.FAILED;
    }
}
