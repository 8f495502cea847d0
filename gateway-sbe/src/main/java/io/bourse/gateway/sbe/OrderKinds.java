// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.Long2LongHashMap;

/**
 * What live orders of TWIME logins carry in the Flags of all their messages, as far as it is not plain Day. The events
 * of the engine do not repeat it, so it is kept from acceptance to the end of the order.
 */
final class OrderKinds
{
    private final Long2LongHashMap flagsByOrder = new Long2LongHashMap(OrderFlags.DAY);

    /**
     * An order has come to life.
     *
     * @param flags bits of FlagsSet.
     */
    void accepted(final long orderId, final long flags)
    {
        if (OrderFlags.DAY != flags)
        {
            flagsByOrder.put(orderId, flags);
        }
    }

    /**
     * An order may have got another id.
     *
     * @param prevOrderId it had.
     */
    void replaced(final long prevOrderId, final long orderId)
    {
        if (prevOrderId != orderId)
        {
            accepted(orderId, ended(prevOrderId));
        }
    }

    void state(final CheckpointState state)
    {
        state.map(flagsByOrder);
    }

    /** How many live orders have flags of their own. */
    int size()
    {
        return flagsByOrder.size();
    }

    /**
     * Flags of a live order.
     *
     * @return bits of FlagsSet.
     */
    long of(final long orderId)
    {
        return flagsByOrder.get(orderId);
    }

    /**
     * An order is at its end.
     *
     * @return bits of FlagsSet it had.
     */
    long ended(final long orderId)
    {
        return flagsByOrder.remove(orderId);
    }
}
