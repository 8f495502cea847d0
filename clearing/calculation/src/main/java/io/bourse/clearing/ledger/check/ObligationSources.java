// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import java.util.Arrays;
import java.util.PrimitiveIterator;

/** Rows of obligations; what a run makes them of is worked out from movements and trades and not from the plan. */
final class ObligationSources
{
    private static final int EXPIRY = MovementKind.EXPIRY.ordinal();

    private ObligationSources()
    {
    }

    /** Rows of {@link RunTables#OBLIGATIONS}. */
    static ObligationCursor left(final Names names, final Table obligations)
    {
        final TableCursor table = new TableCursor(obligations);
        return new ObligationCursor(names, row -> table.next() &&
            put(row, table, RunTables.OBLIGATION_UNITS, RunTables.OBLIGATION_MONEY));
    }

    /** Rows of {@link RunTables#SETTLEMENTS}. */
    static ObligationCursor settled(final Names names, final Table settlements)
    {
        final TableCursor table = new TableCursor(settlements);
        return new ObligationCursor(names, row ->
        {
            if (!table.next())
            {
                return false;
            }
            row.kind = table.ints(RunTables.SETTLEMENT_KIND);
            return put(row, table, RunTables.SETTLEMENT_UNITS, RunTables.SETTLEMENT_MONEY);
        });
    }

    /** The first columns of both tables are the same. */
    private static boolean put(
        final ObligationCursor row, final TableCursor table, final int unitsColumn, final int moneyColumn)
    {
        row.account = table.ints(RunTables.OBLIGATION_ACCOUNT);
        row.instrument = table.ints(RunTables.OBLIGATION_INSTRUMENT);
        row.settleDate = table.ints(RunTables.OBLIGATION_DATE);
        row.units = table.longs(unitsColumn);
        row.money = table.longs(moneyColumn);
        return true;
    }

    /** Closing movements of delivered futures. */
    static ObligationCursor ofMovements(
        final CalculationInput calculation, final Names names, final int[] settleDates)
    {
        final TableCursor table = new TableCursor(calculation.movements());
        return new ObligationCursor(names, row ->
        {
            while (table.next())
            {
                final int instrument = table.ints(RunTables.MOVEMENT_INSTRUMENT);
                if (EXPIRY == table.ints(RunTables.MOVEMENT_KIND) && names.isInstrument(instrument) &&
                    isDelivered(calculation.contracts()[instrument]))
                {
                    row.account = table.ints(RunTables.MOVEMENT_ACCOUNT);
                    row.instrument = instrument;
                    row.settleDate = settleDates[instrument];
                    put(row, calculation.contracts()[instrument], table);
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean isDelivered(final Contract contract)
    {
        return !contract.terms().isOption() && SettlementType.PHYSICAL == contract.terms().settlement();
    }

    /** What closes a bought position is negative: its holder receives the asset and pays. */
    private static void put(final ObligationCursor row, final Contract contract, final TableCursor movement)
    {
        final long lots = movement.longs(RunTables.MOVEMENT_LOTS);
        final long k = VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
        row.units = -lots * contract.terms().lotUnits();
        row.money = lots * VariationMargin.unit(movement.longs(RunTables.MOVEMENT_PRICE_E5), k);
    }

    /** Trades of spot instruments. */
    static ObligationCursor ofTrades(
        final CalculationInput calculation, final Names names, final int[] settleDates, final long[] accruedE5)
    {
        final SpotTradeScan scan = SpotTradeScan.of(calculation, names, accruedE5);
        final PrimitiveIterator.OfLong pairs = Arrays.stream(scan.pairs()).iterator();
        return new ObligationCursor(names, row ->
        {
            if (!pairs.hasNext())
            {
                return false;
            }
            final long pair = pairs.nextLong();
            row.account = SpotTradeScan.account(pair);
            row.instrument = SpotTradeScan.instrument(pair);
            row.settleDate = settleDates[row.instrument];
            row.units = scan.units(pair);
            row.money = scan.money(pair);
            return true;
        });
    }
}
