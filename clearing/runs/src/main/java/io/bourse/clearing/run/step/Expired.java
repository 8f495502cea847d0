// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.defaults.DefaultMovements;
import io.bourse.clearing.expiry.ExpiryInput;
import io.bourse.clearing.expiry.ExpiryPlan;
import io.bourse.clearing.expiry.ExpiryPlanner;
import io.bourse.clearing.expiry.Instructions;
import io.bourse.clearing.ingest.ExerciseInstruction;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * What has become of contracts that end and of positions of defaulters: movements and obligations are written.
 *
 * @param moved day with the movements.
 * @param defaults plans that the run carries out.
 * @param plan of contracts that end.
 * @param waiting plans of defaults that could not be carried out, and why.
 */
public record Expired(
    Moved moved, RunDefaults.Taken defaults, ExpiryPlan plan, SortedMap<String, String> waiting)
{
    /** Plans what becomes of contracts that end, and writes movements and obligations. */
    public static Expired of(final Workplace place, final Priced priced, final RunDefaults.Taken defaults)
        throws IOException
    {
        final IngestedDay day = priced.cut().day();
        final Contract[] contracts = priced.contracts();
        final Path directory = place.tables();
        final Instructions instructions = new Instructions();
        for (final ExerciseInstruction instruction : day.exercises())
        {
            instructions.add(instruction.account(), instruction.instrument(), instruction.lots());
        }
        final DefaultMovements moved = RunDefaults.carryOut(defaults, day, priced.input(null));
        final Table defaulted = RunDefaults.write(moved, directory);
        final boolean[] closes = priced.closes();
        final List<PositionRows> ending = isAny(closes) ?
            Amounts.fitting(() -> RunPositions.ofInstruments(priced.input(defaulted), closes)) : List.of();
        Amounts.fitting(() ->
        {
            priced.deliveries().addTrades(contracts, priced.accruedE5(), day.trades(), day.tradeCount());
            return null;
        });
        final Long[] underlyingE5 = new Long[contracts.length];
        for (int i = 0; i < underlyingE5.length; i++)
        {
            underlyingE5[i] = priced.proposal().price(i).underlyingE5();
        }
        final ExpiryPlan plan = ExpiryPlanner.plan(
            new ExpiryInput(
                day.registers(), contracts, priced.ends(), priced.wereEnded(), underlyingE5, ending, instructions,
                priced.cut().opening().carriedObligations(), priced.deliveries()),
            directory);
        if (null != defaulted)
        {
            RunDefaults.merge(defaulted, day, contracts, directory);
            defaulted.close();
        }
        return new Expired(Moved.open(place, priced), defaults, plan, moved.waiting());
    }

    private static boolean isAny(final boolean[] byOrdinal)
    {
        for (final boolean is : byOrdinal)
        {
            if (is)
            {
                return true;
            }
        }
        return false;
    }
}
