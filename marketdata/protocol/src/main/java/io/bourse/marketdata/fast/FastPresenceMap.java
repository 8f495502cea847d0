// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * A presence map, read bit by bit. Missing bits at its end are 0.
 */
final class FastPresenceMap
{
    private static final int STOP = 0x80;
    private static final int BITS = 7;
    private static final int FIRST = 0x40;

    private final int[] groups = new int[64];
    private int count;
    private int next;

    void read(final FastReader reader)
    {
        count = 0;
        next = 0;
        int b;
        do
        {
            if (count == groups.length)
            {
                throw new FastFormatException("A presence map is too long: offset=" + reader.position());
            }
            b = reader.readByte();
            groups[count] = b;
            count++;
        }
        while (b < STOP);
    }

    boolean next()
    {
        final int group = next / BITS;
        final boolean isSet = group < count && 0 != (groups[group] & FIRST >> next % BITS);
        next++;
        return isSet;
    }
}
