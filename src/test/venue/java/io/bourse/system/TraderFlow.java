// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.SyntheticFlow;
import io.bourse.engine.client.operator.InstrumentSpec;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Traders of a venue, the random flow that they send, and the waiting of a drill, which polls them. */
final class TraderFlow implements AutoCloseable
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long ENDLESS = 10_000_000;

    private final List<FlowTrader> traders = new ArrayList<>();
    private final OrderAction action = new OrderAction();
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 100_000);
    private final long seed;
    private final IntSupplier others;
    private final Supplier<String> facts;
    private SyntheticFlow flow;
    private boolean hasAction;

    /**
     * Flow without traders.
     *
     * @param seed of the flow.
     * @param others what else is polled while a drill waits; gives back its work.
     * @param facts what a time-out shows beside the counts of the traders.
     */
    TraderFlow(final long seed, final IntSupplier others, final Supplier<String> facts)
    {
        this.seed = seed;
        this.others = others;
        this.facts = facts;
    }

    /** All trade as much. */
    void start(final List<InstrumentSpec> instruments, final List<? extends FlowTrader> members)
    {
        traders.addAll(members);
        final int[] shares = new int[traders.size()];
        Arrays.fill(shares, 1);
        flow = new SyntheticFlow(instruments, shares, ENDLESS, seed);
    }

    /** Sends the flow until so many requests were answered. */
    void tradeOn(final long answers)
    {
        final long target = answered() + answers;
        await("the flow", () ->
        {
            send();
            return answered() >= target;
        });
    }

    /** Sends the flow until so many requests were answered, and waits for the rest. */
    void trade(final long answers)
    {
        tradeOn(answers);
        await("answers", () -> 0 == unanswered());
    }

    /** Sends the next request of the flow, unless its trader waits for answers. */
    boolean send()
    {
        hasAction = hasAction || flow.next(action);
        hasAction = !traders.get(action.client).send(action);
        return !hasAction;
    }

    long answered()
    {
        return traders.stream().mapToLong(FlowTrader::receivedCount).sum();
    }

    int unanswered()
    {
        return traders.stream().mapToInt(FlowTrader::outstanding).sum();
    }

    /** They were lost with the venue: they were never acknowledged. */
    void dropUnanswered()
    {
        traders.forEach(FlowTrader::dropUnanswered);
    }

    int poll()
    {
        int work = others.getAsInt();
        for (final FlowTrader trader : traders)
        {
            work += trader.poll();
        }
        return work;
    }

    void await(final String what, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            idle.idle(poll());
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: " + what + " seed=" + seed + " outstanding=" +
                traders.stream().map(FlowTrader::outstanding).toList() + " received=" +
                traders.stream().map(FlowTrader::receivedCount).toList() + "\n" + facts.get());
        }
    }

    /** What each trader was answered is what the events say. */
    void assertAnswered(final StreamLedger ledger)
    {
        for (final FlowTrader trader : traders)
        {
            final List<String> expected = ledger.messagesTo(trader.loginId());
            await("all answers", () -> trader.receivedCount() >= expected.size());
            Lines.assertSame("login " + trader.loginId() + " seed=" + seed, expected, trader.received());
        }
    }

    @Override
    public void close()
    {
        traders.forEach(FlowTrader::close);
    }
}
