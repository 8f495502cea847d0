// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

import java.util.List;

/**
 * I9 as far as there is no spot market: obligations net to zero per contract, and each is what was carried and what the
 * closing movements of delivered futures leave, worked out from these movements and not from the plan.
 */
public final class ObligationChecks
{
    private static final long NO_KEY = Long.MAX_VALUE;
    private static final int EXPIRY = MovementKind.EXPIRY.ordinal();

    private final Names names;
    private final Contract[] contracts;
    private final long movements;
    private final IntColumn movedAccounts;
    private final ShortColumn movedInstruments;
    private final ByteColumn movedKinds;
    private final IntColumn movedLots;
    private final LongColumn movedPricesE5;
    private final Rows carried;
    private final Rows written;
    private final FirstFailure different = new FirstFailure();
    private final Sum128[] units;
    private final Sum128[] money;
    private long movement = -1;
    private long movementKey;

    private ObligationChecks(final CalculationInput calculation, final Table carried, final Table obligations)
    {
        this.names = new Names(calculation);
        this.contracts = calculation.contracts();
        final Table table = calculation.movements();
        this.movements = null == table ? 0 : table.rows();
        this.movedAccounts = null == table ? null : table.ints(RunTables.MOVEMENT_ACCOUNT);
        this.movedInstruments = null == table ? null : table.shorts(RunTables.MOVEMENT_INSTRUMENT);
        this.movedKinds = null == table ? null : table.bytes(RunTables.MOVEMENT_KIND);
        this.movedLots = null == table ? null : table.ints(RunTables.MOVEMENT_LOTS);
        this.movedPricesE5 = null == table ? null : table.longs(RunTables.MOVEMENT_PRICE_E5);
        this.carried = new Rows(carried);
        this.written = new Rows(obligations);
        this.units = InstrumentSums.totals(contracts.length);
        this.money = InstrumentSums.totals(contracts.length);
    }

    /**
     * Checks the obligations of a run.
     *
     * @param calculation what the run calculated from, with its movements.
     * @param carried RunTables.OBLIGATIONS of the last completed run, or null.
     * @param obligations RunTables.OBLIGATIONS of the run.
     * @return outcomes.
     */
    public static List<CheckResult> of(
        final CalculationInput calculation, final Table carried, final Table obligations)
    {
        return new ObligationChecks(calculation, carried, obligations).check();
    }

    private List<CheckResult> check()
    {
        nextMovement();
        long key = nextKey();
        while (NO_KEY != key)
        {
            check(key);
            key = nextKey();
        }
        final FirstFailure sums = new FirstFailure();
        for (int i = 0; i < contracts.length; i++)
        {
            if (!units[i].isZero() || !money[i].isZero())
            {
                sums.note("instrumentId=" + contracts[i].instrumentId() + " units=" + units[i] + " kopecks=" +
                    money[i]);
            }
        }
        return List.of(
            new CheckResult("I9 obligations are those carried and those of contracts that end, each once",
                written.rows, different.text()),
            new CheckResult("I9 obligations net to zero", written.rows, sums.text()));
    }

    private long nextKey()
    {
        return Math.min(movementKey, Math.min(carried.key, written.key));
    }

    private void check(final long key)
    {
        long wantedUnits = 0;
        long wantedMoney = 0;
        String row = "";
        if (key == carried.key)
        {
            row = carried.name();
            wantedUnits = carried.units();
            wantedMoney = carried.money();
            carried.next();
        }
        if (key == movementKey)
        {
            final int lots = movedLots.get(movement);
            final int instrument = movedInstruments.get(movement);
            final Contract contract = contracts[instrument];
            final long k = VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
            final long priceE5 = movedPricesE5.get(movement);
            row = names.row(movedAccounts.get(movement), instrument);
            // What closes a bought position is negative: its holder receives the asset and pays.
            wantedUnits -= lots * contract.terms().lotUnits();
            wantedMoney += lots * VariationMargin.unit(priceE5, k);
            nextMovement();
        }
        if (key != written.key)
        {
            different.note(row + " has no obligation, wantedUnits=" + wantedUnits + " wantedKopecks=" + wantedMoney);
            return;
        }
        if (written.units() != wantedUnits || written.money() != wantedMoney)
        {
            different.note(written.name() + " units=" + written.units() + " kopecks=" + written.money() +
                " wantedUnits=" + wantedUnits + " wantedKopecks=" + wantedMoney);
        }
        if (names.isInstrument(written.instrument()))
        {
            units[written.instrument()].add(written.units());
            money[written.instrument()].add(written.money());
        }
        written.next();
    }

    /** To the next movement that leaves an obligation. */
    private void nextMovement()
    {
        movementKey = NO_KEY;
        while (NO_KEY == movementKey && ++movement < movements)
        {
            final int instrument = movedInstruments.get(movement);
            if (EXPIRY == movedKinds.get(movement) && isDelivered(instrument))
            {
                movementKey = key(movedAccounts.get(movement), instrument);
            }
        }
    }

    private boolean isDelivered(final int instrument)
    {
        return names.isInstrument(instrument) && !contracts[instrument].terms().isOption() &&
            SettlementType.PHYSICAL == contracts[instrument].terms().settlement();
    }

    private long key(final int account, final int instrument)
    {
        return (long)names.rank(account) << Integer.SIZE | names.instrumentId(instrument) & 0xFFFF_FFFFL;
    }

    /** Rows of a table of obligations, one after the other; there are few of them beside positions. */
    private final class Rows
    {
        private final long rows;
        private final IntColumn accounts;
        private final ShortColumn instruments;
        private final LongColumn units;
        private final LongColumn money;
        private long row = -1;
        private long key;

        Rows(final Table table)
        {
            this.rows = null == table ? 0 : table.rows();
            this.accounts = null == table ? null : table.ints(RunTables.OBLIGATION_ACCOUNT);
            this.instruments = null == table ? null : table.shorts(RunTables.OBLIGATION_INSTRUMENT);
            this.units = null == table ? null : table.longs(RunTables.OBLIGATION_UNITS);
            this.money = null == table ? null : table.longs(RunTables.OBLIGATION_MONEY);
            next();
        }

        void next()
        {
            final long last = row < 0 ? Long.MIN_VALUE : key;
            row++;
            key = row == rows ? NO_KEY : key(account(), instrument());
            if (key <= last)
            {
                different.note("row=" + row + " " + name() + " is out of order");
            }
        }

        int account()
        {
            return accounts.get(row);
        }

        int instrument()
        {
            return instruments.get(row);
        }

        long units()
        {
            return units.get(row);
        }

        long money()
        {
            return money.get(row);
        }

        String name()
        {
            return names.row(account(), instrument());
        }
    }
}
