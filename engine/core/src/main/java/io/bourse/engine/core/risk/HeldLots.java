// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * How much all client registers together hold in one instrument. Trades keep both sides equal; a clearing run that
 * moves positions may leave them unequal until its last movement.
 */
public final class HeldLots
{
    private long longLots;
    private long shortLots;

    /**
     * Nothing is held.
     */
    HeldLots()
    {
    }

    /** Sum of all positions above 0: the open interest. */
    public long longLots()
    {
        return longLots;
    }

    /** Sum of all positions below 0, without their sign. */
    public long shortLots()
    {
        return shortLots;
    }

    /**
     * The position of a client register is going to move.
     *
     * @param netLots position before.
     * @param signedLots added to it.
     */
    public void move(final long netLots, final long signedLots)
    {
        final long moved = netLots + signedLots;
        longLots += Math.max(0, moved) - Math.max(0, netLots);
        shortLots += Math.max(0, -moved) - Math.max(0, -netLots);
    }
}
