// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

import io.bourse.engine.core.book.OrderBook;
import io.bourse.engine.protocol.Side;

/**
 * Stop and stop-limit orders that wait for their trigger, and those that a price has elected but that were not yet
 * activated. Buys wait for a last price at or above their trigger, sells for one at or below it.
 * <p>
 * One price elects the orders of a side nearest trigger first, then oldest first; where it elects on both sides, the
 * older of the two next in turn comes first. What earlier prices have elected comes before. Who is elected by a closing
 * price, or just before trading halts, is activated when its instrument takes orders again.
 */
final class StopOrders implements HashedState
{
    private static final int INITIAL_CAPACITY = 16;

    /** By index of the instrument; null until it has had a stop order. */
    private TriggerHeap[] buys = new TriggerHeap[INITIAL_CAPACITY];
    private TriggerHeap[] sells = new TriggerHeap[INITIAL_CAPACITY];
    private final ReadyOrders elected;
    private long waiting;

    StopOrders(final SessionState session)
    {
        elected = new ReadyOrders(session);
    }

    /**
     * Whether the last price has reached the trigger of an order.
     *
     * @param order stop order.
     * @return true when it must not wait.
     */
    boolean isTriggered(final Order order)
    {
        final Instrument instrument = order.instrument;
        return instrument.hasLast && TriggerHeap.isTriggered(order, lastE5(instrument));
    }

    /**
     * Lets an order wait for its trigger, even when the present last price has reached it.
     *
     * @param order stop order that is nowhere.
     */
    void park(final Order order)
    {
        heap(order).add(order);
        waiting++;
    }

    /**
     * Takes an order out, waiting or elected.
     *
     * @param order that is here.
     */
    void remove(final Order order)
    {
        if (TriggerHeap.ABSENT == order.triggerIndex)
        {
            elected.remove(order);
        }
        else
        {
            heap(order).remove(order);
            waiting--;
        }
    }

    /**
     * Elects every order whose trigger the new last price has reached.
     *
     * @param instrument of the trade.
     */
    void onLastPrice(final Instrument instrument)
    {
        final int index = instrument.index;
        if (0 == waiting || index >= buys.length || null == buys[index])
        {
            return;
        }
        final long lastE5 = lastE5(instrument);
        Order buy = buys[index].triggeredBy(lastE5);
        Order sell = sells[index].triggeredBy(lastE5);
        while (null != buy || null != sell)
        {
            final boolean isBuyNext = null == sell || null != buy && buy.orderId < sell.orderId;
            elect(isBuyNext ? buy : sell);
            buy = buys[index].triggeredBy(lastE5);
            sell = sells[index].triggeredBy(lastE5);
        }
    }

    /** The next elected order that may be activated now, out of here; null when there is none. */
    Order pollElected()
    {
        return elected.poll();
    }

    /** A phase has changed: elected orders may be activated now. */
    void onPhaseChanged()
    {
        elected.onPhaseChanged();
    }

    /** Visits those that wait for their trigger: instruments by index, buys then sells, in order of triggering. */
    void forEachWaiting(final OrderBook.OrderVisitor<Order> visitor)
    {
        for (int i = 0; i < buys.length; i++)
        {
            if (null != buys[i])
            {
                buys[i].forEach(visitor);
                sells[i].forEach(visitor);
            }
        }
    }

    /** Those that a price has elected but that were not activated yet. */
    ReadyOrders elected()
    {
        return elected;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(waiting);
        for (int i = 0; i < buys.length; i++)
        {
            if (null != buys[i] && !(buys[i].isEmpty() && sells[i].isEmpty()))
            {
                hash.add(i);
                buys[i].hashInto(hash);
                sells[i].hashInto(hash);
            }
        }
        elected.hashInto(hash);
    }

    private void elect(final Order order)
    {
        remove(order);
        elected.add(order);
    }

    private TriggerHeap heap(final Order order)
    {
        final int index = order.instrument.index;
        if (index >= buys.length)
        {
            final int length = Math.max(buys.length << 1, index + 1);
            buys = Arrays.copyOf(buys, length);
            sells = Arrays.copyOf(sells, length);
        }
        if (null == buys[index])
        {
            buys[index] = new TriggerHeap(Side.BUY);
            sells[index] = new TriggerHeap(Side.SELL);
        }
        return Side.BUY == order.side ? buys[index] : sells[index];
    }

    private static long lastE5(final Instrument instrument)
    {
        return instrument.lastTicks * instrument.priceTickE5;
    }
}
