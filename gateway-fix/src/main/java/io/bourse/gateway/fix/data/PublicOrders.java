// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Live orders: those of the public books by their public id, those that the public never sees as they are (parked,
 * hidden, iceberg), and those that have outlived the evening and wait for the next session. Telling them apart is what
 * keeps the hidden hidden, and tells a change that concerns nobody from a broken event stream.
 */
final class PublicOrders
{
    private final Long2ObjectHashMap<PublicOrder> shown = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<PublicOrder> unseen = new Long2ObjectHashMap<>();
    private final LongHashSet sleeping = new LongHashSet();
    private PublicOrder free;

    /** Order or slice of a public book, or null. */
    PublicOrder shown(final long publicId)
    {
        return shown.get(publicId);
    }

    /** Order that is not seen as it is, or null. */
    PublicOrder unseen(final long orderId)
    {
        return unseen.get(orderId);
    }

    /** An order or slice enters the end of its level; false if it is there already. */
    boolean enter(
        final long publicId,
        final PublicInstrument instrument,
        final boolean isBid,
        final long priceE5,
        final long qtyLots)
    {
        if (shown.containsKey(publicId))
        {
            return false;
        }
        final PublicOrder order = take();
        order.instrument = instrument;
        order.isBid = isBid;
        order.priceE5 = priceE5;
        order.qtyLots = qtyLots;
        shown.put(publicId, order);
        instrument.side(isBid).change(priceE5, qtyLots, 1);
        return true;
    }

    /** What is left of an order or slice; 0: it leaves its book. */
    void resize(final long publicId, final long restLots)
    {
        final PublicOrder order = shown.get(publicId);
        order.instrument.side(order.isBid).change(order.priceE5, restLots - order.qtyLots, 0 == restLots ? -1 : 0);
        order.qtyLots = restLots;
        if (0 == restLots)
        {
            giveBack(shown.remove(publicId));
        }
    }

    void addUnseen(final long orderId)
    {
        final PublicOrder order = take();
        order.sliceId = 0;
        final PublicOrder previous = unseen.put(orderId, order);
        if (null != previous)
        {
            giveBack(previous);
        }
    }

    void removeUnseen(final long orderId)
    {
        final PublicOrder order = unseen.remove(orderId);
        if (null != order)
        {
            giveBack(order);
        }
    }

    /** All books are emptied: whatever is in them has ended, or sleeps until the next session. */
    void onBooksCleared()
    {
        shown.longForEach((publicId, order) ->
        {
            sleeping.add(publicId);
            order.instrument.side(order.isBid).clear();
            giveBack(order);
        });
        shown.clear();
        unseen.longForEach((orderId, order) ->
        {
            sleeping.remove(order.sliceId);
            order.sliceId = 0;
        });
    }

    /** An order that sleeps has ended or come back; false if no such order sleeps. */
    boolean wake(final long orderId)
    {
        return sleeping.remove(orderId);
    }

    private PublicOrder take()
    {
        final PublicOrder order = free;
        if (null == order)
        {
            return new PublicOrder();
        }
        free = order.nextFree;
        order.nextFree = null;
        return order;
    }

    private void giveBack(final PublicOrder order)
    {
        order.instrument = null;
        order.nextFree = free;
        free = order;
    }
}
