// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * What the decoder does beyond the templates of Bourse, and with bytes that are no message.
 */
class FastDecoderTest
{
    private static FastTemplates templates(final String fields)
    {
        return FastTemplates.load(new ByteArrayInputStream(("<templates><template name=\"T\" id=\"5\">" + fields +
            "</template></templates>").getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> decode(final FastTemplates templates, final String hex)
    {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        final FastLines lines = new FastLines();
        assertEquals(bytes.length,
            new FastDecoder(templates).decode(new UnsafeBuffer(bytes), 0, bytes.length, lines));
        return lines.lines();
    }

    @Test
    void shouldFindMissingValuesByTheOperator()
    {
        final FastTemplates templates = templates("""
            <uInt32 name="d" id="1"><default value="7"/></uInt32>
            <string name="c" id="2" presence="optional"><constant value="x"/></string>
            <sequence name="S"><length name="n" id="3"/>
              <string name="copied" id="4" presence="optional"><copy/></string>
              <uInt32 name="counted" id="5"><increment value="10"/></uInt32>
              <int64 name="plain" id="6" presence="optional"/>
            </sequence>""");
        // Map 1 0 0: template id, no d, no c. Entries: with both, without, with an explicit null.
        assertEquals(
            List.of("T 5", "d=7", "S x3", "-", "copied=ab", "counted=20", "plain=-1", "-", "copied=ab", "counted=21",
                "-", "counted=22", "plain=63"),
            decode(templates, "c085" + "83" + "e0" + "61e2" + "94" + "ff" + "80" + "80" + "c0" + "80" + "00c0"));
        assertEquals(List.of("T 5", "d=300", "S x1", "-", "counted=10"), decode(templates, "e085" + "02ac" + "81" +
            "80" + "80"));
    }

    @Test
    void shouldForgetEverythingFromMessageToMessage()
    {
        final FastTemplates templates = templates("<uInt32 name=\"c\" id=\"1\" presence=\"optional\"><copy/></uInt32>");
        final FastDecoder decoder = new FastDecoder(templates);
        final UnsafeBuffer bytes = new UnsafeBuffer(HexFormat.of().parseHex("e085" + "85" + "c085"));
        final FastLines lines = new FastLines();
        assertEquals(3, decoder.decode(bytes, 0, 5, lines));
        assertEquals(2, decoder.decode(bytes, 3, 2, lines));
        assertEquals(List.of("T 5", "c=4", "T 5"), lines.lines());
    }

    @Test
    void shouldRefuseTemplateFilesItDoesNotUnderstand()
    {
        for (final String fields : List.of("<uInt32 name=\"a\"><delta/></uInt32>", "<group name=\"g\"/>",
            "<string name=\"a\"><constant/></string>", "<decimal name=\"a\"><copy/></decimal>",
            "<sequence name=\"s\"><length name=\"n\"><copy/></length></sequence>"))
        {
            assertThrows(FastFormatException.class, () -> templates(fields), fields);
        }
        assertThrows(FastFormatException.class,
            () -> FastTemplates.load(new ByteArrayInputStream("<templates".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void shouldNeverFailButByItsOwnExceptionOnAnyBytes()
    {
        final long seed = System.nanoTime();
        System.out.println("FastDecoderTest seed=" + seed);
        final Random random = new Random(seed);
        final FastDecoder decoder = new FastDecoder(FastTemplates.bourse());
        final byte[] sample = HexFormat.of().parseHex(
            "c09d87237c49187c2406bb818180b007ea1250b48280167e60014d7a95ff275fe3868080803390208281ab");
        final FastFieldHandler handler = new FastFieldHandler()
        {
        };
        int refused = 0;
        for (int i = 0; i < 200_000; i++)
        {
            final byte[] bytes = sample.clone();
            for (int changes = 1 + random.nextInt(6); changes > 0; changes--)
            {
                bytes[random.nextInt(bytes.length)] = (byte)random.nextInt();
            }
            final int length = random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length);
            try
            {
                assertTrue(decoder.decode(new UnsafeBuffer(bytes), 0, length, handler) <= length);
            }
            catch (final FastFormatException ex)
            {
                refused++;
            }
        }
        assertTrue(refused > 1_000, "refused=" + refused);
    }

    @Test
    void shouldRefuseDecimalsWhoseExponentIsOutOfRange()
    {
        final FastTemplates templates = templates(
            "<decimal name=\"p\" id=\"1\"/><decimal name=\"q\" id=\"2\" presence=\"optional\"/>");
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final FastDecoder decoder = new FastDecoder(templates);
        // The last two have the low bits of 0 and of -5.
        for (final long exponent : new long[]{64, -64, 2_000_000_000L, -2_000_000_000L, 1L << 32, -5L - (1L << 40)})
        {
            final FastWriter mandatory = new FastWriter().wrap(buffer, 0).putUInt(0x40).putUInt(5)
                .putInt(exponent).putInt(1).putIntNullable(0).putInt(1);
            assertThrows(FastFormatException.class,
                () -> decoder.decode(buffer, 0, mandatory.position(), new FastLines()), "exponent=" + exponent);
            final FastWriter optional = new FastWriter().wrap(buffer, 0).putUInt(0x40).putUInt(5)
                .putInt(0).putInt(1).putIntNullable(exponent).putInt(1);
            assertThrows(FastFormatException.class,
                () -> decoder.decode(buffer, 0, optional.position(), new FastLines()), "exponent=" + exponent);
        }
        final FastWriter limits = new FastWriter().wrap(buffer, 0).putUInt(0x40).putUInt(5)
            .putInt(63).putInt(0).putIntNullable(-63).putInt(0);
        assertEquals(limits.position(), decoder.decode(buffer, 0, limits.position(), new FastLines()));
    }

    @Test
    void shouldEncodeTheLimitsOfIntegers()
    {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final FastReader reader = new FastReader();
        for (int bits = 0; bits < 64; bits++)
        {
            for (final long value : new long[]{(1L << bits) - 1, 1L << bits, -(1L << bits), -(1L << bits) - 1})
            {
                final FastWriter writer = new FastWriter().wrap(buffer, 0).putInt(value).putUInt(value);
                reader.wrap(buffer, 0, writer.position());
                assertEquals(value, reader.readInt(false));
                assertEquals(value, reader.readUInt(false));
                if (Long.MAX_VALUE != value && FastWriter.NULL != value)
                {
                    writer.wrap(buffer, 0).putIntNullable(value);
                    reader.wrap(buffer, 0, writer.position());
                    assertEquals(value, reader.readInt(true));
                    assertTrue(!reader.isNull());
                }
            }
        }
    }

    @Test
    void shouldAllocateNothingWhenEncodingAndDecoding()
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1500]);
        final FastWriter writer = new FastWriter();
        final FastOrderEntry entry = new FastOrderEntry();
        final FastDecoder decoder = new FastDecoder(FastTemplates.bourse());
        final FastFieldHandler handler = new FastFieldHandler()
        {
        };
        long allocated = 0;
        for (int round = 0; round < 3; round++)
        {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++)
            {
                writer.wrap(buffer, 0).beginMessage(FastMessages.ORDERS_LOG, i, FastTime.timestamp(i * 1_000_000_007L))
                    .putUInt(1).putUInt(1);
                entry.clear().type(FastMessages.BID).orderId(i).securityId(42).priceE5(i * 500L).qtyLots(i).flags(i)
                    .timeOfDay(FastTime.timeOfDay(i)).putIncremental(writer);
                decoder.decode(buffer, 0, writer.position(), handler);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        // The first rounds load classes and compile; a single object for each message would be 320 000 bytes.
        assertTrue(allocated < 20_000, "allocated=" + allocated);
    }

    @Test
    void shouldWriteTimesAsTheCalendarHasThem()
    {
        final Random random = new Random(1);
        final DateTimeFormatter timestamp = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS");
        final DateTimeFormatter time = DateTimeFormatter.ofPattern("HHmmssnnnnnnnnn");
        for (int i = 0; i < 20_000; i++)
        {
            final long epochNs = random.nextLong(Long.MAX_VALUE / 2);
            final LocalDateTime expected = LocalDateTime.ofInstant(
                Instant.ofEpochSecond(epochNs / 1_000_000_000L, epochNs % 1_000_000_000L), ZoneOffset.UTC);
            assertEquals(Long.parseLong(expected.format(timestamp)), FastTime.timestamp(epochNs));
            assertEquals(Long.parseLong(expected.format(time)), FastTime.timeOfDay(epochNs));
            assertEquals(epochNs, FastTime.epochNs(FastTime.date(epochNs), FastTime.timeOfDay(epochNs)));
        }
    }
}
