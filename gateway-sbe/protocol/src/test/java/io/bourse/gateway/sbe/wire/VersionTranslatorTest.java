// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import com.sun.management.ThreadMXBean;
import io.bourse.gateway.sbe.wire.SchemaCodec.Field;
import io.bourse.gateway.sbe.wire.SchemaCodec.Message;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every message of versions 5, 6 and 7 with arbitrary content, through the translation and back into text by the schema
 * file of the other version.
 */
class VersionTranslatorTest
{
    private static final int OFFSET = 3;
    private static final int ROUNDS = 50;
    private static final int TRANSLATIONS = 20_000;
    private static final byte UNTOUCHED = 0x55;

    private final SchemaCodec current = SchemaCodec.load(7);

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void shouldKeepEveryFieldOfARequest(final int version)
    {
        final SchemaCodec schema = SchemaCodec.load(version);
        final Random random = random();
        for (final Message message : schema.messages())
        {
            for (int round = 0; round < ROUNDS && isRequest(message.templateId()); round++)
            {
                final byte[] frame = randomFrame(message, version, random);
                final byte[] up = up(frame);
                final Message expected = current.messageOf(up);
                assertEquals(message.name(), expected.name());
                for (final Field field : expected.fields())
                {
                    final byte[] value = "ComplianceID".equals(field.name()) ?
                        new byte[]{' '} : schema.bytes(frame, field.name());
                    assertArrayEquals(value, current.bytes(up, field.name()), message.name() + "." + field.name());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void shouldKeepEveryFieldOfAnAnswerThatTheVersionHas(final int version)
    {
        final SchemaCodec schema = SchemaCodec.load(version);
        final Random random = random();
        for (final Message message : current.messages())
        {
            for (int round = 0; round < ROUNDS && isAnswer(message.templateId()); round++)
            {
                final byte[] frame = randomFrame(message, 7, random);
                final byte[] down = down(version, frame);
                final Message found = schema.messageOf(down);
                assertEquals(message.name(), found.name());
                for (final Field field : found.fields())
                {
                    final byte[] value = current.bytes(frame, field.name());
                    if (5 == version && "Flags".equals(field.name()))
                    {
                        value[1] &= ~0x20;
                        value[3] &= ~0x80;
                    }
                    if ("EstablishmentRejectCode".equals(field.name()) && 6 == value[0])
                    {
                        value[0] = 5;
                    }
                    assertArrayEquals(value, schema.bytes(down, field.name()), message.name() + "." + field.name());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 8, 65535})
    void shouldSaySessionMessagesInAnyVersion(final int version)
    {
        final byte[] reject =
            current.encode("EstablishmentReject", "RequestTimestamp", 7, "EstablishmentRejectCode", 5);
        final byte[] down = down(version, reject);
        reject[6] = (byte)version;
        reject[7] = (byte)(version >>> 8);
        assertArrayEquals(reject, down);
    }

    @ParameterizedTest
    @CsvSource({"4, 5", "5, 5", "6, 5", "7, 6", "8, 6"})
    void shouldSayTooFastReconnectInVersionsThatKnowIt(final int version, final int code)
    {
        final byte[] reject =
            current.encode("EstablishmentReject", "RequestTimestamp", 7, "EstablishmentRejectCode", 6);
        assertEquals(code, down(version, reject)[reject.length - 1]);
    }

    @Test
    void shouldKeepAnAnswerOfTheCurrentVersionAsItIs()
    {
        final Random random = random();
        for (final Message message : current.messages())
        {
            if (isAnswer(message.templateId()))
            {
                final byte[] frame = randomFrame(message, 7, random);
                assertArrayEquals(frame, down(7, frame), message.name());
            }
        }
    }

    /** The golden NewOrderSingle and ExecutionSingleReport of TWIME A.10, as versions 6 and 5 have them. */
    @ParameterizedTest
    @CsvSource({
        "6, 4d006b1b454d0600010000000000000001002a36fe9c9717e9030000000000002923000000000000" +
            "01000000000200000000000000000000e0cf29840100000002000000030000008f190000ffffff7f33a8040001",
        "5, 4500601b454d0500010000000000000001002a36fe9c9717e9030000000000002923000000000000" +
            "0100000000020000e0cf29840100000002000000030000008f190000ffffff7f33a8040001"
    })
    void shouldTranslateTheGoldenReport(final int version, final String expected)
    {
        final byte[] golden = HexFormat.of().parseHex(
            "4d006b1b454d0700010000000000000001002a36fe9c9717e9030000000000002923000000000000" +
            "01000000000200000000000000000000e0cf29840100000002000000030000008f190000ffffff7f33a8040001");
        assertEquals(expected, HexFormat.of().formatHex(down(version, golden)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"05", "06"})
    void shouldTranslateTheGoldenOrder(final String version)
    {
        assertEquals(
            "2f007017454d07000100000000000000ffffffffffffffffe0cf29840100000033a80400ffffff7f" +
            "050000002000010041303030303031",
            HexFormat.of().formatHex(up(HexFormat.of().parseHex(
                "2e007017454d" + version + "000100000000000000ffffffffffffffffe0cf29840100000033a80400ffffff7f" +
                "0500000000010041303030303031"))));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void shouldNotAllocate(final int version)
    {
        final UnsafeBuffer request = new UnsafeBuffer(SchemaCodec.load(version).encode("NewOrderSingle", "ClOrdID", 1));
        final UnsafeBuffer answer = new UnsafeBuffer(current.encode("NewOrderSingleResponse", "ClOrdID", 1));
        final UnsafeBuffer target = new UnsafeBuffer(new byte[TwimeFrames.MAX_FRAME_LENGTH]);
        final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        translate(version, request, answer, target);
        final long before = threads.getCurrentThreadAllocatedBytes();
        translate(version, request, answer, target);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // The measurement itself may take a little; one object in each round would be far more.
        assertTrue(allocated < TRANSLATIONS, "allocated=" + allocated);
    }

    private static void translate(
        final int version, final UnsafeBuffer request, final UnsafeBuffer answer, final UnsafeBuffer target)
    {
        for (int i = 0; i < TRANSLATIONS; i++)
        {
            VersionTranslator.up(request, 0, target, 0);
            final int length = answer.capacity();
            if (VersionTranslator.downLength(version, answer, 0, length) < length)
            {
                VersionTranslator.down(version, answer, 0, length, target, 0);
            }
        }
    }

    private static byte[] up(final byte[] frame)
    {
        final byte[] target = new byte[OFFSET + TwimeFrames.MAX_FRAME_LENGTH];
        Arrays.fill(target, UNTOUCHED);
        final int length = VersionTranslator.up(shifted(frame), OFFSET, new UnsafeBuffer(target), OFFSET);
        return cut(target, length);
    }

    private static byte[] down(final int version, final byte[] frame)
    {
        final byte[] target = new byte[OFFSET + TwimeFrames.MAX_FRAME_LENGTH];
        Arrays.fill(target, UNTOUCHED);
        final UnsafeBuffer source = shifted(frame);
        final int length = VersionTranslator.downLength(version, source, OFFSET, frame.length);
        VersionTranslator.down(version, source, OFFSET, frame.length, new UnsafeBuffer(target), OFFSET);
        return cut(target, length);
    }

    private static UnsafeBuffer shifted(final byte[] frame)
    {
        final UnsafeBuffer source = new UnsafeBuffer(new byte[OFFSET + frame.length]);
        source.putBytes(OFFSET, frame);
        return source;
    }

    private static byte[] cut(final byte[] target, final int length)
    {
        for (int i = 0; i < target.length; i++)
        {
            if (i < OFFSET || i >= OFFSET + length)
            {
                assertEquals(UNTOUCHED, target[i], "written outside the frame: index=" + i);
            }
        }
        return Arrays.copyOfRange(target, OFFSET, OFFSET + length);
    }

    private static byte[] randomFrame(final Message message, final int version, final Random random)
    {
        final byte[] frame = new byte[TwimeFrames.HEADER_LENGTH + message.blockLength()];
        random.nextBytes(frame);
        SchemaCodec.putHeader(frame, message.blockLength(), message.templateId(), version);
        return frame;
    }

    private static boolean isRequest(final int templateId)
    {
        return TwimeFrames.UNKNOWN_TEMPLATE != TwimeFrames.clientBlockLength(templateId);
    }

    private static boolean isAnswer(final int templateId)
    {
        return TwimeFrames.UNKNOWN_TEMPLATE != TwimeFrames.venueBlockLength(templateId);
    }

    private static Random random()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("VersionTranslatorTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        return new Random(seed);
    }
}
