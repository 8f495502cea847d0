// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.drill.FeedReader;
import io.bourse.deploy.node.Venue;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.client.ReceiverCounter;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Follows the venue's multicast with the reference receiver on a thread of its own and compares its books, order by
 * order, with the engine's.
 */
final class MarketWatch implements AutoCloseable
{
    private static final long CATCH_UP_LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    private final Venue venue;
    private final FeedReader feed;

    MarketWatch(final Venue venue)
    {
        this.venue = venue;
        feed = new FeedReader(
            venue.descriptor(), FeedReader.BOOKS_ONLY, new BackoffIdleStrategy(20, 10, 1_000, 100_000));
    }

    CounterSet<ReceiverCounter> counters()
    {
        return feed.counters();
    }

    /** Waits until the first snapshot is joined. */
    void awaitJoined()
    {
        await("join by snapshot", () -> feed.isLiveAt(0));
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
        await("last packet", () -> feed.isLiveAt(venue.simba().msgSeqNum()));
        final Map<String, List<String>> expected = FeedReader.held(report);
        final Map<String, List<String>> actual = feed.received();
        checks.add(name, expected.equals(actual), describe(expected, actual));
    }

    private static String describe(final Map<String, List<String>> expected, final Map<String, List<String>> actual)
    {
        for (final Map.Entry<String, List<String>> side : expected.entrySet())
        {
            final List<String> other = actual.getOrDefault(side.getKey(), List.of());
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
            if (null != feed.failure())
            {
                throw new IllegalStateException("the reference receiver failed", feed.failure());
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new DayCheckException("market data did not catch up: waitingFor=" + what + " receiver=" +
                    feed.counters() + " publishedMsgSeqNum=" + venue.simba().msgSeqNum());
            }
            idle.idle(0);
        }
    }

    @Override
    public void close()
    {
        feed.close();
    }
}
