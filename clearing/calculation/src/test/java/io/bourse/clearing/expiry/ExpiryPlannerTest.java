// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

class ExpiryPlannerTest
{
    private static final long E5 = ExpiryBook.E5;
    private static final int FUTURE = 10;
    private static final int OPTION = 20;

    @Test
    void shouldEndContractsOnTheirLastDay()
    {
        assertTrue(ends(ExpiryBook.DATE, false, true));
        assertFalse(ends(ExpiryBook.DATE, false, false));
        assertTrue(ends(ExpiryBook.DATE, true, false));
        assertTrue(ends(ExpiryBook.DATE - 1, false, false), "its last day had no run");
        assertFalse(ends(ExpiryBook.DATE + 1, true, true));
        assertFalse(ends(ExpiryBook.NEVER, true, true));
    }

    private static boolean ends(final int expiryDate, final boolean expiresIntraday, final boolean isEvening)
    {
        final ClearingTerms terms = new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, 1,
            0, expiryDate, expiresIntraday);
        final Contract contract = new Contract(FUTURE, "C", terms, E5, E5, E5, E5, 0, null, 0, 0);
        return ExpiryPlanner.ends(new Contract[]{contract}, ExpiryBook.DATE, isEvening)[0];
    }

    @Test
    void shouldEndAFutureWithWhatItsOptionsHaveJustMade()
    {
        final ExpiryBook book = new ExpiryBook();
        final int future = book.future(FUTURE, 105 * E5, ExpiryBook.DATE, SettlementType.PHYSICAL);
        final int option = book.option(OPTION, OptionRight.CALL, 100 * E5, FUTURE);
        book.position("AA01AAA", option, 3);
        book.position("BB01BBB", option, -3);
        book.position("BB01BBB", future, 3);
        book.position("CC01CCC", future, -3);
        final ExpiryPlan plan = book.plan();
        assertEquals(
            List.of(
                new ExpiryBook.Movement("AA01AAA", FUTURE, MovementKind.EXERCISE, 3, 100 * E5, OPTION),
                new ExpiryBook.Movement("AA01AAA", FUTURE, MovementKind.EXPIRY, -3, 105 * E5, FUTURE),
                new ExpiryBook.Movement("AA01AAA", OPTION, MovementKind.EXPIRY, -3, 0, OPTION),
                // What it had delivers what it was assigned: nothing is left to close.
                new ExpiryBook.Movement("BB01BBB", FUTURE, MovementKind.ASSIGNMENT, -3, 100 * E5, OPTION),
                new ExpiryBook.Movement("BB01BBB", OPTION, MovementKind.EXPIRY, 3, 0, OPTION),
                new ExpiryBook.Movement("CC01CCC", FUTURE, MovementKind.EXPIRY, 3, 105 * E5, FUTURE)),
            book.movements);
        assertEquals(
            List.of(
                new ExpiryBook.Obligation("AA01AAA", FUTURE, 0, 3_000, -31_500),
                new ExpiryBook.Obligation("CC01CCC", FUTURE, 0, -3_000, 31_500)),
            book.obligations);
        assertEquals(
            List.of(
                new SeriesOutcome(FUTURE, "C10", 105 * E5, 3, 0, 0, 0, 0, 0, 2),
                new SeriesOutcome(OPTION, "C20", 105 * E5, 3, 3, 3, 0, 0, 0, 0)),
            plan.series());
        assertEquals(6, plan.movements());
        assertEquals(2, plan.obligations());
    }

    @Test
    void shouldPayCashOptionsWhatTheyAreWorthAndDeclinedOnesNothing()
    {
        final ExpiryBook book = new ExpiryBook();
        final int option = book.cashOption(OPTION, OptionRight.PUT, 300 * E5, 287 * E5);
        book.position("AA01AAA", option, 5);
        book.position("BB01BBB", option, -5);
        book.instructions.add(book.account("AA01AAA"), option, -2);
        book.plan();
        assertEquals(
            List.of(
                new ExpiryBook.Movement("AA01AAA", OPTION, MovementKind.EXERCISE, -3, 13 * E5, OPTION),
                new ExpiryBook.Movement("AA01AAA", OPTION, MovementKind.EXPIRY, -2, 0, OPTION),
                new ExpiryBook.Movement("BB01BBB", OPTION, MovementKind.ASSIGNMENT, 3, 13 * E5, OPTION),
                new ExpiryBook.Movement("BB01BBB", OPTION, MovementKind.EXPIRY, 2, 0, OPTION)),
            book.movements);
    }

    @Test
    void shouldNeverChargeForExercisingAWorthlessCashOption()
    {
        final ExpiryBook book = new ExpiryBook();
        final int option = book.cashOption(OPTION, OptionRight.CALL, 300 * E5, 287 * E5);
        book.position("AA01AAA", option, 5);
        book.position("BB01BBB", option, -5);
        book.instructions.add(book.account("AA01AAA"), option, 5);
        book.plan();
        book.movements.forEach(movement -> assertEquals(0, movement.priceE5(), movement.toString()));
    }

    @Test
    void shouldCountTheLastInstructionAndReportThoseWithoutEffect()
    {
        final ExpiryBook book = new ExpiryBook();
        book.future(FUTURE, 105 * E5, ExpiryBook.NEVER, SettlementType.CASH);
        final int option = book.option(OPTION, OptionRight.CALL, 100 * E5, FUTURE);
        book.position("AA01AAA", option, 3);
        book.position("BB01BBB", option, 2);
        book.position("CC01CCC", option, -5);
        book.instructions.add(book.account("AA01AAA"), option, -3);
        book.instructions.add(book.account("AA01AAA"), option, -1);
        book.instructions.add(book.account("BB01BBB"), option, -9);
        book.instructions.add(book.account("CC01CCC"), option, 4);
        book.instructions.add(book.account("DD01DDD"), option, 1);
        book.instructions.add(book.account("DD01EEE"), option, 1);
        book.instructions.add(book.account("DD01EEE"), option, 0);
        final ExpiryPlan plan = book.plan();
        assertEquals(List.of(new SeriesOutcome(OPTION, "C20", 105 * E5, 5, 5, 2, 4, 2, 1, 0)), plan.series());
    }

    @Test
    void shouldRefuseWhatNothingDecides()
    {
        final ExpiryBook book = new ExpiryBook();
        final int option = book.cashOption(OPTION, OptionRight.CALL, 300 * E5, null);
        assertEquals(0, book.plan().movements(), "without positions no price is wanted");
        book.position("AA01AAA", option, 5);
        book.position("BB01BBB", option, -5);
        final PreconditionException ex = assertThrows(PreconditionException.class, () -> book.plan());
        assertTrue(ex.getMessage().contains("instrumentId=20"), ex.getMessage());

        final ExpiryBook orphan = new ExpiryBook();
        orphan.position("AA01AAA", orphan.option(OPTION, OptionRight.CALL, 300 * E5, 99), 1);
        assertThrows(PreconditionException.class, () -> orphan.plan());

        final ExpiryBook chain = new ExpiryBook();
        final int compound = chain.option(30, OptionRight.CALL, 1, OPTION);
        chain.option(OPTION, OptionRight.CALL, 300 * E5, FUTURE);
        chain.future(FUTURE, 105 * E5, ExpiryBook.NEVER, SettlementType.CASH);
        chain.position("AA01AAA", compound, 1);
        chain.position("BB01BBB", compound, -1);
        assertThrows(PreconditionException.class, () -> chain.plan());
    }

    @Test
    void shouldNameAContractWhosePositionsDoNotSumToZero()
    {
        final ExpiryBook book = new ExpiryBook();
        final int future = book.future(FUTURE, 105 * E5, ExpiryBook.DATE, SettlementType.CASH);
        book.position("AA01AAA", future, 5);
        book.position("BB01BBB", future, -4);
        final CheckFailedException ex = assertThrows(CheckFailedException.class, () -> book.plan());
        assertEquals("I1", ex.check());
        assertTrue(ex.getMessage().contains("instrumentId=10"), ex.getMessage());
    }

    @Test
    void shouldRefuseAnObligationThatDoesNotFit()
    {
        final ExpiryBook book = new ExpiryBook();
        final int future = book.future(FUTURE, Long.MAX_VALUE / 2_000, ExpiryBook.DATE, SettlementType.PHYSICAL);
        book.position("AA01AAA", future, 2_000_000_000);
        book.position("BB01BBB", future, -2_000_000_000);
        assertThrows(PreconditionException.class, () -> book.plan());
    }

    @Test
    void shouldCarryObligationsThatNobodyHasSettled(@TempDir final Path directory) throws IOException
    {
        final ExpiryBook book = new ExpiryBook();
        final int old = book.future(12, 50 * E5, ExpiryBook.NEVER, SettlementType.PHYSICAL);
        final int future = book.future(FUTURE, 105 * E5, ExpiryBook.DATE, SettlementType.PHYSICAL);
        book.position("BB01BBB", future, 2);
        book.position("AA01AAA", future, -2);
        final Path first = directory.resolve("1-I");
        try (ExpiryTables tables = new ExpiryTables(first))
        {
            tables.onObligation(book.account("AA01AAA"), old, 0, 1_000, -5_000);
            tables.onObligation(book.account("BB01BBB"), future, 0, -1_000, 10_000);
            tables.onObligation(book.account("BB01BBB"), old, 0, -1_000, 5_000);
            tables.seal();
        }
        final Path second = directory.resolve("2-E");
        try (Table carried = Table.open(first, RunTables.OBLIGATIONS))
        {
            final ExpiryPlan plan = book.plan(book.input(carried));
            assertEquals(4, plan.obligations());
            assertEquals(plan, ExpiryPlanner.plan(book.input(carried), second));
        }
        final List<ExpiryBook.Obligation> expected = List.of(
            new ExpiryBook.Obligation("AA01AAA", FUTURE, 0, -2_000, 21_000),
            new ExpiryBook.Obligation("AA01AAA", 12, 0, 1_000, -5_000),
            new ExpiryBook.Obligation("BB01BBB", FUTURE, 0, 1_000, -11_000),
            new ExpiryBook.Obligation("BB01BBB", 12, 0, -1_000, 5_000));
        assertEquals(expected, book.obligations);
        try (Table obligations = Table.open(second, RunTables.OBLIGATIONS);
            Table movements = Table.open(second, RunTables.MOVEMENTS))
        {
            for (int i = 0; i < expected.size(); i++)
            {
                final int account = obligations.ints(RunTables.OBLIGATION_ACCOUNT).get(i);
                final int instrument = obligations.ints(RunTables.OBLIGATION_INSTRUMENT).get(i);
                assertEquals(expected.get(i), new ExpiryBook.Obligation(book.accounts.get(account),
                    book.id(instrument), obligations.ints(RunTables.OBLIGATION_DATE).get(i),
                    obligations.longs(RunTables.OBLIGATION_UNITS).get(i),
                    obligations.longs(RunTables.OBLIGATION_MONEY).get(i)));
            }
            assertEquals(book.movements.size(), movements.rows());
            for (int i = 0; i < book.movements.size(); i++)
            {
                assertEquals(book.movements.get(i), movement(book, movements, i));
            }
        }
    }

    private static ExpiryBook.Movement movement(final ExpiryBook book, final Table movements, final int row)
    {
        return new ExpiryBook.Movement(
            book.accounts.get(movements.ints(RunTables.MOVEMENT_ACCOUNT).get(row)),
            book.id(movements.ints(RunTables.MOVEMENT_INSTRUMENT).get(row)),
            MovementKind.values()[movements.ints(RunTables.MOVEMENT_KIND).get(row)],
            movements.ints(RunTables.MOVEMENT_LOTS).get(row),
            movements.longs(RunTables.MOVEMENT_PRICE_E5).get(row),
            book.id(movements.ints(RunTables.MOVEMENT_SERIES).get(row)));
    }

    @Test
    void shouldSayWhenAFutureIsDelivered()
    {
        final ExpiryBook book = new ExpiryBook();
        final int future = book.deliverable(FUTURE, 105 * E5, "SBER");
        book.position("AA01AAA", future, 3);
        book.position("BB01BBB", future, -3);
        final ExpiryInput input = book.input(null);
        final Deliveries deliveries = Deliveries.of(
            input.contracts(), ExpiryBook.DATE, true, terms -> new BusinessDays(Set.of(20261123)));
        book.plan(new ExpiryInput(input.registers(), input.contracts(), input.ends(), null, null, input.positions(),
            input.instructions(), null, deliveries));
        assertEquals(
            List.of(new ExpiryBook.Obligation("AA01AAA", FUTURE, 20261125, 3_000, -31_500),
                new ExpiryBook.Obligation("BB01BBB", FUTURE, 20261125, -3_000, 31_500)),
            book.obligations, "a Saturday counts as Tuesday, the Monday being a holiday");
    }

    @Test
    void shouldEndAtOnceWhatAnOptionMakesOfAContractThatHasEnded()
    {
        final ExpiryBook book = new ExpiryBook();
        book.future(FUTURE, 105 * E5, ExpiryBook.NEVER, SettlementType.CASH);
        final int option = book.option(OPTION, OptionRight.PUT, 110 * E5, FUTURE);
        book.position("AA01AAA", option, 3);
        book.position("BB01BBB", option, -3);
        final ExpiryInput input = book.input(null);
        final ExpiryPlan plan = book.plan(new ExpiryInput(input.registers(), input.contracts(), input.ends(),
            new boolean[]{true, false}, null, input.positions(), input.instructions(), null, null));
        assertEquals(
            List.of(
                new ExpiryBook.Movement("AA01AAA", FUTURE, MovementKind.EXERCISE, -3, 110 * E5, OPTION),
                new ExpiryBook.Movement("AA01AAA", FUTURE, MovementKind.EXPIRY, 3, 105 * E5, FUTURE),
                new ExpiryBook.Movement("AA01AAA", OPTION, MovementKind.EXPIRY, -3, 0, OPTION),
                new ExpiryBook.Movement("BB01BBB", FUTURE, MovementKind.ASSIGNMENT, 3, 110 * E5, OPTION),
                new ExpiryBook.Movement("BB01BBB", FUTURE, MovementKind.EXPIRY, -3, 105 * E5, FUTURE),
                new ExpiryBook.Movement("BB01BBB", OPTION, MovementKind.EXPIRY, 3, 0, OPTION)),
            book.movements);
        assertEquals(List.of(OPTION), plan.series().stream().map(SeriesOutcome::instrumentId).toList());
    }

    @Test
    void shouldTakeAnyAmountForAsMuchAsThereIs()
    {
        final ExpiryBook book = new ExpiryBook();
        book.future(FUTURE, 105 * E5, ExpiryBook.NEVER, SettlementType.CASH);
        final int option = book.option(OPTION, OptionRight.PUT, 100 * E5, FUTURE);
        book.position("AA01AAA", option, 3);
        book.position("BB01BBB", option, 4);
        book.position("CC01CCC", option, -7);
        book.instructions.add(book.account("AA01AAA"), option, Long.MAX_VALUE);
        book.instructions.add(book.account("BB01BBB"), option, Long.MIN_VALUE);
        assertEquals(3, book.plan().series().get(0).exercisedLots());
    }

    @Test
    void shouldMergeTheMovementsOfSeveralRuns(@TempDir final Path directory) throws IOException
    {
        final ExpiryBook book = new ExpiryBook();
        final int second = book.future(30, 50 * E5, ExpiryBook.NEVER, SettlementType.CASH);
        final int first = book.future(FUTURE, 105 * E5, ExpiryBook.NEVER, SettlementType.CASH);
        final int late = book.account("BB01BBB");
        final int early = book.account("AA01AAA");
        write(directory.resolve("1"), new int[][]{{early, second, 1}, {late, first, 2}});
        write(directory.resolve("2"), new int[][]{{early, first, 3}, {early, second, 4}, {late, second, 5}});
        write(directory.resolve("3"), new int[][]{});
        final ExpiryInput input = book.input(null);
        try (Table one = Table.open(directory.resolve("1"), RunTables.MOVEMENTS);
            Table two = Table.open(directory.resolve("2"), RunTables.MOVEMENTS);
            Table three = Table.open(directory.resolve("3"), RunTables.MOVEMENTS))
        {
            MovementMerge.merge(
                List.of(one, two, three), input.registers(), new InstrumentOrder(input.contracts()), directory);
        }
        try (Table merged = Table.open(directory, RunTables.MOVEMENTS))
        {
            final StringBuilder lots = new StringBuilder();
            for (int row = 0; row < merged.rows(); row++)
            {
                final ExpiryBook.Movement movement = movement(book, merged, row);
                assertEquals(7 * E5, movement.priceE5());
                lots.append(movement.account()).append(' ').append(movement.instrumentId()).append(' ')
                    .append(movement.lots()).append(';');
            }
            assertEquals("AA01AAA 10 3;AA01AAA 30 1;AA01AAA 30 4;BB01BBB 10 2;BB01BBB 30 5;", lots.toString());
        }
    }

    private static void write(final Path directory, final int[][] rows) throws IOException
    {
        try (ExpiryTables tables = new ExpiryTables(directory))
        {
            for (final int[] row : rows)
            {
                tables.onMovement(row[0], row[1], MovementKind.EXPIRY, row[2], 7 * E5, row[1]);
            }
            tables.seal();
        }
    }
}
