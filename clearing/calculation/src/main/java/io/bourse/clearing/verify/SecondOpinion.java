// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Positions, margin and fees of a run once more: in SQL, by DuckDB, in decimal arithmetic, from the same columns, with
 * none of the code that the run was calculated with (rules 5). Every row is compared in both directions.
 * Registers are compared in parts that fit the memory, each part completely.
 */
public final class SecondOpinion
{
    /** Rows of all tables together that a part has at most, roughly. */
    private static final long ROWS_PER_PART = 4_000_000;
    private static final String QUERIES = "second-opinion.sql";
    private static final int FIRST_VALUE = RunTables.POSITION_BEGIN;
    private static final List<String> COLUMNS = RunTables.POSITIONS.columns()
        .subList(FIRST_VALUE, RunTables.POSITIONS.columns().size()).stream()
        .map(column -> column.name())
        .toList();

    private final SecondOpinionInput input;
    private final Table positions;
    private final SecondOpinionOptions options;
    private final List<NamedDifference> named = new ArrayList<>();
    private long rowsCompared;
    private long differenceCount;

    private SecondOpinion(
        final SecondOpinionInput input, final Table positions, final SecondOpinionOptions options)
    {
        this.input = input;
        this.positions = positions;
        this.options = options;
    }

    /**
     * Compares the positions of a run.
     *
     * @param input that the run was calculated from.
     * @param positions RunTables.POSITIONS of the run, sealed.
     * @param options of the comparison.
     * @return what came of it.
     * @throws IOException when the scratch directory cannot be used.
     * @throws io.bourse.clearing.ClearingException when DuckDB cannot do it.
     */
    public static SecondOpinionResult compare(
        final SecondOpinionInput input, final Table positions, final SecondOpinionOptions options) throws IOException
    {
        return new SecondOpinion(input, positions, options).compare();
    }

    /** No register has a position in a strategy. */
    static boolean isCleared(final Contract contract)
    {
        return null != contract && ContractStyle.STRATEGY != contract.terms().style();
    }

    private SecondOpinionResult compare() throws IOException
    {
        final long rows = positions.rows() + input.tradeCount();
        final boolean isSampled = rows > options.fullUpToRows() && options.sampleOneIn() > 1;
        final long carried = null == input.carried() ? 0 : input.carried().rows();
        final long allRows = positions.rows() + carried + 2L * input.tradeCount();
        final int parts = isSampled ? sampledParts(allRows) : Math.toIntExact(1 + allRows / ROWS_PER_PART);
        final OpinionTotals totals = new OpinionTotals(input, positions);
        final List<Callable<Void>> tasks = new ArrayList<>();
        tasks.add(() -> compareRows(parts, isSampled ? 1 : parts));
        tasks.addAll(totals.tasks());
        Workers.run(options.threads(), tasks);
        final List<RowDifference> totalDifferences = totals.differences();
        differenceCount += totalDifferences.size();
        return new SecondOpinionResult(isSampled, rowsCompared, differenceCount, first(totalDifferences));
    }

    /** As few as give a sample of what is compared in full, so that a venue of few registers is not compared by one. */
    private int sampledParts(final long allRows)
    {
        return 0 == options.fullUpToRows() ? options.sampleOneIn() :
            (int)Math.clamp(allRows / options.fullUpToRows(), 1, options.sampleOneIn());
    }

    private Void compareRows(final int parts, final int comparedParts) throws IOException
    {
        try (DuckDb database = DuckDb.open(options.threads(), options.memoryLimitMib(), options.scratchDir()))
        {
            final OpinionLoader loader = new OpinionLoader(database, input, positions, parts);
            loader.loadContracts();
            // A sample without a register is none.
            for (int part = 0; part < comparedParts || part < parts && hasComparedNothing(); part++)
            {
                loader.loadPart(part);
                database.executeResource(SecondOpinion.class, QUERIES);
                compareLoaded(database);
            }
        }
        catch (final SQLException ex)
        {
            throw DuckDb.failure(ex);
        }
        return null;
    }

    private boolean hasComparedNothing()
    {
        return 0 == rowsCompared && positions.rows() > 0;
    }

    private List<RowDifference> first(final List<RowDifference> totals)
    {
        named.sort(Comparator
            .comparing((NamedDifference difference) -> difference.difference().account())
            .thenComparingInt(NamedDifference::instrumentId)
            .thenComparingInt(NamedDifference::column));
        final List<RowDifference> all = new ArrayList<>();
        for (final NamedDifference difference : named)
        {
            all.add(difference.difference());
        }
        all.addAll(totals);
        return List.copyOf(all.subList(0, Math.min(all.size(), options.maxDifferences())));
    }

    private void compareLoaded(final DuckDb database) throws SQLException
    {
        final String values = COLUMNS.stream()
            .map(column -> "run." + column + "::VARCHAR AS run_" + column + ", opinion." + column +
                "::VARCHAR AS opinion_" + column)
            .collect(Collectors.joining(", "));
        final String differing = COLUMNS.stream()
            .map(column -> "run." + column + " IS DISTINCT FROM opinion." + column)
            .collect(Collectors.joining(" OR "));
        database.execute("CREATE OR REPLACE TABLE differing AS SELECT account, instrument, " + values +
            " FROM run FULL OUTER JOIN opinion USING (account, instrument) WHERE " + differing);
        final String counts = COLUMNS.stream()
            .map(column -> "count(*) FILTER (run_" + column + " IS DISTINCT FROM opinion_" + column + ")")
            .collect(Collectors.joining(" + "));
        try (ResultSet rows = database.query("SELECT (SELECT count(*) FROM run) + " +
            "count(*) FILTER (run_" + COLUMNS.getFirst() + " IS NULL), " + counts + " FROM differing"))
        {
            rows.next();
            rowsCompared += rows.getLong(1);
            differenceCount += rows.getLong(2);
        }
        addTwice(database);
        try (ResultSet rows = database.query(
            "SELECT * FROM differing ORDER BY account, instrument LIMIT " + options.maxDifferences()))
        {
            while (rows.next())
            {
                addRow(rows);
            }
        }
    }

    /** A row that is there twice would agree twice. */
    private void addTwice(final DuckDb database) throws SQLException
    {
        try (ResultSet rows = database.query("SELECT account, instrument, count(*) FROM run " +
            "GROUP BY account, instrument HAVING count(*) > 1 ORDER BY account, instrument"))
        {
            while (rows.next())
            {
                differenceCount++;
                name(rows.getInt(1), rows.getInt(2), -1, "rows", rows.getString(3), "1");
            }
        }
    }

    private void addRow(final ResultSet row) throws SQLException
    {
        for (int i = 0; i < COLUMNS.size(); i++)
        {
            final String run = row.getString(3 + 2 * i);
            final String opinion = row.getString(4 + 2 * i);
            if (!String.valueOf(run).equals(String.valueOf(opinion)))
            {
                name(row.getInt(1), row.getInt(2), i, COLUMNS.get(i), run, opinion);
            }
        }
    }

    private void name(
        final int account,
        final int instrument,
        final int column,
        final String columnName,
        final String run,
        final String opinion)
    {
        final Contract contract =
            instrument >= 0 && instrument < input.contracts().size() ? input.contracts().get(instrument) : null;
        named.add(new NamedDifference(
            null == contract ? 0 : contract.instrumentId(),
            column,
            new RowDifference(
                input.accountName().apply(account),
                null == contract ? Integer.toString(instrument) : contract.symbol(),
                columnName,
                null == run ? RowDifference.NONE : run,
                null == opinion ? RowDifference.NONE : opinion)));
    }

    private record NamedDifference(int instrumentId, int column, RowDifference difference)
    {
    }
}
