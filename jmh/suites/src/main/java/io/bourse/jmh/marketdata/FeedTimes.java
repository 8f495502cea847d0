// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;
import io.bourse.jmh.suite.MarkdownTable;
import io.bourse.jmh.suite.Turns;
import io.bourse.jmh.wire.Contestant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How early market data is, what it takes of a network, and how much one publisher carries.
 *
 * <pre>
 * jmh/run feed [part=venue,publisher] [rounds=3] [idle=park,spin] [rates=1000,20000] [sessions=8] [seconds=10]
 *     [warmup=10] [durability=ram] [feeds=simba.orders-log] [venue=key=value;key=value]
 *     [bursts=0,64,1] [commands=200000] [log=mark,history,stamps] [dir=...] [json=...]
 * </pre>
 *
 * <p>The part {@code venue}: the whole venue in a process of its own, TWIME clients over TCP that quote, cancel and
 * trade at constant rates (see {@code TradingLink}), and a subscriber to the feeds whose names begin as given; none
 * when {@code feeds} is empty, then nothing but the venue and the load wants the processors. {@code park} has a thread
 * for every component, {@code spin} has engine, market data and TWIME on one. The times are those of the venue's own
 * time stamps, of requests read while a rate was kept up (docs/timestamps.md). FAST and PITCH are sent only when
 * {@code venue} says so: {@code venue=venue.marketdata.fast.enabled=true}; a FAST packet counts as one message.
 *
 * <p>The part {@code publisher}: recorded events of the core, read by the publisher's own follower on one thread as
 * fast as it goes, its order log sent to A and B; see {@code PublisherRun}. {@code bursts}: the engine had the next
 * command in hand, but for every so many transactions; 1 never, 0 always.
 * {@code log}: what the order log keeps beside, as in the venue: where it stands, sent packets, time stamps.
 *
 * <p>Prints tables in markdown, every turn's figures as one line, and writes them as JSON when a file is named.
 */
final class FeedTimes
{
    private static final List<String> DEFAULTS = List.of("part=venue,publisher", "rounds=3", "idle=park,spin",
        "rates=1000,20000", "sessions=8", "seconds=10", "warmup=10", "durability=ram", "feeds=simba.orders-log",
        "venue=", "bursts=0,64,1", "commands=200000", "log=mark,history,stamps",
        "dir=" + System.getProperty("java.io.tmpdir"), "json=");
    private static final String VENUE = "venue";
    private static final String PUBLISHER = "publisher";
    private static final String SPIN = "spin";
    private static final double BITS_PER_MEGABIT = 1e6;

    private final Turns venues = new Turns("-Xms512m", "-Xmx512m");
    private final Turns publishers = new Turns("-Xms512m", "-Xmx512m");
    private final Options options;

    private FeedTimes(final Options options)
    {
        this.options = options;
    }

    /**
     * Runs all turns.
     *
     * @param args options.
     * @throws IOException when a process cannot be started or the file not be written.
     */
    public static void main(final String[] args) throws IOException
    {
        new FeedTimes(new Options(DEFAULTS, args)).run();
    }

    private void run() throws IOException
    {
        System.out.println("options: " + options);
        final List<String> parts = options.list("part");
        for (int i = 1; i <= options.number("rounds"); i++)
        {
            if (parts.contains(VENUE))
            {
                for (final String idle : options.list("idle"))
                {
                    venue(i, idle);
                }
            }
            if (parts.contains(PUBLISHER))
            {
                for (final String burst : options.list("bursts"))
                {
                    publishers.run(i, PUBLISHER + Turns.SEPARATOR + burst, PublisherRun.class,
                        options.text("commands"), burst, options.text("warmup"), options.text("seconds"),
                        options.text("log"), options.text("dir"));
                }
            }
        }
        System.out.printf("%nmedians of %s rounds%n", options.text("rounds"));
        if (parts.contains(VENUE))
        {
            printTimes();
            printFeeds();
            writeJson(venues, VENUE, "server", "idle");
        }
        if (parts.contains(PUBLISHER))
        {
            printPublishers();
            writeJson(publishers, PUBLISHER, "part", "burst");
        }
    }

    private void writeJson(final Turns turns, final String part, final String... names) throws IOException
    {
        final String file = options.text("json");
        // Two parts have figures of other names, and a file each.
        turns.writeJson(file.isEmpty() || 1 == options.list("part").size() ? file : file + "." + part, names);
    }

    private void venue(final int round, final String idle) throws IOException
    {
        final String contestant = (SPIN.equals(idle) ? Contestant.ONE_THREAD : Contestant.THREADS).name();
        final List<String> args = new ArrayList<>(List.of(contestant, options.text("durability"), idle,
            options.text("warmup"), options.text("seconds"), options.text("sessions"), options.text("rates"),
            options.text("feeds"), options.text("dir")));
        if (!options.text(VENUE).isEmpty())
        {
            args.addAll(List.of(options.text(VENUE).split(";")));
        }
        venues.run(round, contestant + Turns.SEPARATOR + idle, FeedRun.class, args.toArray(String[]::new));
    }

    /** What one contestant came to, by figures whose names begin alike. */
    private record Row(String title, List<Measurements> turns, String at)
    {
        double median(final String figure)
        {
            return Turns.median(turns, at + figure);
        }

        String count(final String figure)
        {
            return text(figure, "%,.0f", 1);
        }

        String text(final String figure, final String format, final double unit)
        {
            return Turns.text(turns, at + figure, format, unit);
        }

        /** Figures in microseconds, between slashes. */
        String us(final String... figures)
        {
            return Stream.of(figures).map((figure) -> text(figure, "%,.1f", 1e3)).collect(Collectors.joining(" / "));
        }

        String share(final String figure)
        {
            return String.format(Locale.ROOT, "%.3f %%", 100 * median(figure) / median("withMarketData"));
        }

        /** Percentiles of a distribution of counts. */
        String counts(final String name)
        {
            return text(name + ".p50", "%.0f", 1) + " / " + text(name + ".p99", "%.0f", 1) + " / " +
                text(name + ".max", "%.0f", 1);
        }
    }

    private void printTimes()
    {
        final List<Row> rows = new ArrayList<>();
        venues.forEach((name, turns) -> options.list("rates").forEach((rate) ->
            rows.add(new Row(name + Turns.SEPARATOR + rate + "/s", turns, "at" + rate + "."))));
        System.out.println();
        new MarkdownTable<Row>().column("server | idle | load", Row::title)
            .column("event -> first datagram p50 / p99 / longest us",
                (row) -> row.us("toPublic.p50", "toPublic.p99", "toPublic.max"))
            .column("public first: both feeds, the first",
                (row) -> row.share("publicFirst") + ", " + row.share("firstFeedFirst"))
            .column("lead of both p50, 99 % have at least us", (row) -> row.us("lead.p50") + ", " + row.us("leadOf99"))
            .column("A to B p50 / p99 us", (row) -> row.us("lag.p50", "lag.p99"))
            .column("answer p50 / p99 us", (row) -> row.us("answer.p50", "answer.p99"))
            .column("waited in vain", (row) -> row.count("late"))
            .column("hiccups p99.9 / longest ms", (row) -> Turns.hiccups(row.turns(), row.at())).print(rows);
        venues.forEach((name, turns) ->
        {
            final long refused = turns.stream().mapToLong((turn) -> turn.get("refused")).sum();
            if (0 < refused)
            {
                System.out.printf(Locale.ROOT, "%n%s: %,d requests were refused, the venue was too far behind: " +
                    "its figures are not those of this load%n", name, refused);
            }
        });
    }

    private void printFeeds()
    {
        final List<Row> rows = new ArrayList<>();
        venues.forEach((name, turns) -> options.list("rates").forEach((rate) ->
        {
            final String at = "at" + rate + ".feed.";
            feeds(turns.getFirst(), at).forEach((feed) -> rows.add(new Row(
                String.join(Turns.SEPARATOR, name, rate + "/s", feed), turns, at + feed + ".")));
        }));
        System.out.println();
        new MarkdownTable<Row>().column("server | idle | load | feed", Row::title)
            .column("packets/s", (row) -> row.count("packetsPerSecond"))
            .column("messages/s", (row) -> row.count("messagesPerSecond"))
            .column("Mbit/s", (row) -> row.text("bitsPerSecond", "%.2f", BITS_PER_MEGABIT))
            .column("fullest second Mbit/s", (row) -> row.text("peakBits1s", "%.2f", BITS_PER_MEGABIT))
            .column("fullest ms Mbit/s", (row) -> row.text("peakBits1ms", "%.1f", BITS_PER_MEGABIT))
            .column("messages a packet p50 / p99 / most", (row) -> row.counts("messagesPerPacket"))
            .column("transactions a packet p50 / p99 / most",
                (row) -> 0 == row.median("transactions") ? "" : row.counts("transactionsPerPacket"))
            .column("packets missed", (row) -> row.count("lost")).print(rows);
    }

    /** Feeds of which a turn has figures. */
    static Set<String> feeds(final Measurements turn, final String prefix)
    {
        final String end = ".packets";
        final Set<String> feeds = new TreeSet<>();
        turn.values().keySet().stream().filter((name) -> name.startsWith(prefix) && name.endsWith(end))
            .forEach((name) -> feeds.add(name.substring(prefix.length(), name.length() - end.length())));
        return feeds;
    }

    private void printPublishers()
    {
        final List<Row> rows = new ArrayList<>();
        publishers.forEach((name, turns) -> rows.add(new Row(
            name.substring(name.lastIndexOf(' ') + 1).replaceAll("^0$", "without end"), turns, "")));
        System.out.println();
        new MarkdownTable<Row>().column("burst of transactions", Row::title)
            .column("order-log messages/s", (row) -> "**" + row.count(Measurements.PER_SECOND) + "**")
            .column("transactions/s", (row) -> row.count(PublisherRun.TRANSACTIONS))
            .column("packets/s to each of A and B", (row) -> row.count(PublisherRun.PACKETS))
            .column("messages, transactions a packet", (row) -> String.format(Locale.ROOT, "%.1f, %.1f",
                row.median(Measurements.PER_SECOND) / row.median(PublisherRun.PACKETS),
                row.median(PublisherRun.TRANSACTIONS) / row.median(PublisherRun.PACKETS)))
            .column("Mbit/s of each", (row) -> row.text(PublisherRun.BITS, "%.0f", BITS_PER_MEGABIT))
            .column("processor ns a message", (row) -> row.count(PublisherRun.CPU_NS))
            .column("bytes allocated a message", (row) -> row.text(PublisherRun.ALLOCATED_MILLI, "%.3f", 1e3))
            .column("lone transaction: sent at once, p50 / p99 us", (row) -> row.count(PublisherRun.LONE_AT_ONCE) +
                " of " + row.count(PublisherRun.LONE) + ", " +
                row.us(PublisherRun.LONE + ".p50", PublisherRun.LONE + ".p99"))
            .column("snapshot cycle ms", (row) -> row.text(PublisherRun.SNAPSHOT_CYCLE, "%,.0f", 1e6))
            .column("datagrams not taken", (row) -> row.count(PublisherRun.FAILURES)).print(rows);
    }
}
