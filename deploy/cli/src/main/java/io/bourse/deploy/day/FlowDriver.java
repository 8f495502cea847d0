// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.OrderSource;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Sends the requests of a source through the clients of the day, each client in the order of the source.
 */
final class FlowDriver
{
    private static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final OrderSource source;
    private final List<DayClient> clients;
    private final Consumer<PhaseChangeSpec> phases;
    private final LongConsumer progress;
    private final CompletableFuture<Throwable> venueFailure;
    private final OrderAction action = new OrderAction();
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 50_000);
    private final long intervalNs;
    private boolean pending;
    private long newOrders;
    private long dueNs;

    FlowDriver(
        final OrderSource source,
        final List<DayClient> clients,
        final Consumer<PhaseChangeSpec> phases,
        final LongConsumer progress,
        final CompletableFuture<Throwable> venueFailure,
        final int ordersPerSecond)
    {
        this.source = source;
        this.clients = clients;
        this.phases = phases;
        this.progress = progress;
        this.venueFailure = venueFailure;
        intervalNs = 0 == ordersPerSecond ? 0 : TimeUnit.SECONDS.toNanos(1) / ordersPerSecond;
        dueNs = System.nanoTime();
    }

    /**
     * Sends a script, one request at a time.
     *
     * @param script to be sent to its end.
     * @param clients that send it, in the order in which it counts them.
     * @return driver that has sent it.
     */
    static FlowDriver runScript(
        final OrderScript script, final List<DayClient> clients, final CompletableFuture<Throwable> venueFailure)
    {
        final FlowDriver driver = new FlowDriver(script, clients, phase ->
        {
            throw new IllegalStateException("the script changes no phase: " + phase);
        }, sent ->
        {
        }, venueFailure, 0);
        driver.runQuietly(Long.MAX_VALUE);
        return driver;
    }

    /**
     * Sends one request at a time, each after the answer to the one before: what an order costs in a quiet market.
     *
     * @param newOrderLimit total number of new orders after which to stop.
     */
    void runQuietly(final long newOrderLimit)
    {
        while (newOrders < newOrderLimit && fetch())
        {
            send();
            awaitAnswers();
        }
    }

    /**
     * Sends as fast as the clients' windows allow until so many new orders were sent in total, or the source ends, and
     * waits for every answer.
     *
     * @param newOrderLimit total number of new orders after which to stop.
     * @return elapsed nanoseconds from the first request to the last answer.
     */
    long run(final long newOrderLimit)
    {
        final long beginNs = System.nanoTime();
        while (newOrders < newOrderLimit && fetch())
        {
            send();
            pollAll();
        }
        awaitAnswers();
        return System.nanoTime() - beginNs;
    }

    private void awaitAnswers()
    {
        for (final DayClient client : clients)
        {
            awaitProgress(() -> 0 == client.outstanding(), client);
        }
    }

    private void send()
    {
        if (OrderAction.Kind.PHASE == action.kind)
        {
            awaitAnswers();
            phases.accept(PhaseChangeSpec.ofInstrument(action.instrumentId, action.phase));
            pending = false;
            return;
        }
        final DayClient client = clients.get(action.client % clients.size());
        if (0 != intervalNs && OrderAction.Kind.NEW == action.kind)
        {
            awaitProgress(() -> System.nanoTime() - dueNs >= 0, client);
            // What is late is not made up for.
            dueNs = Math.max(dueNs, System.nanoTime() - intervalNs) + intervalNs;
        }
        awaitProgress(() -> client.send(action), client);
        pending = false;
        if (OrderAction.Kind.NEW == action.kind)
        {
            newOrders++;
            progress.accept(newOrders);
        }
    }

    /**
     * Waits for unsolicited reports: executions of resting orders may still be on their way.
     *
     * @param received how many executions the clients have received.
     * @param executions that they must have received in all.
     */
    void awaitExecutions(final LongSupplier received, final long executions)
    {
        awaitProgress(() -> received.getAsLong() >= executions, clients.getFirst());
    }

    private boolean fetch()
    {
        if (!pending)
        {
            pending = source.next(action);
        }
        return pending;
    }

    private void awaitProgress(final BooleanSupplier done, final DayClient client)
    {
        long deadlineNs = System.nanoTime() + SILENCE_LIMIT_NS;
        while (!done.getAsBoolean())
        {
            final int work = pollAll();
            if (venueFailure.isDone())
            {
                throw new IllegalStateException("a component of the venue failed during the day", venueFailure.join());
            }
            if (work > 0)
            {
                deadlineNs = System.nanoTime() + SILENCE_LIMIT_NS;
            }
            else if (System.nanoTime() - deadlineNs > 0)
            {
                throw new DayCheckException(
                    "the venue went silent: client=" + client.name() + " outstanding=" + client.outstanding());
            }
            idle.idle(work);
        }
    }

    private int pollAll()
    {
        int work = 0;
        for (int i = 0; i < clients.size(); i++)
        {
            work += clients.get(i).poll();
        }
        return work;
    }
}
