// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import org.agrona.CloseHelper;
import org.agrona.collections.LongArrayQueue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A FIX session of bytes, with whatever stands behind the port: lays orders into the book, a few at a time, and cancels
 * them again, the oldest first. Every transaction has one ExecutionReport; anything else that is said is an error.
 */
final class FixLink implements Link
{
    private static final int BUFFER_LENGTH = 1 << 16;
    private static final int LIVE_ORDERS = 8;
    private static final int LEVELS = 16;
    private static final int BEST_BID = 90_000;
    private static final byte[] TYPE = FixBytes.ascii("|35=");
    private static final byte[] CL_ORD_ID = FixBytes.ascii("|11=");
    private static final byte[] EXEC_TYPE = FixBytes.ascii("|150=");
    private static final byte[] END = FixBytes.ascii("|");
    private static final byte[] SENDING_TIME = FixBytes.ascii("|52=");
    private static final byte[] ORIG_CL_ORD_ID = FixBytes.ascii("|41=");
    private static final byte[] PRICE = FixBytes.ascii("|44=");
    private static final byte[] ORDER_TERMS = FixBytes.ascii("|1=AA01000|55=Si-12.26|54=1|38=1|40=2");
    private static final byte[] ORDER_END = FixBytes.ascii("|59=0|60=");
    private static final byte[] CANCEL_TERMS = FixBytes.ascii("|55=Si-12.26|54=1|38=1|60=");
    private static final byte[] LOGON_END = FixBytes.ascii("|98=0|108=60|141=Y|");

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final FixBytes message = new FixBytes();
    private final LongArrayQueue live = new LongArrayQueue();
    private final SocketChannel channel;
    private final Answers answers;
    private final byte[] order;
    private final byte[] cancel;
    private long sequence = 1;
    private int pending;
    private int openOrders;
    private boolean isLoggedOn;

    FixLink(final InetSocketAddress address, final String login, final Answers answers) throws IOException
    {
        this.answers = answers;
        final String compIds = "|49=" + login + "|56=BOURSE|34=";
        order = FixBytes.ascii("35=D" + compIds);
        cancel = FixBytes.ascii("35=F" + compIds);
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        message.begin().put(FixBytes.ascii("35=A" + compIds)).put(sequence++).put(SENDING_TIME).putTime()
            .put(LOGON_END).write(out);
        while (!isLoggedOn)
        {
            poll();
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean send(final long id)
    {
        final boolean isCancel = openOrders >= LIVE_ORDERS && !live.isEmpty();
        message.begin().put(isCancel ? cancel : order).put(sequence).put(SENDING_TIME).putTime();
        message.put(CL_ORD_ID).put(id);
        if (isCancel)
        {
            message.put(ORIG_CL_ORD_ID).put(live.peekLong()).put(CANCEL_TERMS).putTime();
        }
        else
        {
            message.put(ORDER_TERMS).put(PRICE).put(BEST_BID - id % LEVELS).put(ORDER_END).putTime();
        }
        if (!message.put(END).write(out))
        {
            return false;
        }
        sequence++;
        pending++;
        if (isCancel)
        {
            live.removeLong();
        }
        openOrders += isCancel ? -1 : 1;
        return true;
    }

    @Override
    public void poll()
    {
        try
        {
            if (out.position() > 0)
            {
                out.flip();
                channel.write(out);
                out.compact();
            }
            final int length = channel.read(in);
            if (length < 0)
            {
                throw new IllegalStateException("the other side has closed the connection");
            }
            if (length > 0)
            {
                onBytes();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the server is gone", ex);
        }
    }

    private void onBytes()
    {
        in.flip();
        int end = FixBytes.end(in, in.position());
        while (FixBytes.INCOMPLETE != end)
        {
            onMessage(in.position(), end);
            in.position(end);
            end = in.hasRemaining() ? FixBytes.end(in, end) : FixBytes.INCOMPLETE;
        }
        in.compact();
    }

    private void onMessage(final int begin, final int end)
    {
        final byte type = in.get(FixBytes.find(in, begin, end, TYPE));
        if ('8' == type)
        {
            final long id = FixBytes.number(in, FixBytes.find(in, begin, end, CL_ORD_ID));
            final byte execType = in.get(FixBytes.find(in, begin, end, EXEC_TYPE));
            if ('0' == execType)
            {
                live.addLong(id);
            }
            else if ('4' != execType)
            {
                throw unexpected(begin, end);
            }
            pending--;
            answers.onAnswer(id);
        }
        else if ('A' == type)
        {
            isLoggedOn = true;
        }
        else if ('0' != type)
        {
            throw unexpected(begin, end);
        }
    }

    private IllegalStateException unexpected(final int begin, final int end)
    {
        final byte[] bytes = new byte[end - begin];
        in.get(begin, bytes);
        final String text = new String(bytes, StandardCharsets.US_ASCII);
        return new IllegalStateException("unexpected: " + text.replace('\1', '|'));
    }

    @Override
    public int pending()
    {
        return pending;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
