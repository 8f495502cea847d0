// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetAddress;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts connections in all and per address: at once, in a day, and those that have not logged in. An address is one of
 * IPv4, or the first half of one of IPv6.
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
    private int outstandingMembers;

    TcpAdmission(final TcpServerOptions options)
    {
        this.options = options;
    }

    /** Null if the address may come in. An attempt that is refused does not count for the day. */
    TcpRefusal check(final InetAddress remote, final TcpSource source, final long nowNs)
    {
        if (TcpSource.UNKNOWN == source)
        {
            return TcpRefusal.UNKNOWN_SOURCE;
        }
        final InetAddress address = AddressRange.source(remote);
        final long newDay = Math.floorDiv(nowNs, DAY_NS);
        if (newDay != day)
        {
            day = newDay;
            today.clear();
        }
        // What is the address's own comes first: else another connection would give way to one that is refused then.
        if (open(address) >= options.maxConnectionsPerAddress())
        {
            return TcpRefusal.TOO_MANY_OF_ADDRESS;
        }
        if (outstanding(address) >= options.maxOutstandingPerAddress())
        {
            return TcpRefusal.TOO_MANY_OUTSTANDING_OF_ADDRESS;
        }
        final int madeToday = today.getOrDefault(address, 0);
        if (madeToday >= options.maxConnectionsPerAddressPerDay() || 0 == madeToday && today.size() >= MAX_ADDRESSES)
        {
            return TcpRefusal.TOO_MANY_TODAY;
        }
        if (count >= options.maxConnections())
        {
            return TcpRefusal.TOO_MANY_CONNECTIONS;
        }
        final boolean isFull = outstandingCount >= options.maxOutstanding() || TcpSource.MEMBER != source &&
            outstandingCount - outstandingMembers >= options.maxOutstanding() - options.reservedOutstanding();
        return isFull ? TcpRefusal.TOO_MANY_OUTSTANDING : null;
    }

    /** How many connections an address has open. */
    int open(final InetAddress address)
    {
        return open.getOrDefault(AddressRange.source(address), 0);
    }

    /** How many of them have not logged in. */
    int outstanding(final InetAddress address)
    {
        return outstanding.getOrDefault(AddressRange.source(address), 0);
    }

    String facts(final TcpRefusal refusal, final InetAddress address)
    {
        final String of = " address=" + address.getHostAddress();
        return switch (refusal)
        {
            case TOO_MANY_CONNECTIONS -> "connections=" + count + " limit=" + options.maxConnections();
            case TOO_MANY_OF_ADDRESS -> "connections=" + open(address) + " limit=" +
                options.maxConnectionsPerAddress() + of;
            case TOO_MANY_TODAY -> "connectionsToday=" + today.getOrDefault(AddressRange.source(address), 0) +
                " limit=" +
                options.maxConnectionsPerAddressPerDay() + of;
            case TOO_MANY_OUTSTANDING -> "outstanding=" + outstandingCount + " limit=" + options.maxOutstanding();
            case TOO_MANY_OUTSTANDING_OF_ADDRESS -> "outstanding=" + outstanding(address) + " limit=" +
                options.maxOutstandingPerAddress() + of;
            case UNKNOWN_SOURCE, STANDING_BY -> of.substring(1);
        };
    }

    void add(final InetAddress remote, final TcpSource source)
    {
        final InetAddress address = AddressRange.source(remote);
        count++;
        outstandingCount++;
        outstandingMembers += TcpSource.MEMBER == source ? 1 : 0;
        open.merge(address, 1, Integer::sum);
        outstanding.merge(address, 1, Integer::sum);
        if (Integer.MAX_VALUE != options.maxConnectionsPerAddressPerDay())
        {
            today.merge(address, 1, Integer::sum);
        }
    }

    void onLoggedIn(final InetAddress address, final boolean isMember)
    {
        outstandingCount--;
        outstandingMembers -= isMember ? 1 : 0;
        decrement(outstanding, AddressRange.source(address));
    }

    void remove(final InetAddress address)
    {
        count--;
        decrement(open, AddressRange.source(address));
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
