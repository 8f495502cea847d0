// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.DurationConverter;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.Terminal;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.metrics.ComponentState;
import io.bourse.deploy.metrics.Health;
import io.bourse.deploy.metrics.TwoLooks;
import io.bourse.deploy.metrics.VenueMetrics;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.top.TopDisplay;
import io.bourse.deploy.top.TopScreen;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows on one screen how a venue is.
 */
@Command(
    name = "top",
    sortOptions = false,
    description = {
        "Shows on one screen how a venue on this machine is: health with reasons, rates, lags, disk, clock, " +
            "certificates, clearing, errors. It reads what `bourse metrics` reads and changes nothing.",
        "On a terminal the screen is drawn again in place until Ctrl-C, otherwise it is printed once, as with " +
            "--once. A line that begins with ! wants an operator."},
    footer = {
        "",
        "Exit status: 0 done; with --once also 4 the venue is not ready; 2 the command line or configuration is " +
            "wrong, 3 no venue runs there, or it has died, 130 ended by Ctrl-C.",
        "",
        "Examples:",
        "  bourse top --data /var/lib/bourse",
        "  bourse top --once --config venue.conf --data /var/lib/bourse/0 --data /var/lib/bourse/components"})
public final class TopCommand extends CliCommand
{
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    @Mixin private MetricsSources sources;

    @Option(names = "--interval", paramLabel = "DURATION", converter = DurationConverter.class, defaultValue = "2s",
        description = "From look to look, such as 2s or 500ms, from 100ms to 1h (default: ${DEFAULT-VALUE}). Rates " +
            "are those between two looks.")
    private Duration interval;

    @Option(names = "--once", description = "Looks twice, an interval apart, prints the screen and ends.")
    private boolean isOnce;

    private final Map<String, String> unreadable = new ConcurrentSkipListMap<>();

    @Override
    protected int execute(final PrintWriter out) throws VenueNotRunningException
    {
        rejectIf(interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0,
            "--interval must be from 100ms to 1h: interval=" + interval);
        final List<VenueConfig> configs = sources.configs(Map.of());
        final List<Path> dataDirs = sources.dataDirs(configs);
        final VenueMetrics metrics = new VenueMetrics(configs.getFirst(), dataDirs,
            (what, cause) -> unreadable.put(what, what + ": " + cause));
        final CountDownLatch stopped = new CountDownLatch(1);
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(stopped::countDown))
        {
            final long beginNs = System.nanoTime();
            final VenueMetrics.Look first = metrics.look();
            requireRunning(first, dataDirs);
            return isOnce || !Terminal.canDraw() ? once(metrics, first, beginNs, stopped, out) :
                watch(metrics, first, beginNs, stopped, out);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    private static void requireRunning(final VenueMetrics.Look look, final List<Path> dataDirs)
        throws VenueNotRunningException
    {
        if (look.components().isEmpty())
        {
            throw new VenueNotRunningException("no component of a venue runs on this data directory: dataDirs=" +
                dataDirs + "; start it with `bourse start` or name another directory with --data", null);
        }
        if (look.components().stream().allMatch((state) -> ProcessHandle.of(state.pid()).isEmpty()))
        {
            throw new VenueNotRunningException("the venue of this data directory has died: dataDirs=" + dataDirs +
                " pids=" + look.components().stream().map(ComponentState::pid).distinct().toList() +
                "; start it again with `bourse start`, it recovers by itself", null);
        }
    }

    private int once(
        final VenueMetrics metrics,
        final VenueMetrics.Look first,
        final long firstNs,
        final CountDownLatch stopped,
        final PrintWriter out) throws InterruptedException
    {
        if (stopped.await(interval.toNanos(), TimeUnit.NANOSECONDS))
        {
            return ExitCode.OK;
        }
        final long nowNs = System.nanoTime();
        final VenueMetrics.Look now = metrics.look();
        TopScreen.lines(new TwoLooks(first, now, nowNs - firstNs), reasons(now), Instant.now(), Integer.MAX_VALUE)
            .forEach(out::println);
        return Health.problems(now, null, Health.Question.READY).isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private int watch(
        final VenueMetrics metrics,
        final VenueMetrics.Look first,
        final long firstNs,
        final CountDownLatch stopped,
        final PrintWriter out) throws InterruptedException
    {
        try (TopDisplay display = new TopDisplay(out))
        {
            VenueMetrics.Look before = null;
            VenueMetrics.Look now = first;
            long beforeNs = firstNs;
            long nowNs = firstNs;
            do
            {
                display.draw(TopScreen.lines(
                    new TwoLooks(before, now, nowNs - beforeNs), reasons(now), Instant.now(), TopDisplay.rows()));
                if (stopped.await(interval.toNanos(), TimeUnit.NANOSECONDS))
                {
                    return ExitCode.OK;
                }
                before = now;
                beforeNs = nowNs;
                nowNs = System.nanoTime();
                now = metrics.look();
            }
            while (true);
        }
    }

    /** What was not readable once may be so again. */
    private List<String> reasons(final VenueMetrics.Look look)
    {
        if (0 == look.samples().of("bourse_metrics_unreadable_sources").values().stream()
            .mapToDouble(Double::doubleValue).sum())
        {
            unreadable.clear();
        }
        return List.copyOf(unreadable.values());
    }
}
