// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;
import io.bourse.jmh.wire.Contestant;
import io.bourse.jmh.wire.Turns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

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
 * for every room, {@code spin} has engine, market data and TWIME on one. The times are those of the venue's own time
 * stamps, of requests read while a rate was kept up (docs/timestamps.md). FAST and PITCH are sent only when
 * {@code venue} says so: {@code venue=venue.marketdata.fast.enabled=true}; a FAST packet counts as one message.
 *
 * <p>The part {@code publisher}: recorded events of the core, read by the publisher's own follower on one thread as
 * fast as it goes, its order log sent to A and B; see {@code PublisherRun}. {@code bursts}: the engine had the next
 * command in hand, but for every so many transactions; 1 never, 0 always.
 * {@code log}: what the order log keeps beside, as in the venue: where it stands, sent packets, time stamps.
 *
 * <p>Prints tables in markdown, every turn's figures as one line, and writes them as JSON when a file is named.
 */
public final class FeedTimes
{
    private static final List<String> DEFAULTS = List.of("part=venue,publisher", "rounds=3", "idle=park,spin",
        "rates=1000,20000", "sessions=8", "seconds=10", "warmup=10", "durability=ram", "feeds=simba.orders-log",
        "venue=", "bursts=0,64,1", "commands=200000", "log=mark,history,stamps",
        "dir=" + System.getProperty("java.io.tmpdir"), "json=");
    private static final String VENUE = "venue";
    private static final String PUBLISHER = "publisher";
    private static final String SPIN = "spin";
    private static final double BITS_PER_MEGABIT = 1e6;

    private final Turns venues = new Turns();
    private final Turns publishers = new Turns();
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

    private void printTimes()
    {
        System.out.printf("%n| server | idle | load | event -> first datagram p50 / p99 / longest us | public first: " +
            "both feeds, the first | lead of both p50, 99 %% have at least us | A to B p50 / p99 us | " +
            "answer p50 / p99 us | waited in vain | hiccups p99.9 / longest ms |%n");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        venues.forEach((name, turns) -> options.list("rates").forEach((rate) ->
        {
            final String at = "at" + rate + ".";
            System.out.printf(Locale.ROOT,
                "| %s | %s/s | %s / %s / %s | %s, %s | %s, %s | %s / %s | %s / %s | %,.0f | %.1f / %.1f |%n",
                name, rate,
                micros(turns, at + "toPublic.p50"), micros(turns, at + "toPublic.p99"),
                micros(turns, at + "toPublic.max"),
                share(turns, at, "publicFirst"), share(turns, at, "firstFeedFirst"),
                micros(turns, at + "lead.p50"), micros(turns, at + "leadOf99"),
                micros(turns, at + "lag.p50"), micros(turns, at + "lag.p99"),
                micros(turns, at + "answer.p50"), micros(turns, at + "answer.p99"),
                Turns.median(turns, at + "late"),
                Turns.median(turns, at + Measurements.HICCUP_P999) / 1e6,
                Turns.median(turns, at + Measurements.HICCUP_MAX) / 1e6);
        }));
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

    private static String micros(final List<Measurements> turns, final String figure)
    {
        return String.format(Locale.ROOT, "%,.1f", Turns.median(turns, figure) / 1e3);
    }

    private static String share(final List<Measurements> turns, final String at, final String figure)
    {
        return String.format(Locale.ROOT, "%.3f %%",
            100 * Turns.median(turns, at + figure) / Turns.median(turns, at + "withMarketData"));
    }

    private void printFeeds()
    {
        System.out.printf("%n| server | idle | load | feed | packets/s | messages/s | Mbit/s | fullest second Mbit/s " +
            "| fullest ms Mbit/s | messages a packet p50 / p99 / most | transactions a packet p50 / p99 / most | " +
            "packets missed |%n");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
        venues.forEach((name, turns) -> options.list("rates").forEach((rate) ->
        {
            final String at = "at" + rate + ".feed.";
            for (final String feed : feeds(turns.getFirst(), at))
            {
                printFeed(name + " | " + rate + "/s | " + feed, turns, at + feed + ".");
            }
        }));
    }

    private void printFeed(final String title, final List<Measurements> turns, final String feed)
    {
        System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.0f | %.2f | %.2f | %.1f | %s | %s | %,.0f |%n", title,
            Turns.median(turns, feed + "packetsPerSecond"), Turns.median(turns, feed + "messagesPerSecond"),
            Turns.median(turns, feed + "bitsPerSecond") / BITS_PER_MEGABIT,
            Turns.median(turns, feed + "peakBits1s") / BITS_PER_MEGABIT,
            Turns.median(turns, feed + "peakBits1ms") / BITS_PER_MEGABIT,
            counts(turns, feed + "messagesPerPacket"),
            0 == Turns.median(turns, feed + "transactions") ? "" : counts(turns, feed + "transactionsPerPacket"),
            Turns.median(turns, feed + "lost"));
    }

    private static String counts(final List<Measurements> turns, final String name)
    {
        return String.format(Locale.ROOT, "%.0f / %.0f / %.0f", Turns.median(turns, name + "." + Measurements.P50),
            Turns.median(turns, name + "." + Measurements.P99), Turns.median(turns, name + "." + Measurements.MAX));
    }

    /** Feeds of which a turn has figures. */
    static Set<String> feeds(final Measurements turn, final String prefix)
    {
        final String end = ".packets";
        final Set<String> feeds = new TreeSet<>();
        turn.names().stream().filter((name) -> name.startsWith(prefix) && name.endsWith(end))
            .forEach((name) -> feeds.add(name.substring(prefix.length(), name.length() - end.length())));
        return feeds;
    }

    private void printPublishers()
    {
        System.out.printf("%n| burst of transactions | order-log messages/s | transactions/s | packets/s to each of " +
            "A and B | messages, transactions a packet | Mbit/s of each | processor ns a message | bytes allocated a " +
            "message | lone transaction: sent at once, p50 / p99 us | snapshot cycle ms | datagrams not taken |%n");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        publishers.forEach((name, turns) -> System.out.printf(Locale.ROOT,
            "| %s | **%,.0f** | %,.0f | %,.0f | %.1f, %.1f | %.0f | %,.0f | %.3f | %,.0f of %,.0f, %s / %s | " +
            "%,.0f | %,.0f |%n",
            name.substring(name.lastIndexOf(' ') + 1).replaceAll("^0$", "without end"),
            Turns.median(turns, Measurements.PER_SECOND), Turns.median(turns, PublisherRun.TRANSACTIONS),
            Turns.median(turns, PublisherRun.PACKETS),
            Turns.median(turns, Measurements.PER_SECOND) / Turns.median(turns, PublisherRun.PACKETS),
            Turns.median(turns, PublisherRun.TRANSACTIONS) / Turns.median(turns, PublisherRun.PACKETS),
            Turns.median(turns, PublisherRun.BITS) / BITS_PER_MEGABIT,
            Turns.median(turns, PublisherRun.CPU_NS), Turns.median(turns, PublisherRun.ALLOCATED_MILLI) / 1e3,
            Turns.median(turns, PublisherRun.LONE_AT_ONCE), Turns.median(turns, PublisherRun.LONE),
            micros(turns, PublisherRun.LONE + "." + Measurements.P50),
            micros(turns, PublisherRun.LONE + "." + Measurements.P99),
            Turns.median(turns, PublisherRun.SNAPSHOT_CYCLE) / 1e6,
            Turns.median(turns, PublisherRun.FAILURES)));
    }
}
