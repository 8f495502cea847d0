// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.CountersFileReader;
import io.bourse.engine.telemetry.PublicLead;
import io.bourse.engine.telemetry.StampFile;
import io.bourse.engine.telemetry.StampFiles;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One record of time stamps for every request that the engine has answered, complete when its answer has left.
 */
@Tag("venue")
class RequestStampsTest
{
    private static final int NEW_RESPONSE = 7015;
    private static final int CANCEL_RESPONSE = 7017;
    private static final int REPLACE_RESPONSE = 7018;
    private static final int MASS_CANCEL_RESPONSE = 7007;
    private static final int BUSINESS_REJECT = 5009;
    private static final int SMALL_BUFFER = 4 * 1024;
    private static final int MANY = 1_500;

    /** What a test compares, apart from times. */
    private record Row(long clOrdId, int command, int answer, long orderId, int flags)
    {
    }

    @TempDir
    private Path dir;
    private VenueFixture venue;

    @AfterEach
    void closeVenue()
    {
        venue.close();
    }

    @Test
    void shouldRecordEveryKindOfRequestOnce()
    {
        start(ctx -> ctx);
        final RawSession buyer = venue.establish(TWAA1);
        final RawSession seller = venue.establish(TWBB1);
        buyer.newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        seller.newOrder(sell(2, PX, 2));
        venue.awaitFrames(seller, 2);
        venue.awaitFrames(buyer, 2);
        buyer.replace(1, ModeEnum.ChangeOrderQty, buy(3, PX - TICK, 4));
        venue.awaitFrames(buyer, 3);
        buyer.cancel(4, 999, SI, "AA01001");
        venue.awaitFrames(buyer, 4);
        buyer.newOrder(buy(5, PX, 1));
        venue.awaitFrames(buyer, 5);
        buyer.cancel(6, 4, SI, "AA01001");
        venue.awaitFrames(buyer, 6);
        buyer.send(massCancelFrame(7));
        venue.awaitFrames(buyer, 8);

        final List<AnswerStamps> records = awaitRecords(7);
        assertEquals(List.of(
            new Row(1, NewOrderDecoder.TEMPLATE_ID, NEW_RESPONSE, 1, 0),
            new Row(2, NewOrderDecoder.TEMPLATE_ID, NEW_RESPONSE, 2, 0),
            new Row(3, ReplaceOrderDecoder.TEMPLATE_ID, REPLACE_RESPONSE, 3, 0),
            new Row(4, CancelOrderDecoder.TEMPLATE_ID, BUSINESS_REJECT, 0, 0),
            new Row(5, NewOrderDecoder.TEMPLATE_ID, NEW_RESPONSE, 4, 0),
            new Row(6, CancelOrderDecoder.TEMPLATE_ID, CANCEL_RESPONSE, 4, 0),
            new Row(7, MassCancelDecoder.TEMPLATE_ID, MASS_CANCEL_RESPONSE, 0, 0)), rows(records));
        records.forEach(RequestStampsTest::assertInOrder);
        assertEquals(7, venue.count(GatewayCounter.TIMESTAMPS_RECORDED));
        assertEquals(0, venue.count(GatewayCounter.TIMESTAMPS_LOST));
    }

    @Test
    void shouldStampAnAnswerWhenItsLastByteIsWrittenAndNotBefore()
    {
        start(ctx -> ctx.server(VenueFixture.narrow(SMALL_BUFFER).build()));
        final RawSession slow = venue.connect(SMALL_BUFFER).establish(TWAA1, VenueFixture.KEEPALIVE_MS);
        venue.awaitFrames(slow, 1);
        venue.forget(slow);
        final ByteArrayOutputStream requests = new ByteArrayOutputStream();
        LongStream.rangeClosed(1, MANY).forEach(i -> requests.writeBytes(slow.newOrderFrame(buy(i, PX, 1))));
        final byte[] bytes = requests.toByteArray();
        final int[] sent = {0};
        venue.await("all orders are answered", () ->
        {
            if (sent[0] < bytes.length)
            {
                sent[0] += slow.sendSome(java.util.Arrays.copyOfRange(bytes, sent[0], bytes.length));
            }
            return MANY + 1 == venue.count(GatewayCounter.FRAMES_SENT);
        });
        final long written = venue.count(GatewayCounter.TIMESTAMPS_RECORDED);
        assertTrue(written < MANY, "the answers of a client that does not read have left: " + written);

        venue.await("the client reads", () ->
        {
            slow.poll();
            return MANY + 1 == slow.frames.size();
        });
        final List<AnswerStamps> records = awaitRecords(MANY);
        assertEquals(LongStream.rangeClosed(1, MANY).boxed().toList(),
            records.stream().map(AnswerStamps::clOrdId).toList());
        long lastNs = 0;
        for (final AnswerStamps record : records)
        {
            assertInOrder(record);
            assertTrue(record.writtenNs() >= lastNs, "bytes leave in order");
            lastNs = record.writtenNs();
        }
        slow.close();
    }

    @Test
    void shouldRecordHowAnAnswerLeftAndThatOneDidNot()
    {
        start(ctx -> ctx.publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(5)));
        final RawSession session = venue.establish(TWAA1);
        execute(session, 1);
        final long publishedNs = publishAll();
        venue.awaitFrames(session, 1);

        execute(session, 2);
        venue.await("late answer", () ->
        {
            venue.clock.advanceMs(1);
            return 2 == session.frames.size();
        });

        execute(session, 3);
        session.close();
        venue.forget(session);
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(GatewayCounter.CONNECTIONS_OPEN));
        publishAll();
        final List<AnswerStamps> records = awaitRecords(3);
        assertEquals(List.of(
            new Row(1, NewOrderDecoder.TEMPLATE_ID, NEW_RESPONSE, 1, AnswerStamps.PUBLIC_FIRST),
            new Row(2, NewOrderDecoder.TEMPLATE_ID, NEW_RESPONSE, 2, AnswerStamps.LATE),
            new Row(3, NewOrderDecoder.TEMPLATE_ID, NEW_RESPONSE, 3, AnswerStamps.PUBLIC_FIRST)), rows(records));
        assertInOrder(records.get(0));
        assertInOrder(records.get(1));
        assertEquals(0, records.get(2).writtenNs(), "an answer that nobody was there for has not left");
        assertEquals(1, leads(false), "one answer has left after its market data");
        assertEquals(records.getFirst().writtenNs() - publishedNs, leads(true));
    }

    @Test
    void shouldTradeOnWhenNothingCanBeRecorded()
    {
        venue = VenueFixture.start(
            dir.resolve("venue"), ctx -> ctx.timestamps(new TimestampOptions(stampDir(), 30, Long.MAX_VALUE / 2)));
        final RawSession session = venue.establish(TWAA1);
        session.newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);

        venue.await("loss is counted", () -> 1 == venue.count(GatewayCounter.TIMESTAMPS_LOST));
        assertEquals(0, venue.count(GatewayCounter.TIMESTAMPS_RECORDED));
    }

    private void start(final UnaryOperator<SbeGatewayOptionsBuilder> options)
    {
        venue = CountersFile.create(dir.resolve("counters"), "twime", 0, 0).hold(() -> VenueFixture.start(
            dir.resolve("venue"), ctx -> options.apply(ctx).timestamps(new TimestampOptions(stampDir(), 30, 0))));
    }

    private Path stampDir()
    {
        return dir.resolve("stamps");
    }

    /** Sends an order; its answer waits for its market data. */
    private void execute(final RawSession session, final long clOrdId)
    {
        final long before = accepted();
        session.newOrder(buy(clOrdId, PX, 5));
        venue.await("order is executed", () -> accepted() > before);
    }

    private long accepted()
    {
        return venue.engine().collectToEnd(0).lines().stream().filter((line) -> line.startsWith("ACCEPTED ")).count();
    }

    private long publishAll()
    {
        final long nowNs = SystemEpochNanoClock.INSTANCE.nanoTime();
        venue.engine().connect().publishedWatermark().advance(venue.engine().connect().endCursor(), nowNs);
        return nowNs;
    }

    /** What is counted of the time between market data and answers: how many, or their sum. */
    private long leads(final boolean isSum)
    {
        final int typeId = CounterTable.INSTANCE.find("PublicLead", PublicLead.LEAD.name()).typeId();
        final long[] sum = {0};
        try (CountersFileReader reader = CountersFileReader.open(dir.resolve("counters/twime.counters")))
        {
            reader.counters().forEach((counterId, type, key, label) ->
                sum[0] += typeId == type && isSum == key.getStringAscii(0).isEmpty() ?
                    reader.counters().getCounterValue(counterId) : 0);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        return sum[0];
    }

    private List<AnswerStamps> awaitRecords(final int count)
    {
        venue.await("records", () -> venue.count(GatewayCounter.TIMESTAMPS_RECORDED) >= count);
        final List<AnswerStamps> records = new ArrayList<>();
        try
        {
            for (final StampFile file : StampFiles.list(stampDir()).files())
            {
                StampFiles.read(file, (buffer, offset) ->
                {
                    final byte[] copy = new byte[AnswerStamps.LENGTH];
                    buffer.getBytes(offset, copy);
                    records.add(new AnswerStamps().wrap(new UnsafeBuffer(copy), 0));
                });
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        assertEquals(count, records.size());
        return records;
    }

    private static List<Row> rows(final List<AnswerStamps> records)
    {
        return records.stream().map(record -> new Row(
            record.clOrdId(), record.commandTemplateId(), record.templateId(), record.orderId(), record.flags()))
            .toList();
    }

    private static void assertInOrder(final AnswerStamps stamps)
    {
        final List<Long> times = List.of(stamps.readNs(), stamps.offeredNs(), stamps.publishedNs(),
            stamps.eventsReadNs(), stamps.writtenNs());
        assertEquals(times.stream().sorted().toList(), times, "t3n, t3', t6, t4', t4");
        // Engine time follows the clock of the others, and may be a little off.
        assertTrue(Math.abs(stamps.publishedNs() - stamps.stampedNs()) < TimeUnit.SECONDS.toNanos(1), "t5");
        assertTrue(times.getFirst() > 0);
        assertTrue(stamps.cursor() > 0 && stamps.sequence() > 0 && stamps.loginId() > 0);
        assertEquals(stamps.stampedNs(), stamps.engineTimeNs());
    }

    private static byte[] massCancelFrame(final long clOrdId)
    {
        final byte[] bytes = new byte[TwimeFrames.HEADER_LENGTH + OrderMassCancelRequestEncoder.BLOCK_LENGTH];
        final OrderMassCancelRequestEncoder request = new OrderMassCancelRequestEncoder()
            .wrapAndApplyHeader(new UnsafeBuffer(bytes), 0, new MessageHeaderEncoder())
            .clOrdID(clOrdId)
            .clOrdLinkID(TwimeFrames.NULL_INT32)
            .securityID(SI)
            .side(SideEnum.AllOrders)
            .account("AA01001")
            .securityGroup("");
        request.securityType().clear().future(true);
        return bytes;
    }
}
