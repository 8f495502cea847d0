// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The comparison of a subscriber's transactions with the stream must see everything that a drill is run to see.
 */
class FeedHistoryTest
{
    private static final List<String> EXPECTED = List.of(line(1), line(2), line(3), line(4), line(5));

    @Test
    void shouldFindNothingWhenTransactionsAreMissingOnlyWhereTheSubscriberJoinedAgain()
    {
        assertEquals("5 of 5 transactions equal in 1 runs", FeedHistory.compare(EXPECTED, List.of(EXPECTED)));
        assertEquals("3 of 5 transactions equal in 2 runs",
            FeedHistory.compare(EXPECTED, List.of(List.of(line(1)), List.of(line(4), line(5)))));
    }

    @Test
    void shouldNameATransactionThatWasReceivedTwice()
    {
        final List<String> twice = new ArrayList<>(EXPECTED);
        twice.add(2, line(2));

        assertDiffers("transaction=3 expected=" + line(3) + " received=" + line(2), List.of(twice));
        assertDiffers("nothing begins like it: received=" + line(2),
            List.of(List.of(line(1), line(2)), List.of(line(2), line(3))));
    }

    @Test
    void shouldNameATransactionThatIsMissingWithoutAHole()
    {
        assertDiffers("transaction=2 expected=" + line(2) + " received=" + line(3),
            List.of(List.of(line(1), line(3), line(4))));
    }

    @Test
    void shouldNameATransactionThatTheStreamHasNot()
    {
        assertDiffers("nothing begins like it: received=" + line(9), List.of(List.of(line(9))));
        assertDiffers("transaction=6 expected=nothing received=" + line(6),
            List.of(List.of(line(4), line(5), line(6))));
    }

    @Test
    void shouldNameASubscriberThatHasReceivedNothing()
    {
        final DrillException silent =
            assertThrows(DrillException.class, () -> FeedHistory.compare(EXPECTED, List.of()));
        assertTrue(silent.getMessage().startsWith("FEED_SILENT"), silent::getMessage);
    }

    @Test
    void shouldSayNothingOfATransactionThatTheMarketDoesNotSee()
    {
        assertNull(new MarketLine().text());
    }

    private static void assertDiffers(final String what, final List<List<String>> runs)
    {
        final DrillException differs = assertThrows(DrillException.class, () -> FeedHistory.compare(EXPECTED, runs));
        assertTrue(differs.getMessage().startsWith("FEED_DIFFERS"), differs::getMessage);
        assertTrue(differs.getMessage().endsWith(what), differs::getMessage);
    }

    private static String line(final int number)
    {
        final MarketLine line = new MarketLine();
        line.trade(1001, number, 9_200_000_000L, 2, true, 10 + number, 3);
        line.book(1001, number, MarketLine.level(9_100_000_000L, 4, 1), MarketLine.none());
        return line.text();
    }
}
