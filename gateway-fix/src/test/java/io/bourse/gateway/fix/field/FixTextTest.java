// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.gateway.fix.wire.FixReader;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FixTextTest
{
    private static final int BITS = 12;
    private static final int BUCKETS = 1 << BITS;
    /** Of so many random texts in as many buckets not even a dozen meet, but once in a million runs. */
    private static final int MOST_IN_A_BUCKET = 16;

    @Test
    void shouldSpreadTextsThatAClientChoseToMeet()
    {
        final int[] buckets = new int[BUCKETS];
        final Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < BUCKETS; i++)
        {
            final FixText text = colliding(i);
            buckets[text.hashCode() & BUCKETS - 1]++;
            hashes.add(text.hash(1));
        }
        assertEquals(BUCKETS, hashes.size());
        final int most = Arrays.stream(buckets).max().orElseThrow();
        assertTrue(most <= MOST_IN_A_BUCKET, () -> "texts in one bucket: " + most);
    }

    @Test
    void shouldHashTheTextAlone()
    {
        for (int length = 0; length < 40; length++)
        {
            final FixText text = new FixText().set("0123456789".repeat(4).substring(0, length));
            final FixText again = new FixText().set("x".repeat(60)).set(text);
            assertEquals(text.hash(2), again.hash(2));
            assertEquals(text.hashCode(), again.hashCode());
        }
    }

    @Test
    void shouldHoldWhatItWasSetTo()
    {
        final FixText text = new FixText();
        assertTrue(text.isEmpty());
        assertEquals("", text.toString());
        for (final int length : new int[]{1, 31, 32, 33, 100, 64, 0})
        {
            final String expected = "abcdefghij".repeat(10).substring(0, length);
            final byte[] bytes = ("xx" + expected + "yy").getBytes(StandardCharsets.US_ASCII);
            assertEquals(expected, text.set(bytes, 2, length).toString());
            assertEquals(length, text.length());
            assertEquals(0 == length, text.isEmpty());
            assertEquals(expected, new FixText().set(new UnsafeBuffer(bytes), 2, length).toString());
            assertEquals(expected, new FixText().set(text).toString());
            assertEquals(expected, new FixText().set(expected).toString());
        }
        assertEquals(0, text.set("abc").clear().length());
    }

    @Test
    void shouldTakeTheValueOfAField()
    {
        final FixReader reader = new FixReader();
        final byte[] bytes = "11=abc\00158=\001".getBytes(StandardCharsets.US_ASCII);
        assertTrue(reader.wrap(bytes, 0, bytes.length));
        assertEquals("abc", new FixText().set("x").set(reader, 0).toString());
        assertEquals("", new FixText().set("x").set(reader, 1).toString());
        assertEquals("", new FixText().set("x").set(reader, FixReader.NONE).toString());
    }

    @Test
    void shouldWriteNumbersWithoutSign()
    {
        final FixText text = new FixText();
        for (final long value : new long[]{0, 9, 10, 99, 100, 1_234_567_890, Long.MAX_VALUE, Long.MIN_VALUE, -1})
        {
            assertEquals(Long.toUnsignedString(value), text.setUnsigned(value).toString());
            assertEquals("a-" + Long.toUnsignedString(value) + 'b',
                text.set("a").append('-').appendUnsigned(value).append('b').toString());
        }
        for (int i = 0; i < 100; i++)
        {
            text.append('c').appendUnsigned(-1);
        }
        assertTrue(text.toString().endsWith("c18446744073709551615".repeat(100)));
    }

    @Test
    void shouldBeEqualToTheSameCharactersOnly()
    {
        final FixText text = new FixText().set("abc");
        assertTrue(text.isEqual(new FixText().set("longer than it").set("abc")));
        assertEquals(text, new FixText().set("abc"));
        for (final String other : new String[]{"", "ab", "abcd", "abd", "xbc"})
        {
            assertFalse(text.isEqual(new FixText().set(other)), other);
            assertNotEquals(text, new FixText().set(other));
            assertNotEquals(text.hash(0), new FixText().set(other).hash(0));
        }
        assertTrue(text.isEqual("xxabcx".getBytes(StandardCharsets.US_ASCII), 2, 3));
        assertFalse(text.isEqual("xxabcx".getBytes(StandardCharsets.US_ASCII), 1, 3));
        assertFalse(text.isEqual("xxabcx".getBytes(StandardCharsets.US_ASCII), 2, 2));
        assertNotEquals(text, "abc");
        assertNotEquals(text.hash(0), text.hash(1));
    }

    @Test
    void shouldNameWhatTheEngineAndTheGatewayDid()
    {
        final FixText text = new FixText().set("former");
        assertEquals("4096-3", ExecIds.ofEngine(text, 4096, 3).toString());
        assertEquals("R-1795000000-12", ExecIds.ofRefusal(text, 1_795_000_000, 12).toString());
        assertEquals("S-1795000000-13", ExecIds.ofStatus(text, 1_795_000_000, 13).toString());
    }

    @Test
    void shouldHaveACodeAndASentenceForEveryRefusal()
    {
        final StringBuilder found = new StringBuilder();
        for (final FixRefusal refusal : FixRefusal.values())
        {
            found.append(refusal).append(' ').append(refusal.ordRejReason()).append(' ').append(refusal.cxlRejReason())
                .append(' ').append(refusal.text()).append('\n');
        }
        assertEquals(
            """
            BAD_CL_ORD_ID 99 99 ClOrdID must have 1 to 64 printable ASCII characters
            DUPLICATE_CL_ORD_ID 6 6 ClOrdID was used before
            UNKNOWN_SYMBOL 1 99 unknown instrument
            CONTRADICTING_SYMBOL 1 99 Symbol and SecurityID name different instruments
            BAD_ACCOUNT 15 99 Account must have 7 ASCII characters
            BAD_QTY 13 99 OrderQty must be a whole number from 1 to 4294967294
            BAD_PRICE 99 99 Price must be a number with at most 5 decimals
            BAD_SIDE 11 99 Side must be 1 (buy) or 2 (sell)
            """,
            found.substring(0, found.indexOf("BAD_ORD_TYPE")));
        assertEquals("TimeInForce must be 0, 1, 2, 3, 4, 6, 7 or 9", FixRefusal.BAD_TIME_IN_FORCE.text());
        assertTrue(FixRefusal.BAD_ORD_TYPE.text().startsWith("OrdType must be 1 (market), 2 (limit), "));
        assertFalse(FixRefusal.BAD_ORD_TYPE.text().contains("null"));
        assertTrue(found.indexOf("TOO_LATE 4 0 order is no longer working\n") > 0);
    }

    /** Aa and BB have the same sum of 31 times the first and the second character. */
    private static FixText colliding(final int number)
    {
        final FixText text = new FixText();
        for (int bit = 0; bit < BITS; bit++)
        {
            final boolean isSet = 0 != (number >> bit & 1);
            text.append(isSet ? 'A' : 'B').append(isSet ? 'a' : 'B');
        }
        return text;
    }
}
