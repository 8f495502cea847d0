// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

/**
 * When the last commands of a login were given to the engine (t3'). A ring that the number of the command indexes; made
 * with the first command, because most logins of a venue never send one.
 */
final class OfferTimes
{
    /** Commands of one login that may be on their way at a time and still be remembered. */
    static final int CAPACITY = 1024;
    private static final int MASK = CAPACITY - 1;

    private long[] sequences;
    private long[] timesNs;

    void put(final long sequence, final long timeNs)
    {
        if (null == sequences)
        {
            sequences = new long[CAPACITY];
            timesNs = new long[CAPACITY];
        }
        final int index = (int)sequence & MASK;
        sequences[index] = sequence;
        timesNs[index] = timeNs;
    }

    /** The time of a command, or 0 when it is not remembered. */
    long get(final long sequence)
    {
        final int index = (int)sequence & MASK;
        return null != sequences && sequence == sequences[index] ? timesNs[index] : 0;
    }
}
