// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

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
        private final long rows;
        private final IntColumn accounts;
        private final ShortColumn instruments;
        private final ByteColumn kinds;
        private final IntColumn lots;
        private final LongColumn pricesE5;
        private long row = -1;

        Movements(final CalculationInput calculation, final Names names, final int[] settleDates)
        {
            super(names);
            this.names = names;
            this.contracts = calculation.contracts();
            this.settleDates = settleDates;
            final Table table = calculation.movements();
            this.rows = null == table ? 0 : table.rows();
            this.accounts = null == table ? null : table.ints(RunTables.MOVEMENT_ACCOUNT);
            this.instruments = null == table ? null : table.shorts(RunTables.MOVEMENT_INSTRUMENT);
            this.kinds = null == table ? null : table.bytes(RunTables.MOVEMENT_KIND);
            this.lots = null == table ? null : table.ints(RunTables.MOVEMENT_LOTS);
            this.pricesE5 = null == table ? null : table.longs(RunTables.MOVEMENT_PRICE_E5);
        }

        @Override
        boolean advance()
        {
            boolean isFound = false;
            while (!isFound && ++row < rows)
            {
                isFound = EXPIRY == kinds.get(row) && isDelivered(instruments.get(row));
            }
            return isFound;
        }

        private boolean isDelivered(final int instrument)
        {
            return names.isInstrument(instrument) && !contracts[instrument].terms().isOption() &&
                SettlementType.PHYSICAL == contracts[instrument].terms().settlement();
        }

        @Override
        int account()
        {
            return accounts.get(row);
        }

        @Override
        int instrument()
        {
            return instruments.get(row);
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
            return -lots.get(row) * contracts[instrument()].terms().lotUnits();
        }

        @Override
        long money()
        {
            final Contract contract = contracts[instrument()];
            final long k = VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
            return lots.get(row) * VariationMargin.unit(pricesE5.get(row), k);
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
