// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

/**
 * The five flows.
 */
public enum Flow
{
    /** The middle stays where it is and 100,000 orders rest around it from the start. */
    FIXED_DEEP(0, 100_000),
    /** The middle wanders within 2 % of where it began. */
    ROUTINE(2, 0),
    /** Within 25 %. */
    SWING_25(25, 0),
    /** Within 40 %. */
    SWING_40(40, 0),
    /** Within 60 %. */
    SWING_60(60, 0);

    private final int swingPercent;
    private final int restingOrders;

    Flow(final int swingPercent, final int restingOrders)
    {
        this.swingPercent = swingPercent;
        this.restingOrders = restingOrders;
    }

    /** Highest less lowest middle in percent of the first one. */
    public int swingPercent()
    {
        return swingPercent;
    }

    /** Orders that are in the book before the first message. */
    public int restingOrders()
    {
        return restingOrders;
    }
}
