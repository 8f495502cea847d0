// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.layout.DayTables;

/**
 * Trade legs dealt out to ranges of registers, in the order of trading within each range: the first digit of a radix
 * sort. A leg carries all that is needed of its trade, so that nothing is looked up in the trade columns again (rules
 * 4.3); a range is small enough for everything after to happen in the cache.
 *
 * <p>A leg is two longs. The first has, from the top, rank within the range, place of the instrument,
 * {@link #IS_REVERSED}, {@link #SELLS}, {@link #TAKES}, {@link #IS_PAID} and the lots; the second the price, or the
 * number of the leg.
 */
final class LegBuckets
{
    /** Bit of a leg of a trade that was reversed, and of the reversal: both pay nothing, and others no less. */
    static final long IS_REVERSED = 1L << 34;
    /** Bit of a leg that sells. */
    static final long SELLS = 1L << 33;
    /** Bit of a leg that took liquidity. */
    static final long TAKES = 1L << 32;
    /** Bit of a leg that an earlier run of the day has seen. */
    static final long IS_PAID = 1L << 31;
    /** Lots of a leg. */
    static final long LOTS_MASK = IS_PAID - 1;
    /** Place of the instrument begins here, the rank above it. */
    static final int PLACE_SHIFT = 35;

    /** Ranges that deal without missing the translation buffer; smaller days have fewer. */
    private static final int MAX_BUCKET_BITS = 10;
    private static final int MIN_RANK_BITS = 6;
    private static final int MAX_TRADES = 1 << 28;

    private final Day day;
    private final int rankBits;
    private final int placeBits;
    private final int[] starts;
    private final long[] legs;

    private LegBuckets(final Day day, final boolean hasNumbers, final CalculationMemory memory)
    {
        this.day = day;
        this.placeBits = day.order().bits();
        final int allBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, day.registers().size() - 1));
        this.rankBits = Math.min(
            Math.max(MIN_RANK_BITS, allBits - MAX_BUCKET_BITS), Long.SIZE - PLACE_SHIFT - placeBits);
        final int buckets = (int)((day.registers().size() + (1L << rankBits) - 1) >>> rankBits);
        this.starts = new int[buckets + 1];
        final int threads = day.input().threads();
        final Dealer[] dealers = new Dealer[threads];
        for (int i = 0; i < threads; i++)
        {
            final long trades = day.input().tradeCount();
            dealers[i] = new Dealer((int)(trades * i / threads), (int)(trades * (i + 1) / threads), hasNumbers);
        }
        PieceWorkers.run(threads, threads, () -> i -> dealers[i].count());
        assignPlaces(dealers);
        this.legs = memory.legs(2 * starts[buckets]);
        PieceWorkers.run(threads, threads, () -> i -> dealers[i].deal());
    }

    /**
     * Deals out the legs of a day with their prices.
     *
     * @param day to be cleared.
     * @param memory that the legs may be in.
     * @return legs by ranges of registers.
     * @throws CheckFailedException when a trade cannot be cleared.
     */
    static LegBuckets withPrices(final Day day, final CalculationMemory memory)
    {
        return new LegBuckets(requireFitting(day), false, memory);
    }

    /**
     * Deals out the legs of a day with their numbers in place of prices.
     *
     * @param day to be cleared.
     * @return legs by ranges of registers.
     * @throws CheckFailedException when a trade cannot be cleared.
     */
    static LegBuckets withNumbers(final Day day)
    {
        return new LegBuckets(requireFitting(day), true, new CalculationMemory());
    }

    private static Day requireFitting(final Day day)
    {
        if (day.input().tradeCount() > MAX_TRADES)
        {
            throw new CheckFailedException("calculation", "more trades than can be cleared at once: trades=" +
                day.input().tradeCount() + " max=" + MAX_TRADES);
        }
        return day;
    }

    private void assignPlaces(final Dealer[] dealers)
    {
        int place = 0;
        for (int bucket = 0; bucket < starts.length - 1; bucket++)
        {
            starts[bucket] = place;
            for (final Dealer dealer : dealers)
            {
                final int count = dealer.places[bucket];
                dealer.places[bucket] = place;
                place += count;
            }
        }
        starts[starts.length - 1] = place;
    }

    /**
     * Number of ranges.
     *
     * @return from 0.
     */
    int count()
    {
        return starts.length - 1;
    }

    /**
     * Bits of a rank within its range.
     *
     * @return bits.
     */
    int rankBits()
    {
        return rankBits;
    }

    /**
     * Bits of the place of an instrument.
     *
     * @return bits.
     */
    int placeBits()
    {
        return placeBits;
    }

    /**
     * First leg of a range.
     *
     * @param bucket from 0 to the number of ranges.
     * @return index of a leg.
     */
    int start(final int bucket)
    {
        return starts[bucket];
    }

    /**
     * First rank of a range.
     *
     * @param bucket from 0 to the number of ranges.
     * @return rank.
     */
    int firstRank(final int bucket)
    {
        return (int)Math.min((long)bucket << rankBits, day.registers().size());
    }

    /**
     * All legs, two entries each.
     *
     * @return legs of the first range, then of the next, then anything.
     */
    long[] legs()
    {
        return legs;
    }

    /** A slice of the trades. */
    private final class Dealer
    {
        private final int from;
        private final int to;
        private final boolean hasNumbers;
        private final int[] places = new int[starts.length - 1];
        /** Of buyer and seller of each trade. A rank is a cache miss: it is looked up once. */
        private final int[] ranks;
        private final LegBlock block = new LegBlock(day.input().trades());

        Dealer(final int from, final int to, final boolean hasNumbers)
        {
            this.from = from;
            this.to = to;
            this.hasNumbers = hasNumbers;
            this.ranks = new int[2 * (to - from)];
        }

        void count()
        {
            int count;
            for (int first = from; first < to; first += count)
            {
                count = block.loadParties(first, to);
                requireKnown(first, count);
                if (day.isWhole())
                {
                    lookUp(2 * (first - from), count);
                }
                for (int i = 0; i < count; i++)
                {
                    if (day.isWanted(block.instruments[i]))
                    {
                        lookUpWanted(2 * (first - from + i), i);
                        places[ranks[2 * (first - from + i)] >>> rankBits]++;
                        places[ranks[2 * (first - from + i) + 1] >>> rankBits]++;
                    }
                }
            }
        }

        private void requireKnown(final int first, final int count)
        {
            final int size = day.registers().size();
            for (int i = 0; i < count; i++)
            {
                final int instrument = block.instruments[i];
                final int buyer = block.buyers[i];
                final int seller = block.sellers[i];
                if (!day.isKnown(instrument) || block.quantities[i] <= 0 ||
                    buyer < 0 || buyer >= size || seller < 0 || seller >= size)
                {
                    throw day.badTrade(first + i, "trade names what is unknown, or no lots");
                }
                if (day.isWanted(instrument) && !day.value(instrument).isClearable())
                {
                    throw day.badTrade(first + i, "trade in an instrument that has no positions");
                }
            }
        }

        /** Nothing else in the loop: the processor waits for many cache misses at once then, not for one by one. */
        private void lookUp(final int at, final int count)
        {
            final Registers registers = day.registers();
            for (int i = 0; i < count; i++)
            {
                ranks[at + 2 * i] = registers.rank(block.buyers[i]);
                ranks[at + 2 * i + 1] = registers.rank(block.sellers[i]);
            }
        }

        private void lookUpWanted(final int at, final int trade)
        {
            if (!day.isWhole())
            {
                ranks[at] = day.registers().rank(block.buyers[trade]);
                ranks[at + 1] = day.registers().rank(block.sellers[trade]);
            }
        }

        void deal()
        {
            final int paidTradeCount = day.input().paidTradeCount();
            int count;
            for (int first = from; first < to; first += count)
            {
                count = block.loadTerms(first, to);
                for (int i = 0; i < count; i++)
                {
                    if (day.isWanted(block.instruments[i]))
                    {
                        deal(first + i, i, first + i < paidTradeCount ? IS_PAID : 0);
                    }
                }
            }
        }

        private void deal(final int trade, final int at, final long isPaid)
        {
            final int taker = block.flags[at] & DayTables.TAKER_MASK;
            final long shared =
                (long)day.order().place(block.instruments[at]) << PLACE_SHIFT |
                (day.isReversed(trade) ? IS_REVERSED : 0) | isPaid | block.quantities[at];
            final long price = block.prices[at];
            put(
                ranks[2 * (trade - from)],
                shared | (DayTables.SELLER_TAKES == taker ? 0 : TAKES),
                hasNumbers ? 2L * trade : price);
            put(
                ranks[2 * (trade - from) + 1],
                shared | SELLS | (DayTables.BUYER_TAKES == taker ? 0 : TAKES),
                hasNumbers ? 2L * trade + 1 : price);
        }

        private void put(final int rank, final long leg, final long price)
        {
            final int index = 2 * places[rank >>> rankBits]++;
            final long inBucket = rank & (1L << rankBits) - 1;
            legs[index] = inBucket << PLACE_SHIFT + placeBits | leg;
            legs[index + 1] = price;
        }
    }
}
