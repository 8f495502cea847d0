// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What is to be delivered and paid and is not settled yet, as lots of the asset's spot instrument: until then its price
 * may move as that of a position, so it needs the margin of one (rules 1.9). It is one that is paid in the same
 * currency, if there is one. Of several it is the one with the smallest
 * id that has a price and needs margin; when none has both, the one with the smallest id. One row per register and spot
 * instrument, in the order of the tables of a run; settlement dates are netted. An obligation that is not settled here,
 * and one of an asset without a spot instrument, is in none.
 */
public final class OpenObligations
{
    /** Nothing is open. */
    public static final OpenObligations NONE = new OpenObligations(new Contract[0], instrument -> false);
    private static final int NO_SPOT = -1;

    /** By ordinal: spot instrument of the asset that the contract delivers. */
    private final int[] spots;
    /** By ordinal: units in a lot. */
    private final long[] lotUnits;
    /** Of one register, by ordinal of the spot instrument. */
    private final long[] units;
    /** Ordinals of spot instruments, by id. */
    private final int[] byId;
    private int[] accounts = new int[0];
    private short[] instruments = new short[0];
    private long[] lots = new long[0];
    private int size;

    private OpenObligations(final Contract[] contracts, final IntPredicate isMargined)
    {
        final Map<String, Integer> spotOfAsset = new HashMap<>();
        byId = spotsById(contracts);
        for (final int ordinal : byId)
        {
            if (isMargined.test(ordinal) && contracts[ordinal].settlementE5() > 0)
            {
                put(spotOfAsset, contracts[ordinal], ordinal);
            }
        }
        for (final int ordinal : byId)
        {
            put(spotOfAsset, contracts[ordinal], ordinal);
        }
        spots = new int[contracts.length];
        lotUnits = new long[contracts.length];
        units = new long[contracts.length];
        for (int i = 0; i < contracts.length; i++)
        {
            lotUnits[i] = contracts[i].terms().lotUnits();
            spots[i] = spotOfAsset.getOrDefault(
                assetAndCurrency(contracts[i]), spotOfAsset.getOrDefault(contracts[i].terms().asset(), NO_SPOT));
        }
    }

    private static void put(final Map<String, Integer> spotOfAsset, final Contract spot, final int ordinal)
    {
        spotOfAsset.putIfAbsent(assetAndCurrency(spot), ordinal);
        spotOfAsset.putIfAbsent(spot.terms().asset(), ordinal);
    }

    private static String assetAndCurrency(final Contract contract)
    {
        return contract.terms().asset() + " " + contract.terms().currencyCode();
    }

    private static int[] spotsById(final Contract[] contracts)
    {
        return IntStream.range(0, contracts.length)
            .filter(i -> contracts[i].terms().isSpot() && contracts[i].terms().hasAsset()).boxed()
            .sorted(Comparator.comparingInt(i -> contracts[i].instrumentId())).mapToInt(Integer::intValue).toArray();
    }

    /**
     * Adds up what a run has left.
     *
     * @param obligations RunTables.OBLIGATIONS of the run.
     * @param contracts of the run, by ordinal.
     * @param arrays of the run: which instruments need margin.
     * @return one row per register and spot instrument with an open net obligation.
     * @throws ArithmeticException when units do not fit.
     */
    public static OpenObligations of(
        final Table obligations, final Contract[] contracts, final MarginArrays arrays)
    {
        final OpenObligations open = new OpenObligations(contracts, arrays::isMargined);
        if (0 == open.byId.length)
        {
            return open;
        }
        final IntColumn accountColumn = obligations.ints(RunTables.OBLIGATION_ACCOUNT);
        final IntColumn instrumentColumn = obligations.ints(RunTables.OBLIGATION_INSTRUMENT);
        final IntColumn dateColumn = obligations.ints(RunTables.OBLIGATION_DATE);
        final LongColumn unitColumn = obligations.longs(RunTables.OBLIGATION_UNITS);
        for (long row = 0; row < obligations.rows(); row++)
        {
            final int account = accountColumn.get(row);
            if (row > 0 && account != accountColumn.get(row - 1))
            {
                open.end(accountColumn.get(row - 1));
            }
            final int spot = open.spots[instrumentColumn.get(row)];
            if (0 != dateColumn.get(row) && NO_SPOT != spot)
            {
                open.units[spot] = Math.addExact(open.units[spot], unitColumn.get(row));
            }
        }
        if (obligations.rows() > 0)
        {
            open.end(accountColumn.get(obligations.rows() - 1));
        }
        return open;
    }

    /** Closes a register. */
    private void end(final int account)
    {
        for (final int spot : byId)
        {
            if (0 != units[spot])
            {
                if (size == accounts.length)
                {
                    final int length = Math.max(16, 2 * size);
                    accounts = Arrays.copyOf(accounts, length);
                    instruments = Arrays.copyOf(instruments, length);
                    lots = Arrays.copyOf(lots, length);
                }
                accounts[size] = account;
                instruments[size] = (short)spot;
                lots[size++] = wholeLots(units[spot], lotUnits[spot]);
                units[spot] = 0;
            }
        }
    }

    /** A part of a lot needs the margin of a lot. */
    private static long wholeLots(final long units, final long lotUnits)
    {
        final long lots = Math.ceilDiv(Math.absExact(units), lotUnits);
        return units < 0 ? -lots : lots;
    }

    /**
     * Number of rows.
     *
     * @return from 0.
     */
    public int size()
    {
        return size;
    }

    /**
     * Register of a row.
     *
     * @param row from 0.
     * @return account id.
     */
    public int account(final int row)
    {
        return accounts[row];
    }

    /**
     * Spot instrument of a row.
     *
     * @param row from 0.
     * @return ordinal.
     */
    public int instrument(final int row)
    {
        return instruments[row];
    }

    /**
     * Lots of a row.
     *
     * @param row from 0.
     * @return to be received; below 0 to be delivered; never 0.
     */
    public long lots(final int row)
    {
        return lots[row];
    }
}
