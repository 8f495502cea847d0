// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetAddress;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts connections in all and per address: at once, in a day, and those that have not logged in.
 */
final class TcpAdmission
{
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    /** Addresses remembered in a day: above this no new one comes in, so that memory has an end. */
    private static final int MAX_ADDRESSES = 65_536;

    private final TcpServerOptions options;
    private final SortedMap<InetAddress, Integer> open = new TreeMap<>(AddressOrder.INSTANCE);
    private final SortedMap<InetAddress, Integer> outstanding = new TreeMap<>(AddressOrder.INSTANCE);
    private final SortedMap<InetAddress, Integer> today = new TreeMap<>(AddressOrder.INSTANCE);
    private long day = Long.MIN_VALUE;
    private int count;
    private int outstandingCount;

    TcpAdmission(final TcpServerOptions options)
    {
        this.options = options;
    }

    /** Null if the address may come in. An attempt that is refused does not count for the day. */
    TcpRefusal check(final InetAddress address, final long nowNs)
    {
        final long newDay = Math.floorDiv(nowNs, DAY_NS);
        if (newDay != day)
        {
            day = newDay;
            today.clear();
        }
        if (count >= options.maxConnections())
        {
            return TcpRefusal.TOO_MANY_CONNECTIONS;
        }
        if (open(address) >= options.maxConnectionsPerAddress())
        {
            return TcpRefusal.TOO_MANY_OF_ADDRESS;
        }
        if (outstandingCount >= options.maxOutstanding())
        {
            return TcpRefusal.TOO_MANY_OUTSTANDING;
        }
        if (outstanding.getOrDefault(address, 0) >= options.maxOutstandingPerAddress())
        {
            return TcpRefusal.TOO_MANY_OUTSTANDING_OF_ADDRESS;
        }
        final int madeToday = today.getOrDefault(address, 0);
        return madeToday >= options.maxConnectionsPerAddressPerDay() ||
            0 == madeToday && today.size() >= MAX_ADDRESSES ? TcpRefusal.TOO_MANY_TODAY : null;
    }

    /** How many connections an address has open. */
    int open(final InetAddress address)
    {
        return open.getOrDefault(address, 0);
    }

    String facts(final TcpRefusal refusal, final InetAddress address)
    {
        final String of = " address=" + address.getHostAddress();
        return switch (refusal)
        {
            case TOO_MANY_CONNECTIONS -> "connections=" + count + " limit=" + options.maxConnections();
            case TOO_MANY_OF_ADDRESS -> "connections=" + open(address) + " limit=" +
                options.maxConnectionsPerAddress() + of;
            case TOO_MANY_TODAY -> "connectionsToday=" + today.getOrDefault(address, 0) + " limit=" +
                options.maxConnectionsPerAddressPerDay() + of;
            case TOO_MANY_OUTSTANDING -> "outstanding=" + outstandingCount + " limit=" + options.maxOutstanding();
            case TOO_MANY_OUTSTANDING_OF_ADDRESS -> "outstanding=" + outstanding.getOrDefault(address, 0) +
                " limit=" + options.maxOutstandingPerAddress() + of;
        };
    }

    void add(final InetAddress address)
    {
        count++;
        outstandingCount++;
        open.merge(address, 1, Integer::sum);
        outstanding.merge(address, 1, Integer::sum);
        if (Integer.MAX_VALUE != options.maxConnectionsPerAddressPerDay())
        {
            today.merge(address, 1, Integer::sum);
        }
    }

    void onLoggedIn(final InetAddress address)
    {
        outstandingCount--;
        decrement(outstanding, address);
    }

    void remove(final InetAddress address)
    {
        count--;
        decrement(open, address);
    }

    int count()
    {
        return count;
    }

    int outstandingCount()
    {
        return outstandingCount;
    }

    private static void decrement(final SortedMap<InetAddress, Integer> counts, final InetAddress address)
    {
        counts.computeIfPresent(address, (key, ofAddress) -> 1 == ofAddress ? null : ofAddress - 1);
    }
}
