// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.table.TableCursor;

/** What a run makes obligations of, worked out from movements and trades and not from the plan. */
final class ObligationSources
{
    private static final int EXPIRY = MovementKind.EXPIRY.ordinal();

    private ObligationSources()
    {
    }

    /** Closing movements of delivered futures. */
    static ObligationCursor ofMovements(
        final CalculationInput calculation, final Names names, final int[] settleDates)
    {
        return new Movements(calculation, names, settleDates);
    }

    /** Trades of spot instruments. */
    static ObligationCursor ofTrades(
        final CalculationInput calculation, final Names names, final int[] settleDates, final long[] accruedE5)
    {
        return new Trades(SpotTradeScan.of(calculation, names, accruedE5), names, settleDates);
    }

    private static final class Movements extends ObligationCursor
    {
        private final Names names;
        private final Contract[] contracts;
        private final int[] settleDates;
        private final TableCursor table;

        Movements(final CalculationInput calculation, final Names names, final int[] settleDates)
        {
            super(names);
            this.names = names;
            this.contracts = calculation.contracts();
            this.settleDates = settleDates;
            this.table = new TableCursor(calculation.movements());
        }

        @Override
        boolean advance()
        {
            while (table.next())
            {
                if (EXPIRY == table.ints(RunTables.MOVEMENT_KIND) && isDelivered(instrument()))
                {
                    return true;
                }
            }
            return false;
        }

        private boolean isDelivered(final int instrument)
        {
            return names.isInstrument(instrument) && !contracts[instrument].terms().isOption() &&
                SettlementType.PHYSICAL == contracts[instrument].terms().settlement();
        }

        @Override
        int account()
        {
            return table.ints(RunTables.MOVEMENT_ACCOUNT);
        }

        @Override
        int instrument()
        {
            return table.ints(RunTables.MOVEMENT_INSTRUMENT);
        }

        @Override
        int settleDate()
        {
            return settleDates[instrument()];
        }

        /** What closes a bought position is negative: its holder receives the asset and pays. */
        @Override
        long units()
        {
            return -table.longs(RunTables.MOVEMENT_LOTS) * contracts[instrument()].terms().lotUnits();
        }

        @Override
        long money()
        {
            final Contract contract = contracts[instrument()];
            final long k = VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
            return table.longs(RunTables.MOVEMENT_LOTS) *
                VariationMargin.unit(table.longs(RunTables.MOVEMENT_PRICE_E5), k);
        }
    }

    private static final class Trades extends ObligationCursor
    {
        private final SpotTradeScan scan;
        private final int[] settleDates;
        private final long[] pairs;
        private int row = -1;

        Trades(final SpotTradeScan scan, final Names names, final int[] settleDates)
        {
            super(names);
            this.scan = scan;
            this.settleDates = settleDates;
            this.pairs = scan.pairs();
        }

        @Override
        boolean advance()
        {
            return ++row < pairs.length;
        }

        @Override
        int account()
        {
            return SpotTradeScan.account(pairs[row]);
        }

        @Override
        int instrument()
        {
            return SpotTradeScan.instrument(pairs[row]);
        }

        @Override
        int settleDate()
        {
            return settleDates[instrument()];
        }

        @Override
        long units()
        {
            return scan.units(pairs[row]);
        }

        @Override
        long money()
        {
            return scan.money(pairs[row]);
        }
    }
}
