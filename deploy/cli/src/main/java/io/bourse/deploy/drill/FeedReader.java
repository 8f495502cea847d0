// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.MALFORMED_PACKETS;

/**
 * A subscriber of the multicast feeds that stays when the venue goes and comes back.
 */
public final class FeedReader implements AutoCloseable
{
    /** A listener for those who only read the books. */
    public static final MarketListener BOOKS_ONLY = (transaction, books) ->
    {
        // The receiver has applied it already.
    };
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long ANSWER_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final SimbaReceiver receiver;
    private final AgentRunner runner;

    /**
     * A subscriber.
     *
     * @param where the feeds are.
     */
    public FeedReader(final VenueDescriptor where)
    {
        this(where, BOOKS_ONLY);
    }

    /**
     * A subscriber that also reports every transaction, on its own thread.
     *
     * @param where the feeds are.
     * @param listener of the transactions.
     */
    public FeedReader(final VenueDescriptor where, final MarketListener listener)
    {
        this(where, listener, new BackoffIdleStrategy(1, 10, 1_000, 1_000_000));
    }

    /**
     * The same with a thread that waits in its own way.
     *
     * @param where the feeds are.
     * @param listener of the transactions.
     * @param idle of the receiver's thread.
     */
    public FeedReader(final VenueDescriptor where, final MarketListener listener, final IdleStrategy idle)
    {
        receiver = new SimbaReceiver(SimbaReceiverOptions.builder()
            .listener(listener)
            .interfaceName(where.networkInterface())
            .endpoints(FeedEndpoints.of(
                where.feed("simba.orders-log.incremental-a"),
                where.feed("simba.orders-log.incremental-b"),
                where.feed("simba.orders-log.snapshot-a"),
                where.feed("simba.orders-log.snapshot-b"))).build());
        runner = new AgentRunner(idle, cause -> failure.compareAndSet(null, cause), null, receiver);
        AgentRunner.startOnThread(runner);
    }

    /**
     * What it has received.
     *
     * @return live counters.
     */
    public CounterSet<ReceiverCounter> counters()
    {
        return receiver.counters();
    }

    /**
     * What ended it.
     *
     * @return null while it goes on.
     */
    public Throwable failure()
    {
        return failure.get();
    }

    /**
     * Whether it has received everything up to a packet.
     *
     * @param msgSeqNum of the packet.
     * @return true if so, and the books are right.
     */
    public boolean isLiveAt(final long msgSeqNum)
    {
        return receiver.isLive() && receiver.lastMsgSeqNum() >= msgSeqNum;
    }

    /**
     * Waits until the received books are the engine's, order by order.
     *
     * @param report of the engine while nothing is on its way.
     * @throws DrillException with the difference when they do not become so.
     */
    public void awaitEqual(final StateReport report)
    {
        final Map<String, List<String>> expected = held(report);
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1_000_000, 10_000_000);
        Map<String, List<String>> actual = received();
        while (!(receiver.isLive() && expected.equals(actual)) && System.nanoTime() - deadlineNs < 0)
        {
            idle.idle();
            actual = received();
        }
        requireRunning();
        if (!expected.equals(actual) || !receiver.isLive())
        {
            throw new DrillException("the books of the feeds are not the engine's: isLive=" + receiver.isLive() + " " +
                difference(expected, actual) + " counters=" + receiver.counters());
        }
        if (0 != receiver.counters().get(MALFORMED_PACKETS) || 0 != receiver.counters().get(BEST_PRICES_MISMATCHES))
        {
            throw new DrillException("the feeds carried something wrong: counters=" + receiver.counters());
        }
    }

    private void requireRunning()
    {
        if (null != failure.get())
        {
            throw new DrillException("the receiver of the feeds failed: " + failure.get());
        }
    }

    private static String difference(final Map<String, List<String>> expected, final Map<String, List<String>> actual)
    {
        final Set<String> sides = new TreeSet<>(expected.keySet());
        sides.addAll(actual.keySet());
        for (final String side : sides)
        {
            final List<String> missing = new ArrayList<>(expected.getOrDefault(side, List.of()));
            final List<String> surplus = new ArrayList<>(actual.getOrDefault(side, List.of()));
            if (!missing.equals(surplus))
            {
                final List<String> common = new ArrayList<>(missing);
                common.retainAll(surplus);
                missing.removeAll(common);
                surplus.removeAll(common);
                return "side=" + side + " missing=" + missing + " surplus=" + surplus;
            }
        }
        return "";
    }

    /**
     * The received books.
     *
     * @return orders by side of a book.
     * @throws DrillException when the receiver has failed, or does not answer within ten seconds.
     */
    public Map<String, List<String>> received()
    {
        final CompletableFuture<Map<String, List<String>>> books = new CompletableFuture<>();
        receiver.execute(all -> books.complete(read(all)));
        final long deadlineNs = System.nanoTime() + ANSWER_LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1_000_000, 10_000_000);
        while (!books.isDone() && null == failure.get() && System.nanoTime() - deadlineNs < 0)
        {
            idle.idle();
        }
        requireRunning();
        if (!books.isDone())
        {
            throw new DrillException("the receiver of the feeds does not answer: limitSeconds=" +
                TimeUnit.NANOSECONDS.toSeconds(ANSWER_LIMIT_NS) + " counters=" + receiver.counters());
        }
        return books.join();
    }

    /**
     * The engine's books, as subscribers must see them.
     *
     * @param report of the engine.
     * @return orders, or the slice of an iceberg, by side of a book.
     */
    public static Map<String, List<String>> held(final StateReport report)
    {
        final Map<String, List<String>> books = new TreeMap<>();
        report.orders().stream().filter(order -> 0 != order.shownLots()).forEach(order -> add(
            books,
            order.instrumentId(),
            Side.BUY == order.side(),
            order.displayOrderId(),
            order.priceE5(),
            order.shownLots()));
        return books;
    }

    private static Map<String, List<String>> read(final MarketBooks all)
    {
        final Map<String, List<String>> books = new TreeMap<>();
        for (final MarketBook book : all.all())
        {
            book.forEachOrder(true, order ->
                add(books, book.securityId(), true, order.orderId(), order.priceE5(), order.qtyLots()));
            book.forEachOrder(false, order ->
                add(books, book.securityId(), false, order.orderId(), order.priceE5(), order.qtyLots()));
        }
        return books;
    }

    private static void add(
        final Map<String, List<String>> books,
        final int instrumentId,
        final boolean isBid,
        final long orderId,
        final long priceE5,
        final long lots)
    {
        books.computeIfAbsent(instrumentId + (isBid ? " bids" : " asks"), key -> new ArrayList<>())
            .add("order=" + orderId + " px=" + priceE5 + " lots=" + lots);
    }

    @Override
    public void close()
    {
        runner.close();
    }
}
