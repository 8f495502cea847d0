// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.client.partitions.UnansweredCommands;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixMessageHandler;
import io.bourse.gateway.fix.session.Outbox;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Order entry of the gateway: hand {@link #handler()} the application messages, {@link #listener()} the event stream,
 * and call {@link #doWork()} in every duty cycle. Everything on one thread.
 *
 * <p>Start: {@link #connect()} until it is true, then follow the event stream from {@link #cursor()} until
 * {@link #isConnected()}: all logins, orders and sequences are known then, and after {@link #accept()} messages may
 * come.
 */
public final class OrderService
{
    /** Version of the state in checkpoints. */
    public static final int STATE_VERSION = OrderState.VERSION;

    /** Marks of numbers are looked for so often. */
    private static final long MARK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final OrderComponents parts;
    private final EventAdapter adapter;
    private final DayCheckpoints days;
    private final OrderHandler handler;
    private long lastSignNs;
    private long lastMarksNs;

    /**
     * A service with the orders of before the trading session, or without orders.
     *
     * @param options of the gateway.
     * @param epoch distinguishes this start: its time in nanoseconds.
     * @param client of the engine; not closed here.
     * @param sessions of the logins.
     * @param outbox takes the reports.
     * @param counters counts.
     * @param days its checkpoints; null for none.
     */
    public OrderService(
        final FixGatewayOptions options,
        final long epoch,
        final EngineClient client,
        final SessionSource sessions,
        final Outbox outbox,
        final CounterSet<FixCounter> counters,
        final DayCheckpoints days)
    {
        this.days = days;
        final Supplier<EventAdapter> empty = () -> new EventAdapter(
            new OrderComponents(options, epoch, client, sessions, outbox, counters), options.gatewayId(), epoch);
        final List<EngineClient> engines =
            client instanceof final PartitionsClient several ? several.engines() : List.of(client);
        adapter = null == days ? empty.get() : days.restore(engines, empty);
        parts = adapter.parts;
        handler = new OrderHandler(parts);
        if (null != parts.several)
        {
            parts.several.onUnanswered(new NotExecuted());
        }
    }

    /** Of what a lost partition had on its way, all that is not executed is rejected; answers come when it is back. */
    private final class NotExecuted implements UnansweredCommands
    {
        @Override
        public void onNotExecuted(final int loginId, final long clOrdId, final long decidedUpTo)
        {
            parts.submissions.notExecuted(parts.logins.get(loginId), clOrdId);
        }

        @Override
        public void onLost(final int loginId, final long clOrdId)
        {
            parts.tracker.lost(parts.logins.get(loginId), clOrdId);
        }

        @Override
        public void onResolved(final int loginId, final long clOrdId)
        {
            // The transaction says it.
        }

        @Override
        public void onNotAwaited(final int loginId, final long decidedUpTo)
        {
            // Each answer has its own number.
        }
    }

    /**
     * Takes the messages of all sessions.
     *
     * @return the same every time.
     */
    public FixMessageHandler handler()
    {
        return handler;
    }

    /**
     * What the state of its checkpoints depends on.
     *
     * @param options of the gateway.
     * @return settings of their store.
     */
    public static String stateSettings(final FixGatewayOptions options)
    {
        return OrderState.settings(options);
    }

    /**
     * How far the event stream has been read.
     *
     * @return from where {@link #listener()} takes it.
     */
    public long cursor()
    {
        return adapter.position().cursor();
    }

    /** Has a checkpoint written, if a session has opened: the reports before it are in the stores by then. */
    public void writeDay()
    {
        if (null != days && adapter.isDayHanded())
        {
            days.write();
        }
    }

    /**
     * Takes the event stream, from {@link #cursor()} on.
     *
     * @return the same every time.
     */
    public EventListener listener()
    {
        return adapter;
    }

    /**
     * Puts the barrier of this start into the journal.
     *
     * @param isStandby whether it is that of a standby that was activated.
     * @return false when the ring is full.
     */
    public boolean connect(final boolean isStandby)
    {
        final long nowNs = parts.options.epochClock().nanoTime();
        return parts.tracker.connect(parts.epoch, isStandby ? -nowNs : nowNs);
    }

    /**
     * Whether the barrier has been seen in the event stream.
     *
     * @return true from then on.
     */
    public boolean isConnected()
    {
        return adapter.isConnected();
    }

    /**
     * Claims every login for this start. To be called again until it is true, after {@link #isConnected()}.
     *
     * @return true when nothing that an earlier process sends is executed any more, and what it has sent is known.
     */
    public boolean claim()
    {
        final GatewayBarrier barrier = adapter.barrier();
        boolean isClaimed = true;
        for (final FixLogin login : parts.logins.values())
        {
            isClaimed &= barrier.isClaimed(login.loginId);
            if (!login.isClaimSent && !mark(login, barrier.claimSequence(), true))
            {
                return false;
            }
            login.isClaimSent = true;
        }
        return isClaimed;
    }

    /** Whether no mark was due, or the engine has taken it. */
    private boolean mark(final FixLogin login, final long sequence, final boolean isClaim)
    {
        final long mark = parts.sessions.markDue(login.loginId, isClaim);
        if (0 == mark)
        {
            return true;
        }
        final boolean isTaken = parts.tracker.mark(login, sequence, mark);
        if (isTaken && null == parts.several)
        {
            parts.sessions.marked(login.loginId, mark);
        }
        return isTaken;
    }

    /** For a standby, which a gateway of several partitions does not have: there a mark is a claim and nothing else. */
    private void markNumbers()
    {
        final long nowNs = parts.options.nanoClock().nanoTime();
        if (null == parts.several && nowNs - lastMarksNs >= MARK_INTERVAL_NS)
        {
            lastMarksNs = nowNs;
            for (int i = 0; i < parts.defined.size(); i++)
            {
                final FixLogin login = parts.defined.get(i);
                mark(login, login.sequence + 1, false);
            }
        }
    }

    /**
     * Has the signs of life of the active gateway looked at, of which this one is the standby.
     *
     * @param ofActive its lease.
     */
    public void watch(final GatewayLease ofActive)
    {
        adapter.watch(ofActive);
    }

    /**
     * Whether an operator has had the standby take over since it was asked last.
     *
     * @return true once.
     */
    public boolean takeActivationOrder()
    {
        return adapter.takeActivationOrder();
    }

    /**
     * Asks for a sign of life of the active gateway.
     *
     * @return false when the engine takes no more at the moment.
     */
    public boolean askForSign()
    {
        return parts.tracker.signOfLife(0);
    }

    /**
     * Whether a later start of a gateway with the same id has taken over: this one must stop.
     *
     * @return true from then on.
     */
    public boolean isFenced()
    {
        return adapter.isFenced();
    }

    /** Messages may come from now on: sessions that an earlier process could not end any more have ended now. */
    public void accept()
    {
        for (final FixLogin login : parts.logins.values())
        {
            if (login.isConnectedInEngine())
            {
                parts.connections.addLost(login, parts.submissions.nextPlace());
            }
        }
    }

    /**
     * Closes or opens the entry of orders, replaces and quotes; cancels are always taken.
     *
     * @param isNow whether it is closed.
     */
    public void closeEntry(final boolean isNow)
    {
        parts.tracker.closeEntry(isNow);
    }

    /**
     * Goes on with what has waited for space in the ring or in a session.
     *
     * @return count of things done; 0 for nothing.
     */
    public int doWork()
    {
        writeDay();
        markNumbers();
        return giveSignOfLife() + parts.submissions.retry() + parts.moved.doWork() + parts.statuses.answers.doWork() +
            parts.trades.answers.doWork();
    }

    private int giveSignOfLife()
    {
        final long leaseNs = parts.options.leaseNs();
        if (0 == leaseNs)
        {
            return 0;
        }
        final long nowNs = parts.options.nanoClock().nanoTime();
        if (nowNs - lastSignNs < GatewayLease.intervalNs(leaseNs) ||
            !parts.tracker.signOfLife(parts.options.epochClock().nanoTime()))
        {
            return 0;
        }
        lastSignNs = nowNs;
        return 1;
    }

    /**
     * Reports to the engine, as far as it takes commands, which sessions have ended. To be called when the gateway is
     * closed.
     */
    public void publishLastConnectionChanges()
    {
        parts.connections.publish(Long.MAX_VALUE);
    }

    /** Whether every request is answered completely. */
    boolean isAnswered()
    {
        return parts.statuses.answers.isIdle() && parts.trades.answers.isIdle();
    }

    /**
     * Ends of sessions that the engine does not know of yet.
     *
     * @return count.
     */
    public int pendingConnectionChanges()
    {
        return parts.connections.size();
    }

    /**
     * Requests refused by the gateway itself, by kind.
     *
     * @return live counters.
     */
    public CounterSet<FixRefusal> refusals()
    {
        return parts.refusals.byKind;
    }

    /**
     * Working orders of all FIX logins.
     *
     * @return count.
     */
    public long workingOrders()
    {
        return parts.tracker.table.working();
    }
}
