// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.core.state.TriggerHeap;

import java.util.Arrays;

/**
 * Orders that wait for their trigger, and those that a price has elected but that were not yet activated. Some wait for
 * a last price at or above their trigger, the others for one at or below it: see {@link Order#isTriggerRising}.
 * <p>
 * One price elects the orders of a direction nearest trigger first, then oldest first; where it elects in both, the
 * older of the two next in turn comes first. What earlier prices have elected comes before. Who is elected by a closing
 * price, or just before trading halts, is activated when its instrument takes orders again.
 */
public final class TriggerOrders implements HashedState
{
    private static final int INITIAL_CAPACITY = 16;

    /** By index of the instrument; null until it has had an order with a trigger. */
    private TriggerHeap[] rising = new TriggerHeap[INITIAL_CAPACITY];
    private TriggerHeap[] falling = new TriggerHeap[INITIAL_CAPACITY];
    private final ReadyOrders elected;
    private long waiting;

    public TriggerOrders(final SessionState session)
    {
        elected = new ReadyOrders(session);
    }

    /**
     * Whether the last price has reached the trigger of an order.
     *
     * @param order with a trigger.
     * @return true when it must not wait.
     */
    boolean isTriggered(final Order order)
    {
        final Instrument instrument = order.instrument;
        return instrument.hasLast &&
            TriggerHeap.isReached(order.stopPriceE5, lastE5(instrument), order.isTriggerRising());
    }

    /**
     * Lets an order wait for its trigger, even when the present last price has reached it.
     *
     * @param order with a trigger, that is nowhere.
     */
    public void park(final Order order)
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
        if (0 == waiting || index >= rising.length || null == rising[index])
        {
            return;
        }
        final long lastE5 = lastE5(instrument);
        Order risen = rising[index].triggeredBy(lastE5);
        Order fallen = falling[index].triggeredBy(lastE5);
        while (null != risen || null != fallen)
        {
            elect(null == fallen || null != risen && Order.compareAge(risen, fallen) < 0 ? risen : fallen);
            risen = rising[index].triggeredBy(lastE5);
            fallen = falling[index].triggeredBy(lastE5);
        }
    }

    /** The next elected order that may be activated now, out of here; null when there is none. */
    public Order pollElected()
    {
        return elected.poll();
    }

    /** A phase has changed: elected orders may be activated now. */
    void onPhaseChanged()
    {
        elected.onPhaseChanged();
    }

    /** Visits those that wait: instruments by index, rising triggers then falling ones, in order of triggering. */
    public void forEachWaiting(final OrderBook.OrderVisitor<Order> visitor)
    {
        for (int i = 0; i < rising.length; i++)
        {
            if (null != rising[i])
            {
                rising[i].forEach(visitor);
                falling[i].forEach(visitor);
            }
        }
    }

    /** Those that a price has elected but that were not activated yet. */
    public ReadyOrders elected()
    {
        return elected;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(waiting);
        for (int i = 0; i < rising.length; i++)
        {
            if (null != rising[i] && !(rising[i].isEmpty() && falling[i].isEmpty()))
            {
                hash.add(i);
                rising[i].hashInto(hash);
                falling[i].hashInto(hash);
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
        if (index >= rising.length)
        {
            final int length = Math.max(rising.length << 1, index + 1);
            rising = Arrays.copyOf(rising, length);
            falling = Arrays.copyOf(falling, length);
        }
        if (null == rising[index])
        {
            rising[index] = new TriggerHeap(true);
            falling[index] = new TriggerHeap(false);
        }
        return order.isTriggerRising() ? rising[index] : falling[index];
    }

    private static long lastE5(final Instrument instrument)
    {
        return instrument.lastTicks * instrument.priceTickE5;
    }
}
