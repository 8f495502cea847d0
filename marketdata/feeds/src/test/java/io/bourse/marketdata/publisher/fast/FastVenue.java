// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.Venue;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.client.fast.FastBooks;
import io.bourse.marketdata.client.fast.FastLevelBook;
import io.bourse.marketdata.client.fast.FastLevelBooks;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.client.fast.FastReceiverOptionsBuilder;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.MarketFeed;
import io.bourse.marketdata.statistics.IndexSpec;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static io.bourse.marketdata.publisher.fast.FastFeedCounter.MSG_SEQ_NUM;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A real engine, all FAST feeds of it, and receivers of them over real multicast, driven by the test's thread. After
 * every transaction the receivers' books are compared with those of the market, as far as the feed says it has sent it.
 */
final class FastVenue implements AutoCloseable
{
    static final long CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    static final int[] DEPTHS = {1, 5, 20, 50};

    final Venue venue;
    final Random random;
    final Map<String, String[]> lines = new HashMap<>();
    final ArrayList<FastReceiver> receivers = new ArrayList<>();
    FastPublisher fast;
    PublicMarket market;
    FastReceiver orderReceiver;
    FastOrderBooks orderBooks;
    final Map<Integer, FastReceiver> levelReceivers = new HashMap<>();
    final Map<Integer, FastLevelBooks> levelBooks = new HashMap<>();
    long comparedTransactions;
    long comparedLevels;
    boolean isComparing = true;
    /** Compare price levels of the order books only, and orders when asked: for books of thousands of orders. */
    boolean isByLevels;
    private final List<IndexSpec> indices;
    private final PhaseOperator phases;
    private final CommandPublisher commands;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);

    FastVenue(final Path dir, final Random random, final List<IndexSpec> indices)
    {
        this.random = random;
        this.indices = indices;
        venue = new Venue(dir, random);
        phases = new PhaseOperator(venue.engine.operator());
        commands = venue.client.newCommandPublisher(Principal.gateway(7));
        for (final String feed : List.of("ORDERS-LOG", "FO-TRADES", "FUT-INFO", "OPT-INFO", "INDEX"))
        {
            lines.put(feed, newLines());
        }
        for (final int depth : DEPTHS)
        {
            lines.put("FO-BOOK-" + depth, newLines());
        }
    }

    private static String[] newLines()
    {
        return new String[]{Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free()};
    }

    private FeedEndpoints endpoints(final String feed)
    {
        final String[] l = lines.get(feed);
        return FeedEndpoints.of(l[0], l[1], l[2], l[3]);
    }

    FastPublisherOptionsBuilder context()
    {
        final FastPublisherOptionsBuilder ctx = FastPublisherOptions.builder()
            .ordersLog(endpoints("ORDERS-LOG"))
            .trades(endpoints("FO-TRADES"))
            .futInfo(endpoints("FUT-INFO"))
            .optInfo(endpoints("OPT-INFO"))
            .index(endpoints("INDEX"))
            .ordersLogReplay(new InetSocketAddress("127.0.0.1", 0))
            .tradesReplay(new InetSocketAddress("127.0.0.1", 0))
            .snapshotCycleNs(CYCLE_NS)
            .infoCycleNs(CYCLE_NS)
            .heartbeatIntervalNs(CYCLE_NS);
        final Map<Integer, FeedEndpoints> books = new HashMap<>();
        for (final int depth : DEPTHS)
        {
            books.put(depth, endpoints("FO-BOOK-" + depth));
        }
        return ctx.books(books);
    }

    FastReceiver receive(final String feed, final FastBooks books)
    {
        return receive(receiverContext(feed), books);
    }

    FastReceiverOptionsBuilder receiverContext(final String feed)
    {
        return FastReceiverOptions.builder().endpoints(endpoints(feed));
    }

    FastReceiver receive(final FastReceiverOptionsBuilder ctx, final FastBooks books)
    {
        final FastReceiver receiver = new FastReceiver(ctx.build(), books);
        receivers.add(receiver);
        return receiver;
    }

    FastVenue withBooks()
    {
        orderBooks = new FastOrderBooks();
        orderReceiver = receive("ORDERS-LOG", orderBooks);
        for (final int depth : DEPTHS)
        {
            levelBooks.put(depth, new FastLevelBooks());
            levelReceivers.put(depth, receive("FO-BOOK-" + depth, levelBooks.get(depth)));
        }
        return this;
    }

    FastVenue startPublisher()
    {
        return startPublisher(context());
    }

    FastVenue startPublisher(final FastPublisherOptionsBuilder ctx)
    {
        venue.publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(venue.client)
            .indices(indices)
            .feeds(List.of(
                newMarket ->
                {
                    market = newMarket;
                    fast = new FastPublisher(ctx.build(), newMarket);
                    return fast;
                },
                newMarket -> new Comparison())).build());
        workUntil("publisher live", venue.publisher::isLive);
        workUntil("receivers live", () -> receivers.stream().allMatch(FastReceiver::isLive));
        return this;
    }

    int work()
    {
        int workCount = venue.work();
        for (final FastReceiver receiver : receivers)
        {
            workCount += receiver.doWork();
        }
        return workCount;
    }

    void workUntil(final String what, final java.util.function.BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean())
        {
            if (0 == work())
            {
                TestEngine.pause();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what + ' ' + state());
            }
        }
    }

    String state()
    {
        final StringBuilder text = new StringBuilder();
        receivers.forEach(receiver -> text.append("last=").append(receiver.lastMsgSeqNum()).append(' ')
            .append(receiver.counters()).append('\n'));
        if (null != fast)
        {
            fast.feedNames().forEach(name ->
                text.append(name).append('=').append(fast.counters(name).get(MSG_SEQ_NUM)).append(' '));
        }
        return text.toString();
    }

    void publishAll()
    {
        final long endCursor = venue.client.endCursor();
        workUntil("publish", () -> venue.publisher.isLive() && venue.client.publishedWatermark().get() >= endCursor);
    }

    boolean isCaughtUp(final String feed, final FastReceiver receiver)
    {
        return receiver.isLive() && receiver.lastMsgSeqNum() == fast.counters(feed).get(MSG_SEQ_NUM);
    }

    void phase(final int instrumentId, final Phase phase)
    {
        phases.changePhase(new PhaseChangeSpec(instrumentId, "", phase, 0, Phase.CONTINUOUS, 0, 0));
    }

    void massCancel(final int loginId)
    {
        final MassCancelEncoder encoder = new MassCancelEncoder().wrapAndApplyHeader(
            buffer, 0, new MessageHeaderEncoder());
        encoder.header().stampedNs(0).receivedNs(0).sequence(0).sessionId(loginId).gatewayId(7).partition(0);
        encoder.clOrdId(0).accountCode(0).instrumentId(0).linkId(0).scope(MassCancelScope.LOGIN)
            .accountLength((short)0).side((short)89).securityTypes((short)7).securityGroup("%").clientRef("");
        while (!commands.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength()))
        {
            TestEngine.pause();
        }
    }

    /** A flow in bursts, in which auctions, halts and mass cancels happen. */
    void flow(final int steps)
    {
        flow(steps, false);
    }

    /** The same; one request at a time leaves no request waiting, so every transaction is a message of its own. */
    void flow(final int steps, final boolean isOneByOne)
    {
        for (int i = 0; i < steps; i++)
        {
            venue.flow.step();
            if (isOneByOne)
            {
                venue.flow.listen(0);
            }
            if (0 == random.nextInt(4))
            {
                work();
            }
            final int event = random.nextInt(1_000);
            final int instrumentId = random.nextBoolean() ? DemoReferenceData.SI_ID : DemoReferenceData.RI_ID;
            if (event < 6)
            {
                phase(instrumentId, event < 2 ? Phase.HALTED : event < 4 ? Phase.INTRADAY_AUCTION :
                    Phase.VOLATILITY_AUCTION);
            }
            else if (event < 18)
            {
                phase(instrumentId, Phase.CONTINUOUS);
            }
            else if (event < 21)
            {
                massCancel(1 + random.nextInt(2));
            }
        }
        venue.flow.listen(0);
    }

    static List<String> orderLines(final MarketBook book)
    {
        final ArrayList<String> text = new ArrayList<>();
        if (null != book)
        {
            final BookCursor cursor = new BookCursor().wrap(book);
            for (BookOrder order = cursor.next(); null != order; order = cursor.next())
            {
                text.add((order.isBid() ? "B " : "S ") + order.qtyLots() + '@' + order.priceE5() +
                    " id=" + order.orderId());
            }
        }
        return text;
    }

    static List<String> levelLines(final MarketBook book, final int depth)
    {
        final ArrayList<String> text = new ArrayList<>();
        for (int side = 0; side < 2; side++)
        {
            for (int i = 0; i < Math.min(depth, book.levelCount(0 == side)); i++)
            {
                final MarketLevel level = book.level(0 == side, i);
                text.add(side + " " + level.qtyLots() + '@' + level.priceE5() + " x" + level.orderCount());
            }
        }
        return text;
    }

    static List<String> levelLines(final FastLevelBook book)
    {
        final ArrayList<String> text = new ArrayList<>();
        for (int side = 0; side < 2 && null != book; side++)
        {
            for (int i = 0; i < book.levelCount(0 == side); i++)
            {
                text.add(side + " " + book.qtyLots(0 == side, i) + '@' + book.priceE5(0 == side, i) +
                    " x" + book.orderCount(0 == side, i));
            }
        }
        return text;
    }

    void compareAll(final String message)
    {
        publishAll();
        for (final PublicInstrument instrument : market.instruments())
        {
            compare(instrument, message);
        }
    }

    private void compareOrders(final PublicInstrument instrument, final String message)
    {
        final MarketBook mine = orderBooks.book(instrument.instrumentId());
        if (!isByLevels || null == mine)
        {
            assertEquals(orderLines(instrument.book()), orderLines(mine), message);
            return;
        }
        assertEquals(instrument.book().orderCount(), mine.orderCount(), message);
        assertEquals(levelLines(instrument.book(), 5), levelLines(mine, 5), message);
    }

    private void compare(final PublicInstrument instrument, final String message)
    {
        pollUntil("ORDERS-LOG", orderReceiver, message);
        compareOrders(instrument, message);
        for (final int depth : DEPTHS)
        {
            pollUntil("FO-BOOK-" + depth, levelReceivers.get(depth), message);
            assertEquals(levelLines(instrument.book(), depth),
                levelLines(levelBooks.get(depth).book(instrument.instrumentId())), message + " depth=" + depth);
        }
    }

    private void pollUntil(final String feed, final FastReceiver receiver, final String message)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!isCaughtUp(feed, receiver))
        {
            if (0 == receiver.doWork())
            {
                TestEngine.pause();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("not received: " + message + ' ' + feed + ' ' + state());
            }
        }
    }

    /** Compares behind every transaction, with the books as they are then. */
    private final class Comparison implements MarketFeed
    {
        @Override
        public void onTransaction(final PublicTransaction transaction)
        {
            if (null == orderReceiver || !fast.isLive() || !isComparing || 0 == transaction.entryCount())
            {
                return;
            }
            if (fast.publishedCursor() == transaction.cursor())
            {
                final PublicInstrument instrument = transaction.entry(0).instrument();
                if (null != instrument)
                {
                    pollUntil("ORDERS-LOG", orderReceiver, "transaction");
                    compareOrders(instrument, "cursor=" + transaction.cursor());
                    comparedTransactions++;
                }
            }
            if (!transaction.isMoreWaiting())
            {
                for (final PublicInstrument instrument : market.instruments())
                {
                    compare(instrument, "cursor=" + transaction.cursor());
                }
                comparedLevels++;
            }
        }

        @Override
        public void goLive(final long nowNs)
        {
        }

        @Override
        public int doWork(final long nowNs, final boolean isIdle)
        {
            return 0;
        }

        @Override
        public long publishedCursor()
        {
            return 0;
        }

        @Override
        public void close()
        {
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(receivers);
        venue.close();
    }
}
