// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Stop and stop-limit orders that wait for their trigger, and those that a price has elected but that were not yet
 * activated.
 */
final class StopOrders implements HashedState
{
    /**
     * Whether the last price has reached the trigger of an order.
     *
     * @param order stop order.
     * @return true when it must not wait.
     */
    boolean isTriggered(final Order order)
    {
        return false;
    }

    void park(final Order order)
    {
    }

    void remove(final Order order)
    {
    }

    /**
     * Elects every order whose trigger the new last price has reached.
     *
     * @param instrument of the trade.
     */
    void onLastPrice(final Instrument instrument)
    {
    }

    /** The next elected order, out of here; null when there is none. */
    Order pollElected()
    {
        return null;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
    }
}
