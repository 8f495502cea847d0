// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * What the reserved value of an event frame's header says: t6, and in the sign bit whether the matcher had the next
 * command before it already. It is outside the bytes that are the same on all members, but recorded with the frame, so
 * all readers of one recording see the same.
 */
public final class PublicationStamp
{
    private static final long MORE_WAITING = Long.MIN_VALUE;

    private PublicationStamp()
    {
    }

    /**
     * Makes a stamp.
     *
     * @param publishedNs t6, nanoseconds since the Unix epoch, 0 if unknown.
     * @param isMoreWaiting whether the next command may be executed already.
     * @return stamp.
     */
    public static long of(final long publishedNs, final boolean isMoreWaiting)
    {
        return isMoreWaiting ? publishedNs | MORE_WAITING : publishedNs;
    }

    /**
     * The time of a stamp.
     *
     * @param stamp that was made by {@link #of}.
     * @return t6, nanoseconds since the Unix epoch, 0 if unknown.
     */
    public static long publishedNs(final long stamp)
    {
        return stamp & ~MORE_WAITING;
    }

    /**
     * Whether more was waiting.
     *
     * @param stamp that was made by {@link #of}.
     * @return true if the next transaction follows at once.
     */
    public static boolean isMoreWaiting(final long stamp)
    {
        return 0 != (stamp & MORE_WAITING);
    }
}
