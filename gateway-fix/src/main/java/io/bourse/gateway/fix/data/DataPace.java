// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

/**
 * How much of one kind of work fits into a duty cycle, of all requests together; the rest waits for the next one.
 */
final class DataPace
{
    private final int unitsPerCycle;
    private int units;

    /** A unit is about a microsecond. */
    DataPace(final int unitsPerCycle)
    {
        this.unitsPerCycle = unitsPerCycle;
        units = unitsPerCycle;
    }

    /** The next duty cycle begins. */
    void begin()
    {
        units = unitsPerCycle;
    }

    boolean isLeft()
    {
        return units > 0;
    }

    /** Something was done. */
    void spend(final int done)
    {
        units -= done;
    }
}
