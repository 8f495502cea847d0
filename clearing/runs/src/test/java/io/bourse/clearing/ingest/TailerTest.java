// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DirectoryLock;
import io.bourse.clearing.ingest.order.OrderSegments;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentReader;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.protocol.EventListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A tailer and its stops, over a stream that crosses chunks and blocks. */
@Tag("venue")
class TailerTest
{
    private static final int SESSION_GROUPS = 180_000;

    @TempDir
    Path dir;

    @Test
    void shouldHashAsAFullReplayWhateverTheStops() throws IOException
    {
        final long seed = System.nanoTime();
        final RandomStream stream = new RandomStream(seed, SESSION_GROUPS);
        replay(stream, dir.resolve("replay"), 1);
        final long wanted = stream.endCursor();
        final Random random = new Random(seed);
        final Path tailed = dir.resolve("tailed");
        long cursor = 0;
        int starts = 0;
        while (cursor < wanted)
        {
            cursor = tailSomeTime(stream, tailed, random);
            starts++;
        }
        assertTrue(starts > 2, "seed=" + seed);
        assertSame(dir.resolve("replay"), tailed, "seed=" + seed + " starts=" + starts);
    }

    @Test
    void shouldNameTheProcessThatKeepsARunFromTheDay() throws IOException
    {
        // As a tailer is that was stopped: it holds the lock and does not get on.
        try (DirectoryLock lock = DirectoryLock.tryAcquire(dir);
            Ingest ingest = Ingest.open(context(new RandomStream(1, 1_000), dir, 0).withTimeoutNs(1)))
        {
            assertNotNull(lock);
            final PreconditionException refused = assertThrows(PreconditionException.class, ingest::catchUp);
            assertTrue(refused.getMessage().contains(" holderPid=" + ProcessHandle.current().pid() + " "),
                refused::getMessage);
            assertTrue(refused.getMessage().contains("kill -CONT"), refused::getMessage);
        }
    }

    @Test
    void shouldEndWithItsFirstErrorAndLetGoOfTheDirectory()
    {
        final EngineClient ended = new ForwardingEngineClient(new RandomStream(1, 1_000))
        {
            @Override
            public EventFollower follow(final long fromCursor, final EventListener listener)
            {
                return new EndedFollower();
            }
        };
        final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        final Thread.UncaughtExceptionHandler former = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, ex) -> uncaught.add(ex));
        try (TailerService service =
            TailerService.launch(context(new RandomStream(1, 1_000), dir, 0).withEngineClient(ended)))
        {
            final ClearingException failure = assertThrows(ClearingException.class, service::await);
            assertTrue(failure.getMessage().contains(EndedFollower.REASON), failure::getMessage);
            assertFalse(IngestLock.isHeld(dir));
            assertEquals(List.of(), uncaught);
        }
        finally
        {
            Thread.setDefaultUncaughtExceptionHandler(former);
        }
    }

    /** Of an engine that has died. */
    private static final class EndedFollower implements EventFollower
    {
        private static final String REASON = "the engine has died";

        @Override
        public int poll(final int frameLimit)
        {
            throw new IllegalStateException(REASON);
        }

        @Override
        public long cursor()
        {
            return 0;
        }

        @Override
        public void close()
        {
            // It has nothing.
        }
    }

    /** Tails a part, checkpoints here and there, and stops without saying goodbye. */
    private static long tailSomeTime(final RandomStream stream, final Path directory, final Random random)
    {
        final IngestContext ctx = context(stream, directory, random.nextInt(2))
            .withCheckpointIntervalNs(TimeUnit.HOURS.toNanos(1));
        try (Tailer tailer = new Tailer(ctx))
        {
            final long until = tailer.cursor() + (20_000L + random.nextInt(60_000)) * RandomGroup.CURSOR_STEP;
            while (tailer.cursor() < Math.min(until, stream.endCursor()))
            {
                tailer.doWork();
                if (0 == random.nextInt(10))
                {
                    tailer.checkpoint();
                }
            }
            if (tailer.cursor() == stream.endCursor())
            {
                tailer.checkpoint();
            }
            return tailer.cursor();
        }
    }

    private static void replay(final RandomStream stream, final Path directory, final int threads)
    {
        try (Tailer tailer = new Tailer(
            context(stream, directory, threads).withCheckpointIntervalNs(TimeUnit.HOURS.toNanos(1))))
        {
            tailer.followTo(stream.endCursor());
        }
    }

    private static IngestContext context(final RandomStream stream, final Path directory, final int threads)
    {
        return IngestContext.builder().engineClient(stream).directory(directory).compressorThreads(threads).build();
    }

    private static void assertSame(final Path one, final Path other, final String message) throws IOException
    {
        assertEquals(IngestFiles.hashes(one), IngestFiles.hashes(other), message);
        try (IngestedDay first = IngestedDays.latest(one); IngestedDay second = IngestedDays.latest(other))
        {
            first.verify();
            second.verify();
            assertEquals(rows(first), rows(second), message);
            assertEquals(first.exercises(), second.exercises(), message);
            assertEquals(List.of(), second.anomalies(), message);
        }
    }

    private static List<Long> rows(final IngestedDay day) throws IOException
    {
        final List<Long> sums = new ArrayList<>();
        for (final SegmentGrowth growth : day.orderSegments())
        {
            final long[] sum = new long[2];
            new SegmentReader(day.directory().resolve(OrderSegments.DIRECTORY), growth).read(row ->
            {
                sum[0]++;
                sum[1] = 31 * sum[1] + row.orderId() + row.ref() + row.qtyLots() + row.kind().ordinal();
            });
            assertEquals(growth.rows(), sum[0]);
            sums.add(sum[0]);
            sums.add(sum[1]);
        }
        return sums;
    }

    @Test
    void shouldShowTheDayAtEachCut() throws IOException
    {
        final RandomStream stream = new RandomStream(7, 20_000).groups(30_000);
        final Path directory = dir.resolve("ingest");
        final long tradesAtCut;
        try (Ingest ingest = Ingest.open(context(stream, directory, 0)))
        {
            // Cut between the intraday run's suspension and its end.
            stream.groups(10_002);
            assertNull(ingest.run(RandomStream.EVENING_RUN));
            try (IngestedDay day = ingest.dayAt(RandomStream.INTRADAY_RUN))
            {
                assertEquals(RandomStream.FIRST_DATE, day.tradingDate());
                assertEquals(1, day.runs().size());
                assertEquals(RandomStream.INTRADAY_RUN, day.openRun().runId());
                assertEquals(new EngineTotals(10_000, 20_000, 10_000, 10_007), day.totals(0));
                assertNull(day.totals(1));
                assertEquals(10_000_000, day.instruments().byOrdinal(0).lastSettlementE5());
                assertEquals(day.openRun().cut().sessionTrades(), day.tradeCount());
                assertEquals(day.tradeCount(), day.trades().rows());
                assertEquals(50, day.registers().size());
                assertTrue(day.tradeCount() > 3_000);
                tradesAtCut = day.tradeCount();
                assertRowsAreCounted(day);
            }
            stream.groups(30_000);
            assertTrue(ingest.run(RandomStream.INTRADAY_RUN) == null);
            try (IngestedDay day = ingest.catchUp())
            {
                assertEquals(RandomStream.SECOND_DATE, day.tradingDate());
                assertEquals(RandomStream.EVENING_RUN, day.previousEveningRunId());
                assertEquals(10_100_000, day.instruments().byOrdinal(0).eveningSettlementE5());
                assertEquals(100, day.registers().size());
                assertOrder(day.registers());
            }
        }
        final CheckpointStore store = new CheckpointStore(directory);
        for (final long cursor : store.cursors())
        {
            if (Checkpoint.Kind.CUT == store.read(cursor).kind())
            {
                try (IngestedDay day = IngestedDays.open(directory, cursor))
                {
                    assertNotNull(day.openRun());
                    assertEquals(RandomStream.INTRADAY_RUN == day.openRun().runId(), tradesAtCut == day.tradeCount());
                }
            }
        }
    }

    private static void assertRowsAreCounted(final IngestedDay day) throws IOException
    {
        long rows = 0;
        for (final SegmentGrowth growth : day.orderSegments())
        {
            rows += growth.rows();
        }
        assertEquals(rows, day.orderCounts().rows());
    }

    private static void assertOrder(final SortedRegisters registers)
    {
        for (int rank = 0; rank < registers.size(); rank++)
        {
            final int account = registers.accountAt(rank);
            assertEquals(rank, registers.rank(account));
            assertEquals(account, registers.idOf(registers.code(account)));
            assertTrue(0 == rank ||
                registers.name(registers.accountAt(rank - 1)).compareTo(registers.name(account)) < 0);
        }
        assertEquals(-1, registers.idOf(1));
    }

    @Test
    void shouldRefuseASecondTailer()
    {
        final RandomStream stream = new RandomStream(3, 1_000);
        try (Tailer tailer = new Tailer(context(stream, dir, 0)))
        {
            assertThrows(PreconditionException.class, () -> new Tailer(context(stream, dir, 0)));
            tailer.followTo(stream.endCursor());
        }
        new Tailer(context(stream, dir, 0)).close();
    }

    @Test
    void shouldRefuseAnotherStreamByItsLastTransaction()
    {
        replay(new RandomStream(3, 1_000), dir, 0);
        final String message = assertThrows(
            PreconditionException.class, () -> new Tailer(context(new RandomStream(4, 1_000), dir, 0))).getMessage();
        assertTrue(message.contains("directory=" + dir) && message.contains("it is of another event stream"), message);
        new Tailer(context(new RandomStream(3, 1_000), dir, 0)).close();
    }

    /** What was written before the place of the transaction was: the file has everything else. */
    @Test
    void shouldReadACheckpointWithoutThePlaceOfItsTransaction() throws IOException
    {
        final RandomStream stream = new RandomStream(3, 1_000);
        replay(stream, dir, 0);
        assertTrue(IngestedDays.neededCursor(dir, 0) > 0);
        IngestFiles.forgetPositions(dir);
        assertEquals(0, IngestedDays.neededCursor(dir, 0));
        try (Tailer tailer = new Tailer(context(stream, dir, 0)))
        {
            assertEquals(stream.endCursor(), tailer.cursor());
        }
    }

    @Test
    void shouldRefuseAStreamThatEndsBeforeTheIngest()
    {
        final RandomStream stream = new RandomStream(3, 1_000);
        replay(stream, dir, 0);
        stream.groups(900);
        assertThrows(PreconditionException.class, () -> new Tailer(context(stream, dir, 0)));
    }
}
