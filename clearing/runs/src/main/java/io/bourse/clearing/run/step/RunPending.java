// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.cashmarket.DueObligation;
import io.bourse.clearing.cashmarket.PendingDeliveries;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What clients who go to other members leave behind, because deliveries at the old register still need it. */
final class RunPending
{
    private RunPending()
    {
    }

    /** Nothing yet, for those that go or have gone. */
    static PendingDeliveries of(final RunDefaults.Taken defaults, final IngestedDay day)
    {
        final Set<Integer> going = new HashSet<>();
        final List<DefaultPlan> plans = new ArrayList<>(defaults.done());
        plans.addAll(defaults.plans());
        for (final DefaultPlan plan : plans)
        {
            if (PlanKind.PORT == plan.kind())
            {
                plan.ports().keySet().stream().map(day::accountOf).filter(account -> account >= 0).forEach(going::add);
            }
        }
        return new PendingDeliveries(going);
    }

    /**
     * Adds what was traded for delivery today: the evening run makes obligations of it, an earlier one only knows the
     * position and takes the settlement price. What is due on another date is another delivery, as it will be there.
     *
     * @param settleDates by ordinal: when what was traded is due.
     */
    static void addTraded(final PendingDeliveries pending, final CalculationInput input, final int[] settleDates)
    {
        final Contract[] contracts = input.contracts();
        final boolean[] isSpot = new boolean[contracts.length];
        boolean isAny = false;
        for (int i = 0; i < contracts.length; i++)
        {
            isSpot[i] = ContractStyle.SPOT == contracts[i].terms().style();
            isAny |= isSpot[i];
        }
        if (!isAny || !pending.isAsked() || input.chargesFees())
        {
            return;
        }
        for (final PositionRows part : RunPositions.ofInstruments(input, isSpot))
        {
            for (int row = 0; row < part.size(); row++)
            {
                if (0 != part.end(row) && pending.isAsked(part.account(row)))
                {
                    final int instrument = part.instrument(row);
                    final Contract contract = contracts[instrument];
                    final long lots = part.end(row);
                    final long lot = VariationMargin.unit(contract.settlementE5(), contract.paymentPointE5());
                    pending.add(part.account(row), settleDates[instrument], contract.terms().asset(),
                        contract.terms().currency(),
                        Math.multiplyExact(lots, contract.terms().lotUnits()),
                        Math.negateExact(Math.multiplyExact(lots, lot)));
                }
            }
        }
    }

    /** Adds what the obligations that a run leaves will take. Those without a date are not settled here. */
    static void addObligations(final PendingDeliveries pending, final Contract[] contracts, final Path directory)
        throws IOException
    {
        if (!pending.isAsked())
        {
            return;
        }
        try (Table obligations = Table.open(directory, RunTables.OBLIGATIONS))
        {
            for (long row = 0; row < obligations.rows(); row++)
            {
                final DueObligation due = RunDeliveries.obligation(obligations, row);
                if (0 != due.settleDate())
                {
                    final Contract contract = contracts[due.instrument()];
                    pending.add(due.account(), due.settleDate(), contract.terms().asset(), contract.terms().currency(),
                        due.units(), due.kopecks());
                }
            }
        }
    }
}
