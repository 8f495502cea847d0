// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Quotes of market makers: which two orders are whose quote in which instrument, and what their protection has counted.
 */
final class Quotes implements HashedState
{
    /**
     * One side of a quote has traded.
     *
     * @param order side of a quote.
     * @param lots traded.
     */
    void traded(final Order order, final long lots)
    {
    }

    /**
     * One side of a quote is not live any more.
     *
     * @param order side of a quote.
     */
    void closed(final Order order)
    {
    }

    /**
     * Cancels the quotes of one protection that has tripped, if any.
     *
     * @return false when there was none.
     */
    boolean withdrawTripped()
    {
        return false;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
    }
}
