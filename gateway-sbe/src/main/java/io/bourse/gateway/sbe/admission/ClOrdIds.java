// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.LongArrayQueue;
import org.agrona.collections.LongHashSet;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The order ids of one login that are taken (TWIME A.6): those of orders of this trading session, those of orders that
 * live until a date, and those of requests that the engine has not decided yet.
 *
 * <p>Apart from the requests under way, all of it follows from the event stream: a restarted gateway that is shown the
 * same events has the same ids. A request that the engine refuses, or that never reached it, leaves no trace. Not
 * thread-safe.
 */
public final class ClOrdIds
{
    /** Null of a ClOrdID on the wire: no request with it gets here. */
    private static final long NULL_ID = -1;
    private static final int UNDER_WAY_CAPACITY = 64;

    private final IdBudget budget;
    private boolean isAlarmGiven;
    private final ClOrdIdSet ofSession = new ClOrdIdSet(ThreadLocalRandom.current().nextLong());
    private final ClOrdIdSet underWay = new ClOrdIdSet(ThreadLocalRandom.current().nextLong());
    /** Of requests that were under way to a partition that was lost. */
    private final LongHashSet lost = new LongHashSet();
    private final ClOrdIdSet ofDatedOrders = new ClOrdIdSet(ThreadLocalRandom.current().nextLong());
    /** Command numbers and ids of requests that the engine has not decided, oldest first. */
    private final LongArrayQueue sequences = new LongArrayQueue(UNDER_WAY_CAPACITY, NULL_ID, true);
    private final LongArrayQueue ids = new LongArrayQueue(UNDER_WAY_CAPACITY, NULL_ID, true);

    /**
     * No id is taken yet.
     *
     * @param budget of the gateway.
     */
    public ClOrdIds(final IdBudget budget)
    {
        this.budget = budget;
    }

    /**
     * Whether no further id can be remembered: no order may be given one.
     *
     * @return true at the bound of the login or of the gateway.
     */
    public boolean isFull()
    {
        return budget.isFull(size());
    }

    /**
     * Whether the ids of this login have come to 80 % of what it may have.
     *
     * @return true once in a trading session.
     */
    public boolean takeAlarm()
    {
        final boolean isDue = !isAlarmGiven && budget.isNearOfLogin(size());
        isAlarmGiven |= isDue;
        return isDue;
    }

    private void add(final ClOrdIdSet set, final long clOrdId)
    {
        if (set.add(clOrdId))
        {
            budget.changed(1);
        }
    }

    private boolean remove(final ClOrdIdSet set, final long clOrdId)
    {
        final boolean wasThere = set.remove(clOrdId);
        if (wasThere)
        {
            budget.changed(-1);
        }
        return wasThere;
    }

    /**
     * Whether an order may not have this id.
     *
     * @param clOrdId of a request.
     * @return true when it is taken.
     */
    public boolean isTaken(final long clOrdId)
    {
        return ofSession.contains(clOrdId) || underWay.contains(clOrdId) || ofDatedOrders.contains(clOrdId) ||
            lost.contains(clOrdId);
    }

    /**
     * A request that gives an order this id is on its way to the engine.
     *
     * @param clOrdId of the request, not null.
     * @param sequence of its command, higher than any before.
     */
    public void onRequest(final long clOrdId, final long sequence)
    {
        add(underWay, clOrdId);
        sequences.offerLong(sequence);
        ids.offerLong(clOrdId);
    }

    /**
     * The engine has decided the command of this number, and with it all before. The events that follow have the
     * outcome; no id is taken by the request alone any more.
     *
     * @param sequence of a command of this login.
     */
    public void onDecided(final long sequence)
    {
        long oldest = sequences.peekLong();
        while (NULL_ID != oldest && oldest <= sequence)
        {
            sequences.pollLong();
            remove(underWay, ids.pollLong());
            oldest = sequences.peekLong();
        }
    }

    /**
     * A request is not waited for any longer. When it gives an order this id, the id is taken until it is known whether
     * there is such an order.
     *
     * @param clOrdId of the request.
     */
    public void onLost(final long clOrdId)
    {
        if (underWay.contains(clOrdId))
        {
            lost.add(clOrdId);
        }
    }

    /**
     * The outcome of a request that was lost is known.
     *
     * @param clOrdId of the request.
     */
    public void onResolved(final long clOrdId)
    {
        lost.remove(clOrdId);
    }

    /**
     * An order was accepted.
     *
     * @param clOrdId of the order.
     * @param isDated whether it lives until a date, and not only in this session.
     */
    public void onAccepted(final long clOrdId, final boolean isDated)
    {
        add(ofSession, clOrdId);
        if (isDated)
        {
            add(ofDatedOrders, clOrdId);
        }
    }

    /**
     * An order took the id of a request.
     *
     * @param prevClOrdId it had.
     * @param clOrdId it has now.
     */
    public void onReplaced(final long prevClOrdId, final long clOrdId)
    {
        add(ofSession, clOrdId);
        if (remove(ofDatedOrders, prevClOrdId))
        {
            add(ofDatedOrders, clOrdId);
        }
    }

    /**
     * An order is at its end. Its id stays taken for this session.
     *
     * @param clOrdId of the order.
     */
    public void onEnded(final long clOrdId)
    {
        remove(ofDatedOrders, clOrdId);
    }

    /**
     * Ids of orders that live until a date: those of the session are free again when the next one begins.
     *
     * @param state to write to, or to read from when no id is taken.
     */
    public void datedState(final CheckpointState state)
    {
        final int before = ofDatedOrders.size();
        ofDatedOrders.state(state);
        budget.changed(ofDatedOrders.size() - before);
    }

    /**
     * How many ids of orders that live until a date are taken.
     *
     * @return count.
     */
    public int datedSize()
    {
        return ofDatedOrders.size();
    }

    /** A trading session begins: ids of the former one may be used again, unless their orders live. */
    public void onSessionOpened()
    {
        budget.changed(-ofSession.size());
        ofSession.clear();
        isAlarmGiven = false;
    }

    /**
     * How many ids are remembered.
     *
     * @return ids of the session and of orders that live until a date.
     */
    public int size()
    {
        return sizeOfSession() + ofDatedOrders.size();
    }

    /**
     * How many ids are taken.
     *
     * @return ids of the session, requests under way included.
     */
    public int sizeOfSession()
    {
        return ofSession.size() + underWay.size();
    }
}
