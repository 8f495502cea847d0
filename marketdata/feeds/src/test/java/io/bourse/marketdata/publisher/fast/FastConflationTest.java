// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static io.bourse.marketdata.publisher.fast.FastFeedCounter.MSG_SEQ_NUM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What is netted, and what is not: engine events by hand, with the engine's word on whether more waits.
 */
class FastConflationTest
{
    private static final int ID = 42;
    private static final long START_NS = 1_763_719_872_000_000_000L;
    /** The script's transactions are one nanosecond apart. */
    private static final long CONFLATION_NS = 6;

    private final String[] lines = {Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free()};
    private FastPublisher publisher;
    private EventScript script;

    @Test
    void shouldSendSnapshotsOfOrdersWhileMoreWaitsAllTheTime()
    {
        final FastOrderBooks books = new FastOrderBooks();
        try (FastReceiver late = new FastReceiver(FastReceiverOptions.builder()
            .endpoints(FeedEndpoints.of(lines[0], lines[1], lines[2], lines[3])).build(), books))
        {
            final PublicMarket market = new PublicMarket(transaction -> publisher.onTransaction(transaction));
            publisher = new FastPublisher(FastPublisherOptions.builder().packingNs(10).snapshotCycleNs(1_000)
                .ordersLog(FeedEndpoints.of(lines[0], lines[1], lines[2], lines[3])).build(), market);
            script = new EventScript(market);
            script.begin().event(new InstrumentDefinedEncoder(), event -> event.instrumentId(ID).symbol("SI")
                .kind(InstrumentKind.FUTURE).priceTickE5(100_000)).end();
            order(false, 1, Side.BUY, 1, 1);
            publisher.goLive(START_NS);
            int id = 1;
            while (!late.isLive() && id < 50_000)
            {
                id++;
                order(true, id, Side.BUY, 1 + id % 50, 1);
                publisher.doWork(START_NS + id * 1_000L, false);
                late.doWork();
            }
            assertTrue(late.isLive(), late.counters().toString());
            order(false, id + 1, Side.SELL, 100, 1);
            for (int i = 0; i < 1_000 && late.lastMsgSeqNum() < publisher.counters("ORDERS-LOG").get(MSG_SEQ_NUM); i++)
            {
                late.doWork();
            }
            assertEquals(FastVenue.orderLines(market.instruments().get(0).book()),
                FastVenue.orderLines(books.book(ID)));
        }
        finally
        {
            publisher.close();
        }
    }

    @Test
    void shouldNotSendANumberTwiceWhenItRestartsAfterTheEngineFellSilent(@TempDir final Path directory)
    {
        final int depth = 2;
        long lastNumber = 0;
        for (int life = 1; life <= 2; life++)
        {
            publisher = null;
            final FastPublisherOptionsBuilder ctx = FastPublisherOptions.builder().directory(directory)
                .books(Map.of(depth, FeedEndpoints.of(lines[0], lines[1], lines[2], lines[3])));
            final PublicMarket market = new PublicMarket(transaction -> publisher.onTransaction(transaction));
            publisher = new FastPublisher(ctx.build(), market);
            try
            {
                script = new EventScript(market);
                script.begin().event(new InstrumentDefinedEncoder(), event -> event.instrumentId(ID).symbol("SI")
                    .kind(InstrumentKind.FUTURE).priceTickE5(100_000)).end();
                order(false, 1, Side.BUY, 100, 5);
                if (1 == life)
                {
                    publisher.goLive(START_NS);
                }
                order(true, 2, Side.BUY, 101, 5);
                if (1 == life)
                {
                    publisher.doWork(START_NS, true);
                    publisher.doWork(START_NS + 1_500_000_000L, true);
                }
                order(false, 3, Side.BUY, 102, 5);
                if (1 == life)
                {
                    lastNumber = publisher.counters("FO-BOOK-2").get(MSG_SEQ_NUM);
                    assertEquals(3, lastNumber);
                }
                else
                {
                    publisher.goLive(START_NS);
                    order(false, 4, Side.BUY, 103, 5);
                    assertEquals(lastNumber + 2, publisher.counters("FO-BOOK-2").get(MSG_SEQ_NUM));
                }
            }
            finally
            {
                publisher.close();
            }
        }
    }

    @Test
    void shouldKeepNumbersOfIndicesIn32BitsWhenItRestartsAfterManyDays()
    {
        for (final long hours : new long[]{0, 1, 120, 24 * 365})
        {
            final PublicMarket market = new PublicMarket(transaction -> publisher.onTransaction(transaction));
            publisher = new FastPublisher(FastPublisherOptions.builder()
                .index(FeedEndpoints.of(lines[0], lines[1], lines[2], lines[3])).build(), market);
            try
            {
                script = new EventScript(market);
                script.begin().event(new SessionOpenedEncoder(), event -> event.sessionId(1).tradingDate(20_251_121))
                    .end();
                publisher.goLive(market.session().openedNs() + TimeUnit.HOURS.toNanos(hours));
                assertEquals(Math.min(hours * 3_600_000, 3_000_000_000L), publisher.counters("INDEX").get(MSG_SEQ_NUM));
            }
            finally
            {
                publisher.close();
            }
        }
    }

    private FastTap start()
    {
        final FastTap tap = new FastTap(lines[0], lines[1]);
        final FastPublisherOptionsBuilder ctx = FastPublisherOptions.builder()
            .books(Map.of(2, FeedEndpoints.of(lines[0], lines[1], lines[2], lines[3])))
            .conflationNs(CONFLATION_NS);
        final PublicMarket market = new PublicMarket(transaction -> publisher.onTransaction(transaction));
        publisher = new FastPublisher(ctx.build(), market);
        script = new EventScript(market);
        script.begin().event(new InstrumentDefinedEncoder(), event -> event.instrumentId(ID).symbol("SI")
            .kind(InstrumentKind.FUTURE).priceTickE5(100_000)).end();
        publisher.goLive(START_NS);
        tap.poll();
        tap.a.clear();
        return tap;
    }

    private void order(
        final boolean isMoreWaiting, final long id, final Side side, final long price, final long qtyLots)
    {
        script.more(isMoreWaiting).begin().event(new OrderAcceptedEncoder(), event -> event.instrumentId(ID)
            .orderId(id).side(side).priceE5(price * 100_000).qtyLots(qtyLots).timeInForce(TimeInForce.DAY)
            .shown((short)1)).end();
    }

    private List<List<String>> packets(final FastTap tap)
    {
        tap.poll();
        final List<List<String>> packets = new ArrayList<>();
        for (final byte[] packet : tap.a)
        {
            final ArrayList<String> text = new ArrayList<>();
            final StringBuilder entry = new StringBuilder();
            for (final String line : FastTap.lines(packet))
            {
                if ("-".equals(line))
                {
                    entry.setLength(0);
                }
                final String value = line.substring(line.indexOf('=') + 1);
                switch (line.substring(0, Math.max(0, line.indexOf('='))))
                {
                    case "MDUpdateAction":
                        entry.append("0".equals(value) ? "new " : "1".equals(value) ? "change " : "delete ");
                        break;

                    case "MDEntryType":
                        entry.append("0".equals(value) ? "bid " : "offer ");
                        break;

                    case "MDPriceLevel":
                        entry.append(value);
                        break;

                    case "MDEntryPx":
                        entry.append(' ').append(value);
                        break;

                    case "MDEntrySize":
                        entry.append(" x").append(value);
                        break;

                    case "MDEntryTime":
                        text.add(entry.toString());
                        break;

                    default:
                        break;
                }
            }
            packets.add(text);
        }
        tap.a.clear();
        return packets;
    }

    @Test
    void shouldSendEveryChangeAtOnceWhenNothingWaits()
    {
        try (FastTap tap = start())
        {
            order(false, 1, Side.BUY, 100, 5);
            order(false, 2, Side.BUY, 100, 3);
            order(false, 3, Side.BUY, 101, 1);
            order(false, 4, Side.BUY, 102, 1);
            assertEquals(List.of(
                List.of("new bid 1 100 x5"),
                List.of("change bid 1 100 x8"),
                List.of("new bid 1 101 x1"),
                List.of("delete bid 2 100", "new bid 1 102 x1")), packets(tap));
        }
        finally
        {
            publisher.close();
        }
    }

    @Test
    void shouldNetChangesWhileMoreWaitsButNotLongerThanTheInterval()
    {
        try (FastTap tap = start())
        {
            order(true, 1, Side.BUY, 100, 5);
            order(true, 2, Side.BUY, 101, 3);
            script.more(true).begin().event(new OrderCancelledEncoder(), event -> event.instrumentId(ID).orderId(2)
                .side(Side.BUY).priceE5(101 * 100_000).qtyLots(3).reason(CancelReason.REQUESTED)).end();
            order(true, 3, Side.SELL, 105, 7);
            assertTrue(packets(tap).isEmpty());
            order(false, 4, Side.SELL, 104, 2);
            assertEquals(
                List.of(List.of("new bid 1 100 x5", "new offer 1 104 x2", "new offer 2 105 x7")), packets(tap));
            order(true, 5, Side.BUY, 99, 1);
            for (int i = 1; i < CONFLATION_NS; i++)
            {
                assertTrue(packets(tap).isEmpty());
                script.begin().end();
            }
            order(true, 6, Side.BUY, 99, 1);
            assertEquals(List.of(List.of("new bid 2 99 x2")), packets(tap));
        }
        finally
        {
            publisher.close();
        }
    }

    @Test
    void shouldSendWhatWaitsWhenTheEngineFallsSilent()
    {
        try (FastTap tap = start())
        {
            order(true, 1, Side.BUY, 100, 5);
            publisher.doWork(START_NS, true);
            publisher.doWork(START_NS + 500_000_000L, true);
            assertTrue(packets(tap).stream().allMatch(List::isEmpty));
            publisher.doWork(START_NS + 1_500_000_000L, true);
            assertTrue(packets(tap).contains(List.of("new bid 1 100 x5")));
        }
        finally
        {
            publisher.close();
        }
    }
}
