// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.suite.Options;
import org.HdrHistogram.Histogram;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a venue uses while nothing happens, by the processor time of its threads, and what the first request after that
 * has to wait for.
 *
 * <pre>
 * jmh/run idle [contestants=ONE_THREAD,THREADS] [idle=park] [durability=ram] [sessions=4] [warmup=5] [settle=5]
 *     [seconds=20] [requests=30] [pauseMs=500] [dir=...]
 * </pre>
 *
 * Prints a table in markdown. A request goes out after a pause in which the venue was left alone; the client spins, so
 * its own waking is not in the times.
 */
final class IdleTimes
{
    private static final List<String> DEFAULTS = List.of("contestants=ONE_THREAD,THREADS", "idle=park",
        "durability=ram", "sessions=4", "warmup=5", "settle=5", "seconds=20", "requests=30", "pauseMs=500",
        "dir=" + System.getProperty("java.io.tmpdir"));
    private static final int RATE = 2_000;
    // Over before the answer is there.
    private static final long ONE_REQUEST_NS = 1_000;
    private static final double LEAST_SHARE = 0.0005;

    private final Options options;

    private IdleTimes(final Options options)
    {
        this.options = options;
    }

    /**
     * Runs all contestants.
     *
     * @param args options.
     * @throws IOException when a process cannot be started or a session not be made.
     */
    public static void main(final String[] args) throws IOException
    {
        new IdleTimes(new Options(DEFAULTS, args)).run();
    }

    private void run() throws IOException
    {
        System.out.println("options: " + options);
        System.out.println("| server | idle | share of a core | by thread | first request p50 / p90 / longest us |");
        System.out.println("|---|---|---|---|---|");
        for (final String idle : options.list("idle"))
        {
            for (final String contestant : options.list("contestants"))
            {
                measure(Contestant.valueOf(contestant), idle);
            }
        }
    }

    private void measure(final Contestant contestant, final String idle) throws IOException
    {
        final Load load = new Load();
        final List<Link> links = new ArrayList<>();
        final Path dir = Files.createTempDirectory(Path.of(options.text("dir")), "venue");
        try (ServerProcess server = contestant.start(
            dir, false, options.number("sessions"), options.text("durability"), idle, Map.of()))
        {
            for (int i = 1; i <= options.number("sessions"); i++)
            {
                links.add(contestant.open(server, false, i, load));
            }
            load.links(links);
            load.constantRate(TimeUnit.SECONDS.toNanos(options.number("warmup")), RATE);
            ServerRun.sleep(TimeUnit.SECONDS.toMillis(options.number("settle")));
            final Map<String, Double> shares =
                ServerRun.idleShares(server, TimeUnit.SECONDS.toMillis(options.number("seconds")));
            print(contestant, idle, shares, firstRequests(load));
        }
        finally
        {
            CloseHelper.closeAll(links);
            IoUtil.delete(dir.toFile(), true);
        }
    }

    private Histogram firstRequests(final Load load)
    {
        final Histogram all = Load.newHistogram();
        for (int i = 0; i < options.number("requests"); i++)
        {
            ServerRun.sleep(options.number("pauseMs"));
            all.add(load.closedLoop(ONE_REQUEST_NS));
        }
        return all;
    }

    private static void print(
        final Contestant contestant, final String idle, final Map<String, Double> shares, final Histogram first)
    {
        final StringBuilder threads = new StringBuilder();
        shares.entrySet().stream()
            .filter((entry) -> entry.getValue() > LEAST_SHARE)
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .forEach((entry) -> threads.append(threads.isEmpty() ? "" : ", ")
                .append(String.format(Locale.ROOT, "%s %.1f %%", entry.getKey(), 100 * entry.getValue())));
        System.out.printf(Locale.ROOT, "| %s | %s | %.1f %% | %s | %.0f / %.0f / %.0f |%n", contestant, idle,
            100 * shares.values().stream().mapToDouble(Double::doubleValue).sum(), threads,
            first.getValueAtPercentile(50) / 1e3, first.getValueAtPercentile(90) / 1e3, first.getMaxValue() / 1e3);
    }
}
