// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FrameReaderTest
{
    private static final String SEQUENCE = "08008e13454d0700ffffffffffffffff";
    private static final String NEW_ORDER =
        "2f007017454d07000100000000000000ffffffffffffffffe0cf29840100000033a80400ffffff7f" +
        "050000005200010041303030303031";

    private final FrameReader reader = new FrameReader(128, true);

    @Test
    void shouldFindFramesWhenTheyArriveByteByByte() throws IOException
    {
        final List<String> frames = new ArrayList<>();
        for (final byte b : bytes(SEQUENCE + NEW_ORDER + SEQUENCE))
        {
            reader.read(channel(new byte[]{b}));
            takeFrames(frames);
        }
        assertEquals(List.of(SEQUENCE, NEW_ORDER, SEQUENCE), frames);
    }

    @Test
    void shouldFindFramesWhenTheyArriveAtOnce() throws IOException
    {
        final List<String> frames = new ArrayList<>();
        final ReadableByteChannel channel = channel(bytes((NEW_ORDER + SEQUENCE).repeat(50)));
        while (reader.read(channel) > 0)
        {
            takeFrames(frames);
        }
        assertEquals(100, frames.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertEquals(0 == i % 2 ? NEW_ORDER : SEQUENCE, frames.get(i));
        }
    }

    @Test
    void shouldKnowTheTemplateOfTheCurrentFrame() throws IOException
    {
        reader.read(channel(bytes(NEW_ORDER + SEQUENCE)));
        reader.next();
        assertEquals(NewOrderSingleDecoder.TEMPLATE_ID, reader.templateId());
        reader.next();
        assertEquals(SequenceDecoder.TEMPLATE_ID, reader.templateId());
        assertEquals(FrameReader.INCOMPLETE, reader.next());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "09008e13454d0700",
        "07008e13454d0700",
        "08008e13454e0700",
        "08008e13454d0500",
        "08008e13454d0800",
        "08000000454d0700",
        "4a00671b454d0700",
        "ffffffffffffffff",
        "0000000000000000"
    })
    void shouldRefuseHeadersThatAreNoneOfAClient(final String header) throws IOException
    {
        reader.version(WireVersion.V7);
        reader.read(channel(bytes(SEQUENCE + header)));
        assertEquals(16, reader.next());
        assertEquals(FrameReader.MALFORMED, reader.next());
    }

    @Test
    void shouldMakeVersion7OfOlderRequests() throws IOException
    {
        final List<String> frames = new ArrayList<>();
        reader.version(WireVersion.V6);
        final String older = "2e007017454d06000100000000000000ffffffffffffffffe0cf29840100000033a80400ffffff7f" +
            "0500000000010041303030303031";
        for (final byte b : bytes((older + SEQUENCE.replace("0700", "0600")).repeat(3)))
        {
            reader.read(channel(new byte[]{b}));
            takeFrames(frames);
        }
        final String order = NEW_ORDER.replace("0500000052", "0500000020");
        assertEquals(List.of(order, SEQUENCE, order, SEQUENCE, order, SEQUENCE), frames);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 7, 8, 255})
    void shouldReadEstablishOfAnyVersionAsTheFirstFrame(final int version) throws IOException
    {
        final byte[] establish = bytes("20008813454d0000" + "00".repeat(32));
        establish[6] = (byte)version;
        reader.read(channel(establish));
        assertEquals(40, reader.next());
        assertEquals(version, reader.version());
        assertEquals(7, reader.buffer().getShort(reader.offset() + 6));
        reader.version(WireVersion.V7);
        reader.read(channel(establish));
        assertEquals(7 == version ? 40 : FrameReader.MALFORMED, reader.next());
    }

    @Test
    void shouldNotTakeABufferThatCannotHoldAFrame()
    {
        assertThrows(IllegalArgumentException.class, () -> new FrameReader(97, true));
        assertEquals(FrameReader.INCOMPLETE, new FrameReader(98, true).next());
    }

    @Test
    void shouldForgetHalfAFrameWhenItIsDiscarded() throws IOException
    {
        reader.read(channel(bytes(NEW_ORDER.substring(0, 40))));
        assertEquals(FrameReader.INCOMPLETE, reader.next());
        reader.discard();
        reader.read(channel(bytes(SEQUENCE)));
        assertEquals(16, reader.next());
        assertEquals(SequenceDecoder.TEMPLATE_ID, reader.templateId());
    }

    @Test
    void shouldTakeFromTheVenueWhatAVenueSends() throws IOException
    {
        final FrameReader client = new FrameReader(128, false);
        client.read(channel(bytes("14008913454d0700" + "00".repeat(20) + NEW_ORDER)));
        assertEquals(28, client.next());
        assertEquals(7, client.version());
        assertEquals(FrameReader.MALFORMED, client.next());
    }

    @Test
    void shouldNumberApplicationMessagesOnly()
    {
        assertFalse(TwimeFrames.isNumbered(5009));
        assertFalse(TwimeFrames.isNumbered(5999));
        assertTrue(TwimeFrames.isNumbered(6000));
        assertTrue(TwimeFrames.isNumbered(7015));
    }

    private void takeFrames(final List<String> frames)
    {
        for (int length = reader.next(); length > 0; length = reader.next())
        {
            final byte[] frame = new byte[length];
            reader.buffer().getBytes(reader.offset(), frame);
            frames.add(HexFormat.of().formatHex(frame));
        }
    }

    private static byte[] bytes(final String hex)
    {
        return HexFormat.of().parseHex(hex);
    }

    private static ReadableByteChannel channel(final byte[] bytes)
    {
        return Channels.newChannel(new ByteArrayInputStream(bytes));
    }
}
