// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.timestamps.HighPrecisionReports;
import io.bourse.deploy.timestamps.StampExport;
import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.deploy.timestamps.StampSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * When every message passed which door.
 */
@Command(
    name = "timestamps",
    description = {
        "Writes the time stamps of every answered request of a trading date to a CSV or Parquet file, or sums them up.",
        "With --hpt it writes the high-precision time-stamp file of the date for every member, signed and packed as " +
            "reports are, with times by product and the state of the clocks.",
        "The venue may run or not."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 there are no stamps of that date, or no events or keys " +
            "for --hpt, 7 a file cannot be read or written, 10 a member has no package.",
        "",
        "Examples:",
        "  bourse timestamps",
        "  bourse timestamps --date 20261121 --out day.parquet",
        "  bourse timestamps --data data --data gateway2 --out day.csv --summary",
        "  bourse timestamps --hpt --date 20261121"})
public final class TimestampsCommand extends CliCommand
{
    private static final DateTimeFormatter[] DATE_FORMATS =
        {DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.ISO_LOCAL_DATE};

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue; may be repeated for components that have one of their own " +
            "(default: ${DEFAULT-VALUE}).")
    private List<Path> dataDirs;

    @Option(names = "--date", paramLabel = "DATE",
        description = "Trading date, YYYYMMDD or YYYY-MM-DD. Default: the last one with stamps.")
    private String date;

    @Option(names = "--out", paramLabel = "FILE",
        description = "File to write, .csv or .parquet; with --hpt a directory that is not there yet (default then: " +
            "hpt/DATE in the first data directory).")
    private Path target;

    @Option(names = "--summary",
        description = "Prints percentiles of every leg and the share of answers after their market data. Default " +
            "without --out.")
    private boolean isSummary;

    @Option(names = "--hpt", description = "Writes the high-precision time-stamp file of every member.")
    private boolean isHighPrecision;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final int tradingDate = null == date ? 0 : tradingDate(date);
        if (null != target && !isHighPrecision)
        {
            StampExport.checkName(target);
        }
        final StampQuery query = StampQuery.open(allDirs(), tradingDate);
        final int known = sayLeftOut(query, 0);
        if (isHighPrecision)
        {
            writeHighPrecision(query, out);
        }
        else if (null != target)
        {
            final long rows = StampExport.write(query, target);
            out.println(rows + " rows of " + query.tradingDate() + " in " + target);
        }
        if (isSummary || null == target && !isHighPrecision)
        {
            StampSummary.of(query).print(out);
        }
        // A running venue may delete old files while they are being read.
        sayLeftOut(query, known);
    }

    /** With those of all partitions of a venue. */
    private List<Path> allDirs()
    {
        return dataDirs.stream().flatMap(dataDir -> Stream.concat(
            Stream.of(dataDir), Partitions.directories(dataDir).stream())).distinct().toList();
    }

    private void writeHighPrecision(final StampQuery query, final PrintWriter out) throws IOException
    {
        final Path venue = dataDirs.getFirst();
        final Path directory = null != target ? target :
            HighPrecisionReports.directory(venue, query.tradingDate());
        final int requests = HighPrecisionReports.write(
            allDirs(), query, Markets.codeOf(venue), VenueClearing.keys(venue), directory);
        out.println(requests + " requests of " + query.tradingDate() + " moved the market: " + directory);
    }

    private int sayLeftOut(final StampQuery query, final int from)
    {
        final List<String> files = query.unreadable();
        for (int i = from; i < files.size(); i++)
        {
            err().println("bourse timestamps: left out " + files.get(i));
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
