// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.MarketTransaction;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.publisher.simba.OrderLogCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.JOINS;
import static io.bourse.marketdata.client.ReceiverCounter.MALFORMED_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.MESSAGES;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.SNAPSHOT_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.TRADES;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Engine, publisher and receiver over real multicast on the loopback interface.
 */
@Tag("venue")
class LiveFeedTest
{
    /**
     * Writes transactions down and looks at the books after each.
     */
    private static final class Watcher implements MarketListener
    {
        private final ArrayList<String> lines = new ArrayList<>();
        private long crossedBooks;
        private long gaps;

        @Override
        public void onTransaction(final MarketTransaction transaction, final MarketBooks books)
        {
            final StringBuilder line = new StringBuilder();
            for (int i = 0; i < transaction.touchedCount(); i++)
            {
                final MarketBook book = transaction.touched(i);
                if (null != book.bestBid() && null != book.bestAsk() &&
                    book.bestBid().priceE5() >= book.bestAsk().priceE5())
                {
                    crossedBooks++;
                }
                line.append(book.securityId()).append(' ');
            }
            for (int i = 0; i < transaction.tradeCount(); i++)
            {
                line.append(transaction.trade(i).isAggressorBuyer() ? "buyer " : "seller ")
                    .append(transaction.trade(i).aggressorOrderId()).append(" takes ")
                    .append(transaction.trade(i).qtyLots()).append('@')
                    .append(transaction.trade(i).priceE5()).append(" of ")
                    .append(transaction.trade(i).restingOrderId()).append(' ');
            }
            lines.add(line.append(transaction.isBookCleared() ? "cleared " : "")
                .append("session=").append(transaction.sessionId()).toString());
        }

        @Override
        public void onGap(final long firstMissing)
        {
            gaps++;
        }
    }

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Watcher watcher = new Watcher();
    private Venue venue;

    @BeforeEach
    void setUp(@TempDir final Path dir)
    {
        System.out.println("LiveFeedTest seed=" + seed);
        venue = new Venue(dir, random);
    }

    @AfterEach
    void tearDown()
    {
        venue.close();
    }

    private SimbaReceiver startReceiver()
    {
        return venue.add(new SimbaReceiver(venue.multicast.receiverContext().listener(watcher).build()));
    }

    @Test
    void shouldKeepTheBooksOfTheEngineThroughRandomOrderFlow()
    {
        final SimbaReceiver receiver = startReceiver();
        venue.startPublisher();
        for (int i = 0; i < 20_000; i++)
        {
            venue.flow.step();
            venue.work();
            if (0 == i % 2_000)
            {
                venue.assertBooksEqual("seed=" + seed + " i=" + i);
            }
        }
        venue.flow.listen(0);
        final StateReport report = venue.assertBooksEqual("seed=" + seed);

        final CounterSet<ReceiverCounter> counters = receiver.counters();
        assertTrue(report.tradeCount() > 1_000, "trades=" + report.tradeCount());
        assertEquals(report.tradeCount(), counters.get(TRADES));
        assertEquals(venue.orderLog.counters().get(OrderLogCounter.TRANSACTIONS_SENT), counters.get(TRANSACTIONS));
        assertEquals(venue.orderLog.counters().get(OrderLogCounter.MESSAGES_SENT), counters.get(MESSAGES));
        assertEquals(0, counters.get(BEST_PRICES_MISMATCHES));
        assertEquals(0, watcher.crossedBooks);
        assertEquals(
            List.of(0L, 0L, 0L, 0L, 1L),
            List.of(counters.get(GAPS), counters.get(FAULTS), counters.get(RECOVERIES), counters.get(MALFORMED_PACKETS),
                counters.get(JOINS)));
        assertEquals(0, venue.orderLog.sendFailures());
        assertEquals(venue.client.endCursor(), venue.client.publishedWatermark().get());
    }

    @Test
    void shouldJoinLateBySnapshotWhileOrdersFlow()
    {
        venue.startPublisher();
        for (int i = 0; i < 3_000; i++)
        {
            venue.flow.step();
            venue.work();
        }
        final SimbaReceiver receiver = startReceiver();
        assertFalse(receiver.isLive());
        for (int i = 0; i < 3_000; i++)
        {
            venue.flow.step();
            venue.work();
        }
        venue.flow.listen(0);
        venue.assertBooksEqual("seed=" + seed);

        assertEquals(1, receiver.counters().get(JOINS));
        assertEquals(0, receiver.counters().get(FAULTS));
        assertTrue(receiver.counters().get(SNAPSHOT_PACKETS) > 0);
        for (int i = 0; i < 500; i++)
        {
            venue.flow.step();
        }
        venue.flow.listen(0);
        venue.assertBooksEqual("after join, seed=" + seed);
        assertEquals(0, receiver.counters().get(BEST_PRICES_MISMATCHES));
    }

    @Test
    void shouldShowOneTransactionWhenItTakesManyPackets()
    {
        startReceiver();
        venue.startPublisher();
        final ArrayList<Long> resting = new ArrayList<>();
        for (int i = 0; i < 60; i++)
        {
            resting.add(venue.flow.rest(DemoReferenceData.SI_ID, Side.SELL, i, 2));
        }
        venue.publishAll();
        final long packetsBefore = venue.orderLog.msgSeqNum();
        venue.flow.hit(DemoReferenceData.SI_ID, Side.BUY, 100, 121);
        venue.assertBooksEqual("seed=" + seed);

        assertTrue(venue.orderLog.msgSeqNum() - packetsBefore >= 7, "packets=" + venue.orderLog.msgSeqNum());
        final StringBuilder expected = new StringBuilder(DemoReferenceData.SI_ID + " ");
        for (int i = 0; i < 60; i++)
        {
            expected.append("buyer ").append(resting.get(59) + 1).append(" takes 2@")
                .append(OrderFlow.SI_MID_E5 + i * OrderFlow.SI_TICK_E5).append(" of ")
                .append(resting.get(i)).append(' ');
        }
        assertEquals(61, watcher.lines.size());
        assertEquals(expected + "session=" + DemoReferenceData.SESSION_ID, watcher.lines.get(60));
    }

    @Test
    void shouldEmptyAllBooksAtOnceWhenTheSessionEndsAndGoOnInTheNext()
    {
        final SimbaReceiver receiver = startReceiver();
        venue.startPublisher();
        for (int i = 0; i < 300; i++)
        {
            venue.flow.step();
            venue.work();
        }
        venue.flow.listen(0);
        assertTrue(venue.assertBooksEqual("seed=" + seed).orderCount() > 0);
        assertTrue(receiver.books().book(DemoReferenceData.SI_ID).rptSeq() > 1);
        final int transactions = watcher.lines.size();

        venue.engine.operator().suspendTrading(1, ClearingKind.EVENING);
        assertEquals(0, venue.assertBooksEqual("suspended").orderCount());
        assertEquals(
            List.of("cleared session=" + DemoReferenceData.SESSION_ID),
            watcher.lines.subList(transactions, watcher.lines.size()));

        venue.engine.operator().completeClearing(1, ClearingKind.EVENING);
        venue.engine.operator().openSession(DemoReferenceData.SESSION_ID + 1, DemoReferenceData.TRADING_DATE + 1);
        venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -1, 3);
        venue.assertBooksEqual("next session");
        assertEquals(
            DemoReferenceData.SI_ID + " session=" + (DemoReferenceData.SESSION_ID + 1),
            watcher.lines.get(watcher.lines.size() - 1));
        // Another trading date: numbers have begun again.
        assertEquals(1, receiver.books().book(DemoReferenceData.SI_ID).rptSeq());
        assertEquals(2, receiver.lastMsgSeqNum());
        assertEquals(0, receiver.counters().get(FAULTS));

        final SimbaReceiver late = startReceiver();
        venue.assertBooksEqual("joined by snapshots, some of them empty");
        assertNotNull(late.books().book(DemoReferenceData.RI_ID));
        assertEquals(
            receiver.books().book(DemoReferenceData.RI_ID).rptSeq(),
            late.books().book(DemoReferenceData.RI_ID).rptSeq());
    }

    @Test
    void shouldContinueNumbersWhenPublisherRestarts()
    {
        final SimbaReceiver receiver = startReceiver();
        venue.startPublisher();
        for (int i = 0; i < 500; i++)
        {
            venue.flow.step();
        }
        venue.flow.listen(0);
        venue.assertBooksEqual("first life");
        final long lastMsgSeqNum = venue.orderLog.msgSeqNum();

        venue.publisher.close();
        venue.startPublisher();
        venue.workUntil("live", () -> venue.publisher.isLive());
        assertEquals(lastMsgSeqNum, venue.orderLog.msgSeqNum());
        venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -20, 1);
        venue.assertBooksEqual("second life");
        assertEquals(lastMsgSeqNum + 1, receiver.lastMsgSeqNum());
        assertEquals(0, receiver.counters().get(RECOVERIES));

        venue.publisher.close();
        for (int i = 0; i < 500; i++)
        {
            venue.flow.step();
        }
        venue.flow.listen(0);
        venue.startPublisher();
        venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -20, 1);
        venue.assertBooksEqual("third life, seed=" + seed);
        assertEquals(1, receiver.counters().get(RECOVERIES));
        assertEquals(1, watcher.gaps);
    }

    @Test
    void shouldSendAgainWhatWasMatchedWhileNoPublisherRanWhenItHasAMark(@TempDir final Path markDir)
    {
        final SimbaReceiver receiver = startReceiver();
        for (int life = 0; life < 4; life++)
        {
            venue.startPublisher(venue.client, venue.multicast.orderLogContext()
                .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
                .markFile(markDir.resolve("mark")));
            venue.workUntil("publisher live", venue.publisher::isLive);
            for (int i = 0; i < 500; i++)
            {
                venue.flow.step();
                venue.work();
            }
            venue.flow.listen(0);
            venue.assertBooksEqual("life " + life + " seed=" + seed);
            assertEquals(0 < life, 0 < venue.orderLog.counters().get(OrderLogCounter.PACKETS_REPEATED), "life " + life);
            venue.publisher.close();
            for (int i = 0; i < 200; i++)
            {
                venue.flow.step();
            }
            venue.flow.listen(0);
        }
        assertEquals(
            List.of(0L, 0L, 0L, 1L),
            List.of(receiver.counters().get(GAPS), receiver.counters().get(RECOVERIES), receiver.counters().get(FAULTS),
                receiver.counters().get(JOINS)));
        assertEquals(0, watcher.gaps);
    }
}
