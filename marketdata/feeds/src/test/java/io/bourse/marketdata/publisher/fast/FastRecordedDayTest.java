// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.RecordedDays;
import io.bourse.marketdata.client.fast.FastReceiverCounter;
import io.bourse.testing.SharedData;
import org.agrona.collections.Long2LongHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The orders of a recorded day of a real exchange, auctions included, through an engine: the books of the feeds equal
 * the public ones after every transaction. The day itself is proven elsewhere; here only its orders matter.
 */
@Tag("venue")
class FastRecordedDayTest implements EventListener
{
    private static final int INSTRUMENT_ID = 2001;
    private static final int GATEWAY_ID = 8;
    private static final int WINDOW = 64;
    private static final long NONE = 0;

    private final Long2LongHashMap keyOfRequest = new Long2LongHashMap(NONE);
    private final Long2LongHashMap orderOfKey = new Long2LongHashMap(NONE);
    private OrderSender maker;
    private OrderSender taker;
    private EventFollower follower;
    private long answered;

    @Test
    void shouldKeepTheBooksThroughTheShanghaiDay(@TempDir final Path dir) throws IOException
    {
        final List<RecordedDays.Request> day = RecordedDays.shanghai(SharedData.require(RecordedDays.SHANGHAI));
        try (FastVenue venue = new FastVenue(dir, new Random(1), List.of()))
        {
            venue.venue.engine.operator().defineInstrument(new InstrumentSpec(INSTRUMENT_ID, "600519",
                InstrumentKind.FUTURE, "600519", "CNY", 1_000, 1_000, 1_000, 9_999_999_00000L, 1_800_00000L, 1_000,
                1_000, 20991231));
            maker = new OrderSender(venue.venue.client, GATEWAY_ID, 1, "AA01001");
            taker = new OrderSender(venue.venue.client, GATEWAY_ID, 2, "BB01001");
            follower = venue.venue.client.follow(venue.venue.client.endCursor(), this);
            venue.isByLevels = true;
            venue.withBooks().startPublisher();
            play(venue, day);
            venue.isByLevels = false;
            venue.compareAll("end of day");
            follower.close();
            System.out.println("FastRecordedDayTest compared=" + venue.comparedTransactions + " levels=" +
                venue.comparedLevels + ' ' + venue.state());
            assertTrue(venue.comparedTransactions > 1_000, venue.state());
            assertTrue(venue.orderBooks.executions() > 10_000, "executions=" + venue.orderBooks.executions());
            venue.receivers.forEach(receiver ->
            {
                assertEquals(0, receiver.counters().get(FastReceiverCounter.FAULTS), venue.state());
                assertEquals(0, receiver.counters().get(FastReceiverCounter.RECOVERIES), venue.state());
            });
        }
    }

    private void play(final FastVenue venue, final List<RecordedDays.Request> day)
    {
        for (final RecordedDays.Request request : day)
        {
            send(venue, request);
            listen(venue, WINDOW);
            venue.work();
        }
    }

    private void send(final FastVenue venue, final RecordedDays.Request request)
    {
        final Side side = request.isBuy() ? Side.BUY : Side.SELL;
        switch (request.kind())
        {
            case PHASE ->
            {
                listen(venue, 0);
                venue.phase(INSTRUMENT_ID, request.phase());
            }
            case REST -> keyOfRequest.put(
                maker.newOrder(INSTRUMENT_ID, side, request.priceE5(), request.lots()), request.key());
            case TAKE -> taker.newOrder(
                INSTRUMENT_ID, side, TimeInForce.IOC, request.priceE5(), request.lots());
            case CANCEL ->
            {
                if (NONE != orderOfKey.get(request.key()))
                {
                    maker.cancel(INSTRUMENT_ID, orderOfKey.get(request.key()));
                }
            }
            case SET_REST -> throw new IllegalArgumentException("no request of this day: " + request);
        }
    }

    private void listen(final FastVenue venue, final int maxUnanswered)
    {
        venue.workUntil("answers", () ->
        {
            follower.poll(WINDOW);
            return maker.sequence() + taker.sequence() - answered <= maxUnanswered;
        });
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        if (GATEWAY_ID == group.gatewayId())
        {
            answered++;
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (GATEWAY_ID == group.gatewayId() && 1 == event.loginId())
        {
            orderOfKey.put(keyOfRequest.get(event.clOrdId()), event.orderId());
        }
    }
}
