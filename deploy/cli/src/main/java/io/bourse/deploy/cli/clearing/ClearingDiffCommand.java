// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.verify.RunDiff;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.TextTable;
import io.bourse.deploy.cli.support.VenueCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * What two clearing runs do not have in common.
 */
@Command(
    name = "diff",
    description = {
        "Compares two runs: totals of every table, and the first values that differ, by register and instrument.",
        "The runs may be of different dates and venues. The venue may run or not."},
    footer = {
        "",
        "Exit status: 0 the runs are equal, 3 there is no such run, 4 they differ, 6 a file is missing or damaged."})
final class ClearingDiffCommand extends VenueCommand
{
    private static final String[] TOTALS = {"column", "first", "second", "same"};
    private static final String[] VALUES = {"client", "instrument", "column", "first", "second"};

    @Option(names = "--rows", paramLabel = "N", defaultValue = "20",
        description = "Most differing values of a table that are named (default: ${DEFAULT-VALUE}).")
    private int maxDifferences;

    @Parameters(index = "0", paramLabel = "RUN_A",
        description = "Date, number and kind, for instance 20261121/2-E, its run id, or its directory.")
    private String runA;

    @Parameters(index = "1", paramLabel = "RUN_B", description = "The other one.")
    private String runB;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final Path baseDir = baseDir();
        final List<RunDiff.TableDiff> diffs =
            RunDiff.diff(RunPlace.find(baseDir, runA), RunPlace.find(baseDir, runB), maxDifferences);
        boolean isSame = true;
        for (final RunDiff.TableDiff diff : diffs)
        {
            print(out, diff);
            isSame &= 0 == diff.differenceCount();
        }
        out.println(isSame ? "EQUAL" : "DIFFERENT");
        return isSame ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private static void print(final PrintWriter out, final RunDiff.TableDiff diff)
    {
        out.println(diff.table() + ": rows " + diff.rowsA() + " and " + diff.rowsB() + ", " +
            diff.differenceCount() + " differing values");
        if (0 == diff.differenceCount())
        {
            return;
        }
        out.println(TextTable.of(TOTALS, 1, diff.columns().stream()
            .map(total -> new String[]{
                total.column(), total.totalA(), total.totalB(), total.totalA().equals(total.totalB()) ? "yes" : "no"})
            .toList()));
        out.println(TextTable.of(VALUES, 3, diff.differences().stream()
            .map(row -> new String[]{row.account(), row.instrument(), row.column(), row.run(), row.opinion()})
            .toList()));
    }
}
