// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.MovedOrderNamedDecoder;
import io.bourse.gateway.fix.field.FixText;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders that go to another partition or come from one: the engine knows neither their ClOrdIDs nor what their former
 * lives have executed, so that the gateway of one partition says it to that of the other.
 */
final class MovedOrders
{
    private static final int COMMANDS_OF_TURN = 100;

    /** An order whose names its partition waits for. */
    private record Leaving(long moveId, int partition, FixOrder order)
    {
    }

    private final RequestTracker tracker;
    private final ArrayDeque<Leaving> leaving = new ArrayDeque<>();
    /** Of the next name of the first of them. */
    private int number;

    /** Names of the order that comes next, oldest first. */
    private final List<FixText> names = new ArrayList<>();
    private long orderId;
    private long rootOrderId;
    private long orderQtyLots;
    private long cumLots;
    private long valueHigh;
    private long valueLow;
    private boolean isPriced;

    MovedOrders(final RequestTracker tracker)
    {
        this.tracker = tracker;
    }

    /** An order leaves a partition in a move. */
    void leave(final long moveId, final int partition, final FixOrder order)
    {
        leaving.addLast(new Leaving(moveId, partition, order));
    }

    /** A move has ended, or is undone. */
    void end(final long moveId)
    {
        final Leaving first = leaving.peekFirst();
        leaving.removeIf(each -> moveId == each.moveId);
        number = first == leaving.peekFirst() ? number : 0;
    }

    /** Sends names as far as the engine takes them; the number of those sent. */
    int doWork()
    {
        int count = 0;
        while (!leaving.isEmpty() && count < COMMANDS_OF_TURN)
        {
            final Leaving first = leaving.peekFirst();
            final FixOrder order = first.order;
            final int last = formerNames(order);
            final FixText name = number == last ? order.clOrdId : formerName(order);
            if (!tracker.name(first.moveId, first.partition, order, name, number, last + 1))
            {
                break;
            }
            count++;
            number++;
            if (number > last)
            {
                leaving.removeFirst();
                number = 0;
            }
        }
        return count;
    }

    private static boolean isFormer(final OrderName name)
    {
        return name.isAccepted && !name.text.isEqual(name.order.clOrdId);
    }

    private static int formerNames(final FixOrder order)
    {
        int count = 0;
        for (OrderName name = order.oldestName; null != name; name = name.nextOfOrder)
        {
            count += isFormer(name) ? 1 : 0;
        }
        return count;
    }

    private FixText formerName(final FixOrder order)
    {
        int count = number;
        OrderName name = order.oldestName;
        while (!isFormer(name) || count > 0)
        {
            count -= isFormer(name) ? 1 : 0;
            name = name.nextOfOrder;
        }
        return name.text;
    }

    /** A name of an order that comes. */
    void named(final MovedOrderNamedDecoder event)
    {
        if (0 == event.number())
        {
            names.clear();
        }
        final byte[] bytes = new byte[event.length()];
        event.getName(bytes, 0, bytes.length);
        names.add(new FixText().set(bytes, 0, bytes.length));
        orderId = event.orderId();
        rootOrderId = event.rootOrderId();
        orderQtyLots = event.orderQtyLots();
        cumLots = event.cumLots();
        valueHigh = event.valueHigh();
        valueLow = event.valueLow();
        isPriced = 0 != event.isPriced();
    }

    /** Whether an order has been named. */
    boolean isNamed(final long ofOrder)
    {
        return !names.isEmpty() && ofOrder == orderId;
    }

    /** Its names, the present one last. */
    List<FixText> names()
    {
        return names;
    }

    /** Gives an order that has been accepted what is known of it, besides its names. */
    void restore(final FixOrder order)
    {
        names.clear();
        order.rootOrderId = rootOrderId;
        order.orderQtyLots = orderQtyLots;
        order.cumLots = cumLots;
        order.average.set(valueHigh, valueLow);
        order.isPriced = isPriced;
        order.status = order.workingStatus();
    }
}
