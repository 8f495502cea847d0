// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;
import io.bourse.jmh.suite.MarkdownTable;
import io.bourse.jmh.suite.Turns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Order -> answer over TCP through the whole venue, against bare servers in the same run: over TWIME beside an echo of
 * the same bytes, over FIX beside a bare QuickFIX/J acceptor, a bare Philadelphia and an echo of messages of the same
 * size, all with the same client of bytes. The contestants take turns, each in fresh processes: what else happens on
 * the machine meets all of them alike.
 *
 * <pre>
 * jmh/run twime [rounds=3] [contestants=ECHO,THREADS,ONE_THREAD] [idle=park,spin] [durability=ram]
 *     [seconds=10] [warmup=10] [sessions=300] [dir=...] [json=...]
 * jmh/run fix [rounds=3] [contestants=TCP,PHILADELPHIA,QUICKFIX,ONE_THREAD] [idle=spin] [durability=ram]
 *     [seconds=4] [warmup=6] [sessions=4] [dir=...] [json=...]
 * </pre>
 *
 * Prints tables in markdown, and writes every figure of every turn as JSON when a file is named. THREADS is a venue
 * with a thread for every component: only with idle=park on a machine with few cores. QuickFIX/J waits in its own way,
 * whatever idle says. For a venue that speaks FIX the table also has QuickFIX/J's share of a transaction: the gateway
 * takes the time in its parser and around its Session, and that in the handler that the Session calls, for one message
 * of 61.
 */
final class WireTimes
{
    private static final String FIX = "fix";
    private static final List<String> TWIME_DEFAULTS = List.of("rounds=3", "contestants=ECHO,THREADS,ONE_THREAD",
        "idle=park,spin", "durability=ram", "seconds=10", "warmup=10", "sessions=300",
        "dir=" + System.getProperty("java.io.tmpdir"), "json=");
    private static final List<String> FIX_DEFAULTS = List.of("rounds=3",
        "contestants=TCP,PHILADELPHIA,QUICKFIX,ONE_THREAD", "idle=spin", "durability=ram", "seconds=4",
        "warmup=6", "sessions=4", "dir=" + System.getProperty("java.io.tmpdir"), "json=");

    private final Turns turns = new Turns("-Xms512m", "-Xmx512m");
    private final boolean isFix;
    private final Options options;

    private WireTimes(final boolean isFix, final Options options)
    {
        this.isFix = isFix;
        this.options = options;
    }

    /** What one contestant came to under one load. */
    private record Row(String name, String mode, List<Measurements> turns)
    {
        String us(final String percentile)
        {
            return Turns.text(turns, mode + "." + percentile, "%.1f", 1e3);
        }

        boolean isVenue()
        {
            return Contestant.valueOf(name.substring(0, name.indexOf(' '))).isVenue();
        }
    }

    /**
     * Runs all contestants.
     *
     * @param args twime or fix, then options.
     * @throws IOException when a process cannot be started or the file not be written.
     */
    public static void main(final String[] args) throws IOException
    {
        final boolean isFix = FIX.equals(args[0]);
        new WireTimes(isFix, new Options(
            isFix ? FIX_DEFAULTS : TWIME_DEFAULTS, Arrays.copyOfRange(args, 1, args.length))).run();
    }

    private void run() throws IOException
    {
        System.out.println("options: " + options);
        for (int i = 1; i <= options.number("rounds"); i++)
        {
            for (final String idle : options.list("idle"))
            {
                for (final String contestant : options.list("contestants"))
                {
                    turns.run(i, contestant + Turns.SEPARATOR + idle, ServerRun.class, Boolean.toString(isFix),
                        contestant, options.text("durability"), idle, options.text("warmup"), options.text("seconds"),
                        options.text("sessions"), options.text("dir"));
                }
            }
        }
        printTimes();
        printCosts();
        turns.writeJson(options.text("json"), "server", "idle");
    }

    private void printTimes()
    {
        System.out.printf("%nmedians of %s rounds; %s%n%n", options.text("rounds"), isFix ?
            "ratios of p50: to TCP and to QuickFIX/J in the same run" : "ratio: to the echo that waits alike");
        final List<Row> rows = new ArrayList<>();
        turns.forEach((name, figures) ->
            ServerRun.modes(isFix).forEach((mode) -> rows.add(new Row(name, mode, figures))));
        final MarkdownTable<Row> table = new MarkdownTable<Row>()
            .column("server | idle", Row::name).column("load", Row::mode)
            .column("p50 us", (row) -> row.us("p50"));
        if (isFix)
        {
            table.column("to TCP", (row) -> ratio(row, Contestant.TCP))
                .column("to QuickFIX/J", (row) -> ratio(row, Contestant.QUICKFIX));
        }
        else
        {
            table.column("ratio", (row) -> ratio(row, Contestant.ECHO));
        }
        table.column("p90 us", (row) -> row.us("p90")).column("p99 us", (row) -> row.us("p99"))
            .column("p99.9 us", (row) -> row.us("p99.9"))
            .column("hiccups p99.9 / longest ms", (row) -> Turns.hiccups(row.turns(), "")).print(rows);
    }

    private String ratio(final Row row, final Contestant to)
    {
        final List<Measurements> others = turns.of(to + row.name().substring(row.name().indexOf(' ')));
        final String figure = row.mode() + ".p50";
        return others.isEmpty() ? "" :
            String.format(Locale.ROOT, "%.2f", Turns.median(row.turns(), figure) / Turns.median(others, figure));
    }

    private void printCosts()
    {
        final String sessions = options.text("sessions") + " sessions";
        final List<Row> rows = new ArrayList<>();
        turns.forEach((name, figures) -> rows.add(new Row(name, "", figures)));
        System.out.println();
        new MarkdownTable<Row>().column("server | idle", Row::name)
            .column("transactions/s, " + sessions,
                (row) -> Turns.text(row.turns(), Measurements.PER_SECOND, "%,.0f", 1))
            .column("processor ns of each thread for each", (row) -> costs(row.turns()))
            .column(isFix ? "QuickFIX/J ns for each message" : "idle, 4 and " + sessions + ": processor share",
                (row) -> !isFix ? idle(row.turns()) : row.isVenue() ? quickFix(row.turns()) : "")
            .column("late answers: rates, saturated", (row) -> row.isVenue() ?
                late(row.turns(), "rates") + ", " + late(row.turns(), "saturated") : "").print(rows);
    }

    /** Medians of the processor time of each thread for each transaction. */
    private static String costs(final List<Measurements> turns)
    {
        return turns.stream().flatMap((turn) -> turn.values().keySet().stream())
            .filter((figure) -> figure.startsWith(ServerRun.COST)).distinct().sorted()
            .map((figure) -> figure.substring(ServerRun.COST.length()) + " " + Turns.text(turns, figure, "%,.0f", 1))
            .collect(Collectors.joining(", "));
    }

    private static String idle(final List<Measurements> turns)
    {
        return Turns.text(turns, "idle.fewNsPerSecond", "%.1f %%", 1e7) + ", " +
            Turns.text(turns, "idle.manyNsPerSecond", "%.1f %%", 1e7);
    }

    /** Of the closed loop and the rates; the share is of the median round trip of the closed loop. */
    private static String quickFix(final List<Measurements> turns)
    {
        final double sessionNs = Turns.median(turns, "rates.sessionNs");
        return String.format(Locale.ROOT, "%,.0f (%.1f %% of a closed round trip), handler %,.0f", sessionNs,
            100 * sessionNs / Turns.median(turns, "closed.p50"), Turns.median(turns, "rates.handlerNs"));
    }

    /** Share of answers that left before their market data. */
    private static String late(final List<Measurements> turns, final String mode)
    {
        final double late = Turns.median(turns, mode + ".late");
        return String.format(Locale.ROOT, "%.3f %%", 100 * late / (late + Turns.median(turns, mode + ".publicFirst")));
    }
}
