// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.LedgerDay;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.ledger.check.CheckInput;
import io.bourse.clearing.ledger.check.RunChecks;
import io.bourse.clearing.report.file.CsvReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reconciliation agrees on sound days and breaks on damaged ones. */
class ReconciliationTest
{
    private static final List<String> NAMES =
        List.of("rec_matcher", "rec_positions", "rec_cash", "rec_members", "rec_runs");

    @TempDir
    private Path root;
    private final long seed = System.nanoTime();
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
    void shouldAgreeOnASoundDay() throws IOException
    {
        final List<ReconciliationResult> results = reconcile();
        assertEquals(NAMES, results.stream().map(ReconciliationResult::name).toList());
        assertTrue(results.stream().allMatch(ReconciliationResult::isOk), () -> "seed=" + seed + " " + results);
        for (final ReconciliationResult result : results)
        {
            assertTrue(result.rows() > 0, result.name());
            assertEquals(result.name() + " OK rows=" + result.rows() + " breaks=0", result.line());
            final List<List<String>> rows = rows(result.name());
            assertEquals(result.rows() + 1, rows.size());
            assertEquals("RESULT", rows.getLast().getFirst());
            assertEquals("OK", rows.getLast().getLast());
        }
    }

    @Test
    void shouldBreakWhereMoneyChanged() throws IOException
    {
        TestTables.damage(day.directory("2-E"), RunTables.MONEY, RunTables.MONEY_END, 3, 1);
        assertBroken(List.of("rec_cash", "rec_members"));
    }

    @Test
    void shouldBreakWhereAPositionChanged() throws IOException
    {
        TestTables.damage(day.directory("2-E"), RunTables.POSITIONS, RunTables.POSITION_END, 3, 1);
        assertBroken(List.of("rec_positions"));
    }

    @Test
    void shouldBreakWhereAPostingChanged() throws IOException
    {
        TestTables.damage(day.directory("2-E"), RunTables.LEDGER, RunTables.LEDGER_AMOUNT, 3, 1);
        assertBroken(List.of("rec_cash", "rec_members"));
    }

    @Test
    void shouldBreakWhereAnEarlierRunBookedSomethingElse() throws IOException
    {
        TestTables.damage(day.directory("1-I"), RunTables.MONEY, RunTables.MONEY_VM, 3, 1);
        assertBroken(List.of("rec_runs"));
    }

    @Test
    void shouldBreakWhereTheMatcherCountedOtherwise() throws IOException
    {
        final CheckInput input = day.checkInput(true, evening);
        input.matcher().sessionLots()[2]++;
        final List<ReconciliationResult> broken = reconcile(input).stream().filter(result -> !result.isOk()).toList();
        assertEquals(List.of("rec_matcher"), broken.stream().map(ReconciliationResult::name).toList());
        assertEquals("rec_matcher BREAK rows=5 breaks=1 first=\"isin_id=" +
            evening.contracts()[2].instrumentId() + " difference=1\"", broken.getFirst().line());
    }

    private void assertBroken(final List<String> names) throws IOException
    {
        final List<ReconciliationResult> results = reconcile();
        assertEquals(names,
            results.stream().filter(result -> !result.isOk()).map(ReconciliationResult::name).toList(),
            "seed=" + seed);
        for (final String name : names)
        {
            final List<List<String>> rows = rows(name);
            assertEquals("BREAK", rows.getLast().getLast());
            assertTrue(rows.subList(0, rows.size() - 1).stream().anyMatch(row -> "BREAK".equals(row.getLast())));
        }
        assertFalse(results.isEmpty());
    }

    private List<ReconciliationResult> reconcile() throws IOException
    {
        return reconcile(day.checkInput(true, evening));
    }

    private List<ReconciliationResult> reconcile(final CheckInput input) throws IOException
    {
        try (RunBooks intraday = RunBooks.open(day.directory("1-I")))
        {
            return new Reconciliation(input, new RunChecks(input).check().totals(), List.of(intraday))
                .write(root.resolve("reconciliation"));
        }
    }

    private List<List<String>> rows(final String name) throws IOException
    {
        final List<List<String>> rows = new ArrayList<>();
        try (InputStream in = Files.newInputStream(root.resolve("reconciliation").resolve(name + ".csv")))
        {
            assertTrue(CsvReader.read(in, "none", rows::add).isConsistent());
        }
        return rows;
    }
}
