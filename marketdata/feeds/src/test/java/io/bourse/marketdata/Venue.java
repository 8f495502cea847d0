// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import org.agrona.CloseHelper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A real engine, its publisher, and receivers of it over real multicast, all driven by the test's own thread.
 */
public final class Venue implements AutoCloseable
{
    public static final long SNAPSHOT_CYCLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    public static final long HEARTBEAT_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    public final FeedGroups multicast = new FeedGroups();
    public final TestEngine engine;
    public final EngineClient client;
    public final OrderFlow flow;
    public MarketDataPublisher publisher;
    public SimbaOrderLog orderLog;
    private final ArrayList<SimbaReceiver> receivers = new ArrayList<>();

    public Venue(final Path dir, final Random random)
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        client = engine.connect();
        flow = new OrderFlow(client, random);
    }

    public Venue startPublisher()
    {
        startPublisher(client, multicast.orderLogContext()
            .snapshotCycleNs(SNAPSHOT_CYCLE_NS)
            .heartbeatIntervalNs(HEARTBEAT_INTERVAL_NS));
        workUntil("publisher live", publisher::isLive);
        return this;
    }

    public void startPublisher(final EngineClient engineClient, final SimbaOrderLogOptionsBuilder context)
    {
        publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(engineClient)
            .feeds(List.of((market) ->
            {
                orderLog = new SimbaOrderLog(context.build(), market);
                return orderLog;
            })).build());
    }

    public SimbaReceiver add(final SimbaReceiver receiver)
    {
        receivers.add(receiver);
        return receiver;
    }

    /**
     * One duty cycle of everything.
     */
    public int work()
    {
        int workCount = null == publisher ? 0 : publisher.doWork();
        for (final SimbaReceiver receiver : receivers)
        {
            workCount += receiver.doWork();
        }
        return workCount;
    }

    public void workUntil(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean())
        {
            if (0 == work())
            {
                TestEngine.pause();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what + " receivers=" + receivers.stream()
                    .map(SimbaReceiver::counters).collect(Collectors.toList()));
            }
        }
    }

    /**
     * Waits until the publisher has published all events there are.
     */
    public void publishAll()
    {
        final long endCursor = client.endCursor();
        workUntil("publish", () -> publisher.isLive() && client.publishedWatermark().get() >= endCursor);
    }

    public boolean isCaughtUp(final SimbaReceiver receiver)
    {
        return receiver.isLive() && receiver.lastMsgSeqNum() == orderLog.msgSeqNum();
    }

    public List<SimbaReceiver> receivers()
    {
        return receivers;
    }

    public boolean areCaughtUp()
    {
        return receivers.stream().allMatch(this::isCaughtUp);
    }

    /**
     * Waits until everything has arrived and compares the books with the engine's.
     */
    public StateReport assertBooksEqual(final String message)
    {
        final StateReport report = engine.operator().reportState();
        publishAll();
        for (final SimbaReceiver receiver : receivers)
        {
            workUntil("receive", () -> isCaughtUp(receiver));
            assertEquals(lines(report), lines(receiver.books()), message + ' ' + receiver.counters());
        }
        return report;
    }

    public static List<String> lines(final StateReport report)
    {
        return report.orders().stream()
            .filter(order -> 0 != order.shownLots())
            .map(order -> line(
                order.instrumentId(),
                order.displayOrderId(),
                Side.BUY == order.side(),
                order.priceE5(),
                order.shownLots()))
            .collect(Collectors.toList());
    }

    public static List<String> lines(final MarketBooks books)
    {
        final ArrayList<MarketBook> sorted = new ArrayList<>(books.all());
        sorted.sort(Comparator.comparingInt(MarketBook::securityId));
        final ArrayList<String> lines = new ArrayList<>();
        sorted.forEach((book) -> lines.addAll(lines(book.securityId(), book)));
        return lines;
    }

    public static List<String> lines(final int instrumentId, final MarketBook book)
    {
        final ArrayList<String> lines = new ArrayList<>();
        final BookCursor cursor = new BookCursor().wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            lines.add(line(instrumentId, order.orderId(), order.isBid(), order.priceE5(), order.qtyLots()));
        }
        return lines;
    }

    private static String line(
        final int instrumentId, final long orderId, final boolean isBid, final long priceE5, final long qtyLots)
    {
        return instrumentId + (isBid ? " B " : " S ") + qtyLots + '@' + priceE5 + " id=" + orderId;
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(receivers);
        CloseHelper.closeAll(publisher, flow, engine);
    }
}
