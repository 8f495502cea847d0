// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

/**
 * How many order ids a gateway remembers, of one login and of all together: clients choose how many they use, and the
 * heap is finite. Counts what the {@link ClOrdIds} of the gateway hold. Not thread-safe.
 */
public final class IdBudget
{
    /** What one remembered id takes in the heap when clients choose ids at random; half a byte when they count. */
    public static final int BYTES_PER_ID = 32;

    /** One part of so many may be free when a bound is near: the alarm is at 80 %. */
    private static final int FREE_PARTS = 5;

    private final long maxPerLogin;
    private final long maxInAll;
    private long inAll;
    private boolean isAlarmGiven;

    /**
     * Nothing is remembered yet.
     *
     * @param maxPerLogin ids of one login, above 0.
     * @param maxInAll ids of all logins, above 0.
     */
    public IdBudget(final long maxPerLogin, final long maxInAll)
    {
        this.maxPerLogin = maxPerLogin;
        this.maxInAll = maxInAll;
    }

    void changed(final long by)
    {
        inAll += by;
        if (by < 0 && isAlarmGiven && !isNear(inAll, maxInAll))
        {
            isAlarmGiven = false;
        }
    }

    boolean isFull(final long ofLogin)
    {
        return ofLogin >= maxPerLogin || inAll >= maxInAll;
    }

    boolean isNearOfLogin(final long ofLogin)
    {
        return isNear(ofLogin, maxPerLogin);
    }

    /**
     * Whether the ids of all logins have come to 80 % of what there may be.
     *
     * @return true once; again only after they have fallen below.
     */
    public boolean takeAlarm()
    {
        final boolean isDue = !isAlarmGiven && isNear(inAll, maxInAll);
        isAlarmGiven |= isDue;
        return isDue;
    }

    /**
     * Ids of all logins.
     *
     * @return how many are remembered.
     */
    public long inAll()
    {
        return inAll;
    }

    private static boolean isNear(final long used, final long max)
    {
        return used >= max - max / FREE_PARTS;
    }

    @Override
    public String toString()
    {
        return "inAll=" + inAll + " mostInAll=" + maxInAll + " mostPerLogin=" + maxPerLogin;
    }
}
