// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.model.SpotTrade;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import org.agrona.collections.Long2LongHashMap;

import java.util.Arrays;

/**
 * Lots and money of each register in each spot instrument, added up from the trades of the day, in the order of the
 * obligations that the evening run makes of them.
 */
final class SpotTradeScan
{
    private static final long NONE = Long.MIN_VALUE;
    private static final int INSTRUMENT_BITS = 16;

    private final Contract[] contracts;
    private final Names names;
    private final boolean[] isSpot;
    private final Long2LongHashMap lots = new Long2LongHashMap(NONE);
    private final Long2LongHashMap money = new Long2LongHashMap(NONE);

    private SpotTradeScan(final Contract[] contracts, final Names names)
    {
        this.contracts = contracts;
        this.names = names;
        this.isSpot = new boolean[contracts.length];
        for (int i = 0; i < isSpot.length; i++)
        {
            isSpot[i] = contracts[i].terms().isSpot();
        }
    }

    static SpotTradeScan of(final CalculationInput calculation, final Names names, final long[] accruedE5)
    {
        final SpotTradeScan scan = new SpotTradeScan(calculation.contracts(), names);
        if (calculation.chargesFees() && Arrays.stream(calculation.contracts()).anyMatch(each -> each.terms().isSpot()))
        {
            scan.scan(calculation.trades(), calculation.tradeCount(), accruedE5);
        }
        return scan;
    }

    private void scan(final Table trades, final int count, final long[] accruedE5)
    {
        for (final TableCursor rows = new TableCursor(trades, 0, count); rows.next();)
        {
            final int instrument = rows.ints(DayTables.TRADE_INSTRUMENT);
            if (names.isInstrument(instrument) && isSpot[instrument])
            {
                final Contract contract = contracts[instrument];
                final long k = contract.paymentPointE5();
                final long bought = rows.longs(DayTables.TRADE_QTY);
                final long paid = SpotTrade.money(rows.longs(DayTables.TRADE_PRICE_E5), bought, k) +
                    SpotTrade.accrued(accruedE5[instrument], bought * contract.terms().lotUnits());
                add(rows.ints(DayTables.TRADE_BUYER), instrument, bought, -paid);
                add(rows.ints(DayTables.TRADE_SELLER), instrument, -bought, paid);
            }
        }
    }

    private void add(final int account, final int instrument, final long addedLots, final long kopecks)
    {
        final long key = (long)account << INSTRUMENT_BITS | instrument;
        lots.put(key, lots.getOrDefault(key, 0) + addedLots);
        money.put(key, money.getOrDefault(key, 0) + kopecks);
    }

    /** Pairs with lots or money, registers by code, instruments by id. */
    long[] pairs()
    {
        final long[] ordered = new long[lots.size()];
        int size = 0;
        final Long2LongHashMap.KeyIterator keys = lots.keySet().iterator();
        while (keys.hasNext())
        {
            final long key = keys.nextValue();
            if (0 != lots.get(key) || 0 != money.get(key))
            {
                ordered[size++] = key;
            }
        }
        return sorted(ordered, size);
    }

    /** By rank of the register and place of the id, then back to what they are of. */
    private long[] sorted(final long[] pairs, final int size)
    {
        final int[] ids = new int[contracts.length];
        Arrays.setAll(ids, i -> contracts[i].instrumentId());
        Arrays.sort(ids);
        final Long2LongHashMap pairOf = new Long2LongHashMap(NONE);
        final long[] keys = new long[size];
        for (int i = 0; i < size; i++)
        {
            final int place = Arrays.binarySearch(ids, contracts[instrument(pairs[i])].instrumentId());
            keys[i] = (long)names.rank(account(pairs[i])) << INSTRUMENT_BITS | place;
            pairOf.put(keys[i], pairs[i]);
        }
        Arrays.sort(keys);
        for (int i = 0; i < size; i++)
        {
            keys[i] = pairOf.get(keys[i]);
        }
        return keys;
    }

    static int account(final long pair)
    {
        return (int)(pair >> INSTRUMENT_BITS);
    }

    static int instrument(final long pair)
    {
        return (int)pair & (1 << INSTRUMENT_BITS) - 1;
    }

    long units(final long pair)
    {
        return lots.get(pair) * contracts[instrument(pair)].terms().lotUnits();
    }

    long money(final long pair)
    {
        return money.get(pair);
    }
}
