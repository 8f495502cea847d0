// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.sql.RunSql;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.cli.support.TextTable;
import io.bourse.deploy.cli.support.VenueCommand;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Questions to a clearing run.
 */
@Command(
    name = "sql",
    description = {
        "Asks a clearing run one question in SQL, read-only. Without a question it lists the tables.",
        "Register codes and symbols are text, money and prices are decimals. The venue may run or not."},
    footer = {
        "",
        "Exit status: 0 done, 2 the question or the command line is wrong, 3 there is no such run, 6 a file of the " +
            "run is missing or damaged.",
        "",
        "Examples:",
        "  bourse sql 20261121/2-E",
        "  bourse sql 20261121/2-E \"select isin, sum(vm) from positions group by isin\"",
        "  bourse sql 2026112102 --csv \"select * from ledger where client = 'AA01ABC'\""})
public final class SqlCommand extends VenueCommand
{
    private static final int DEFAULT_ROWS = 1_000;

    @Option(names = "--csv", description = "Prints comma-separated values, all rows, instead of a table.")
    private boolean isCsv;

    @Option(names = "--rows", paramLabel = "N", defaultValue = "" + DEFAULT_ROWS,
        description = "Most rows of a table; --csv has no such limit (default: ${DEFAULT-VALUE}).")
    private int maxRows;

    @Parameters(index = "0", paramLabel = "RUN",
        description = "Date, number and kind, for instance 20261121/2-E, its run id, or its directory.")
    private String run;

    @Parameters(index = "1", arity = "0..1", paramLabel = "QUERY", description = "One SELECT.")
    private String query;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunPlace place = RunPlace.find(baseDir(), run);
        final String question = null == query ? RunSql.CATALOGUE : query;
        if (isCsv)
        {
            RunSql.query(place, question, new CsvRows(new CSVPrinter(
                out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get())));
        }
        else
        {
            final TableRows table = new TableRows(maxRows);
            final long rows = RunSql.query(place, question, table);
            out.println(table.text());
            out.println(rows > maxRows ? "the first " + maxRows + " of " + rows + " rows; --csv prints all" :
                rows + (1 == rows ? " row" : " rows"));
        }
    }

    private record CsvRows(CSVPrinter printer) implements RunSql.RowConsumer
    {
        @Override
        public void onColumns(final String[] names, final boolean[] isNumber) throws IOException
        {
            printer.printRecord((Object[])names);
        }

        @Override
        public void onRow(final String[] values) throws IOException
        {
            printer.printRecord((Object[])values);
        }
    }

    private static final class TableRows implements RunSql.RowConsumer
    {
        private final int maxRows;
        private final List<String[]> rows = new ArrayList<>();
        private String[] header = {};
        private boolean[] numbers = {};

        private TableRows(final int maxRows)
        {
            this.maxRows = maxRows;
        }

        @Override
        public void onColumns(final String[] names, final boolean[] isNumber)
        {
            header = names;
            numbers = isNumber;
        }

        @Override
        public void onRow(final String[] values)
        {
            if (rows.size() < maxRows)
            {
                rows.add(values);
            }
        }

        private String text()
        {
            return TextTable.of(header, numbers, rows);
        }
    }
}
