// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.channel.AddressOrder;

import java.net.InetAddress;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts connections that have not established a session, in all and by source address: whoever does not say who he is
 * takes only so many places. Not thread-safe.
 */
public final class OutstandingLogins
{
    private final SortedMap<InetAddress, Integer> bySource = new TreeMap<>(AddressOrder.INSTANCE);
    private final int most;
    private final int mostPerSource;
    private int count;

    /**
     * No connection yet.
     *
     * @param most connections in all; 0 for any number.
     * @param mostPerSource connections from one address; 0 for any number.
     */
    public OutstandingLogins(final int most, final int mostPerSource)
    {
        this.most = most;
        this.mostPerSource = mostPerSource;
    }

    /**
     * Whether all places are taken, wherever the next connection comes from.
     *
     * @return true when none may be added.
     */
    public boolean isFull()
    {
        return 0 != most && count >= most;
    }

    /**
     * A connection has come.
     *
     * @param source its address.
     * @return false when there is no place for it: then it does not count.
     */
    public boolean add(final InetAddress source)
    {
        if (isFull() || 0 != mostPerSource && bySource.getOrDefault(source, 0) >= mostPerSource)
        {
            return false;
        }
        count++;
        bySource.merge(source, 1, Integer::sum);
        return true;
    }

    /**
     * A connection that was added has established its session, or is gone.
     *
     * @param source its address.
     */
    public void remove(final InetAddress source)
    {
        count--;
        bySource.computeIfPresent(source, (address, ofSource) -> 1 == ofSource ? null : ofSource - 1);
    }

    /**
     * How many there are.
     *
     * @return connections without a session.
     */
    public int count()
    {
        return count;
    }
}
