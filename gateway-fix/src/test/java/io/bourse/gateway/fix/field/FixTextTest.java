// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
