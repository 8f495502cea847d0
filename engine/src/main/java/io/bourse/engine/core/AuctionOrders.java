// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Phase;

/**
 * Orders that wait for their auction, by instrument in order of arrival.
 */
final class AuctionOrders implements HashedState
{
    /**
     * Whether an order takes part in the auction of a phase.
     *
     * @param order for auctions only.
     * @param phase of its instrument.
     * @return false when it must wait.
     */
    boolean isDue(final Order order, final Phase phase)
    {
        return false;
    }

    void park(final Order order)
    {
    }

    void remove(final Order order)
    {
    }

    @Override
    public void hashInto(final StateHash hash)
    {
    }
}
