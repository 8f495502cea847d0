// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.LAST_SNAPSHOT_CYCLE_NS;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.SNAPSHOT_BOOKS_COPIED;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.SNAPSHOT_CYCLES;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.SNAPSHOT_CYCLES_ABORTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.marketdata.FeedGroups;
import io.bourse.marketdata.Venue;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.OrderBookSnapshotDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Snapshots while the books change: a receiver that joins by them ends with the publisher's books.
 */
class SnapshotCycleTest
{
    private static final long CYCLE_NS = 1_000_000;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final FeedGroups multicast = new FeedGroups();
    private final List<SimbaReceiver> receivers = new ArrayList<>();
    private final PublicMarket market = new PublicMarket((transaction) -> this.orderLog.onTransaction(transaction));
    private final EventScript events = new EventScript(market);
    private SimbaOrderLog orderLog;
    private long nowNs = 1_000_000_000;

    @BeforeEach
    void setUp()
    {
        System.out.println("SnapshotCycleTest seed=" + seed);
        orderLog = new SimbaOrderLog(
            multicast.orderLogContext().snapshotCycleNs(CYCLE_NS).clock(() -> nowNs).build(), market);
        orderLog.goLive(nowNs);
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(receivers);
        orderLog.close();
    }

    private SimbaReceiver join()
    {
        final SimbaReceiver receiver = new SimbaReceiver(multicast.receiverContext().build());
        receivers.add(receiver);
        return receiver;
    }

    private void work(final long passedNs)
    {
        nowNs += passedNs;
        orderLog.doWork(nowNs, false);
        for (final SimbaReceiver receiver : receivers)
        {
            for (int n = 0; n < 100 && 0 < receiver.doWork(); n++)
            {
                Thread.onSpinWait();
            }
        }
    }

    private List<String> publishedBooks()
    {
        final List<String> lines = new ArrayList<>();
        for (final PublicInstrument instrument : market.instruments())
        {
            final BookCursor cursor = new BookCursor().wrap(instrument.book());
            for (BookOrder order = cursor.next(); null != order; order = cursor.next())
            {
                lines.add(instrument.instrumentId() + (order.isBid() ? " B " : " S ") + order.qtyLots() + '@' +
                    order.priceE5() + " id=" + order.orderId());
            }
        }
        return lines;
    }

    @Test
    void shouldLeadEveryLateJoinerToTheRightBooksWithinTwoCyclesHoweverBooksChange()
    {
        final List<Consumer<EventScript>> script = RandomEvents.script(random, 6_000);
        final List<Long> cyclesWhenMade = new ArrayList<>();
        final Set<SimbaReceiver> joined = new HashSet<>();
        join();
        cyclesWhenMade.add(0L);
        for (int i = 0; i < script.size(); i++)
        {
            if (0 == i % 400)
            {
                join();
                cyclesWhenMade.add(orderLog.counters().get(SNAPSHOT_CYCLES) +
                    orderLog.counters().get(SNAPSHOT_CYCLES_ABORTED));
            }
            script.get(i).accept(events);
            if (0 == random.nextInt(4))
            {
                work(20_000 + random.nextInt(20_000));
            }
            for (int r = 0; r < receivers.size(); r++)
            {
                if (receivers.get(r).isLive() && joined.add(receivers.get(r)))
                {
                    final long cycles = orderLog.counters().get(SNAPSHOT_CYCLES) +
                        orderLog.counters().get(SNAPSHOT_CYCLES_ABORTED);
                    final long aborted = orderLog.counters().get(SNAPSHOT_CYCLES_ABORTED);
                    assertTrue(cycles - cyclesWhenMade.get(r) <= 2 + aborted, "seed=" + seed + " receiver=" + r);
                }
            }
        }
        events.more(false).begin(Long.MAX_VALUE / 2).accepted(1, 999_999, Side.BUY, 900, 1, TimeInForce.DAY).end();
        for (int i = 0; i < 400; i++)
        {
            work(20_000);
        }
        for (final SimbaReceiver receiver : receivers)
        {
            final String facts = "seed=" + seed + ' ' + receiver.counters();
            assertTrue(receiver.isLive(), facts);
            assertEquals(publishedBooks(), Venue.lines(receiver.books()), facts);
            assertEquals(0, receiver.counters().get(FAULTS), facts);
            assertEquals(0, receiver.counters().get(BEST_PRICES_MISMATCHES), facts);
            assertEquals(orderLog.msgSeqNum(), receiver.lastMsgSeqNum(), facts);
        }
        assertTrue(orderLog.counters().get(SNAPSHOT_BOOKS_COPIED) > 0, "seed=" + seed);
        assertTrue(orderLog.counters().get(SNAPSHOT_CYCLES) > 5 && orderLog.counters().get(SNAPSHOT_CYCLES_ABORTED) > 5,
            "seed=" + seed);
        assertTrue(orderLog.counters().get(LAST_SNAPSHOT_CYCLE_NS) > 0);
    }

    @Test
    void shouldSpreadACycleAndKeepItsPointWhileOneInstrumentIsBusy()
    {
        events.more(false).begin(1);
        for (int id = 1; id <= 10; id++)
        {
            events.instrument(id);
        }
        events.session(1).end();
        for (int i = 0; i < 100; i++)
        {
            events.begin(2).accepted(10, 1_000 + i, Side.SELL, 2_000 + i, 1, TimeInForce.DAY).end();
        }
        final MulticastReceiver snapshots = multicast.openAll()[2];
        final List<String> cycle = new ArrayList<>();
        final List<Integer> perTurn = new ArrayList<>();
        // The first cycle already: its pace is that of the packets, not of the instruments.
        while (orderLog.counters().get(SNAPSHOT_CYCLES) < 1)
        {
            final int before = cycle.size();
            work(CYCLE_NS / 100);
            read(snapshots, cycle);
            perTurn.add(cycle.size() - before);
            events.begin(3).accepted(10, 2_000 + perTurn.size(), Side.BUY, 900, 1, TimeInForce.DAY).end();
        }
        snapshots.close();
        final List<String> expected = new ArrayList<>();
        for (int id = 1; id <= 9; id++)
        {
            expected.add(id + " after=100 rptSeq=0 entries=1");
        }
        for (int i = 0; i < 5; i++)
        {
            expected.add("10 after=100 rptSeq=100 entries=" + (i < 4 ? 23 : 8));
        }
        expected.add("SequenceReset");
        assertEquals(expected, cycle);
        // 15 packets over 100 turns: never two in one.
        assertTrue(perTurn.stream().allMatch((count) -> count <= 1), perTurn.toString());
        assertEquals(1, orderLog.counters().get(SNAPSHOT_BOOKS_COPIED));
        assertTrue(perTurn.size() >= 90 && perTurn.size() <= 100, perTurn.toString());
    }

    private static void read(final MulticastReceiver receiver, final List<String> cycle)
    {
        for (int length = receiver.receive(); 0 < length; length = receiver.receive())
        {
            final int message = SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
            if (OrderBookSnapshotDecoder.TEMPLATE_ID != SimbaMessages.templateId(receiver.buffer(), message))
            {
                cycle.add("SequenceReset");
                continue;
            }
            final int block = message + SimbaMessages.HEADER_LENGTH;
            cycle.add(receiver.buffer().getInt(block, ByteOrder.LITTLE_ENDIAN) +
                " after=" + receiver.buffer().getInt(block + 4, ByteOrder.LITTLE_ENDIAN) +
                " rptSeq=" + receiver.buffer().getInt(block + 8, ByteOrder.LITTLE_ENDIAN) +
                " entries=" + receiver.buffer().getByte(block + OrderBookSnapshotDecoder.BLOCK_LENGTH + 2));
        }
    }
}
