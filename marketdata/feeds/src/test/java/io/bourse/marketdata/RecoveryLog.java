// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.LATE_RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.OTHER_FEED_RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.REPLAY_RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.STALE_INSTRUMENTS;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.MarketTransaction;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.Recovery;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers what a receiver says of its recoveries, and whether that is all that it has counted.
 */
public final class RecoveryLog implements MarketListener
{
    public final List<Recovery> recoveries = new ArrayList<>();
    private long transactions;
    private int staleBooks;

    @Override
    public void onTransaction(final MarketTransaction transaction, final MarketBooks books)
    {
        transactions++;
    }

    @Override
    public void onBookStale(final MarketBook book)
    {
        staleBooks++;
    }

    @Override
    public void onBookRight(final MarketBook book)
    {
        staleBooks--;
    }

    @Override
    public void onRecovered(final Recovery recovery)
    {
        recoveries.add(recovery);
    }

    public long count(final Recovery.Way way)
    {
        return recoveries.stream()
            .filter(recovery -> way == recovery.way() && Recovery.Cause.LATE_JOIN != recovery.cause())
            .count();
    }

    /** Every gap is in the report, with the way in which it was closed. */
    public void assertAllSaid(final CounterSet<ReceiverCounter> counters, final String facts)
    {
        assertEquals(counters.get(TRANSACTIONS), transactions, facts);
        assertEquals(0, staleBooks, facts);
        assertEquals(0, counters.get(STALE_INSTRUMENTS), facts);
        assertEquals(0, counters.get(FAULTS), facts);
        assertEquals(0, counters.get(BEST_PRICES_MISMATCHES), facts);
        assertEquals(
            List.of(
                counters.get(LATE_RECOVERIES), counters.get(OTHER_FEED_RECOVERIES), counters.get(REPLAY_RECOVERIES),
                counters.get(RECOVERIES)),
            List.of(
                count(Recovery.Way.LATE_PACKET), count(Recovery.Way.OTHER_FEED), count(Recovery.Way.TCP_REPLAY),
                count(Recovery.Way.SNAPSHOT)),
            facts);
        for (final Recovery recovery : recoveries)
        {
            // Who joins before anything was sent, and does not hear the first packet from either feed, misses nothing.
            final boolean hasMissedNone =
                Recovery.Cause.LATE_JOIN == recovery.cause() && 0 == recovery.lastMissing();
            assertTrue(recovery.durationNs() >= 0 &&
                (hasMissedNone || recovery.firstMissing() <= recovery.lastMissing()) &&
                (Recovery.Cause.GAP != recovery.cause() || recovery.missingPackets() > 0),
                recovery + " " + facts);
        }
    }
}
