// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.SpotTrade;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import org.agrona.collections.Long2LongHashMap;

import java.util.function.Function;

/**
 * What a run makes obligations of, besides contracts that end: the day's trades of spot instruments (rules 1.9), and
 * when each contract is delivered.
 */
public final class Deliveries
{
    private static final long NONE = Long.MIN_VALUE;
    private static final int INSTRUMENT_BITS = 16;

    private final boolean[] delivers;
    private final int[] settleDates;
    private final Long2LongHashMap moneyByKey = new Long2LongHashMap(NONE);

    private Deliveries(final boolean[] delivers, final int[] settleDates)
    {
        this.delivers = delivers;
        this.settleDates = settleDates;
    }

    /**
     * Deliveries of a run.
     *
     * @param contracts by ordinal.
     * @param tradingDate YYYYMMDD.
     * @param isEvening only the evening run makes obligations of spot trades.
     * @param days on which what a contract delivers is delivered.
     * @return deliveries, without any trade.
     */
    public static Deliveries of(
        final Contract[] contracts,
        final int tradingDate,
        final boolean isEvening,
        final Function<ClearingTerms, BusinessDays> days)
    {
        final boolean[] delivers = new boolean[contracts.length];
        final int[] settleDates = new int[contracts.length];
        for (int i = 0; i < contracts.length; i++)
        {
            delivers[i] = isEvening && contracts[i].terms().isSpot();
            final ClearingTerms terms = contracts[i].terms();
            settleDates[i] = terms.hasAsset() ? days.apply(terms).plus(tradingDate, terms.settlementDays()) : 0;
        }
        return new Deliveries(delivers, settleDates);
    }

    /**
     * Takes the trades of spot instruments. Looks at nothing but their instrument otherwise.
     *
     * @param contracts by ordinal.
     * @param accruedE5 by ordinal: interest that a unit of the asset has earned, in the currency of its payment x
     *     100 000.
     * @param trades DayTables.TRADES.
     * @param tradeCount at the cut.
     * @throws ArithmeticException when an amount does not fit.
     */
    public void addTrades(
        final Contract[] contracts, final long[] accruedE5, final Table trades, final int tradeCount)
    {
        moneyByKey.clear();
        if (!deliversAny())
        {
            return;
        }
        final long[] pointValuesE5 = new long[contracts.length];
        for (int i = 0; i < contracts.length; i++)
        {
            pointValuesE5[i] = delivers[i] ? contracts[i].paymentPointE5() : 0;
        }
        for (final TableCursor rows = new TableCursor(trades, 0, tradeCount); rows.next();)
        {
            final int instrument = rows.ints(DayTables.TRADE_INSTRUMENT);
            if (delivers[instrument])
            {
                final long qty = rows.longs(DayTables.TRADE_QTY);
                final long units = Math.multiplyExact(qty, contracts[instrument].terms().lotUnits());
                final long paid = Math.addExact(
                    SpotTrade.money(rows.longs(DayTables.TRADE_PRICE_E5), qty, pointValuesE5[instrument]),
                    SpotTrade.accrued(accruedE5[instrument], units));
                add(rows.ints(DayTables.TRADE_BUYER), instrument, Math.negateExact(paid));
                add(rows.ints(DayTables.TRADE_SELLER), instrument, paid);
            }
        }
    }

    private void add(final int account, final int instrument, final long kopecks)
    {
        final long key = (long)account << INSTRUMENT_BITS | instrument;
        moneyByKey.put(key, Math.addExact(moneyByKey.getOrDefault(key, 0), kopecks));
    }

    /**
     * Whether there is a spot instrument to deliver.
     *
     * @return true if so.
     */
    public boolean deliversAny()
    {
        for (final boolean isDelivered : delivers)
        {
            if (isDelivered)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the run makes obligations of all that was traded in an instrument.
     *
     * @param instrument ordinal.
     * @return true for spot instruments in the evening.
     */
    public boolean delivers(final int instrument)
    {
        return delivers[instrument];
    }

    /**
     * When the obligations of a contract are due that this run makes.
     *
     * @param instrument ordinal.
     * @return YYYYMMDD, 0 when nothing of it is settled here.
     */
    public int settleDate(final int instrument)
    {
        return settleDates[instrument];
    }

    /**
     * Money of a register's trades in a spot instrument. Only asked by key: the order of a map never reaches a result.
     *
     * @param account register.
     * @param instrument ordinal.
     * @return hundredths of the currency of the instrument, received if above 0, paid below.
     */
    public long money(final int account, final int instrument)
    {
        return moneyByKey.getOrDefault((long)account << INSTRUMENT_BITS | instrument, 0);
    }
}
