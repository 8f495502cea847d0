// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import org.agrona.collections.LongArrayQueue;

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

    private final ClOrdIdSet ofSession = new ClOrdIdSet(ThreadLocalRandom.current().nextLong());
    private final ClOrdIdSet ofDatedOrders = new ClOrdIdSet(ThreadLocalRandom.current().nextLong());
    /** Command numbers and ids of requests that the engine has not decided, oldest first. */
    private final LongArrayQueue sequences = new LongArrayQueue(UNDER_WAY_CAPACITY, NULL_ID, true);
    private final LongArrayQueue ids = new LongArrayQueue(UNDER_WAY_CAPACITY, NULL_ID, true);

    /**
     * Whether an order may not have this id.
     *
     * @param clOrdId of a request.
     * @return true when it is taken.
     */
    public boolean isTaken(final long clOrdId)
    {
        return ofSession.contains(clOrdId) || ofDatedOrders.contains(clOrdId);
    }

    /**
     * A request that gives an order this id is on its way to the engine.
     *
     * @param clOrdId of the request, not null.
     * @param sequence of its command, higher than any before.
     */
    public void onRequest(final long clOrdId, final long sequence)
    {
        ofSession.add(clOrdId);
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
            ofSession.remove(ids.pollLong());
            oldest = sequences.peekLong();
        }
    }

    /**
     * An order was accepted.
     *
     * @param clOrdId of the order.
     * @param isDated whether it lives until a date, and not only in this session.
     */
    public void onAccepted(final long clOrdId, final boolean isDated)
    {
        ofSession.add(clOrdId);
        if (isDated)
        {
            ofDatedOrders.add(clOrdId);
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
        ofSession.add(clOrdId);
        if (ofDatedOrders.remove(prevClOrdId))
        {
            ofDatedOrders.add(clOrdId);
        }
    }

    /**
     * An order is at its end. Its id stays taken for this session.
     *
     * @param clOrdId of the order.
     */
    public void onEnded(final long clOrdId)
    {
        ofDatedOrders.remove(clOrdId);
    }

    /** A trading session begins: ids of the former one may be used again, unless their orders live. */
    public void onSessionOpened()
    {
        ofSession.clear();
        ids.forEachLong(ofSession::add);
    }

    /**
     * How many ids are taken.
     *
     * @return ids of the session, requests under way included.
     */
    public int sizeOfSession()
    {
        return ofSession.size();
    }
}
