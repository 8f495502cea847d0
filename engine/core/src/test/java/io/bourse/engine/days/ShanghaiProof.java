// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.book.AuctionResult;
import io.bourse.testing.SharedData;

import java.io.IOException;
import java.util.List;

/**
 * Replays the Shanghai day and asserts everything that the exchange said about it, with exact counts so that nothing
 * can be left out quietly.
 */
final class ShanghaiProof
{
    /** Close of the day before: the middle of the day's price limits, which the highest and lowest orders stand at. */
    static final long REFERENCE_TICKS = 179_500;
    /** The day's limits, ten per cent either way. */
    static final long LOW_LIMIT_TICKS = 161_550;
    static final long HIGH_LIMIT_TICKS = 197_450;

    private ShanghaiProof()
    {
    }

    /** Loads the day, or skips the test. */
    static void of(final DayMarket market) throws IOException
    {
        final ShanghaiDay day = ShanghaiDay.load(SharedData.require("data/sse_600519_20230207_events.csv.gz"));
        final List<ShanghaiSnapshot> snapshots =
            ShanghaiSnapshot.load(SharedData.require("data/sse_600519_20230207_snapshots.csv.gz"));
        assertEquals(64_449, day.rowCount());
        assertEquals(5_146, snapshots.size());
        final ShanghaiReplay replay = new ShanghaiReplay(market, day, snapshots);

        assertResult(180_808, 42_718, 82, replay.opening());
        assertEquals(334, replay.trades);
        assertEquals(42_718, replay.volumeLots);
        final int stillAfterOpening = replay.assertStill(92_500, 93_000);

        replay.continuous();
        assertEquals(334 + 18_139, replay.trades);
        assertEquals(13_352, replay.aggressors);
        assertEquals(18_139, replay.fillsCompared);
        // 4,857 of them are later than 09:30:00.
        assertEquals(4_858, replay.snapshotsOfTheBook + replay.snapshotsAmidASweep);
        assertEquals(6, replay.snapshotsAmidASweep);

        assertResult(179_700, 40_203, 5_397, replay.closing());
        assertEquals(334 + 18_139 + 212, replay.trades);
        assertEquals(2_432_171, replay.volumeLots);
        final int stillAfterClosing = replay.assertStill(150_000, 160_000);
        assertEquals(14_152, replay.cancelsCompared);
        assertIndications(replay, snapshots);
        System.out.printf("Shanghai day: aggressors=%d fills=%d trades=%d cancels=%d snapshots=%d amidASweep=%d " +
            "stillAfterOpening=%d stillAfterClosing=%d%n",
            replay.aggressors, replay.fillsCompared, replay.trades, replay.cancelsCompared,
            replay.snapshotsOfTheBook, replay.snapshotsAmidASweep, stillAfterOpening, stillAfterClosing);
    }

    private static void assertResult(
        final long priceTicks, final long lots, final long imbalanceLots, final AuctionResult result)
    {
        assertEquals(priceTicks, result.priceTicks);
        assertEquals(lots, result.lots);
        assertEquals(imbalanceLots, result.imbalanceLots);
    }

    /**
     * Where nothing would be left at any of the best prices, Shanghai takes the middle of them and we take the one
     * nearest to the reference price: that is the one indication that differs, 1788.04 between 1781.21 and 1794.87.
     */
    private static void assertIndications(final ShanghaiReplay replay, final List<ShanghaiSnapshot> snapshots)
    {
        final List<ShanghaiSnapshot> opening = indicated(snapshots, 91_500, 92_500);
        final List<ShanghaiSnapshot> closing = indicated(snapshots, 145_700, 150_000);
        assertEquals(126, opening.size());
        assertEquals(60, closing.size());
        final List<ShanghaiSnapshot> different = replay.notIndicated(replay.openingIndications, opening);
        assertEquals(1, different.size(), different::toString);
        assertEquals(91_511, different.get(0).time());
        assertEquals(178_804, different.get(0).indicatedTicks());
        assertEquals(List.of(), replay.notIndicated(replay.closingIndications, closing));
    }

    private static List<ShanghaiSnapshot> indicated(
        final List<ShanghaiSnapshot> snapshots, final int from, final int before)
    {
        return ShanghaiSnapshot.between(snapshots, from, before).stream()
            .filter(snapshot -> 0 != snapshot.indicatedLots()).toList();
    }
}
