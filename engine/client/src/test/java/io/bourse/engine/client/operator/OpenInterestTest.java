// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;

class OpenInterestTest
{
    private final OpenInterest openInterest = new OpenInterest();

    @Test
    void shouldCountLotsHeldLong()
    {
        assertEquals(5, openInterest.onTrade(1, 10, 20, 5));
        // Handed on.
        assertEquals(5, openInterest.onTrade(1, 30, 10, 2));
        // Both close a part, then turn around.
        assertEquals(3, openInterest.onTrade(1, 20, 10, 2));
        assertEquals(5, openInterest.onTrade(1, 20, 10, 6));
        // With oneself.
        assertEquals(5, openInterest.onTrade(1, 20, 20, 100));
        assertEquals(1, openInterest.onTrade(2, 10, 20, 1));
    }

    @Test
    void shouldCountPositionsThatMoveWithoutATrade()
    {
        openInterest.onTrade(1, 10, 20, 5);
        // Nobody held it before.
        assertEquals(3, openInterest.onMoved(2, 10, 3));
        assertEquals(3, openInterest.onMoved(2, 20, -3));
        assertEquals(2, openInterest.onMoved(1, 10, -3));
        assertEquals(2, openInterest.onMoved(1, 20, 3));
        // From long to short and back.
        assertEquals(0, openInterest.onMoved(1, 10, -6));
        assertEquals(4, openInterest.onMoved(1, 20, 6));
        assertEquals(0, openInterest.onTrade(1, 10, 20, 4));
        assertEquals(0, openInterest.onDate(2, true));
        // An option is exercised into a future that has expired, and the future closed at once.
        assertEquals(5, openInterest.onMoved(2, 30, 5));
        assertEquals(5, openInterest.onMoved(2, 40, -5));
        assertEquals(0, openInterest.onMoved(2, 30, -5));
        assertEquals(0, openInterest.onMoved(2, 40, 5));
    }

    @Test
    void shouldForgetWhatHasExpiredAndNothingElse()
    {
        openInterest.onTrade(1, 10, 20, 5);
        openInterest.onTrade(2, 10, 20, 7);

        assertEquals(0, openInterest.onDate(1, true));
        assertEquals(0, openInterest.onDate(99, true));
        assertEquals(7, openInterest.onDate(2, false));

        assertEquals(1, openInterest.onTrade(1, 20, 10, 1));
        assertEquals(6, openInterest.onTrade(2, 20, 10, 1));
    }

    @Test
    void shouldRememberWhatHasExpiredWhenTheDateIsMovedBack()
    {
        openInterest.onTrade(1, 10, 20, 5);
        assertEquals(0, openInterest.onDate(1, true));
        assertEquals(5, openInterest.onDate(1, false));
        assertEquals(4, openInterest.onTrade(1, 20, 10, 1));
    }

    @Test
    void shouldAgreeWithTheSumOfPositions()
    {
        final long seed = new Random().nextLong();
        System.out.println("OpenInterestTest seed=" + seed);
        final Random random = new Random(seed);
        final Map<Integer, Long> positions = new HashMap<>();
        for (int i = 0; i < 5_000; i++)
        {
            final int buyer = random.nextInt(12);
            final int seller = random.nextInt(12);
            final long lots = 1 + random.nextInt(30);
            positions.merge(buyer, lots, Long::sum);
            positions.merge(seller, -lots, Long::sum);
            assertEquals(positions.values().stream().mapToLong(held -> Math.max(0, held)).sum(),
                openInterest.onTrade(1, buyer, seller, lots), "seed=" + seed + " trade=" + i);
        }
    }
}
