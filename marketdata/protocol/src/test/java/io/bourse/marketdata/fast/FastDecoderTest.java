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
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
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
    void shouldShowEverythingInTheOrderOfTheMessage()
    {
        final FastTemplates templates = templates("""
            <string name="c" id="2" presence="optional"><constant value="x"/></string>
            <decimal name="p" presence="optional"/>
            <sequence name="S"><length name="n" id="3"/><uInt32 name="a" presence="optional"/></sequence>
            <sequence name="O" presence="optional"><string name="b"/></sequence>
            <string name="t" presence="optional"/>""");
        assertEquals(
            List.of("message T", "null c", "null p", "sequence S 2", "entry S 0", "a=6", "end of entry S", "entry S 1",
                "null a", "end of entry S", "end of S", "null O", "null t", "end of T"),
            calls(templates, "c085" + "80" + "82" + "87" + "80" + "80" + "80"));
        assertEquals(
            List.of("message T", "p=-7e-2", "sequence S 0", "end of S", "sequence O 1", "entry O 0", "b='Z'",
                "end of entry O", "end of O", "t=''", "end of T"),
            calls(templates, "e085" + "fef9" + "80" + "82" + "da" + "0080"));
    }

    private static List<String> calls(final FastTemplates templates, final String hex)
    {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        final Calls calls = new Calls();
        assertEquals(bytes.length,
            new FastDecoder(templates).decode(new UnsafeBuffer(bytes), 0, bytes.length, calls));
        return calls.lines;
    }

    /** Whatever a handler is shown. */
    private static final class Calls implements FastFieldHandler
    {
        final List<String> lines = new ArrayList<>();

        @Override
        public void onMessageBegin(final FastTemplate template)
        {
            lines.add("message " + template.name());
        }

        @Override
        public void onInteger(final FastField field, final long value)
        {
            lines.add(field.name() + '=' + value);
        }

        @Override
        public void onDecimal(final FastField field, final long mantissa, final int exponent)
        {
            lines.add(field.name() + '=' + mantissa + 'e' + exponent);
        }

        @Override
        public void onString(final FastField field, final DirectBuffer buffer, final int offset, final int length)
        {
            lines.add(field.name() + "='" + buffer.getStringWithoutLengthUtf8(offset, length) + '\'');
        }

        @Override
        public void onNull(final FastField field)
        {
            lines.add("null " + field.name());
        }

        @Override
        public void onSequenceBegin(final FastField sequence, final int count)
        {
            lines.add("sequence " + sequence.name() + ' ' + count);
        }

        @Override
        public void onEntryBegin(final FastField sequence, final int index)
        {
            lines.add("entry " + sequence.name() + ' ' + index);
        }

        @Override
        public void onEntryEnd(final FastField sequence)
        {
            lines.add("end of entry " + sequence.name());
        }

        @Override
        public void onSequenceEnd(final FastField sequence)
        {
            lines.add("end of " + sequence.name());
        }

        @Override
        public void onMessageEnd(final FastTemplate template)
        {
            lines.add("end of " + template.name());
        }
    }

    @Test
    void shouldReadPresenceMapsOfSeveralBytes()
    {
        final StringBuilder fields = new StringBuilder();
        for (int i = 1; i <= 9; i++)
        {
            fields.append("<uInt32 name=\"f%d\"><default value=\"%d\"/></uInt32>".formatted(i, i));
        }
        final FastDecoder decoder = new FastDecoder(templates(fields.toString()));
        // Template id and f1; then f7 and f9. Behind it a message whose map is one byte.
        final byte[] bytes = HexFormat.of().parseHex("60d0" + "85" + "8b" + "95" + "96" + "c085");
        final FastLines lines = new FastLines();
        assertEquals(6, decoder.decode(new UnsafeBuffer(bytes), 0, 8, lines));
        assertEquals(2, decoder.decode(new UnsafeBuffer(bytes), 6, 2, lines));
        assertEquals(
            List.of("T 5", "f1=11", "f2=2", "f3=3", "f4=4", "f5=5", "f6=6", "f7=21", "f8=8", "f9=22",
                "T 5", "f1=1", "f2=2", "f3=3", "f4=4", "f5=5", "f6=6", "f7=7", "f8=8", "f9=9"),
            lines.lines());
    }

    @Test
    void shouldTakePresenceMapsOfUpTo64Bytes()
    {
        final FastTemplates templates = templates("<uInt32 name=\"a\"/>");
        assertEquals(List.of("T 5", "a=1"), decode(templates, "40" + "00".repeat(62) + "80" + "85" + "81"));
        assertEquals("A presence map is too long: offset=64",
            refusal(templates, "40" + "00".repeat(63) + "80" + "85" + "81"));
    }

    @Test
    void shouldRepeatNullsAndInitialValuesOfFieldsThatAreCopied()
    {
        final FastTemplates templates = templates("""
            <sequence name="S">
              <string name="s" presence="optional"><copy value="init"/></string>
              <int32 name="i" presence="optional"><copy value="-4"/></int32>
              <uInt32 name="n" presence="optional"><increment/></uInt32>
            </sequence>""");
        // Nothing, so initial values; nulls; nothing, so nulls again; values; nothing, so the same ones.
        assertEquals(
            List.of("message T", "sequence S 5",
                "entry S 0", "s='init'", "i=-4", "null n", "end of entry S",
                "entry S 1", "null s", "null i", "null n", "end of entry S",
                "entry S 2", "null s", "null i", "null n", "end of entry S",
                "entry S 3", "s='z'", "i=2", "n=0", "end of entry S",
                "entry S 4", "s='z'", "i=2", "n=1", "end of entry S",
                "end of S", "end of T"),
            calls(templates, "c085" + "85" + "80" + "f0808080" + "80" + "f0fa8381" + "80"));
    }

    @Test
    void shouldRepeatTextsOfAnyLength()
    {
        final FastTemplates templates = templates("""
            <sequence name="S">
              <string name="s"><copy/></string>
              <string name="d" charset="unicode" presence="optional"><default value="none"/></string>
            </sequence>""");
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final List<String> expected = new ArrayList<>(List.of("T 5", "S x8"));
        final FastWriter writer = new FastWriter().wrap(buffer, 0).putUInt(0x40).putUInt(5).putUInt(8);
        for (final int length : new int[]{100, 7, 33, 300})
        {
            final String text = "t" + "x".repeat(length - 1);
            writer.putUInt(0x40).putAscii(text).putUInt(0);
            expected.addAll(List.of("-", "s=" + text, "d=none", "-", "s=" + text, "d=none"));
        }
        final FastLines lines = new FastLines();
        assertEquals(writer.position(), new FastDecoder(templates).decode(buffer, 0, writer.position(), lines));
        assertEquals(expected, lines.lines());
    }

    @Test
    void shouldSayWhatIsWrongWithAMessage()
    {
        final FastTemplates templates = templates("""
            <uInt32 name="m"/>
            <sequence name="S"><length name="n" id="3"/><uInt32 name="a"/></sequence>
            <sequence name="O" presence="optional"><uInt32 name="b"/></sequence>""");
        assertEquals(
            List.of("A message has no template id: offset=0",
                "A message has an unknown template: templateId=6",
                "A sequence is longer than its message: sequence=S count=6",
                "A sequence is longer than its message: sequence=O count=-9223372036854775808",
                "A FAST message is cut short: length=5"),
            List.of(refusal(templates, "8085"),
                refusal(templates, "c08681"),
                refusal(templates, "c085" + "81" + "86" + "81"),
                refusal(templates, "c085" + "81" + "80" + "01" + "00".repeat(8) + "81"),
                refusal(templates, "c085" + "81" + "82" + "81")));
        assertEquals("A mandatory field has no value: field=d",
            refusal(templates("<uInt32 name=\"d\"><default/></uInt32>"), "c085"));
        assertEquals("A mandatory field has no value: field=c",
            refusal(templates("<string name=\"c\"><copy/></string>"), "c085"));
    }

    @Test
    void shouldRefuseIntegersWiderThanTheirTemplateSays()
    {
        final FastTemplates templates = templates("""
            <uInt32 name="u"/><int32 name="i"/><uInt32 name="o" presence="optional"/><uInt64 name="l"/>""");
        // 2^32 - 1, -2^31, 2^32 - 1 that may be missing, 2^32.
        assertEquals(List.of("T 5", "u=4294967295", "i=-2147483648", "o=4294967295", "l=4294967296"),
            decode(templates, "c085" + "0f7f7f7fff" + "7800000080" + "1000000080" + "1000000080"));
        assertEquals(
            List.of("An integer has more than 32 bits: field=u value=4294967296",
                "An integer has more than 32 bits: field=i value=2147483648",
                "An integer has more than 32 bits: field=i value=-2147483649",
                "An integer has more than 32 bits: field=o value=4294967296",
                "A message has an unknown template: templateId=4294967301"),
            List.of(refusal(templates, "c085" + "1000000080"),
                refusal(templates, "c085" + "81" + "0800000080"),
                refusal(templates, "c085" + "81" + "777f7f7fff"),
                refusal(templates, "c085" + "81" + "81" + "1000000081"),
                refusal(templates, "c0" + "1000000085")));
    }

    private static String refusal(final FastTemplates templates, final String hex)
    {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        return assertThrows(FastFormatException.class, () -> new FastDecoder(templates)
            .decode(new UnsafeBuffer(bytes), 0, bytes.length, new FastLines())).getMessage();
    }

    @Test
    void shouldRefuseSequencesThatAreNestedDeeperThanSeven()
    {
        assertEquals(List.of("T 5", "s7 x1", "-", "s6 x1", "-", "s5 x1", "-", "s4 x1", "-", "s3 x1", "-", "s2 x1", "-",
            "s1 x1", "-", "a=1"), decode(nested(7), "c085" + "81".repeat(8)));
        assertEquals("Sequences are nested too deeply: sequence=s1", refusal(nested(8), "c085" + "81".repeat(9)));
    }

    private static FastTemplates nested(final int depth)
    {
        String fields = "<uInt32 name=\"a\"/>";
        for (int i = 1; i <= depth; i++)
        {
            fields = "<sequence name=\"s" + i + "\"><length name=\"n\"/>" + fields + "</sequence>";
        }
        return templates(fields);
    }

    @Test
    void shouldRefuseAMessageThatIsCutAnywhere()
    {
        final byte[] whole = HexFormat.of().parseHex(
            "c09d87237c49187c2406bb818180b007ea1250b48280167e60014d7a95ff275fe3868080803390208281ab");
        final FastDecoder decoder = new FastDecoder(FastTemplates.bourse());
        for (int length = 0; length < whole.length; length++)
        {
            final int cut = length;
            assertThrows(FastFormatException.class,
                () -> decoder.decode(new UnsafeBuffer(whole), 0, cut, new FastLines()), "length=" + cut);
        }
        assertEquals(whole.length, decoder.decode(new UnsafeBuffer(whole), 0, whole.length, new FastLines()));
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

    @Test
    void shouldKnowEveryDayOfTheCalendar()
    {
        for (long day = 0; day <= Long.MAX_VALUE / 86_400_000_000_000L; day++)
        {
            final LocalDate date = LocalDate.ofEpochDay(day);
            final long expected = date.getYear() * 10_000L + date.getMonthValue() * 100 + date.getDayOfMonth();
            assertEquals(expected, FastTime.date(day * 86_400_000_000_000L));
            assertEquals(day * 86_400_000_000_000L, FastTime.epochNs(expected, 0));
        }
    }
}
