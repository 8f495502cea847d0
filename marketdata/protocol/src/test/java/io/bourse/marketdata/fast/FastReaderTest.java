// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Single values of FAST 1.1, chapter 10: what is missing, empty, cut short or too long.
 */
class FastReaderTest
{
    private static final String ZEROS = "00".repeat(9);

    private final FastReader reader = new FastReader();

    @Test
    void shouldTakeIntegersOfTenBytesAndRefuseElevenOnes()
    {
        assertEquals(5, wrap(ZEROS + "85").readUInt(false));
        assertEquals(10, reader.position());
        assertEquals(5, wrap(ZEROS + "85").readInt(false));
        assertEquals(10, reader.position());
        assertRefused("A FAST integer is too long", () -> wrap(ZEROS + "0085").readUInt(false));
        assertRefused("A FAST integer is too long", () -> wrap(ZEROS + "0085").readInt(false));
    }

    @Test
    void shouldRefuseIntegersOfMoreThanSixtyFourBits()
    {
        final String sevens = "7f".repeat(8);
        assertEquals(-1, wrap("01" + sevens + "ff").readUInt(false));
        assertEquals(-2, wrap("01" + sevens + "ff").readUInt(true));
        assertEquals(Long.MAX_VALUE, wrap("00" + sevens + "ff").readInt(false));
        assertEquals(Long.MIN_VALUE, wrap("7f" + "00".repeat(8) + "80").readInt(false));
        final String refusal = "A FAST integer has more than 64 bits";
        assertRefused(refusal, () -> wrap("02" + "00".repeat(8) + "81").readUInt(false));
        assertRefused(refusal, () -> wrap("40" + "00".repeat(8) + "81").readUInt(true));
        assertRefused(refusal, () -> wrap("01" + "00".repeat(8) + "81").readInt(false));
        assertRefused(refusal, () -> wrap("7e" + sevens + "ff").readInt(true));
    }

    @Test
    void shouldRefuseValuesThatGoOnBehindTheEndOfTheMessage()
    {
        assertRefused("A FAST message is cut short", () -> wrap("0203", "84").readUInt(false));
        assertRefused("A FAST message is cut short", () -> wrap("0203", "84").readInt(false));
        assertRefused("A FAST message is cut short", () -> wrap("", "84").readInt(false));
        assertRefused("A FAST message is cut short", () -> wrap("4142", "c3").readAscii(false));
        assertRefused("A FAST message is cut short", () -> wrap("", "80").readByte());
        assertRefused("A string is longer than its message", () -> wrap("8341", "4243").readBytes(false));
        assertRefused("A string is longer than its message", () -> wrap("8241", "42").readBytes(false));
    }

    @Test
    void shouldTellMissingIntegersFromZero()
    {
        wrap("80" + "81" + "80" + "ff" + "80" + "81" + "80");
        reader.readUInt(true);
        assertTrue(reader.isNull());
        assertEquals(0, reader.readUInt(true));
        assertFalse(reader.isNull());
        reader.readInt(true);
        assertTrue(reader.isNull());
        assertEquals(-1, reader.readInt(true));
        assertFalse(reader.isNull());
        assertEquals(0, reader.readInt(false));
        assertFalse(reader.isNull());
        assertEquals(0, reader.readInt(true));
        assertFalse(reader.isNull());
        assertEquals(0, reader.readUInt(false));
        assertFalse(reader.isNull());
    }

    @Test
    void shouldTellMissingStringsFromEmptyOnes()
    {
        wrap("80" + "80" + "0080" + "61e2" + "61e2" + "6180");
        assertEquals(0, reader.readAscii(false));
        assertFalse(reader.isNull());
        assertEquals(0, reader.readAscii(true));
        assertTrue(reader.isNull());
        assertEquals(0, reader.readAscii(true));
        assertFalse(reader.isNull());
        assertEquals("ab", text(reader.readAscii(true)));
        assertEquals("ab", text(reader.readAscii(false)));
        assertEquals("a\0", text(reader.readAscii(true)));
        assertEquals(reader.limit(), reader.position());
    }

    @Test
    void shouldKeepANullCharacterBeforeOthers()
    {
        assertEquals("\0a", text(wrap("00e1").readAscii(true)));
        assertEquals("\0a", text(wrap("00e1").readAscii(false)));
    }

    @Test
    void shouldTellMissingByteVectorsFromEmptyOnes()
    {
        wrap("80" + "80" + "81" + "83c3a9" + "82c3a9");
        assertEquals(0, reader.readBytes(false));
        assertFalse(reader.isNull());
        assertEquals(0, reader.readBytes(true));
        assertTrue(reader.isNull());
        assertEquals(0, reader.readBytes(true));
        assertFalse(reader.isNull());
        assertEquals(2, reader.readBytes(true));
        assertEquals((byte)0xC3, reader.text().getByte(0));
        assertEquals(2, reader.readBytes(false));
        assertEquals((byte)0xA9, reader.text().getByte(1));
        assertEquals(reader.limit(), reader.position());
    }

    @Test
    void shouldRefuseByteVectorsWhoseLengthIsBeyondAllMessages()
    {
        for (final long length : new long[]{Long.MIN_VALUE, -1, Integer.MAX_VALUE + 1L, 1L << 32})
        {
            final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
            final FastWriter writer = new FastWriter().wrap(buffer, 0).putUInt(length);
            reader.wrap(buffer, 0, writer.position() + 20);
            assertRefused("A string is longer than its message", () -> reader.readBytes(false));
        }
    }

    @Test
    void shouldReadTextsOfAnyLength()
    {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final StringBuilder text = new StringBuilder();
        for (final int length : new int[]{255, 256, 257, 700, 3, 5_000})
        {
            text.setLength(0);
            for (int i = 0; i < length; i++)
            {
                text.append((char)('!' + i % 90));
            }
            final FastWriter writer = new FastWriter().wrap(buffer, 9)
                .putAscii(text.toString()).putBytes(text.reverse().toString().getBytes());
            reader.wrap(buffer, 9, writer.position() - 9);
            assertEquals(text.reverse().toString(), text(reader.readAscii(false)));
            assertEquals(text.reverse().toString(), text(reader.readBytes(false)));
            assertEquals(writer.position(), reader.position());
        }
    }

    @Test
    void shouldReadByteVectorsThatAreLongerThanAnyTextBefore()
    {
        final byte[] bytes = new byte[3_000];
        bytes[2_999] = 7;
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final FastWriter writer = new FastWriter().wrap(buffer, 0).putBytes(bytes);
        reader.wrap(buffer, 0, writer.position());
        assertEquals(3_000, reader.readBytes(false));
        assertEquals(7, reader.text().getByte(2_999));
    }

    private FastReader wrap(final String hex)
    {
        return wrap(hex, "");
    }

    /** The bytes behind the message are in the buffer, but not of it. */
    private FastReader wrap(final String hex, final String behind)
    {
        reader.wrap(new UnsafeBuffer(HexFormat.of().parseHex(hex + behind)), 0, hex.length() / 2);
        return reader;
    }

    private String text(final int length)
    {
        return reader.text().getStringWithoutLengthAscii(0, length);
    }

    private static void assertRefused(final String reason, final Runnable read)
    {
        final String message = assertThrows(FastFormatException.class, read::run).getMessage();
        assertTrue(message.startsWith(reason), message);
    }
}
