// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.Venue;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.fast.FastLevelBooks;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Books rebuilt from ORDERS-LOG and from FO-BOOK-1, 5, 20 and 50 are the market's, over random days with auctions,
 * halts, icebergs and mass cancels.
 */
@Tag("venue")
class FastBookEqualityTest
{
    private final long seed = System.nanoTime();
    private FastVenue venue;

    @BeforeEach
    void setUp(@TempDir final Path dir)
    {
        System.out.println("FastBookEqualityTest seed=" + seed);
        venue = new FastVenue(dir, new Random(seed), List.of());
    }

    @AfterEach
    void tearDown()
    {
        venue.close();
    }

    private List<String> engineLines()
    {
        final StateReport report = venue.venue.engine.operator().reportState();
        return report.orders().stream()
            .filter(order -> 0 != order.shownLots())
            .map(order -> order.instrumentId() + (Side.BUY == order.side() ? " B " : " S ") + order.shownLots() + '@' +
                order.priceE5() + " id=" + order.displayOrderId())
            .collect(Collectors.toList());
    }

    private static List<String> lines(final FastOrderBooks books)
    {
        final ArrayList<String> lines = new ArrayList<>();
        books.all().stream()
            .sorted((a, b) -> Integer.compare(a.securityId(), b.securityId()))
            .forEach(book -> FastVenue.orderLines(book).forEach(line -> lines.add(book.securityId() + " " + line)));
        return lines;
    }

    /**
     * After every transaction the books are the public market's to the last place. With the engine's they are compared
     * without time priority: where a new slice of an iceberg stands after an auction, the feed does not know.
     */
    private void assertEngineEqual()
    {
        final List<String> engine = engineLines();
        venue.compareAll("seed=" + seed);
        assertEquals(engine.stream().sorted().toList(), lines(venue.orderBooks).stream().sorted().toList(),
            "seed=" + seed);
    }

    @Test
    void shouldKeepTheBooksOfTheMarketAfterEveryTransaction()
    {
        venue.withBooks().startPublisher();
        for (int i = 0; i < 4; i++)
        {
            venue.flow(1_000, 0 == i % 2);
            assertEngineEqual();
        }
        assertTrue(venue.comparedTransactions > 500, "compared=" + venue.comparedTransactions);
        assertTrue(venue.comparedLevels > 300, "compared=" + venue.comparedLevels);
        assertEquals(0, venue.orderReceiver.counters().get(FastReceiverCounter.FAULTS));
        assertEquals(0, venue.orderReceiver.counters().get(FastReceiverCounter.RECOVERIES));
        assertEquals(0, venue.fast.sendFailures());
    }

    @Test
    void shouldJoinLateBySnapshots()
    {
        venue.startPublisher();
        venue.flow(1_000);
        venue.publishAll();
        venue.withBooks();
        venue.isComparing = false;
        for (int i = 0; i < 1_000; i++)
        {
            venue.venue.flow.step();
            venue.work();
        }
        venue.venue.flow.listen(0);
        venue.workUntil("all live", () -> venue.receivers.stream().allMatch(FastReceiver::isLive));
        assertEngineEqual();
        assertEquals(1, venue.orderReceiver.counters().get(FastReceiverCounter.JOINS));
        venue.isComparing = true;
        venue.flow(500);
        assertEngineEqual();
        assertEquals(0, venue.orderReceiver.counters().get(FastReceiverCounter.FAULTS));
    }

    @Test
    void shouldBeginAnewWithTheNextSession()
    {
        venue.withBooks().startPublisher();
        venue.flow(500);
        assertEngineEqual();
        venue.venue.engine.operator().suspendTrading(1, ClearingKind.EVENING);
        venue.compareAll("evening");
        assertTrue(lines(venue.orderBooks).isEmpty());
        venue.venue.engine.operator().completeClearing(1, ClearingKind.EVENING);
        venue.venue.engine.operator().openSession(
            DemoReferenceData.SESSION_ID + 1, DemoReferenceData.TRADING_DATE + 1);
        venue.compareAll("next session");
        assertTrue(venue.orderReceiver.lastMsgSeqNum() < 10, "number=" + venue.orderReceiver.lastMsgSeqNum());
        assertEquals(1, venue.orderReceiver.counters().get(FastReceiverCounter.RESETS));
        venue.flow(500);
        assertEngineEqual();
        assertEquals(0, venue.orderReceiver.counters().get(FastReceiverCounter.RECOVERIES), venue.state());

        final FastOrderBooks lateBooks = new FastOrderBooks();
        final FastReceiver late = venue.receive("ORDERS-LOG", lateBooks);
        venue.workUntil("late", () -> venue.isCaughtUp("ORDERS-LOG", late));
        assertEquals(lines(venue.orderBooks), lines(lateBooks));
    }

    @Test
    void shouldGoOnWithTheSameNumbersWhenPublisherRestarts()
    {
        venue.withBooks().startPublisher();
        venue.flow(500);
        assertEngineEqual();
        final List<Long> numbers = new ArrayList<>();
        final List<String> counted = venue.fast.feedNames().stream().filter(name -> !"INDEX".equals(name)).toList();
        counted.forEach(name -> numbers.add(venue.fast.counters(name).get(FastFeedCounter.MSG_SEQ_NUM)));
        venue.venue.publisher.close();
        venue.startPublisher();
        final List<Long> again = new ArrayList<>();
        counted.forEach(name -> again.add(venue.fast.counters(name).get(FastFeedCounter.MSG_SEQ_NUM)));
        assertEquals(numbers, again);
        venue.flow(500);
        assertEngineEqual();
        assertEquals(0, venue.orderReceiver.counters().get(FastReceiverCounter.RECOVERIES));
    }

    @Test
    void shouldSendWhatWasMatchedMeanwhileWhenPublisherRestarts(@TempDir final Path directory)
    {
        venue.withBooks().startPublisher(venue.context().directory(directory));
        venue.flow(300);
        assertEngineEqual();
        final long joins = venue.orderReceiver.counters().get(FastReceiverCounter.JOINS);
        for (int i = 0; i < 3; i++)
        {
            venue.venue.publisher.close();
            venue.isComparing = false;
            for (int j = 0; j < 100; j++)
            {
                venue.venue.flow.step();
                venue.venue.flow.listen(0);
            }
            venue.startPublisher(venue.context().directory(directory));
            assertEngineEqual();
            venue.isComparing = true;
            venue.flow(200);
            assertEngineEqual();
        }
        venue.receivers.forEach(receiver ->
        {
            assertEquals(0, receiver.counters().get(FastReceiverCounter.GAPS), venue.state());
            assertEquals(0, receiver.counters().get(FastReceiverCounter.RECOVERIES), venue.state());
        });
        assertEquals(joins, venue.orderReceiver.counters().get(FastReceiverCounter.JOINS));
    }

    @Test
    void shouldCutTheLargestTransactionIntoFragmentsOfItsOwn()
    {
        venue.withBooks().startPublisher();
        for (int i = 0; i < 150; i++)
        {
            venue.venue.flow.rest(DemoReferenceData.SI_ID, Side.SELL, i % 60, 2);
        }
        assertEngineEqual();
        final long before = venue.fast.counters("ORDERS-LOG").get(FastFeedCounter.MSG_SEQ_NUM);
        venue.venue.flow.hit(DemoReferenceData.SI_ID, Side.BUY, 100, 299);
        assertEngineEqual();
        assertTrue(venue.fast.counters("ORDERS-LOG").get(FastFeedCounter.MSG_SEQ_NUM) - before >= 5, venue.state());
        final MarketBook book = venue.orderBooks.book(DemoReferenceData.SI_ID);
        assertEquals(1, book.orderCount());
    }

    @Test
    void shouldNeverHaveMoreLevelsThanTheFeed()
    {
        venue.withBooks().startPublisher();
        for (int i = 0; i < 60; i++)
        {
            venue.venue.flow.rest(DemoReferenceData.SI_ID, Side.SELL, 60 - i, 2);
        }
        assertEngineEqual();
        final FastLevelBooks five = venue.levelBooks.get(5);
        assertEquals(5, five.book(DemoReferenceData.SI_ID).levelCount(false));
        assertEquals(50, venue.levelBooks.get(50).book(DemoReferenceData.SI_ID).levelCount(false));
        assertEquals(Venue.lines(venue.venue.engine.operator().reportState()).size(), 60);
    }
}
