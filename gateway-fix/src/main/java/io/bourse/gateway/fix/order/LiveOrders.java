// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

/**
 * The working orders of one login, oldest first, linked through the orders themselves: a request for a login's orders
 * takes time for these only. One reader may walk through it in portions while it changes.
 */
final class LiveOrders
{
    private FixOrder oldest;
    private FixOrder youngest;
    /** What the reader in work comes to next; null when there is none, or nothing is left for it. */
    private FixOrder next;
    private int count;

    void add(final FixOrder order)
    {
        order.live = this;
        order.olderLive = youngest;
        order.youngerLive = null;
        if (null == youngest)
        {
            oldest = order;
        }
        else
        {
            youngest.youngerLive = order;
        }
        youngest = order;
        count++;
    }

    void remove(final FixOrder order)
    {
        if (order == next)
        {
            next = order.youngerLive;
        }
        if (null == order.olderLive)
        {
            oldest = order.youngerLive;
        }
        else
        {
            order.olderLive.youngerLive = order.youngerLive;
        }
        if (null == order.youngerLive)
        {
            youngest = order.olderLive;
        }
        else
        {
            order.youngerLive.olderLive = order.olderLive;
        }
        order.live = null;
        order.olderLive = null;
        order.youngerLive = null;
        count--;
    }

    int size()
    {
        return count;
    }

    FixOrder oldest()
    {
        return oldest;
    }

    FixOrder youngest()
    {
        return youngest;
    }

    /** Begins to read from the oldest on. */
    void rewind()
    {
        next = oldest;
    }

    /** Reads on; null at the end. */
    FixOrder read()
    {
        final FixOrder order = next;
        next = null == order ? null : order.youngerLive;
        return order;
    }
}
