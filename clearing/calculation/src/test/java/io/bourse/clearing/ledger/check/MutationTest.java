// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.LedgerDay;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** One value is changed, one row is lost or doubled: a check fails and names the record. */
@Tag("venue")
class MutationTest
{
    @TempDir
    private Path root;
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private LedgerDay day;

    private CalculationInput evening;

    @BeforeEach
    void writeRuns() throws IOException
    {
        day = new LedgerDay(root, seed, 2);
        day.write(false);
        evening = day.write(true);
    }

    @AfterEach
    void close()
    {
        day.close();
    }

    @Test
    void shouldNameTheTradeWhenItsQuantityChanged() throws IOException
    {
        final CheckInput clean = day.checkInput(true, evening);
        final long[] trade = day.trades.get(lateTrade());
        trade[DayTables.TRADE_QTY] += 3;
        final String failure = failure(clean, day.write(true));
        assertNames(failure, "tradeId=" + trade[DayTables.TRADE_ID] + " ");
    }

    @Test
    void shouldNameTheTradeWhenAnyOfItsValuesChanged() throws IOException
    {
        final CheckInput clean = day.checkInput(true, evening);
        final Path trades = clean.calculation().trades().directory().getParent();
        for (int column = 0; column < DayTables.TRADE_CHECK; column++)
        {
            final int row = random.nextInt(day.trades.size());
            TestTables.damage(trades, DayTables.TRADES, column, row, -1);
            final long id = day.trades.get(row)[DayTables.TRADE_ID] - (DayTables.TRADE_ID == column ? 1 : 0);
            assertNames(failure(clean), "tradeId=" + id + " ");
            TestTables.damage(trades, DayTables.TRADES, column, row, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldNameTheTradeWhoseIdIsAtAnEndOfItsType(final long id) throws IOException
    {
        final CheckInput clean = day.checkInput(true, evening);
        final int row = lateTrade();
        TestTables.damage(clean.calculation().trades().directory().getParent(), DayTables.TRADES, DayTables.TRADE_ID,
            row, id - day.trades.get(row)[DayTables.TRADE_ID]);
        assertNames(failure(clean), "tradeId=" + id + " ");
    }

    @Test
    void shouldNameTheInstrumentWhenTheStreamItselfHasAnotherQuantity() throws IOException
    {
        final CheckInput clean = day.checkInput(true, evening);
        final long[] trade = day.trades.get(lateTrade());
        trade[DayTables.TRADE_QTY] += 3;
        TestTables.seal(trade);
        final String failure = failure(clean, day.write(true));
        assertNames(failure, "instrumentId=" + instrumentId(clean, trade[DayTables.TRADE_INSTRUMENT]) + " ");
        assertNames(failure, "matcherLots=");
    }

    @Test
    void shouldNameTheTradeThatIsThereTwice() throws IOException
    {
        final CheckInput clean = day.checkInput(true, evening);
        final int index = lateTrade();
        day.trades.add(index, day.trades.get(index).clone());
        assertNames(failure(clean, day.write(true)), "tradeId=" + day.trades.get(index)[DayTables.TRADE_ID] + " ");
    }

    @Test
    void shouldNameTheInstrumentOfATradeThatIsMissing() throws IOException
    {
        final CheckInput clean = day.checkInput(true, evening);
        final long[] trade = day.trades.remove(lateTrade());
        assertNames(failure(clean, day.write(true)),
            "instrumentId=" + instrumentId(clean, trade[DayTables.TRADE_INSTRUMENT]) + " ");
    }

    @Test
    void shouldNameTheRegisterWhenAnyColumnOfAPositionChanged() throws IOException
    {
        for (int column = RunTables.POSITION_BEGIN; column <= RunTables.POSITION_VAT_CC; column++)
        {
            final long row = row(RunTables.POSITIONS);
            final String name = nameOf(RunTables.POSITIONS, row);
            damage(RunTables.POSITIONS, column, row, 1);
            assertNames(failure(day.checkInput(true, evening)), name);
            damage(RunTables.POSITIONS, column, row, -1);
        }
        assertTrue(new RunChecks(day.checkInput(true, evening)).check().results().stream().allMatch(CheckResult::isOk));
    }

    @Test
    void shouldNameTheRegisterWhenAPositionChangedWithoutContradictingItself() throws IOException
    {
        for (final int column : List.of(
            RunTables.POSITION_BEGIN, RunTables.POSITION_BUYS, RunTables.POSITION_SELLS, RunTables.POSITION_MOVED))
        {
            final int sign = RunTables.POSITION_SELLS == column ? -1 : 1;
            final long row = row(RunTables.POSITIONS);
            final String name = nameOf(RunTables.POSITIONS, row);
            damage(RunTables.POSITIONS, column, row, 1);
            damage(RunTables.POSITIONS, RunTables.POSITION_END, row, sign);
            final List<CheckResult> failed = new RunChecks(day.checkInput(true, evening)).check().results().stream()
                .filter(result -> !result.isOk()).toList();
            assertTrue(failed.stream().anyMatch(result -> (result.failure() + " ").contains(name)),
                "seed=" + seed + " column=" + column + " name=" + name + " failed=" + failed);
            damage(RunTables.POSITIONS, column, row, -1);
            damage(RunTables.POSITIONS, RunTables.POSITION_END, row, -sign);
        }
    }

    @Test
    void shouldNameTheRegisterWhenAPostingChanged() throws IOException
    {
        for (int column = 0; column < RunTables.LEDGER.columns().size(); column++)
        {
            final long row = row(RunTables.LEDGER);
            final String name = nameOf(RunTables.LEDGER, row);
            damage(RunTables.LEDGER, column, row, 1);
            final String failure = failure(day.checkInput(true, evening));
            // Another instrument's posting may be the one too many; it is the register that is named in any case.
            final String client = name.substring(0, name.indexOf(" instrumentId"));
            assertNames(failure, column == RunTables.LEDGER_ACCOUNT ? "" :
                column == RunTables.LEDGER_INSTRUMENT ? client : name);
            damage(RunTables.LEDGER, column, row, -1);
        }
    }

    @Test
    void shouldNameTheRegisterWhenItsMoneyChanged() throws IOException
    {
        for (int column = RunTables.MONEY_BEGIN; column < RunTables.MONEY.columns().size(); column++)
        {
            final long row = row(RunTables.MONEY);
            final String name;
            try (Table money = Table.open(day.directory("2-E"), RunTables.MONEY))
            {
                name = "client=" + day.registers.name(money.ints(RunTables.MONEY_ACCOUNT).get(row)) + " ";
            }
            damage(RunTables.MONEY, column, row, 1);
            assertNames(failure(day.checkInput(true, evening)), name);
            damage(RunTables.MONEY, column, row, -1);
        }
    }

    @Test
    void shouldNameTheRegisterWhenAPaymentChanged() throws IOException
    {
        for (int column = RunTables.PAYMENT_CODE; column <= RunTables.PAYMENT_AMOUNT; column++)
        {
            final long row = row(RunTables.PAYMENTS);
            final String name;
            try (Table payments = Table.open(day.directory("2-E"), RunTables.PAYMENTS))
            {
                name = "client=" + day.registers.name(payments.ints(RunTables.PAYMENT_ACCOUNT).get(row)) + " ";
            }
            damage(RunTables.PAYMENTS, column, row, 1);
            assertNames(failure(day.checkInput(true, evening)), name);
            damage(RunTables.PAYMENTS, column, row, -1);
        }
        damageNonZero("1-I", RunTables.MONEY, RunTables.MONEY_END);
        assertTrue(new RunChecks(day.checkInput(true, evening)).check().results().stream().allMatch(CheckResult::isOk));
    }

    @Test
    void shouldNameTheRegisterWhenWhatWasCarriedOrPaidChanged() throws IOException
    {
        damageNonZero("0-E", RunTables.POSITIONS, RunTables.POSITION_END);
        damageNonZero("1-I", RunTables.POSITIONS, RunTables.POSITION_VM_DAY);
        damageNonZero("0-E", RunTables.MONEY, RunTables.MONEY_END);
        damageNonZero("1-I", RunTables.MONEY, RunTables.MONEY_END);
    }

    private void damageNonZero(final String run, final TableSpec spec, final int column) throws IOException
    {
        long row = 0;
        final String name;
        try (Table table = Table.open(day.directory(run), spec))
        {
            for (row = random.nextInt((int)table.rows()); 0 == TestTables.value(table, column, row);)
            {
                row = (row + 1) % table.rows();
            }
            name = "client=" + day.registers.name(table.ints(0).get(row)) + " ";
        }
        TestTables.damage(day.directory(run), spec, column, row, 7);
        final List<CheckResult> failed = new RunChecks(day.checkInput(true, evening)).check().results().stream()
            .filter(result -> !result.isOk()).toList();
        assertTrue(failed.stream().anyMatch(result -> result.failure().contains(name)),
            "seed=" + seed + " run=" + run + " name=" + name + " failed=" + failed);
        TestTables.damage(day.directory(run), spec, column, row, -7);
    }

    /** A trade after the cut of the intraday run. */
    private int lateTrade()
    {
        return LedgerDay.CUT + random.nextInt(day.trades.size() - LedgerDay.CUT);
    }

    private long row(final TableSpec spec) throws IOException
    {
        try (Table table = Table.open(day.directory("2-E"), spec))
        {
            return random.nextLong(table.rows());
        }
    }

    /** Positions and ledger begin with account and instrument. */
    private String nameOf(final TableSpec spec, final long row) throws IOException
    {
        try (Table table = Table.open(day.directory("2-E"), spec))
        {
            return "client=" + day.registers.name(table.ints(0).get(row)) + " instrumentId=" +
                day.contracts(true)[table.ints(1).get(row)].instrumentId() + " ";
        }
    }

    private void damage(final TableSpec spec, final int column, final long row, final long plus) throws IOException
    {
        TestTables.damage(day.directory("2-E"), spec, column, row, plus);
    }

    private static int instrumentId(final CheckInput input, final long instrument)
    {
        return input.calculation().contracts()[(int)instrument].instrumentId();
    }

    /** The run is done again with other trades, but the matcher says what it said. */
    private String failure(final CheckInput clean, final CalculationInput again) throws IOException
    {
        final CheckInput input = day.checkInput(true, again);
        return failure(new CheckInput(
            input.calculation(), input.books(), input.opening(), input.paidRun(), clean.matcher(), input.ended()));
    }

    private String failure(final CheckInput input)
    {
        final RunChecks checks = new RunChecks(input).check();
        assertFalse(checks.results().stream().allMatch(CheckResult::isOk), "seed=" + seed);
        return assertThrows(CheckFailedException.class, checks::requireAll).getMessage();
    }

    private void assertNames(final String failure, final String name)
    {
        assertTrue((failure + " ").contains(name), "seed=" + seed + " name=" + name + " failure=" + failure);
    }
}
