// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.ring.BareCore;
import io.bourse.jmh.loadtest.ring.CommandBuffer;
import io.bourse.jmh.loadtest.ring.VenueLoader;
import io.bourse.jmh.loadtest.ring.VenueShape;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long a snapshot of a large venue takes: 20 million accounts and 100,000 instruments of {@link VenueShape#LARGE}
 * with a million resting orders, each of another account and so nearly each with exposures of its own on every level.
 * It is written to a file and forced to the disk. Then cores are made of the file, each in a JVM of its own, as a start
 * does, and the last one must write the same bytes again. Writing and forcing are timed separately: while a snapshot is
 * written trading waits; the disk can have its time.
 *
 * <pre>
 * jmh/run snapshot [rounds [directory]]
 * </pre>
 *
 * The number of orders can be changed by the system property {@code bourse.orders}.
 */
final class SnapshotTimes
{
    private static final int ORDERS = Integer.getInteger("bourse.orders", 1_000_000);
    private static final String WRITE = "write";
    private static final String READ = "read";
    private static final String TIMES = "TIMES ";
    private static final int ACCOUNT_STEP = 7_919;
    private static final long MIB = 1024 * 1024;

    private final VenueShape shape = VenueShape.LARGE;
    private final BareCore venue = new BareCore();
    private final VenueLoader loader = new VenueLoader(shape, venue);

    private SnapshotTimes()
    {
    }

    /**
     * Loads the venue, writes and reads snapshots of it, prints the times.
     *
     * @param args rounds and directory, both may be left out.
     * @throws IOException when files or processes fail.
     */
    public static void main(final String[] args) throws IOException
    {
        if (args.length > 0 && WRITE.equals(args[0]))
        {
            new SnapshotTimes().write(Path.of(args[1]), Integer.parseInt(args[2]));
            return;
        }
        if (args.length > 0 && READ.equals(args[0]))
        {
            read(Path.of(args[1]), Boolean.parseBoolean(args[2]));
            return;
        }
        final int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        final Path dir = args.length > 1 ? Files.createDirectories(Path.of(args[1])) :
            Files.createTempDirectory("bourse-snapshot");
        final Path file = dir.resolve("snapshot");
        try
        {
            final List<long[]> writes = run(WRITE, file, Integer.toString(rounds));
            final List<long[]> reads = new ArrayList<>();
            for (int i = 1; i <= rounds; i++)
            {
                reads.addAll(run(READ, file, Boolean.toString(i == rounds)));
            }
            System.out.printf("%nmedians of %d, lowest to highest in brackets%n", rounds);
            print("written, trading waits", writes, 0);
            print("forced to the disk", writes, 1);
            print("read by a new JVM", reads, 0);
        }
        finally
        {
            IoUtil.delete(file.toFile(), true);
            IoUtil.delete(again(file).toFile(), true);
            if (args.length <= 1)
            {
                IoUtil.delete(dir.toFile(), true);
            }
        }
    }

    /** Runs a step in a process of its own; gives the times that it prints. */
    private static List<long[]> run(final String step, final Path file, final String arg) throws IOException
    {
        final JavaProcess.Ended ended = JavaProcess.run(
            step, List.of("-Xms6g", "-Xmx6g", "-XX:+UseParallelGC", "-Dbourse.orders=" + ORDERS), SnapshotTimes.class,
            step, file.toString(), arg);
        System.out.print(ended.output());
        final List<long[]> times = ended.output().lines().filter((line) -> line.startsWith(TIMES))
            .map((line) -> Arrays.stream(line.substring(TIMES.length()).split(" "))
                .mapToLong(Long::parseLong).toArray()).toList();
        if (0 != ended.exitCode() || times.isEmpty())
        {
            throw ended.failure();
        }
        return times;
    }

    private void write(final Path file, final int rounds) throws IOException
    {
        final long beginNs = System.nanoTime();
        loader.load();
        placeOrders();
        System.out.printf("loaded: %,d accounts, %,d instruments, %,d orders in %,d ms%n",
            shape.accounts(), shape.instruments(), ORDERS, msSince(beginNs));
        for (int i = 0; i < rounds; i++)
        {
            write(venue.engine(), file);
        }
    }

    private static void write(final MatchingEngine engine, final Path file) throws IOException
    {
        try (RecordFile snapshot = RecordFile.create(file))
        {
            final long beginNs = System.nanoTime();
            engine.writeSnapshot(snapshot);
            snapshot.flush();
            final long writtenMs = msSince(beginNs);
            final long forceNs = System.nanoTime();
            snapshot.force();
            final long forcedMs = msSince(forceNs);
            System.out.printf("written: %,d records, %,d MiB%n", snapshot.records(), Files.size(file) / MIB);
            System.out.println(TIMES + writtenMs + ' ' + forcedMs);
        }
    }

    private static void read(final Path file, final boolean isCompared) throws IOException
    {
        final long beginNs = System.nanoTime();
        final SnapshotReader reader = new SnapshotReader(0, (sequence, buffer, offset, length) ->
        {
        });
        try (RecordFile snapshot = RecordFile.open(file))
        {
            snapshot.forEach(reader::onRecord);
        }
        final MatchingEngine engine = reader.engine();
        System.out.println(TIMES + msSince(beginNs));
        if (isCompared)
        {
            writeAgain(engine, again(file));
            if (Files.mismatch(file, again(file)) >= 0)
            {
                throw new IllegalStateException("a restored core writes another snapshot: firstDifferentByte=" +
                    Files.mismatch(file, again(file)));
            }
            System.out.println("the restored core writes the same bytes");
        }
    }

    private static void writeAgain(final MatchingEngine engine, final Path file) throws IOException
    {
        try (RecordFile snapshot = RecordFile.create(file))
        {
            engine.writeSnapshot(snapshot);
            snapshot.flush();
        }
    }

    private static Path again(final Path file)
    {
        return file.resolveSibling("snapshot-again");
    }

    private void placeOrders()
    {
        final CommandBuffer command = new CommandBuffer();
        final NewOrderEncoder order = new NewOrderEncoder();
        for (int i = 0; i < ORDERS; i++)
        {
            final int accountId = (int)((long)i * ACCOUNT_STEP % shape.accounts());
            final int layer = i / shape.instruments();
            final boolean isBuy = 0 == (layer & 1);
            command.begin(order).header().sessionId(shape.loginOf(accountId)).gatewayId(1);
            command.send(order
                .clOrdId(i + 1L)
                .priceE5(isBuy ? VenueLoader.MIDDLE_E5 - 1 - layer : VenueLoader.MIDDLE_E5 + 1 + layer)
                .qtyLots(1 + i % 10)
                .accountCode(loader.accountCode(accountId))
                .instrumentId(1 + i % shape.instruments())
                .side((isBuy ? Side.BUY : Side.SELL).value())
                .timeInForce(TimeInForce.GTC.value())
                .clientRef(""), venue);
        }
        venue.requireNothingRefused("resting orders");
    }

    private static void print(final String what, final List<long[]> times, final int column)
    {
        final long[] sorted = times.stream().mapToLong((row) -> row[column]).sorted().toArray();
        System.out.printf("%-24s %,8d ms [%,d..%,d]%n",
            what, sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static long msSince(final long beginNs)
    {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
    }
}
