// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.timestamps.StampExport;
import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.deploy.timestamps.StampSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * When every message passed which door.
 */
@Command(
    name = "timestamps",
    mixinStandardHelpOptions = true,
    description = {
        "Writes the time stamps of every answered request of a trading date to a CSV or Parquet file, or sums them up.",
        "The venue may run or not."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 there are no stamps of that date, 7 a file cannot be " +
            "read or written.",
        "",
        "Examples:",
        "  bourse timestamps",
        "  bourse timestamps --date 20261121 --out day.parquet",
        "  bourse timestamps --data data --data gateway2 --out day.csv --summary"})
public final class TimestampsCommand implements Callable<Integer>
{
    private static final DateTimeFormatter[] DATE_FORMATS =
        {DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.ISO_LOCAL_DATE};

    @Spec
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue; may be repeated for rooms that have one of their own (default: " +
            "${DEFAULT-VALUE}).")
    private List<Path> dataDirs;

    @Option(names = "--date", paramLabel = "DATE",
        description = "Trading date, YYYYMMDD or YYYY-MM-DD. Default: the last one with stamps.")
    private String date;

    @Option(names = "--out", paramLabel = "FILE", description = "File to write, .csv or .parquet.")
    private Path out;

    @Option(names = "--summary",
        description = "Prints percentiles of every leg and the share of answers after their market data. Default " +
            "without --out.")
    private boolean isSummary;

    @Override
    public Integer call() throws IOException
    {
        final int tradingDate = null == date ? 0 : tradingDate(date);
        if (null != out)
        {
            StampExport.checkName(out);
        }
        final PrintWriter console = spec.commandLine().getOut();
        final StampQuery query = StampQuery.open(dataDirs, tradingDate);
        final int known = sayLeftOut(query, 0);
        if (null != out)
        {
            final long rows = StampExport.write(query, out);
            console.println(rows + " rows of " + query.tradingDate() + " in " + out);
        }
        if (isSummary || null == out)
        {
            StampSummary.of(query).print(console);
        }
        // A running venue may delete old files while they are being read.
        sayLeftOut(query, known);
        console.flush();
        return ExitCode.OK;
    }

    private int sayLeftOut(final StampQuery query, final int from)
    {
        final List<String> files = query.unreadable();
        for (int i = from; i < files.size(); i++)
        {
            spec.commandLine().getErr().println("bourse timestamps: left out " + files.get(i));
        }
        return files.size();
    }

    private static int tradingDate(final String text)
    {
        for (final DateTimeFormatter format : DATE_FORMATS)
        {
            try
            {
                return Integer.parseInt(LocalDate.parse(text, format).format(DateTimeFormatter.BASIC_ISO_DATE));
            }
            catch (final DateTimeException ignored)
            {
                continue;
            }
        }
        throw new IllegalArgumentException("this is no date, write YYYYMMDD or YYYY-MM-DD: date=" + text);
    }
}
