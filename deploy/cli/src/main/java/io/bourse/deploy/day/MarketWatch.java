// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverContext;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Follows the venue's multicast with the reference receiver on a thread of its own and compares its books, order by
 * order, with the engine's.
 */
final class MarketWatch implements AutoCloseable
{
    private static final long CATCH_UP_LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    private final Venue venue;
    private final SimbaReceiver receiver;
    private final AgentRunner runner;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** One order, or the slice of an iceberg, as both sides must see it. */
    private record Entry(long orderId, long priceE5, long lots)
    {
    }

    /** One side of one book. */
    private record BookKey(int instrumentId, boolean bid) implements Comparable<BookKey>
    {
        @Override
        public int compareTo(final BookKey other)
        {
            final int byInstrument = Integer.compare(instrumentId, other.instrumentId);
            return 0 != byInstrument ? byInstrument : Boolean.compare(bid, other.bid);
        }
    }

    MarketWatch(final Venue venue)
    {
        this.venue = venue;
        final VenueDescriptor where = venue.descriptor();
        receiver = new SimbaReceiver(new SimbaReceiverContext()
            .interfaceName(where.networkInterface())
            .incrementalA(where.feed("simba.orders-log.incremental-a"))
            .incrementalB(where.feed("simba.orders-log.incremental-b"))
            .snapshotA(where.feed("simba.orders-log.snapshot-a"))
            .snapshotB(where.feed("simba.orders-log.snapshot-b")));
        runner = new AgentRunner(
            new BackoffIdleStrategy(20, 10, 1_000, 100_000),
            cause -> failure.compareAndSet(null, cause),
            null,
            receiver);
        AgentRunner.startOnThread(runner);
    }

    CounterSet<ReceiverCounter> counters()
    {
        return receiver.counters();
    }

    /** Waits until the first snapshot is joined. */
    void awaitJoined()
    {
        await("join by snapshot", receiver::isLive);
    }

    /**
     * Waits until everything up to the report was published and received, then compares.
     *
     * @param name of the check.
     * @param report of the engine while no order is on its way.
     * @param client of the engine.
     * @param checks to add to.
     */
    void compare(final String name, final StateReport report, final EngineClient client, final DayChecks checks)
    {
        await("publication", () -> client.publishedWatermark().get() >= report.cursor());
        await("last packet", () -> receiver.isLive() && receiver.lastMsgSeqNum() >= venue.simba().msgSeqNum());
        final CompletableFuture<Map<BookKey, List<Entry>>> seen = new CompletableFuture<>();
        receiver.execute(books -> seen.complete(received(books)));
        await("books of the receiver", seen::isDone);
        final Map<BookKey, List<Entry>> expected = held(report);
        final Map<BookKey, List<Entry>> actual = seen.join();
        checks.add(name, expected.equals(actual), describe(expected, actual));
    }

    private static Map<BookKey, List<Entry>> held(final StateReport report)
    {
        final Map<BookKey, List<Entry>> books = new TreeMap<>();
        for (final StateReport.RestingOrder order : report.orders())
        {
            if (0 != order.shownLots())
            {
                books.computeIfAbsent(
                    new BookKey(order.instrumentId(), Side.BUY == order.side()), key -> new ArrayList<>())
                    .add(new Entry(order.displayOrderId(), order.priceE5(), order.shownLots()));
            }
        }
        return books;
    }

    private static Map<BookKey, List<Entry>> received(final MarketBooks books)
    {
        final Map<BookKey, List<Entry>> result = new TreeMap<>();
        for (final MarketBook book : books.all())
        {
            collect(book, true, result);
            collect(book, false, result);
        }
        return result;
    }

    private static void collect(final MarketBook book, final boolean bid, final Map<BookKey, List<Entry>> result)
    {
        final List<Entry> entries = new ArrayList<>();
        book.forEachOrder(bid, (BookOrder order) ->
            entries.add(new Entry(order.orderId(), order.priceE5(), order.qtyLots())));
        if (!entries.isEmpty())
        {
            result.put(new BookKey(book.securityId(), bid), entries);
        }
    }

    private static String describe(final Map<BookKey, List<Entry>> expected, final Map<BookKey, List<Entry>> actual)
    {
        for (final Map.Entry<BookKey, List<Entry>> side : expected.entrySet())
        {
            final List<Entry> other = actual.getOrDefault(side.getKey(), List.of());
            if (!side.getValue().equals(other))
            {
                return "first difference at " + side.getKey() + ": engine has " + side.getValue().size() +
                    " orders, receiver has " + other.size();
            }
        }
        if (!actual.keySet().equals(expected.keySet()))
        {
            return "the receiver has books that the engine has not: " + actual.keySet();
        }
        final long orders = expected.values().stream().mapToLong(List::size).sum();
        return expected.size() + " book sides, " + orders + " orders";
    }

    private void await(final String what, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + CATCH_UP_LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        while (!done.getAsBoolean())
        {
            if (null != failure.get())
            {
                throw new IllegalStateException("the reference receiver failed", failure.get());
            }
            if (System.nanoTime() > deadlineNs)
            {
                throw new DayCheckException("market data did not catch up: waitingFor=" + what + " receiver=" +
                    receiver.counters() + " publishedMsgSeqNum=" + venue.simba().msgSeqNum());
            }
            idle.idle(0);
        }
    }

    @Override
    public void close()
    {
        runner.close();
    }
}
