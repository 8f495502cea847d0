// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * What an order waits for before it may trade.
 */
public enum Trigger
{
    /** Nothing. */
    NONE,
    /** The last price comes from the better side: a buy waits for one at or above its trigger, a sell at or below. */
    STOP,
    /** The last price comes from the worse side: a buy waits for one at or below its trigger, a sell at or above. */
    TOUCH;

    /**
     * In which direction the last price reaches a trigger.
     *
     * @param side of the order.
     * @return true when a last price at or above the trigger reaches it, false when one at or below it does.
     */
    public boolean isRising(final Side side)
    {
        return switch (this)
        {
            case STOP -> Side.BUY == side;
            case TOUCH -> Side.SELL == side;
            case NONE -> false;
        };
    }
}
