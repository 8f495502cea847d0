// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.engine.net.InputBuffer;
import io.bourse.gateway.sbe.twime.EstablishDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;

/**
 * Cuts whole, valid frames out of a byte stream, however the network split or joined them. Whatever version a client
 * speaks, the frames that come out are of version 7. Not thread-safe.
 */
public final class FrameReader
{
    /** Result of {@link #next()}: no whole frame is there yet. */
    public static final int INCOMPLETE = 0;
    /** Result of {@link #next()}: what follows is not a frame; nothing after it can be trusted. */
    public static final int MALFORMED = -1;

    private final InputBuffer input;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final UnsafeBuffer translated = new UnsafeBuffer(new byte[TwimeFrames.MAX_FRAME_LENGTH]);
    private final boolean fromClient;
    private WireVersion version;
    private DirectBuffer frameBuffer;
    private int frameOffset;
    private int frameVersion;

    /**
     * A reader for one direction of one connection.
     *
     * @param capacity bytes read ahead at most.
     * @param fromClient true to accept the messages of clients, false those of the venue.
     * @throws IllegalArgumentException when a frame might not fit.
     */
    public FrameReader(final int capacity, final boolean fromClient)
    {
        this(new InputBuffer(capacity), fromClient);
        if (capacity < TwimeFrames.MAX_FRAME_LENGTH)
        {
            throw new IllegalArgumentException("a whole frame must fit into the buffer, make it larger: capacity=" +
                capacity + " maxFrameLength=" + TwimeFrames.MAX_FRAME_LENGTH);
        }
    }

    /**
     * A reader for one direction of one connection, over its bytes.
     *
     * @param input of the connection, large enough for a frame.
     * @param fromClient true to accept the messages of clients, false those of the venue.
     */
    public FrameReader(final InputBuffer input, final boolean fromClient)
    {
        this.input = input;
        this.fromClient = fromClient;
        version = fromClient ? null : WireVersion.V7;
    }

    /**
     * Says which version the peer speaks; from the next frame on any other is malformed. A reader for clients begins
     * without one: then a frame may be of any version that this gateway speaks, and Establish of any at all, because
     * its layout has always been the same.
     *
     * @param value version of the peer, or null for none yet.
     */
    public void version(final WireVersion value)
    {
        version = value;
    }

    /**
     * Reads once what the channel has. All whole frames must have been taken with {@link #next()} before.
     *
     * @param channel to read from.
     * @return bytes read, -1 at the end of the stream.
     * @throws IOException when the connection is broken.
     */
    public int read(final ReadableByteChannel channel) throws IOException
    {
        return input.read(channel);
    }

    /**
     * Steps to the next frame. The frame of the step before is gone after this call.
     *
     * @return length of the frame, header included; or {@link #INCOMPLETE} or {@link #MALFORMED}.
     */
    public int next()
    {
        final int available = input.length();
        if (available < TwimeFrames.HEADER_LENGTH)
        {
            return INCOMPLETE;
        }
        header.wrap(input.buffer(), input.begin());
        final int blockLength = header.blockLength();
        frameVersion = header.version();
        if (MessageHeaderDecoder.SCHEMA_ID != header.schemaId() ||
            expectedBlockLength(header.templateId()) != blockLength)
        {
            return MALFORMED;
        }
        final int length = TwimeFrames.HEADER_LENGTH + blockLength;
        if (available < length)
        {
            return INCOMPLETE;
        }
        frameBuffer = input.buffer();
        frameOffset = input.begin();
        input.consume(length);
        return WireVersion.CURRENT == frameVersion ? length : translate();
    }

    /**
     * Where the current frame is.
     *
     * @return buffer that holds it.
     */
    public DirectBuffer buffer()
    {
        return frameBuffer;
    }

    /**
     * Where the current frame begins.
     *
     * @return offset of its message header in {@link #buffer()}.
     */
    public int offset()
    {
        return frameOffset;
    }

    /**
     * Kind of the current frame.
     *
     * @return template id.
     */
    public int templateId()
    {
        return header.templateId();
    }

    /**
     * Version that the current frame had on the wire.
     *
     * @return as its header said.
     */
    public int version()
    {
        return frameVersion;
    }

    /**
     * Forgets everything that was read.
     */
    public void discard()
    {
        input.clear();
    }

    private int expectedBlockLength(final int templateId)
    {
        if (null != version)
        {
            if (version.number() != frameVersion)
            {
                return TwimeFrames.UNKNOWN_TEMPLATE;
            }
            return fromClient ? version.clientBlockLength(templateId) : TwimeFrames.venueBlockLength(templateId);
        }
        if (EstablishDecoder.TEMPLATE_ID == templateId)
        {
            return EstablishDecoder.BLOCK_LENGTH;
        }
        final WireVersion stated = WireVersion.of(frameVersion);
        return null == stated ? TwimeFrames.UNKNOWN_TEMPLATE : stated.clientBlockLength(templateId);
    }

    private int translate()
    {
        final int length = VersionTranslator.up(frameBuffer, frameOffset, translated, 0);
        frameBuffer = translated;
        frameOffset = 0;
        return length;
    }
}
