// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FixReaderTest
{
    private final FixReader reader = new FixReader();

    @Test
    void shouldReadTheOtherFieldsWhenATagIsNotPositive()
    {
        assertFalse(wrap("8=FIX.4.4|9=5|35=1|-7=x|34=2|0=y|10=000|"));
        assertTrue(reader.hasFaultyTag());
        assertEquals(-7, reader.faultyTag());
        assertEquals(2, reader.number(reader.find(34)));
        assertEquals(5, reader.fieldCount());
        assertTrue(wrap("8=FIX.4.4|9=5|35=1|34=2|10=000|"));
        assertFalse(reader.hasFaultyTag());
    }

    @ParameterizedTest
    @ValueSource(strings = {"8=FIX.4.4|9=5|0=x|35=1|34=2|10=000|", "8=FIX.4.4|9=5|35=1|0=x|a=b|10=000|",
        "8=FIX.4.4|9=5|35=1|58|10=000|", "8=FIX.4.4|9=5|35=1|=x|10=000|", "8=FIX.4.4|9=5|35=1|-=x|10=000|",
        "8=FIX.4.4|9=5|35=1|4294967296=x|10=000|", "8=FIX.4.4|9=5|35=1|34=2", "8=FIX.4.4|9=5|35=1|-", "-"})
    void shouldNotReadWhatIsNoMessage(final String text)
    {
        assertFalse(wrap(text));
        assertFalse(reader.hasFaultyTag());
    }

    @Test
    void shouldReadEveryFieldInItsPlace()
    {
        final String text = "8=FIX.4.4|9=5|35=D|55=SI|58=\u00e4|55=RI|54=1|10=000|";
        assertTrue(wrapAt(7, text));
        assertEquals(8, reader.fieldCount());
        assertEquals(List.of(8, 9, 35, 55, 58, 55, 54, 10),
            IntStream.range(0, 8).mapToObj(reader::tag).toList());
        assertEquals(List.of("FIX.4.4", "5", "D", "SI", "\u00e4", "RI", "1", "000"),
            IntStream.range(0, 8).mapToObj(reader::string).toList());
        assertEquals(List.of(7, 1, 1, 2, 1, 2, 1, 3), IntStream.range(0, 8).mapToObj(reader::length).toList());
        assertEquals(7 + text.indexOf("SI"), reader.offset(3));
        assertEquals(List.of(7, text.length()), List.of(reader.messageOffset(), reader.messageLength()));
        assertEquals(List.of(3, 5, FixReader.NONE, FixReader.NONE),
            List.of(reader.find(55), reader.find(55, 4), reader.find(55, 6), reader.find(38)));
        assertEquals(List.of('D', '\u00e4', '\0', '\0'), List.of(reader.character(2), reader.character(4),
            reader.character(3), reader.character(FixReader.NONE)));
        assertEquals("", reader.string(FixReader.NONE));
        assertEquals(0, reader.length(FixReader.NONE));
        assertTrue(wrap("8=FIX.4.4|9=5|35=0|34=2|10=000|"));
        assertEquals(FixReader.NONE, reader.find(55), "of the message before");
    }

    @Test
    void shouldCompareValuesWithTexts()
    {
        wrap("8=FIX.4.4|9=5|35=D|55=SI|58=|10=000|");
        final int symbol = reader.find(55);
        assertTrue(reader.is(symbol, "SI"));
        assertFalse(reader.is(symbol, "SX"));
        assertFalse(reader.is(symbol, "XI"));
        assertFalse(reader.is(symbol, "S"));
        assertFalse(reader.is(symbol, "SIX"));
        assertTrue(reader.is(reader.find(58), ""));
        assertFalse(reader.is(FixReader.NONE, ""));
    }

    @Test
    void shouldReadAsManyFieldsAsThereAre()
    {
        for (final int count : new int[]{63, 64, 65, 1_000, 5})
        {
            final StringBuilder text = new StringBuilder();
            for (int i = 1; i <= count; i++)
            {
                text.append(i).append('=').append(2 * i).append('|');
            }
            assertTrue(wrap(text.toString()));
            assertEquals(count, reader.fieldCount());
            for (int i = 0; i < count; i++)
            {
                assertEquals(i + 1, reader.tag(i));
                assertEquals(2 * i + 2, reader.number(i));
            }
        }
    }

    @Test
    void shouldTakeTagsUpToTheLargestInt()
    {
        assertTrue(wrap("8=FIX.4.4|9=5|35=1|2147483647=x|10=000|"));
        assertEquals(Integer.MAX_VALUE, reader.tag(3));
        assertFalse(wrap("8=FIX.4.4|9=5|35=1|2147483648=x|10=000|"));
        assertFalse(wrap("8=FIX.4.4|9=5|35=1|3:=x|10=000|"));
        assertFalse(wrap("8=FIX.4.4|9=5|35=1|/=x|10=000|"));
        assertTrue(wrap("8=FIX.4.4|9=5|35=1|90=x|10=000|"));
    }

    @ParameterizedTest
    @CsvSource({"93, 89", "90, 91", "95, 96", "212, 213", "348, 349", "350, 351", "352, 353", "354, 355", "356, 357",
        "358, 359", "360, 361", "362, 363", "364, 365", "445, 446", "618, 619", "621, 622"})
    void shouldReadDataByItsLength(final int lengthTag, final int dataTag)
    {
        assertTrue(wrap("8=F|9=5|35=B|" + lengthTag + "=5|" + dataTag + "=a|b=c|58=x|10=000|"));
        assertEquals(7, reader.fieldCount());
        assertEquals("a|b=c", reader.string(4).replace('\u0001', '|'));
        assertTrue(wrap("8=F|9=5|35=B|" + lengthTag + "=0|" + dataTag + "=|58=x|10=000|"));
        assertEquals(0, reader.length(4));
        // Another field than the data behind its length.
        assertTrue(wrap("8=F|9=5|35=B|" + lengthTag + "=3|58=a|6=x|10=000|"));
        assertEquals("a", reader.string(4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "100", "-1", "x", "99999999999999999999"})
    void shouldReadDataAsATextWhenItsLengthIsWrong(final String length)
    {
        assertTrue(wrap("8=F|9=5|35=B|95=" + length + "|96=abc|58=x|10=000|"));
        assertEquals("abc", reader.string(4));
        assertEquals(7, reader.fieldCount());
    }

    @Test
    void shouldNotReadDataBehindTheEndOfTheMessage()
    {
        final byte[] bytes = "8=F|9=5|35=B|95=3|96=abc|".replace('|', '\u0001').getBytes(StandardCharsets.US_ASCII);
        assertTrue(reader.wrap(bytes, 0, bytes.length));
        assertFalse(reader.wrap(bytes, 0, bytes.length - 1));
        assertFalse(reader.wrap(bytes, 0, bytes.length - 2));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "007, 7", "9223372036854775807, 9223372036854775807", "9223372036854775808, -1",
        "9223372036854775799, 9223372036854775799", "9223372036854775810, -1", "99999999999999999999, -1",
        "'', -1", "-1, -1", "+1, -1", "1.0, -1", "1/, -1", "1:, -1", "' 1', -1"})
    void shouldReadWholeNumbers(final String text, final long expected)
    {
        assertEquals(expected, value(text, reader::number));
        assertEquals(FixReader.INVALID_NUMBER, reader.number(FixReader.NONE));
    }

    @Test
    void shouldReadQuantitiesAsAnOracleDoes()
    {
        final Random random = random();
        for (final String text : List.of("0", "1", "4294967294", "4294967295", "4294967294.0", "42949672940", "5.",
            ".0", ".", "", "1.00", "1.01", "1.0.0", "-1", "1e2", "/", ":", "0000000000000000000000000001"))
        {
            assertEquals(qty(text), value(text, reader::qtyLots), text);
        }
        for (int i = 0; i < 50_000; i++)
        {
            final String text = decimal(random);
            assertEquals(qty(text), value(text, reader::qtyLots), text);
        }
        assertEquals(FixReader.INVALID_QTY, reader.qtyLots(FixReader.NONE));
    }

    private static long qty(final String text)
    {
        if (!text.matches("[0-9]+(\\.0*)?"))
        {
            return FixReader.INVALID_QTY;
        }
        final BigInteger value = new BigInteger(text.replaceAll("\\..*", ""));
        return value.bitLength() > 32 || value.longValue() > FixReader.MAX_QTY_LOTS ?
            FixReader.INVALID_QTY : value.longValue();
    }

    @Test
    void shouldReadPricesAsAnOracleDoes()
    {
        final Random random = random();
        for (final String text : List.of("0", "-0", "1", "-1.5", "0.00001", "0.000010", "0.000001",
            "92233720368547.75807", "92233720368547.75808", "-92233720368547.75807", "-92233720368547.75808",
            "92233720368548", ".5", "5.", "-.5", "-", ".", "-.", "", "1.2.3", "--1", "1-", "+1", "1e2", "/", ":",
            "0.0000/", "9223372036854775807", "92233720368547.758070",
            "922337203685477580.7", "92233720368547.7580", "92233720368547.7581"))
        {
            assertEquals(price(text), value(text, reader::priceE5), text);
        }
        for (int i = 0; i < 50_000; i++)
        {
            final String text = decimal(random);
            assertEquals(price(text), value(text, reader::priceE5), text);
        }
        assertEquals(FixReader.INVALID_PRICE, reader.priceE5(FixReader.NONE));
    }

    private static long price(final String text)
    {
        if (!text.matches("-?[0-9]*\\.?[0-9]*") || !text.matches(".*[0-9].*"))
        {
            return FixReader.INVALID_PRICE;
        }
        final BigDecimal scaled = new BigDecimal(text + (text.endsWith(".") ? "0" : "")).movePointRight(5);
        final boolean isHeld = scaled.stripTrailingZeros().scale() <= 0 &&
            scaled.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        return isHeld ? scaled.longValueExact() : FixReader.INVALID_PRICE;
    }

    /** Mostly a number; sometimes with a character too much. */
    private static String decimal(final Random random)
    {
        final StringBuilder text = new StringBuilder(0 == random.nextInt(3) ? "-" : "");
        for (int i = random.nextInt(random.nextInt(2) == 0 ? 4 : 20); i > 0; i--)
        {
            text.append(random.nextInt(10));
        }
        if (random.nextBoolean())
        {
            text.append('.');
            for (int i = random.nextInt(9); i > 0; i--)
            {
                text.append(random.nextInt(3) == 0 ? random.nextInt(10) : 0);
            }
        }
        if (0 == random.nextInt(10) && !text.isEmpty())
        {
            text.setCharAt(random.nextInt(text.length()), "./:- x0".charAt(random.nextInt(7)));
        }
        return text.toString();
    }

    private static Random random()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("FixReaderTest seed=" + seed + " (repeat with -Dbourse.seed=...)");
        return new Random(seed);
    }

    private long value(final String text, final IntToLongFunction read)
    {
        assertTrue(wrapAt(3, "44=" + text + "|"), text);
        return read.applyAsLong(0);
    }

    private boolean wrap(final String text)
    {
        return wrapAt(0, text);
    }

    private boolean wrapAt(final int offset, final String text)
    {
        final byte[] bytes =
            ("9".repeat(offset) + text.replace('|', '\u0001') + "9").getBytes(StandardCharsets.ISO_8859_1);
        return reader.wrap(bytes, offset, bytes.length - offset - 1);
    }
}
