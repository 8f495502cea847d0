// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.function.Consumer;

/**
 * Every working order and the last ended ones, by engine order id and by (login, ClOrdID).
 *
 * <p>Rule of retention: a working order is never forgotten; of the ended orders of a login the last
 * {@code endedOrdersPerLogin} are kept. Until it is forgotten, an order's ClOrdIDs cannot be used again by its login
 * and a request for it is answered with its status. Quotes and orders of other protocols have no names here and are
 * forgotten when they end. Forgotten orders are used again for new ones.
 */
final class OrderTable
{
    private final Long2ObjectHashMap<FixOrder> byOrderId = new Long2ObjectHashMap<>();
    private final NameTable.Pool names = new NameTable.Pool();
    private final int endedOrdersPerLogin;
    private FixOrder free;
    private long working;

    OrderTable(final int endedOrdersPerLogin)
    {
        this.endedOrdersPerLogin = endedOrdersPerLogin;
    }

    /** Where a login keeps its names. */
    NameTable newNameTable()
    {
        return new NameTable(names);
    }

    FixOrder take(
        final FixLogin login,
        final FixInstrument instrument,
        final long accountCode,
        final int side,
        final char timeInForce)
    {
        final FixOrder order = null == free ? new FixOrder() : free;
        free = order.next;
        return order.reset(login, instrument, accountCode, side, timeInForce);
    }

    /** Gives back an order that nothing refers to any more. */
    void give(final FixOrder order)
    {
        if (0 == order.references && !order.isSettled)
        {
            order.next = free;
            free = order;
        }
    }

    FixOrder byOrderId(final long orderId)
    {
        return byOrderId.get(orderId);
    }

    Iterable<FixOrder> all()
    {
        return byOrderId.values();
    }

    int size()
    {
        return byOrderId.size();
    }

    /** Orders of other protocols. */
    int foreignCount()
    {
        final int[] count = {0};
        forEachForeign((order) -> count[0]++);
        return count[0];
    }

    void forEachForeign(final Consumer<FixOrder> consumer)
    {
        byOrderId.forEachLong((orderId, order) ->
        {
            if (null == order.login && orderId == order.orderId)
            {
                consumer.accept(order);
            }
        });
    }

    /** An order as it was, after those of its login that are older; its names follow. */
    void restore(final FixOrder order)
    {
        if (0 != order.orderId)
        {
            byOrderId.put(order.rootOrderId, order);
            byOrderId.put(order.orderId, order);
        }
        if (order.isTerminal())
        {
            addEnded(order);
            return;
        }
        working += order.isRemembered() ? 1 : 0;
        if (null != order.login)
        {
            (order.isQuote() ? order.login.quotes : order.login.working).add(order);
        }
    }

    /** Working orders of FIX logins, quotes not counted. */
    long working()
    {
        return working;
    }

    void accept(final FixOrder order, final long orderId)
    {
        order.rootOrderId = orderId;
        order.orderId = orderId;
        byOrderId.put(orderId, order);
        working += order.isRemembered() ? 1 : 0;
        if (null != order.login)
        {
            (order.isQuote() ? order.login.quotes : order.login.working).add(order);
        }
    }

    /** The order has come from another partition: it is found by the id of its first life, too. */
    void addRoot(final FixOrder order)
    {
        byOrderId.put(order.rootOrderId, order);
    }

    void move(final FixOrder order, final long orderId)
    {
        if (order.orderId != orderId)
        {
            if (order.orderId != order.rootOrderId)
            {
                byOrderId.remove(order.orderId);
            }
            order.orderId = orderId;
            byOrderId.put(orderId, order);
        }
    }

    /** A quote begins anew under another id. */
    void renew(final FixOrder quote, final long orderId)
    {
        byOrderId.remove(quote.orderId);
        quote.rootOrderId = orderId;
        quote.orderId = orderId;
        byOrderId.put(orderId, quote);
    }

    /** Lets the order be found under one more ClOrdID, as long as the request that brought it is not refused. */
    void addName(final FixOrder order, final FixText clOrdId)
    {
        final OrderName name = order.login.names.add(clOrdId, order);
        if (null == name)
        {
            return;
        }
        if (null == order.oldestName)
        {
            order.oldestName = name;
        }
        else
        {
            order.newestName.nextOfOrder = name;
        }
        order.newestName = name;
    }

    /** The ClOrdID is one of the order's from now on; the oldest such gives way when there are too many. */
    void acceptName(final FixOrder order, final FixText clOrdId)
    {
        addName(order, clOrdId);
        final OrderName name = order.login.names.find(clOrdId);
        if (order == name.order && !name.isAccepted)
        {
            name.isAccepted = true;
            if (++order.nameCount > FixOrder.MAX_NAMES)
            {
                removeOldestAccepted(order);
            }
        }
    }

    /** The present name stays, and those of requests without answer: they do not count. */
    private void removeOldestAccepted(final FixOrder order)
    {
        OrderName name = order.oldestName;
        while (null != name && (!name.isAccepted || name.text.isEqual(order.clOrdId)))
        {
            name = name.nextOfOrder;
        }
        if (null != name)
        {
            removeName(order, name.text);
        }
    }

    void removeName(final FixOrder order, final FixText clOrdId)
    {
        OrderName before = null;
        OrderName name = order.oldestName;
        while (null != name && !name.text.isEqual(clOrdId))
        {
            before = name;
            name = name.nextOfOrder;
        }
        if (null == name)
        {
            return;
        }
        if (null == before)
        {
            order.oldestName = name.nextOfOrder;
        }
        else
        {
            before.nextOfOrder = name.nextOfOrder;
        }
        if (name == order.newestName)
        {
            order.newestName = before;
        }
        order.nameCount -= name.isAccepted ? 1 : 0;
        order.login.names.remove(name);
    }

    /** The order has reached its end; the oldest ended order of the login may have to go. */
    void retire(final FixOrder order)
    {
        if (null != order.live)
        {
            order.live.remove(order);
        }
        if (!order.isRemembered())
        {
            return;
        }
        if (0 != order.orderId)
        {
            working--;
        }
        addEnded(order);
        if (order.login.endedCount > endedOrdersPerLogin)
        {
            forgetOldest(order.login);
        }
    }

    /** The order has gone to another partition, and is to be {@link #forget forgotten}. */
    void leave(final FixOrder order)
    {
        if (null != order.live)
        {
            order.live.remove(order);
        }
        working -= order.isRemembered() ? 1 : 0;
    }

    private static void addEnded(final FixOrder order)
    {
        final FixLogin login = order.login;
        order.next = null;
        if (null == login.oldestEnded)
        {
            login.oldestEnded = order;
        }
        else
        {
            login.newestEnded.next = order;
        }
        login.newestEnded = order;
        login.endedCount++;
    }

    /** Removes an order that can no longer be requested, with its ids. */
    void forget(final FixOrder order)
    {
        byOrderId.remove(order.orderId);
        byOrderId.remove(order.rootOrderId);
        while (null != order.oldestName)
        {
            removeOldestName(order);
        }
        give(order);
    }

    private void forgetOldest(final FixLogin login)
    {
        final FixOrder oldest = login.oldestEnded;
        login.oldestEnded = oldest.next;
        oldest.next = null;
        login.endedCount--;
        forget(oldest);
    }

    private void removeOldestName(final FixOrder order)
    {
        final OrderName oldest = order.oldestName;
        order.oldestName = oldest.nextOfOrder;
        if (null == order.oldestName)
        {
            order.newestName = null;
        }
        order.nameCount -= oldest.isAccepted ? 1 : 0;
        order.login.names.remove(oldest);
    }
}
