// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * A session with the {@link EchoServer}: frames as long as those of an order and of its answer.
 */
final class EchoLink implements Link
{
    /** A NewOrderSingle. */
    static final int REQUEST_LENGTH = 55;
    /** A NewOrderSingleResponse. */
    static final int ANSWER_LENGTH = 82;
    private static final int BUFFER_LENGTH = 1 << 16;

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final SocketChannel channel;
    private final Answers answers;
    private int pending;

    EchoLink(final InetSocketAddress address, final Answers answers) throws IOException
    {
        this.answers = answers;
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
    }

    @Override
    public boolean send(final long id)
    {
        if (out.remaining() < REQUEST_LENGTH)
        {
            return false;
        }
        out.putLong(out.position(), id);
        out.position(out.position() + REQUEST_LENGTH);
        pending++;
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
            if (channel.read(in) > 0)
            {
                onBytes();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the echo is gone", ex);
        }
    }

    private void onBytes()
    {
        in.flip();
        while (in.remaining() >= ANSWER_LENGTH)
        {
            final long id = in.getLong(in.position());
            in.position(in.position() + ANSWER_LENGTH);
            pending--;
            answers.onAnswer(id);
        }
        in.compact();
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
