// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

/**
 * How far a run takes the book of instructions, and when it looked: what came later is not in it.
 *
 * @param head last line that it takes.
 * @param timeNs when it looked, nanoseconds since 1970; {@link #UNKNOWN} in runs of an earlier version.
 */
public record TakenBook(BookHead head, long timeNs)
{
    /** The time was not written down. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /**
     * Until when all that came is in the book that was taken.
     *
     * @param cutNs engine time of the cut, nanoseconds since 1970.
     * @return nanoseconds since 1970: the cut, or the last moment before the run looked.
     */
    public long completeUntilNs(final long cutNs)
    {
        return Math.min(cutNs, timeNs - 1);
    }
}
