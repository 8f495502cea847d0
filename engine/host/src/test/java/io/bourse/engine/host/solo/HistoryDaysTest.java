// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointedHistory;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.TestProcess;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.PURGES_FAILED;
import static io.bourse.engine.host.execution.EngineCounter.PURGES_RUN;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Many days of one venue, each archived and purged. {@code -Dbourse.history.days} of {@code -Dbourse.history.commands};
 * with 100,000 commands and more, files have the sizes of production. Round trips are measured one after the other, at
 * least {@code -Dbourse.history.round-trips} of them before, during and after archiving. Prints the table of
 * docs/results/history.md.
 */
@Tag("drill")
class HistoryDaysTest
{
    private static final int DAYS = Integer.getInteger("bourse.history.days", 100);
    private static final int COMMANDS = Integer.getInteger("bourse.history.commands", 3_300);
    private static final boolean IS_LARGE = COMMANDS >= 100_000;
    /** What comes after the snapshot of a day. */
    private static final int TAIL = COMMANDS / 11;
    private static final int ROUND_TRIPS = Integer.getInteger("bourse.history.round-trips", 2_000);
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 1_00000L;
    private static final String CONSUMER = "counter";
    private static final String STARTED = "STARTED ";

    /** A consumer with checkpoints: what was traded. */
    private static final class Counter extends CheckpointedListener
    {
        private long trades;
        private long lots;

        @Override
        public void onTrade(final EventGroup group, final TradeDecoder event)
        {
            trades++;
            lots += event.qtyLots();
        }

        @Override
        public void state(final CheckpointState state)
        {
            positionState(state);
            trades = state.number(trades);
            lots = state.number(lots);
        }
    }

    /** The last command of a login that was answered. */
    private static final class Answers implements EventListener
    {
        private long sequence;

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            if (TWAA1_LOGIN_ID == group.sessionId())
            {
                sequence = group.sequence();
            }
        }
    }

    @TempDir
    private Path dir;
    private final Random random = new Random(1);
    private long sellerSequence;
    private long buyerSequence;

    /** Nothing but the archive grows: what is live and the start do not know how old the venue is. */
    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void shouldKeepDiskAndStartFlatOverManyDays() throws IOException
    {
        final Path live = dir.resolve("live");
        final List<Long> liveBytes = new ArrayList<>();
        final List<Long> executed = new ArrayList<>();
        System.out.println("| day | commands | live, MB | archive, MB | archived, bytes/command |" +
            " start of a process, ms | commands of it | follower, ms | archiving, s | its processor, s |" +
            " round trip, us, before | meanwhile | after |");
        System.out.println("|---".repeat(13) + "|");
        long archived = 0;
        for (int day = 1; day <= DAYS; day++)
        {
            final boolean isMeasured = day <= 3 || 0 == day % 10;
            // Starts of a process of its own: nothing is warm.
            final String start = isMeasured && day > 1 ? start(live) : "0 0 0";
            try (TestEngine engine = TestEngine.start(options(live, isMeasured)))
            {
                final CounterSet<EngineCounter> counters = engine.engine().counters();
                executed.add(counters.get(COMMANDS_EXECUTED));
                if (1 == day)
                {
                    engine.withDemoReferenceData();
                }
                trade(engine, COMMANDS - TAIL);
                checkpoint(engine.connect(), live);
                final String before = isMeasured ? roundTrips(engine, () -> true) : "";
                final long purges = counters.get(PURGES_RUN);
                final long beganNs = System.nanoTime();
                SoloSnapshotTest.snapshot(engine);
                final long began = purgeNs();
                final String meanwhile = isMeasured ? roundTrips(engine, () -> purges < counters.get(PURGES_RUN)) : "";
                TestEngine.awaitProgress("purge", () -> counters.get(EngineCounter.SEGMENTS_ARCHIVED),
                    () -> purges < counters.get(PURGES_RUN));
                final long processorNs = purgeNs() - began;
                final long archivingNs = System.nanoTime() - beganNs;
                final String after = isMeasured ? roundTrips(engine, () -> true) : "";
                trade(engine, TAIL);
                assertEquals(0, counters.get(PURGES_FAILED));
                liveBytes.add(bytes(EngineDirectories.archiveDir(live), ".rec"));
                final long total = bytes(live.resolve(HistoryArchive.NAME), ".zst");
                final long commands = counters.get(COMMANDS_EXECUTED) - executed.getLast();
                System.out.println(String.format(Locale.ROOT,
                    "| %d | %d | %.1f | %.1f | %.1f | %s | %.1f | %.2f | %s | %s | %s |", day,
                    commands, liveBytes.getLast() / 1e6, total / 1e6,
                    (double)(total - archived) / commands, start.replace(" ", " | "), archivingNs / 1e9,
                    processorNs / 1e9, before, meanwhile, after));
                archived = total;
            }
        }
        assertTrue(liveBytes.getLast() <= 2 * liveBytes.get(2), liveBytes::toString);
        assertTrue(executed.getLast() <= 2 * executed.get(2), executed::toString);
        try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
        {
            final long beganNs = System.nanoTime();
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            assertEquals(0, found.replay().fromPosition());
            System.out.println("verified from position 0: commands=" + found.replay().commands() + " seconds=" +
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNs));
        }
    }

    private static SoloOptionsBuilder options(final Path live, final boolean isMeasured)
    {
        final int length = IS_LARGE ? 64 * 1024 * 1024 : 256 * 1024;
        return TestEngine.options(live, (host) -> (isMeasured ?
            host.idleStrategySupplier(YieldingIdleStrategy::new) : host).segmentFileLength(length))
            .ringSize(16 * 1024)
            .commandTermLength(length)
            .eventTermLength(length)
            .retention(new RetentionOptions(2, 0, List.of(CONSUMER)))
            .history(new HistoryOptions(live.resolve(HistoryArchive.NAME), isMeasured ? 32 << 20 : 1 << 30));
    }

    private static String start(final Path live) throws IOException
    {
        final long startNs = System.nanoTime();
        final Process process =
            TestProcess.of(List.of("-Xmx1g", "-Dbourse.history.commands=" + COMMANDS), HistoryDaysTest.class,
            live.toString()).start();
        try (var output = process.inputReader(StandardCharsets.UTF_8))
        {
            String text = output.readLine();
            while (null != text && !text.startsWith(STARTED))
            {
                text = output.readLine();
            }
            final long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            assertNotNull(text, "the engine did not start, its reason is on standard error");
            final String[] line = text.substring(STARTED.length()).split(" ");
            // Before the follower, which began when the engine ran.
            return ms - Long.parseLong(line[1]) + " " + line[0] + " " + line[1];
        }
        finally
        {
            process.onExit().join();
        }
    }

    /** An engine that starts, and a follower that goes on from its checkpoint. */
    public static void main(final String[] args)
    {
        final Path live = Path.of(args[0]);
        try (TestEngine engine = TestEngine.start(options(live, false)))
        {
            final long executed = engine.engine().counters().get(COMMANDS_EXECUTED);
            final long startNs = System.nanoTime();
            final Counter counter = CheckpointedHistory.restore(engine.connect(), store(live), Counter::new);
            final long from = counter.position().cursor();
            StreamHistory.readFrom(engine.connect(), from, counter);
            if (0 == from || 0 == counter.trades)
            {
                throw new IllegalStateException("the follower has no checkpoint: trades=" + counter.trades);
            }
            System.out.println(STARTED + executed + " " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
        }
    }

    private static CheckpointStore store(final Path live)
    {
        return new CheckpointStore(live.resolve("checkpoints"), CONSUMER, 1, "none").onNeeded((positions) ->
            positions.forEach((position) -> new ConsumerRegistry(live).hold(CONSUMER, position.previousCursor())));
    }

    private static void checkpoint(final EngineClient client, final Path live)
    {
        final CheckpointStore store = store(live);
        final Counter counter = CheckpointedHistory.restore(client, store, Counter::new);
        StreamHistory.readFrom(client, counter.position().cursor(), counter);
        final CheckpointState state = CheckpointState.writing(store.version());
        counter.state(state);
        store.write(List.of(counter.position()), state);
    }

    /** Prices and quantities differ, sides change, so that positions and books stay small. */
    private void trade(final TestEngine engine, final int commands)
    {
        final EngineClient client = engine.connect();
        final OrderSender seller = seller(client);
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(buyerSequence);
        for (int i = 0; i < commands; i += 2)
        {
            final long price = PRICE + TICK * (random.nextInt(100) - 50);
            final int lots = 1 + random.nextInt(10);
            final boolean isSell = random.nextBoolean();
            seller.newOrder(SI_ID, isSell ? Side.SELL : Side.BUY, price, lots);
            buyer.newOrder(SI_ID, isSell ? Side.BUY : Side.SELL, price, lots);
        }
        sellerSequence = seller.sequence();
        buyerSequence = buyer.sequence();
        engine.operator().reportState();
    }

    /** Median and 99th percentile of orders that are entered one after the other, until the condition holds. */
    private String roundTrips(final TestEngine engine, final BooleanSupplier isEnough)
    {
        final EngineClient client = engine.connect();
        final OrderSender seller = seller(client);
        final Answers answers = new Answers();
        long[] times = new long[ROUND_TRIPS];
        int count = 0;
        try (EventFollower follower = client.follow(client.endCursor(), answers))
        {
            while (count < ROUND_TRIPS || !isEnough.getAsBoolean())
            {
                times = count < times.length ? times : Arrays.copyOf(times, 2 * count);
                final long startNs = System.nanoTime();
                final long sequence =
                    seller.newOrder(SI_ID, 0 == count % 2 ? Side.SELL : Side.BUY, PRICE + 200 * TICK, 1);
                while (answers.sequence < sequence)
                {
                    if (0 == follower.poll(1))
                    {
                        Thread.yield();
                    }
                }
                times[count++] = System.nanoTime() - startNs;
            }
        }
        sellerSequence = seller.sequence();
        Arrays.sort(times, 0, count);
        return String.format(Locale.ROOT, "%.1f (p99 %.1f, n %d)", times[count / 2] / 1e3,
            times[count * 99 / 100] / 1e3, count);
    }

    private OrderSender seller(final EngineClient client)
    {
        return new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(sellerSequence);
    }

    private static long purgeNs()
    {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter((thread) -> null != thread && "bourse-purge".equals(thread.getThreadName()))
            .mapToLong((thread) -> threads.getThreadCpuTime(thread.getThreadId())).sum();
    }

    private static long bytes(final Path directory, final String suffix) throws IOException
    {
        if (!Files.exists(directory))
        {
            return 0;
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files.filter((file) -> file.toString().endsWith(suffix))
                .mapToLong((file) -> file.toFile().length()).sum();
        }
    }
}
