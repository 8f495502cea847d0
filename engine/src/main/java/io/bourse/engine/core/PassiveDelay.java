// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Passive liquidity protection: an order that would trade at once waits for a fixed time, so that the orders it is
 * about to meet may be cancelled first. Orders that only rest and all cancels pass without delay (T7).
 */
final class PassiveDelay implements HashedState
{
    /**
     * Whether an order must wait.
     *
     * @param order about to be matched.
     * @return true when its instrument delays aggressors and it is one.
     */
    boolean mustWait(final Order order)
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
