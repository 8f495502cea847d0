// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.model.Fees;
import io.bourse.clearing.table.Table;

/**
 * What a run says about single trade legs, recomputed for reports and proofs: a run keeps sums only. A leg is
 * 2 x trade for the buyer, 2 x trade + 1 for the seller.
 */
public final class LegFees
{
    private final Day day;
    private final boolean chargesFees;
    private final boolean chargesVat;
    private final long vatPctE6;
    private final Table trades;
    private final int[] scalpedLots;

    private LegFees(final Day day)
    {
        final CalculationInput input = day.input();
        this.day = day;
        this.chargesFees = input.chargesFees();
        this.chargesVat = input.chargesVat();
        this.vatPctE6 = input.vatPctE6();
        this.trades = input.trades();
        this.scalpedLots = new int[chargesFees ? Math.multiplyExact(2, input.tradeCount()) : 0];
        if (chargesFees)
        {
            pair();
        }
    }

    private void pair()
    {
        final LegBuckets buckets = LegBuckets.withNumbers(day);
        PieceWorkers.run(day.input().threads(), buckets.count(), () ->
        {
            final BucketSorter sorter = new BucketSorter(buckets, OptionPairs.of(day, buckets.placeBits()));
            return bucket ->
            {
                sorter.sort(bucket);
                pair(sorter);
            };
        });
    }

    private void pair(final BucketSorter sorter)
    {
        int to;
        for (int from = 0; from < sorter.count(); from = to)
        {
            long bought = 0;
            long sold = 0;
            to = from;
            while (to < sorter.count() && sorter.pair(to) == sorter.pair(from))
            {
                final long leg = sorter.leg(to++);
                bought += 0 == (leg & LegBuckets.SELLS) ? lots(leg) : 0;
                sold += 0 == (leg & LegBuckets.SELLS) ? 0 : lots(leg);
            }
            final long[] scalped = {Math.min(bought, sold), Math.min(bought, sold)};
            scalped[bought > sold ? 0 : 1] += sorter.optionLots(from);
            deal(sorter, from, to, scalped);
        }
    }

    /** First traded first; of lots bought, then of lots sold, that many. */
    private void deal(final BucketSorter sorter, final int from, final int to, final long[] left)
    {
        for (int i = from; i < to && left[0] + left[1] > 0; i++)
        {
            final int leg = (int)sorter.price(i);
            final long lots = Math.min(lots(sorter.leg(i)), left[leg & 1]);
            left[leg & 1] -= lots;
            scalpedLots[leg] = (int)lots;
        }
    }

    /** Lots of a leg that may be paired: none of a trade that was reversed. */
    private static long lots(final long leg)
    {
        return 0 == (leg & LegBuckets.IS_REVERSED) ? leg & LegBuckets.LOTS_MASK : 0;
    }

    /**
     * Recomputes the legs of a run.
     *
     * @param input of the run, as {@link RunPositions#calculate} had it.
     * @return legs of all its trades.
     */
    public static LegFees of(final CalculationInput input)
    {
        return new LegFees(new Day(input, null));
    }

    /**
     * Whether a trade was reversed, or is a reversal: neither is a trade of the market.
     *
     * @param trade index.
     * @return true for both.
     */
    public boolean isReversed(final int trade)
    {
        return day.isReversed(trade);
    }

    /**
     * Whether a leg took liquidity and therefore pays, unless its trade was reversed.
     *
     * @param leg of a trade.
     * @return true for the taker.
     */
    public boolean isTaker(final int leg)
    {
        final int taker = trades.ints(DayTables.TRADE_FLAGS).get(leg >> 1) & DayTables.TAKER_MASK;
        return DayTables.BOTH_TAKE == taker || taker == (leg & 1);
    }

    /**
     * Lots of a leg that pay half (rules 1.4): of min(bought, sold) of the register and instrument in the day, and of
     * an option then those that are paired with others on the same underlying, given to trades in time order on each
     * side.
     *
     * @param leg of a trade.
     * @return lots; 0 when the run charges no fees.
     */
    public int scalpedLots(final int leg)
    {
        return chargesFees ? scalpedLots[leg] : 0;
    }

    /**
     * Fee of the exchange for a leg.
     *
     * @param leg of a trade.
     * @return kopecks.
     */
    public long exchangeFee(final int leg)
    {
        return isFree(leg) ? 0 : ofLeg(leg, value(leg).exchangeFee(priceE5(leg >> 1)));
    }

    /**
     * Fee of clearing for a leg.
     *
     * @param leg of a trade.
     * @return kopecks.
     */
    public long clearingFee(final int leg)
    {
        return isFree(leg) ? 0 : ofLeg(leg, value(leg).clearingFee(priceE5(leg >> 1)));
    }

    /**
     * Value added tax on a fee of a leg.
     *
     * @param feeKopecks of the exchange or of clearing.
     * @return kopecks.
     */
    public long vat(final long feeKopecks)
    {
        return chargesVat ? Fees.vat(feeKopecks, vatPctE6) : 0;
    }

    /**
     * Whole-day margin of one contract bought in a trade; of a premium-style option the premium, below 0.
     *
     * @param trade index.
     * @return kopecks.
     */
    public long vmUnit(final int trade)
    {
        return vmUnit(trades.ints(DayTables.TRADE_INSTRUMENT).get(trade), priceE5(trade));
    }

    /**
     * Whole-day margin of one contract added at a price, as a movement adds it.
     *
     * @param instrument ordinal.
     * @param priceE5 at which it is added.
     * @return kopecks.
     */
    public long vmUnit(final int instrument, final long priceE5)
    {
        return day.value(instrument).day(priceE5);
    }

    private long priceE5(final int trade)
    {
        return trades.longs(DayTables.TRADE_PRICE_E5).get(trade);
    }

    private boolean isFree(final int leg)
    {
        return !chargesFees || !isTaker(leg) || day.isReversed(leg >> 1);
    }

    private ContractValue value(final int leg)
    {
        return day.value(trades.ints(DayTables.TRADE_INSTRUMENT).get(leg >> 1));
    }

    private long ofLeg(final int leg, final long feePerContract)
    {
        return Fees.ofLeg(feePerContract, trades.ints(DayTables.TRADE_QTY).get(leg >> 1), scalpedLots[leg]);
    }
}
