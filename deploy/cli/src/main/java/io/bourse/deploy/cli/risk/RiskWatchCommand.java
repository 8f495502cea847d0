// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestWatch;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.monitor.RiskMonitor;
import io.bourse.clearing.monitor.RiskRow;
import io.bourse.clearing.monitor.RiskSnapshot;
import io.bourse.deploy.cli.support.DurationConverter;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.cli.support.TextTable;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.forms.Forms;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Margin and free funds of settlement accounts while trading goes on.
 */
@Command(
    name = "watch",
    sortOptions = false,
    description = {
        "Shows margin and free funds of settlement accounts while trading goes on: positions of the last run, trades " +
            "and orders since, at the scenarios of that run; variation margin at the last prices.",
        "A settlement account whose free funds fall below the threshold is an alert, shown once, and once more when " +
            "they do not any more; the table marks it as long as it lasts. Ends with Ctrl-C.",
        "While a run has the tables of the day and does not follow the stream, figures are those of its last look; " +
            "with their age."},
    footer = {
        "",
        "Exit status: 0 done, 3 no run with margin has been published, 4 the look of --once had alerts, 7 no venue " +
            "runs there, or it has ended; 130 ended by Ctrl-C.",
        "",
        "Examples:",
        "  bourse risk watch",
        "  bourse risk watch --once --json",
        "  bourse risk watch --interval 2s --threshold 1000000 --metrics /var/lib/node_exporter/bourse.prom"})
final class RiskWatchCommand extends VenueCommand
{
    private static final String[] HEADER =
        {"account", "", "margin", "at run", "variation", "free", "at run"};
    private static final long MOST_WAIT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long MS_PER_SECOND = 1_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Option(names = "--interval", paramLabel = "DURATION", converter = DurationConverter.class, defaultValue = "5s",
        description = "From look to look, such as 5s or PT5S (default: ${DEFAULT-VALUE}).")
    private Duration interval;

    @Option(names = "--threshold", paramLabel = "ROUBLES", converter = KopecksConverter.class, defaultValue = "0",
        description = "Less free funds are an alert (default: ${DEFAULT-VALUE}).")
    private Long threshold;

    @Option(names = "--metrics", paramLabel = "FILE",
        description = "Also writes every look in the text format of Prometheus; the file is replaced as a whole.")
    private Path metrics;

    @Option(names = "--once", description = "Looks once.")
    private boolean once;

    @Option(names = "--json", description = "As JSON, a line for every look.")
    private boolean json;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        if (interval.isZero() || interval.isNegative())
        {
            throw new IllegalArgumentException("must be longer than nothing: interval=" + interval);
        }
        final CountDownLatch stopped = new CountDownLatch(1);
        final long waitNs = Math.min(interval.toNanos(), MOST_WAIT_NS);
        try (VenueClearing venue = VenueClearing.connect(dataDir());
            IngestWatch watch = IngestWatch.open(IngestContext.builder()
                .directory(VenueClearing.ingestDir(dataDir()))
                .engineClient(venue.client())
                .checkpointIntervalNs(waitNs)
                .build());
            ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(stopped::countDown))
        {
            final RiskMonitor monitor = new RiskMonitor(baseDir(), threshold);
            RiskSnapshot snapshot = look(monitor, watch, waitNs);
            while (!once && !stopped.await(interval.toNanos(), TimeUnit.NANOSECONDS))
            {
                venue.requireRunning();
                snapshot = look(monitor, watch, waitNs);
            }
            return snapshot.alerts().isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    private RiskSnapshot look(final RiskMonitor monitor, final IngestWatch watch, final long waitNs)
        throws IOException
    {
        final RiskSnapshot snapshot;
        try (IngestedDay day = watch.look(waitNs))
        {
            snapshot = monitor.look(day).withAge(watch.ageMs());
        }
        // The reader may take any time.
        show(snapshot);
        if (null != metrics)
        {
            write(snapshot.metrics(System.currentTimeMillis()));
        }
        return snapshot;
    }

    private void write(final String text) throws IOException
    {
        try
        {
            DurableFile.write(metrics, text.getBytes(StandardCharsets.UTF_8));
        }
        catch (final IOException ex)
        {
            throw new IOException("the metrics cannot be written, name a file in a directory that is there: file=" +
                metrics + " reason=\"" + ex + "\"", ex);
        }
    }

    private void show(final RiskSnapshot snapshot) throws IOException
    {
        final PrintWriter out = out();
        if (json)
        {
            out.println(new ObjectMapper().writeValueAsString(snapshot));
        }
        else
        {
            out.printf("%s  session %d, %d trades, counted from run %d%s%n", LocalTime.now().format(TIME),
                snapshot.tradingDate(), snapshot.trades(), snapshot.runId(), age(snapshot.ageMs()));
            final List<String[]> rows = snapshot.accounts().stream().map(RiskWatchCommand::row).toList();
            out.println(TextTable.of(HEADER, 2, rows));
            tell(snapshot, snapshot.raised(), "alert: free funds are below the threshold: ");
            tell(snapshot, snapshot.cleared(), "cleared: free funds are not below the threshold any more: ");
        }
    }

    private static String age(final long ageMs)
    {
        return 0 == ageMs ? "" : ", " + Math.ceilDiv(ageMs, MS_PER_SECOND) + " s old";
    }

    /** What has changed since the look before: the table says what is. */
    private void tell(final RiskSnapshot snapshot, final List<String> codes, final String what)
    {
        for (final RiskRow row : snapshot.accounts())
        {
            if (codes.contains(row.settlementAccount()))
            {
                out().println(what + "settlementAccount=" + row.settlementAccount() + " free=" +
                    Forms.roubles(row.free()) + " threshold=" +
                    Forms.roubles(snapshot.thresholdKopecks()));
            }
        }
    }

    private static String[] row(final RiskRow row)
    {
        return new String[]{
            row.settlementAccount(),
            row.alert() ? "ALERT" : "",
            Forms.roubles(row.margin()),
            Forms.roubles(row.marginAtRun()),
            Forms.roubles(row.variation()),
            Forms.roubles(row.free()),
            Forms.roubles(row.freeAtRun())};
    }
}
