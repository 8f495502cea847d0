// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.OrderSender;
import io.bourse.marketdata.client.fast.FastReceiverCounter;
import io.bourse.testing.SharedData;
import org.agrona.collections.Long2LongHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The orders of a recorded day of a real exchange, auctions included, through an engine: the books of the feeds equal
 * the public ones after every transaction. The day itself is proven elsewhere; here only its orders matter.
 */
@Tag("venue")
class FastRecordedDayTest implements EventListener
{
    private static final String DAY = "sse_600519_20230207_events.csv.gz";
    private static final int INSTRUMENT_ID = 2001;
    private static final int GATEWAY_ID = 8;
    private static final int WINDOW = 64;
    private static final int CLOSING_AUCTION_FROM = 14_570_000;
    private static final long SCALE = 100;
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
        final Path file = SharedData.require("data/" + DAY);
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
            play(venue, file);
            listen(venue, 0);
            venue.phase(INSTRUMENT_ID, Phase.CONTINUOUS);
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

    private void play(final FastVenue venue, final Path file) throws IOException
    {
        Phase phase = Phase.OPENING_AUCTION;
        venue.phase(INSTRUMENT_ID, phase);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII)))
        {
            reader.readLine();
            for (String line = reader.readLine(); null != line; line = reader.readLine())
            {
                final String[] row = line.split(",", -1);
                final Phase next = phase(row, phase);
                if (next != phase)
                {
                    phase = next;
                    listen(venue, 0);
                    venue.phase(INSTRUMENT_ID, phase);
                }
                send(row);
                listen(venue, WINDOW);
                venue.work();
            }
        }
    }

    private static Phase phase(final String[] row, final Phase phase)
    {
        final boolean isAuctionTrade = "TRD".equals(row[2]) && "N".equals(row[3]);
        if (Phase.OPENING_AUCTION == phase)
        {
            return isAuctionTrade ? Phase.CONTINUOUS : phase;
        }
        return Integer.parseInt(row[1]) >= CLOSING_AUCTION_FROM ? Phase.CLOSING_AUCTION : phase;
    }

    private void send(final String[] row)
    {
        final Side side = "B".equals(row[3]) ? Side.BUY : Side.SELL;
        final long key = Long.parseLong(row[4].isEmpty() ? "0" : row[4]);
        switch (row[2])
        {
            case "ADD" -> keyOfRequest.put(maker.newOrder(
                INSTRUMENT_ID, side, Long.parseLong(row[6]) * SCALE, Long.parseLong(row[7]) / 1_000), key);
            case "DEL" ->
            {
                if (NONE != orderOfKey.get(key))
                {
                    maker.cancel(INSTRUMENT_ID, orderOfKey.get(key));
                }
            }
            default ->
            {
                if (!"N".equals(row[3]))
                {
                    taker.newOrder(INSTRUMENT_ID, side, TimeInForce.IOC, Long.parseLong(row[6]) * SCALE,
                        Long.parseLong(row[7]) / 1_000);
                }
            }
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
