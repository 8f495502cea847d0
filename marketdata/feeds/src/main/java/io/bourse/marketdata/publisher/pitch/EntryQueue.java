// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

/**
 * Orders that enter one side of a book in the transaction in hand, in the order they get their places.
 */
final class EntryQueue
{
    private EnteringOrder first;
    private EnteringOrder last;

    EnteringOrder first()
    {
        return first;
    }

    void append(final EnteringOrder order)
    {
        order.next = null;
        if (null == last)
        {
            first = order;
        }
        else
        {
            last.next = order;
        }
        last = order;
    }

    EnteringOrder removeFirst()
    {
        final EnteringOrder order = first;
        first = order.next;
        order.next = null;
        if (null == first)
        {
            last = null;
        }
        return order;
    }
}
