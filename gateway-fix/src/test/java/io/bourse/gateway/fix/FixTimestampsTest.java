// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.StampFile;
import io.bourse.engine.telemetry.StampFiles;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.gateway.fix.session.FixCounter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time stamps of requests of FIX, compared with what was sent and answered. */
@Tag("venue")
class FixTimestampsTest
{
    private static final long E5 = 100_000;
    private static final int FLOW = 200;

    /** What a test compares, apart from times. */
    private record Row(int command, char answer, long orderId, int flags)
    {
    }

    @TempDir
    private Path directory;

    @Test
    void shouldRecordEachRequestOnceWithItsAnswer() throws IOException
    {
        try (Venue venue = start(0, 0))
        {
            final Trader alpha = venue.logOn("ALPHA");
            final Trader beta = venue.logOn("BETA");
            alpha.buy("a1", 10, 100 * E5);
            alpha.next();
            beta.sell("b1", 4, 100 * E5);
            beta.next();
            beta.next();
            alpha.next();
            alpha.replace("a2", "a1", Side.BUY, 12, 99 * E5);
            alpha.next();
            alpha.cancel("a3", "a2", Side.BUY);
            alpha.next();
            alpha.cancel("a4", "a2", Side.BUY);
            alpha.next();
            alpha.buy("a5", 1, 99 * E5);
            alpha.next();
            alpha.buy("a6", 1, 98 * E5);
            alpha.next();
            alpha.client().massCancel("a7");
            alpha.next();
            alpha.next();
            alpha.next();

            final List<AnswerStamps> records = awaitRecords(venue, 7);
            assertEquals(List.of(
                new Row(NewOrderDecoder.TEMPLATE_ID, '8', 1, AnswerStamps.FIX),
                new Row(NewOrderDecoder.TEMPLATE_ID, '8', 2, AnswerStamps.FIX),
                new Row(ReplaceOrderDecoder.TEMPLATE_ID, '8', 3, AnswerStamps.FIX),
                new Row(CancelOrderDecoder.TEMPLATE_ID, '8', 3, AnswerStamps.FIX),
                new Row(NewOrderDecoder.TEMPLATE_ID, '8', 4, AnswerStamps.FIX),
                new Row(NewOrderDecoder.TEMPLATE_ID, '8', 5, AnswerStamps.FIX),
                new Row(MassCancelDecoder.TEMPLATE_ID, 'r', 0, AnswerStamps.FIX)), rows(records));
            records.forEach(FixTimestampsTest::assertInOrder);
            assertEquals(0, venue.counters().get(FixCounter.TIMESTAMPS_LOST));
        }
    }

    @Test
    void shouldRecordAsManyRequestsAsTheEngineHasAnswered() throws IOException
    {
        final long seed = System.nanoTime();
        final String message = "seed=" + seed;
        final Random random = new Random(seed);
        try (Venue venue = start(0, 0))
        {
            final List<Trader> traders = List.of(venue.logOn("ALPHA"), venue.logOn("BETA"));
            for (int i = 0; i < FLOW; i++)
            {
                final Trader trader = traders.get(random.nextInt(2));
                final long priceE5 = (98 + random.nextInt(5)) * E5;
                final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
                trader.order("n" + i, side, 1 + random.nextInt(5), priceE5, TimeInForce.DAY);
            }
            final List<AnswerStamps> records = awaitRecords(venue, FLOW);
            records.forEach(FixTimestampsTest::assertInOrder);
            assertEquals(FLOW, records.stream().map(AnswerStamps::cursor).distinct().count(), message);
            assertEquals(FLOW, records.stream().map(AnswerStamps::orderId).distinct().count(), message);
        }
    }

    @Test
    void shouldRecordHowAnAnswerLeft() throws IOException
    {
        try (Venue venue = start(0, TimeUnit.HOURS.toNanos(1));
            EngineClient publisher = venue.engine.connect())
        {
            final Trader alpha = venue.logOn("ALPHA");
            alpha.buy("a1", 10, 100 * E5);
            Venue.await(() -> 1 == venue.gateway().workingOrders(), "order is not accepted");
            assertEquals(0, venue.counters().get(FixCounter.TIMESTAMPS_RECORDED));
            publisher.publishedWatermark().advance(publisher.endCursor());
            alpha.next();
            assertEquals(List.of(new Row(
                NewOrderDecoder.TEMPLATE_ID, '8', 1, AnswerStamps.FIX | AnswerStamps.PUBLIC_FIRST)),
                rows(awaitRecords(venue, 1)));
        }
    }

    @Test
    void shouldRecordThatAnAnswerWasLate() throws IOException
    {
        try (Venue venue = start(0, TimeUnit.MILLISECONDS.toNanos(1)))
        {
            final Trader alpha = venue.logOn("ALPHA");
            alpha.buy("a1", 10, 100 * E5);
            alpha.next();
            assertEquals(List.of(new Row(
                NewOrderDecoder.TEMPLATE_ID, '8', 1, AnswerStamps.FIX | AnswerStamps.LATE)),
                rows(awaitRecords(venue, 1)));
        }
    }

    @Test
    void shouldTradeOnWhenNothingCanBeRecorded()
    {
        try (Venue venue = start(Long.MAX_VALUE / 2, 0))
        {
            final Trader alpha = venue.logOn("ALPHA");
            alpha.buy("a1", 10, 100 * E5);
            alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
            Venue.await(() -> 1 == venue.counters().get(FixCounter.TIMESTAMPS_LOST), "loss is not counted");
            assertEquals(0, venue.counters().get(FixCounter.TIMESTAMPS_RECORDED));
        }
    }

    private Venue start(final long minFree, final long publicFirstTimeoutNs)
    {
        return new Venue(directory).options(options -> options
            .publicFirstTimeoutNs(publicFirstTimeoutNs)
            .timestamps(new TimestampOptions(stampDir(), 30, minFree))).startGateway();
    }

    private Path stampDir()
    {
        return directory.resolve("stamps");
    }

    private List<AnswerStamps> awaitRecords(final Venue venue, final int count) throws IOException
    {
        Venue.await(() -> venue.counters().get(FixCounter.TIMESTAMPS_RECORDED) >= count, "records are missing");
        final List<AnswerStamps> records = new ArrayList<>();
        for (final StampFile file : StampFiles.list(stampDir()).files())
        {
            StampFiles.read(file, (buffer, offset) ->
            {
                final byte[] copy = new byte[AnswerStamps.LENGTH];
                buffer.getBytes(offset, copy);
                records.add(new AnswerStamps().wrap(new UnsafeBuffer(copy), 0));
            });
        }
        assertEquals(count, records.size());
        return records;
    }

    private static List<Row> rows(final List<AnswerStamps> records)
    {
        return records.stream().map(record -> new Row(
            record.commandTemplateId(), (char)record.templateId(), record.orderId(), record.flags())).toList();
    }

    private static void assertInOrder(final AnswerStamps stamps)
    {
        final List<Long> times = List.of(stamps.readNs(), stamps.offeredNs(), stamps.publishedNs(),
            stamps.eventsReadNs(), stamps.writtenNs());
        assertEquals(times.stream().sorted().toList(), times, "t3n, t3', t6, t4', t4");
        assertTrue(times.getFirst() > 0);
        assertTrue(stamps.cursor() > 0 && stamps.sequence() > 0 && stamps.loginId() > 0);
        assertEquals(stamps.stampedNs(), stamps.engineTimeNs());
    }
}
