// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.ArrayList;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Looks ahead in a transaction: what is left of each order that enters in it once it has traded as aggressor, and where
 * that is decided.
 */
final class EnteringOrders
{
    private final ArrayList<EnteringOrder> pool = new ArrayList<>();
    private final Long2ObjectHashMap<EnteringOrder> byId = new Long2ObjectHashMap<>();
    private int count;

    EnteringOrder get(final long orderId)
    {
        return byId.get(orderId);
    }

    int count()
    {
        return count;
    }

    EnteringOrder at(final int index)
    {
        return pool.get(index);
    }

    void read(final PublicTransaction transaction, final PitchInstruments instruments)
    {
        for (int i = 0; i < count; i++)
        {
            byId.remove(pool.get(i).orderId);
        }
        count = 0;
        for (int i = 0, size = transaction.entryCount(); i < size; i++)
        {
            final PublicEntry entry = transaction.entry(i);
            if (PublicEntry.ORDER == entry.kind())
            {
                if (PublicEntry.NEW == entry.action())
                {
                    enter(entry, i, instruments);
                }
                else
                {
                    change(entry, i);
                }
            }
            else if (PublicEntry.EXECUTION == entry.kind() && 0 != count)
            {
                execute(entry, i);
            }
        }
    }

    private void enter(final PublicEntry entry, final int index, final PitchInstruments instruments)
    {
        if (count == pool.size())
        {
            pool.add(new EnteringOrder());
        }
        final EnteringOrder order = pool.get(count);
        count++;
        order.orderId = entry.orderId();
        order.priceE5 = entry.priceE5();
        order.restLots = entry.qtyLots();
        order.instrument = instruments.of(entry.instrument());
        order.lastIndex = index;
        order.isBid = entry.isBid();
        order.isEntering = true;
        order.isReleased = false;
        byId.put(order.orderId, order);
    }

    private void change(final PublicEntry entry, final int index)
    {
        final EnteringOrder order = 0 == count ? null : byId.get(entry.orderId());
        if (null != order && order.isEntering)
        {
            order.restLots = PublicEntry.DELETE == entry.action() ? 0 : entry.qtyLots();
            order.lastIndex = index;
        }
    }

    private void execute(final PublicEntry entry, final int index)
    {
        final EnteringOrder order = byId.get(entry.orderId());
        if (null == order)
        {
            return;
        }
        if (0 != (entry.mdFlags() & MdFlags.ACTIVE_SIDE) && order.isEntering)
        {
            order.restLots = entry.qtyLots();
            // The resting order's side of the trade comes next.
            order.lastIndex = index + 1;
        }
        else
        {
            order.isEntering = false;
        }
    }
}
