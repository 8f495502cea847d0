// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.wire.SchemaCodec;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A TCP connection of a client that knows nothing but the schema file of its version.
 */
final class SchemaSession implements AutoCloseable
{
    static final long REQUEST_NS = RawSession.REQUEST_NS;

    final List<byte[]> frames = new ArrayList<>();
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    private final SchemaCodec codec;
    private final SocketChannel channel;
    private boolean isEnded;

    SchemaSession(final InetSocketAddress address, final SchemaCodec codec)
    {
        this.codec = codec;
        try
        {
            channel = SocketChannel.open(address);
            channel.configureBlocking(false);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    SchemaSession send(final String name, final Object... values)
    {
        return send(codec.encode(name, values));
    }

    SchemaSession send(final byte[] frame)
    {
        if (!sendIfOpen(frame))
        {
            throw new IllegalStateException("the venue has closed the connection");
        }
        return this;
    }

    /** Sends; false when the venue has closed already. */
    boolean sendIfOpen(final byte[] bytes)
    {
        final ByteBuffer source = ByteBuffer.wrap(bytes);
        try
        {
            while (source.hasRemaining())
            {
                channel.write(source);
            }
            return true;
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    SchemaSession establish(final String login)
    {
        return send("Establish", "Timestamp", REQUEST_NS, "KeepaliveInterval", VenueFixture.KEEPALIVE_MS,
            "Credentials", login);
    }

    /** Reads what is there; true once the venue has shut its side. */
    boolean isEnded()
    {
        try
        {
            isEnded |= channel.read(bytes) < 0;
        }
        catch (final IOException ex)
        {
            isEnded = true;
        }
        bytes.flip();
        while (bytes.remaining() >= 8)
        {
            final int length = 8 + Short.toUnsignedInt(bytes.getShort(bytes.position()));
            if (bytes.remaining() < length)
            {
                break;
            }
            final byte[] frame = new byte[length];
            bytes.get(frame);
            frames.add(frame);
        }
        bytes.compact();
        return isEnded;
    }

    /** Runs the venue until there are so many frames, takes them, and says them as text. */
    List<String> take(final VenueFixture venue, final int count)
    {
        venue.await("frames of a session: count=" + count + " seen=" + texts(frames), () ->
        {
            isEnded();
            return frames.size() >= count;
        });
        final List<byte[]> taken = new ArrayList<>(frames.subList(0, count));
        frames.subList(0, count).clear();
        return texts(taken);
    }

    /** Runs the venue until it has shut its side, takes all frames, and says them as text. */
    List<String> takeAll(final VenueFixture venue)
    {
        venue.await("end of a session, seen " + texts(frames), this::isEnded);
        final List<String> texts = texts(frames);
        frames.clear();
        return texts;
    }

    private List<String> texts(final List<byte[]> some)
    {
        return some.stream().map(codec::decode).toList();
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
