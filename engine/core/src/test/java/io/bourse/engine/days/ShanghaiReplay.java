// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.days.ShanghaiMessage.Fill;
import io.bourse.engine.days.ShanghaiMessage.Pair;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole Shanghai day through a market: every message of the file in its order, and what the market makes of it
 * against what the exchange made of it.
 */
final class ShanghaiReplay implements DayMarket.Listener
{
    /** An indication may be shown this much later than the message that changed it, in hundredths of a second. */
    private static final int LATE_CS = 500;

    final List<Indication> openingIndications = new ArrayList<>();
    final List<Indication> closingIndications = new ArrayList<>();
    long trades;
    long volumeLots;
    long aggressors;
    long fillsCompared;
    long cancelsCompared;
    long snapshotsOfTheBook;
    long snapshotsAmidASweep;

    private final DayMarket market;
    private final ShanghaiDay day;
    private final List<ShanghaiSnapshot> snapshots;
    private final FollowedDepth depth = new FollowedDepth();
    private final Map<Long, Long> limits = new HashMap<>();
    private final List<Fill> fills = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();
    private ShanghaiMessage message;
    private List<ShanghaiSnapshot> expected = List.of();
    private int nextExpected;

    /** What an auction would have given after a message. */
    record Indication(int timeCs, long priceTicks, long lots, long imbalanceLots)
    {
        boolean isShownBy(final ShanghaiSnapshot snapshot)
        {
            return lots == snapshot.indicatedLots() && priceTicks == snapshot.indicatedTicks() &&
                imbalanceLots == snapshot.indicatedImbalanceLots();
        }
    }

    ShanghaiReplay(final DayMarket market, final ShanghaiDay day, final List<ShanghaiSnapshot> snapshots)
    {
        this.market = market;
        this.day = day;
        this.snapshots = snapshots;
        market.listener(this);
    }

    /** Collects, uncrosses and compares the pairs; gives the result. */
    AuctionResult opening()
    {
        market.startAuction(Phase.OPENING_AUCTION);
        collect(day.opening, openingIndications);
        final AuctionResult result = market.endAuction(Phase.CONTINUOUS);
        Lists.assertSame("pairs of the opening auction", day.openingPairs, pairs);
        return result;
    }

    /** Every message of continuous trading, with its fills and all snapshots meanwhile. */
    void continuous()
    {
        expected = ShanghaiSnapshot.between(snapshots, 93_000, 145_700);
        nextExpected = 0;
        for (final ShanghaiMessage next : day.continuous)
        {
            apply(next);
            snapshotsOfTheBook += takeEqualSnapshots(market::levels);
        }
        assertEquals(expected.size(), nextExpected, () -> "not reached: " + expected.get(nextExpected));
        expected = List.of();
        nextExpected = 0;
    }

    /** Collects, uncrosses and compares the pairs; gives the result. */
    AuctionResult closing()
    {
        market.startAuction(Phase.CLOSING_AUCTION);
        collect(day.closing, closingIndications);
        pairs.clear();
        final AuctionResult result = market.endAuction(Phase.POST_TRADE);
        Lists.assertSame("pairs of the closing auction", day.closingPairs, pairs);
        return result;
    }

    /** Every snapshot of a part of the day without trading must equal the book as it is. */
    int assertStill(final int from, final int before)
    {
        final List<ShanghaiSnapshot> still = ShanghaiSnapshot.between(snapshots, from, before);
        for (final ShanghaiSnapshot snapshot : still)
        {
            assertEquals(snapshot.trades(), trades);
            assertEquals(snapshot.volumeLots(), volumeLots);
            assertTrue(snapshot.shows(market::levels), snapshot::toString);
            assertTrue(snapshot.shows(depth::levels), snapshot::toString);
        }
        return still.size();
    }

    /** Indications shown from a time on that no message gave, in order. */
    List<ShanghaiSnapshot> notIndicated(final List<Indication> indications, final List<ShanghaiSnapshot> shown)
    {
        final List<ShanghaiSnapshot> missing = new ArrayList<>();
        int from = 0;
        for (final ShanghaiSnapshot snapshot : shown)
        {
            int i = from;
            while (i < indications.size() && indications.get(i).timeCs <= snapshot.time() * 100 + LATE_CS &&
                !indications.get(i).isShownBy(snapshot))
            {
                i++;
            }
            if (i < indications.size() && indications.get(i).isShownBy(snapshot))
            {
                from = i;
            }
            else
            {
                missing.add(snapshot);
            }
        }
        return missing;
    }

    private void collect(final List<ShanghaiMessage> messages, final List<Indication> indications)
    {
        for (final ShanghaiMessage next : messages)
        {
            apply(next);
            final AuctionResult result = market.indication();
            if (null != result)
            {
                indications.add(
                    new Indication(next.timeCs(), result.priceTicks, result.lots, result.imbalanceLots));
            }
        }
    }

    private void apply(final ShanghaiMessage next)
    {
        message = next;
        fills.clear();
        if (next.isNew())
        {
            market.newOrder(next.orderNo(), next.side(), next.priceTicks(), next.lots(), false);
            assertEquals(next.fills(), fills, () -> "fills of " + next);
            aggressors += fills.isEmpty() ? 0 : 1;
            fillsCompared += fills.size();
            final long restLots = next.restLots();
            assertEquals(restLots, market.restLots(next.orderNo()), () -> "rest of " + next);
            limits.put(next.orderNo(), next.priceTicks());
            depth.change(next.side(), next.priceTicks(), restLots);
        }
        else
        {
            assertEquals(next.lots(), market.restLots(next.orderNo()), () -> "left for " + next);
            market.cancel(next.orderNo());
            cancelsCompared++;
            depth.change(next.side(), next.priceTicks(), -next.lots());
        }
    }

    @Override
    public void onFill(final long aggressorKey, final long restingKey, final long priceTicks, final long lots)
    {
        assertEquals(message.orderNo(), aggressorKey);
        fills.add(new Fill(restingKey, priceTicks, lots));
        depth.change(opposite(message.side()), priceTicks, -lots);
        count(lots);
        if (fills.size() < message.fills().size() || 0 != message.restLots())
        {
            // The exchange shows its book between two trades of a sweep, too.
            snapshotsAmidASweep += takeEqualSnapshots(depth::levels);
        }
    }

    @Override
    public void onAuctionFill(final long buyKey, final long sellKey, final long priceTicks, final long lots)
    {
        pairs.add(new Pair(buyKey, sellKey, priceTicks, lots));
        depth.change(Side.BUY, limits.get(buyKey), -lots);
        depth.change(Side.SELL, limits.get(sellKey), -lots);
        count(lots);
    }

    private void count(final long lots)
    {
        assertTrue(
            nextExpected >= expected.size() || expected.get(nextExpected).trades() > trades,
            () -> "no state of the book equals " + expected.get(nextExpected));
        trades++;
        volumeLots += lots;
    }

    private int takeEqualSnapshots(final ShanghaiSnapshot.Levels levels)
    {
        int count = 0;
        while (nextExpected < expected.size() && expected.get(nextExpected).trades() == trades &&
            expected.get(nextExpected).volumeLots() == volumeLots && expected.get(nextExpected).shows(levels))
        {
            nextExpected++;
            count++;
        }
        return count;
    }

    private static Side opposite(final Side side)
    {
        return Side.BUY == side ? Side.SELL : Side.BUY;
    }
}
