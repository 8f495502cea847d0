// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.util.Arrays;

import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.TradeColumns;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.Fees;
import io.bourse.clearing.model.VariationMargin;

/**
 * Positions, variation margin (sheet 1.3) and fees (sheet 1.4) of one run. Trade legs are packed into longs, sorted by
 * client code, instrument id and order of trading, and merged with the carried positions: sorted order instead of
 * hashing gives the same bytes every time (sheet 0.5).
 */
public final class PositionCalculator
{
    private final RunInput input;
    private final int instrumentCount;
    private final int[] accountByRank;
    private final int[] rankByAccount;
    private final int[] instrumentByRank;
    private final int[] rankByInstrument;
    private final long[] pointValuesE5;
    private final long[] settlementUnits;
    private final long[] paidUnits;
    private final PositionTable table;
    private final long[] paidPerContract;

    private PositionCalculator(final RunInput input)
    {
        this.input = input;
        this.instrumentCount = input.prices().length;
        this.accountByRank = input.accounts().idsByRank();
        this.rankByAccount = inverse(accountByRank);
        this.instrumentByRank = instrumentsById(input.prices());
        this.rankByInstrument = inverse(instrumentByRank);
        this.pointValuesE5 = new long[instrumentCount];
        this.settlementUnits = new long[instrumentCount];
        this.paidUnits = new long[instrumentCount];
        this.table = new PositionTable(input.tradeCount());
        this.paidPerContract = new long[Math.min(input.paidTradeCount(), input.tradeCount())];
    }

    /**
     * Calculates one run.
     *
     * @param input of the run.
     * @return rows and legs.
     * @throws ArithmeticException when an amount does not fit.
     */
    public static PositionTable calculate(final RunInput input)
    {
        final PositionCalculator calculator = new PositionCalculator(input);
        calculator.valuePrices();
        calculator.valueTrades();
        calculator.merge(calculator.sortedLegs(), calculator.carriedByPair());
        return calculator.table;
    }

    private void valuePrices()
    {
        for (int i = 0; i < instrumentCount; i++)
        {
            pointValuesE5[i] = input.prices()[i].pointValueE5();
            settlementUnits[i] = VariationMargin.unit(input.prices()[i].settlementPriceE5(), pointValuesE5[i]);
            final PaidValuation paid = input.paid()[i];
            if (null != paid)
            {
                paidUnits[i] = VariationMargin.unit(paid.settlementPriceE5(), paid.pointValueE5());
            }
        }
    }

    private void valueTrades()
    {
        final TradeColumns trades = input.trades();
        for (int trade = 0; trade < input.tradeCount(); trade++)
        {
            final int i = trades.instrument(trade);
            table.perContract(trade, margin(i, trades.priceE5(trade)));
            if (trade < paidPerContract.length)
            {
                paidPerContract[trade] = paidMargin(i, trades.priceE5(trade));
            }
        }
    }

    private long margin(final int instrument, final long referenceE5)
    {
        return Math.subtractExact(
            settlementUnits[instrument], VariationMargin.unit(referenceE5, pointValuesE5[instrument]));
    }

    private long paidMargin(final int instrument, final long referenceE5)
    {
        final PaidValuation paid = input.paid()[instrument];
        return null == paid ? 0 : Math.subtractExact(
            paidUnits[instrument], VariationMargin.unit(referenceE5, paid.pointValueE5()));
    }

    private long pair(final int account, final int instrument)
    {
        return (long)rankByAccount[account] * instrumentCount + rankByInstrument[instrument];
    }

    private int legBits()
    {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, 2 * input.tradeCount()));
    }

    private long[] sortedLegs()
    {
        final TradeColumns trades = input.trades();
        final int legBits = legBits();
        final long pairs = Math.max(1L, (long)accountByRank.length * instrumentCount);
        if (Long.numberOfLeadingZeros(pairs) <= legBits)
        {
            throw new IllegalStateException("trade legs do not fit 63-bit keys, clear in account ranges: accounts=" +
                accountByRank.length + " instruments=" + instrumentCount + " trades=" + input.tradeCount());
        }
        final long[] keys = new long[2 * input.tradeCount()];
        for (int leg = 0; leg < keys.length; leg++)
        {
            keys[leg] = pair(trades.account(leg), trades.instrument(leg >> 1)) << legBits | leg;
        }
        Arrays.sort(keys);
        return keys;
    }

    private CarriedRow[] carriedByPair()
    {
        final CarriedPositions carried = input.carried();
        final long[] keys = carried.sortedKeys();
        final CarriedRow[] rows = new CarriedRow[keys.length];
        for (int i = 0; i < keys.length; i++)
        {
            final int account = CarriedPositions.accountId(keys[i]);
            final int instrument = CarriedPositions.instrument(keys[i]);
            rows[i] = new CarriedRow(pair(account, instrument), carried.lots(keys[i]));
        }
        Arrays.sort(rows);
        return rows;
    }

    private void merge(final long[] legs, final CarriedRow[] carried)
    {
        final int legBits = legBits();
        int legIndex = 0;
        int carriedIndex = 0;
        while (legIndex < legs.length || carriedIndex < carried.length)
        {
            final long legPair = legIndex < legs.length ? legs[legIndex] >>> legBits : Long.MAX_VALUE;
            final long carriedPair = carriedIndex < carried.length ? carried[carriedIndex].pair() : Long.MAX_VALUE;
            final long pair = Math.min(legPair, carriedPair);
            final int instrument = instrumentByRank[(int)(pair % instrumentCount)];
            final long beginLots = carriedPair == pair ? carried[carriedIndex++].lots() : 0;
            final int row = table.addRow(accountByRank[(int)(pair / instrumentCount)], instrument, beginLots);
            final long previousE5 = input.prices()[instrument].previousE5();
            table.addMargin(
                row,
                Math.multiplyExact(beginLots, margin(instrument, previousE5)),
                Math.multiplyExact(beginLots, paidMargin(instrument, previousE5)));
            final int first = legIndex;
            while (legIndex < legs.length && legs[legIndex] >>> legBits == pair)
            {
                addLeg(row, legOf(legs[legIndex++], legBits));
            }
            if (input.fees().charged())
            {
                chargeLegs(row, legs, first, legIndex);
            }
        }
    }

    private static int legOf(final long key, final int legBits)
    {
        return (int)(key & (1L << legBits) - 1);
    }

    private void addLeg(final int row, final int leg)
    {
        final int trade = leg >> 1;
        final boolean isBuy = 0 == (leg & 1);
        final long lots = input.trades().qtyLots(trade);
        final long signedLots = isBuy ? lots : -lots;
        table.addLots(row, isBuy, lots);
        table.addMargin(
            row,
            Math.multiplyExact(signedLots, table.perContract(trade)),
            trade < paidPerContract.length ? Math.multiplyExact(signedLots, paidPerContract[trade]) : 0);
    }

    /** Scalper pairing of sheet 1.4: min(bought, sold) lots of the day pay half, first traded first, on each side. */
    private void chargeLegs(final int row, final long[] legs, final int from, final int to)
    {
        final long scalped = Math.min(table.bought(row), table.sold(row));
        final long[] left = {scalped, scalped};
        final int legBits = legBits();
        for (int i = from; i < to; i++)
        {
            final int leg = legOf(legs[i], legBits);
            final int side = leg & 1;
            final long lots = input.trades().qtyLots(leg >> 1);
            final long half = Math.min(lots, left[side]);
            left[side] -= half;
            chargeLeg(row, leg, lots, half);
        }
    }

    private void chargeLeg(final int row, final int leg, final long lots, final long scalpedLots)
    {
        if (!input.trades().isTaker(leg))
        {
            table.fee(row, leg, scalpedLots, 0, 0);
            return;
        }
        final int instrument = table.instrument(row);
        final FeeSchedule fees = input.fees();
        final long feePriceE5 = FeePrice.TRADE == fees.feePrice() ?
            input.trades().priceE5(leg >> 1) : input.prices()[instrument].previousE5();
        final long k = pointValuesE5[instrument];
        final long exchange = Fees.perContract(feePriceE5, k, fees.exchangePctE6()[instrument]);
        final long clearing = Fees.perContract(feePriceE5, k, fees.clearingPctE6()[instrument]);
        table.fee(
            row, leg, scalpedLots, Fees.ofLeg(exchange, lots, scalpedLots), Fees.ofLeg(clearing, lots, scalpedLots));
    }

    private static int[] instrumentsById(final InstrumentPrice[] prices)
    {
        final long[] keys = new long[prices.length];
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = (long)prices[i].instrumentId() << Integer.SIZE | i;
        }
        Arrays.sort(keys);
        final int[] ordinals = new int[keys.length];
        for (int rank = 0; rank < keys.length; rank++)
        {
            ordinals[rank] = (int)keys[rank];
        }
        return ordinals;
    }

    private static int[] inverse(final int[] permutation)
    {
        final int[] inverse = new int[permutation.length];
        for (int i = 0; i < permutation.length; i++)
        {
            inverse[permutation[i]] = i;
        }
        return inverse;
    }

    private record CarriedRow(long pair, long lots) implements Comparable<CarriedRow>
    {
        @Override
        public int compareTo(final CarriedRow other)
        {
            return Long.compare(pair, other.pair);
        }
    }
}
