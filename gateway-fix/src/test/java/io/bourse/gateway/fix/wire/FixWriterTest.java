// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

class FixWriterTest
{
    private final FixWriter writer = new FixWriter();

    private static String text(final FixWriter message)
    {
        return message.msgType() + " " +
            new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII).replace((char)1, '|');
    }

    @Test
    void shouldBeStandardItselfWhenItHasNoForeignField()
    {
        writer.begin("8").character(59, '0').number(368, 5);
        assertSame(writer, writer.standard());
    }

    @Test
    void shouldLeaveOutFieldsAndValuesThatFix44DoesNotHave()
    {
        writer.begin("8").number(20_002, 3).text(11, "a").character(59, '9').number(38, 1).number(368, 99)
            .price(1148, 5_000_000);
        final String all = text(writer);
        assertEquals("8 11=a|38=1|", text(writer.standard()));
        assertNotSame(writer, writer.standard());
        assertEquals(all, text(writer));
        writer.flag(797, true);
        assertEquals("8 11=a|38=1|797=Y|", text(writer.standard()));
    }

    @Test
    void shouldForgetForeignFieldsThatWereTakenBack()
    {
        writer.begin("X").number(268, 2);
        final int length = writer.length();
        writer.character(279, '0').number(83, 7).truncate(length);
        assertSame(writer, writer.standard());
        writer.character(279, '1').number(83, 8);
        assertEquals("X 268=2|279=1|", text(writer.standard()));
        assertEquals("W 55=A|", text(writer.begin("W").text(55, "A").standard()));
    }

    @Test
    void shouldLeaveOutAsManyAsThereAre()
    {
        writer.begin("X");
        final StringBuilder expected = new StringBuilder("X ");
        for (int i = 0; i < 1_000; i++)
        {
            writer.number(278, i).number(83, i);
            expected.append("278=").append(i).append('|');
        }
        assertEquals(expected.toString(), text(writer.standard()));
    }

    @Test
    void shouldWriteNumbersAsAnOracleDoes()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("FixWriterTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        final Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++)
        {
            final long value = switch (i)
            {
                case 0 -> 0;
                case 1 -> Long.MIN_VALUE;
                case 2 -> Long.MAX_VALUE;
                case 3 -> -1;
                default -> random.nextLong() >> random.nextInt(64);
            };
            final int decimals = random.nextInt(1, 19);
            writer.begin("8").number(38, value).price(44, value).decimal(6, value, decimals);
            assertEquals(
                "8 38=" + value + "|44=" + plain(value, 5) + "|6=" + plain(value, decimals) + "|", text(writer));
        }
    }

    private static String plain(final long value, final int decimals)
    {
        return 0 == value ? "0" : BigDecimal.valueOf(value, decimals).stripTrailingZeros().toPlainString();
    }

    @Test
    void shouldWriteWhatIsNotPrintableAsAQuestionMark()
    {
        writer.begin("8").text(58, " ~\u007f\u001f\u0001\u00e4\u0420").character(54, '\u0001').character(59, '~')
            .flag(43, true).flag(97, false);
        assertEquals("8 58= ~?????|54=?|59=~|43=Y|97=N|", text(writer));
    }

    @Test
    void shouldWriteCodesAndBytesAsTheyAre()
    {
        writer.begin("8").packed(1, 0x31_30_30_31_30_41_41L).packed(1, 0x4241L).packed(1, 0xFF41424344454647L)
            .bytes(11, "xxabcyy".getBytes(StandardCharsets.US_ASCII), 2, 3);
        assertEquals("8 1=AA01001|1=AB|1=GFEDCBA?|11=abc|", text(writer));
    }

    @Test
    void shouldWriteTimesAsTheCalendarHasThem()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("FixWriterTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        final Random random = new Random(seed);
        final DateTimeFormatter nanos = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.nnnnnnnnn");
        final DateTimeFormatter micros = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSSSSS");
        final UtcClock clock = new UtcClock();
        long epochNs = 0;
        for (int i = 0; i < 20_000; i++)
        {
            final LocalDateTime time = LocalDateTime.ofEpochSecond(
                epochNs / 1_000_000_000L, (int)(epochNs % 1_000_000_000L), ZoneOffset.UTC);
            writer.begin("8").timestamp(60, epochNs);
            assertEquals("8 60=" + nanos.format(time) + '|', text(writer));
            final byte[] bytes = new byte[30];
            Arrays.fill(bytes, (byte)'x');
            assertEquals(24, clock.writeMicros(bytes, 3, epochNs));
            assertEquals("xxx" + micros.format(time) + "xxx", new String(bytes, StandardCharsets.US_ASCII));
            // The same minute, the next ones, or any.
            epochNs = switch (random.nextInt(3))
            {
                case 0 -> epochNs + random.nextLong(1_000_000_000L);
                case 1 -> epochNs / 60_000_000_000L * 60_000_000_000L + 60_000_000_000L - random.nextInt(2);
                default -> random.nextLong(7_258_118_400_000_000_000L);
            };
        }
    }

    @Test
    void shouldGrowWithTheMessage()
    {
        final String text = "abcdefghij".repeat(1_000);
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        writer.begin("8");
        final StringBuilder expected = new StringBuilder("8 ");
        for (int i = 0; i < 300; i++)
        {
            writer.number(38, Long.MIN_VALUE);
            expected.append("38=").append(Long.MIN_VALUE).append('|');
        }
        writer.text(58, text).bytes(58, bytes, 0, bytes.length).text(20_000, text);
        assertEquals(expected + "58=" + text + "|58=" + text + "|20000=" + text + "|", text(writer));
        assertEquals(expected + "58=" + text + "|58=" + text + "|", text(writer.standard()));
    }

    @Test
    void shouldKnowWhatFix44HasByItsLastTag()
    {
        writer.begin("8").number(956, 1);
        assertSame(writer, writer.standard());
        writer.number(957, 1).number(82, 1).number(84, 1).character(59, '8').number(368, 98);
        assertEquals("8 956=1|82=1|84=1|59=8|368=98|", text(writer.standard()));
    }

    @Test
    void shouldTakeBackToAnyPlace()
    {
        writer.begin("X").number(957, 1);
        final int length = writer.length();
        writer.truncate(length);
        assertEquals("X 957=1|", text(writer));
        assertEquals("X ", text(writer.standard()));
        writer.number(958, 2).number(38, 3).truncate(length);
        assertEquals("X 957=1|", text(writer));
        assertEquals("X ", text(writer.standard()));
        writer.number(38, 3);
        assertEquals("X 38=3|", text(writer.standard()));
        writer.truncate(0);
        assertEquals("X ", text(writer));
        assertSame(writer, writer.standard());
    }
}
