// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Plans what becomes of contracts on their last day (rules 1.6, 1.7). All positions of a contract that ends are closed
 * by movements; exercised options become futures at the strike, assigned to writers by largest remainder; futures that
 * are delivered leave obligations. Movements of both sides have the same price, so that they sum to zero in lots and
 * money.
 */
public final class ExpiryPlanner
{
    private ExpiryPlanner()
    {
    }

    /**
     * Contracts that a run ends.
     *
     * @param contracts by ordinal.
     * @param tradingDate YYYYMMDD.
     * @param isEvening whether the run is the evening one.
     * @return by ordinal, whether it ends.
     */
    public static boolean[] ends(final Contract[] contracts, final int tradingDate, final boolean isEvening)
    {
        final boolean[] ends = new boolean[contracts.length];
        for (int i = 0; i < ends.length; i++)
        {
            ends[i] = contracts[i].terms().endsAt(tradingDate, isEvening);
        }
        return ends;
    }

    /**
     * Plans, and writes RunTables.MOVEMENTS and RunTables.OBLIGATIONS into a run directory. Both are written even when
     * they are empty.
     *
     * @param input of the plan.
     * @param runDirectory in which the tables are made.
     * @return what became of each contract.
     * @throws IOException when a table cannot be written.
     * @throws PreconditionException when an option that ends has no price that decides, or no future to become.
     */
    public static ExpiryPlan plan(final ExpiryInput input, final Path runDirectory) throws IOException
    {
        try (ExpiryTables tables = new ExpiryTables(runDirectory))
        {
            final ExpiryPlan plan = plan(input, tables);
            tables.seal();
            return plan;
        }
    }

    /**
     * Plans.
     *
     * @param input of the plan.
     * @param sink of the rows.
     * @return what became of each contract.
     * @throws PreconditionException when an option that ends has no price that decides, or no future to become.
     */
    public static ExpiryPlan plan(final ExpiryInput input, final ExpirySink sink)
    {
        return new Planning(input, sink).run();
    }
}
