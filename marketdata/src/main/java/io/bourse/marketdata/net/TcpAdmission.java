// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.InetAddress;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.bourse.engine.channel.AddressOrder;

/**
 * Who is let in: counts connections in all and per address, at once and per day.
 */
final class TcpAdmission
{
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    /** Addresses remembered in a day: beyond this nobody new comes in, so that memory has an end. */
    private static final int MAX_ADDRESSES = 65_536;

    private final TcpServerContext ctx;
    private final SortedMap<InetAddress, Integer> open = new TreeMap<>(AddressOrder.INSTANCE);
    private final SortedMap<InetAddress, Integer> today = new TreeMap<>(AddressOrder.INSTANCE);
    private long day = Long.MIN_VALUE;
    private int count;

    TcpAdmission(final TcpServerContext ctx)
    {
        this.ctx = ctx;
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
        if (count >= ctx.maxConnections())
        {
            return TcpRefusal.TOO_MANY_CONNECTIONS;
        }
        if (open(address) >= ctx.maxConnectionsPerAddress())
        {
            return TcpRefusal.TOO_MANY_OF_ADDRESS;
        }
        final int madeToday = today.getOrDefault(address, 0);
        return madeToday >= ctx.maxConnectionsPerAddressPerDay() || (0 == madeToday && today.size() >= MAX_ADDRESSES) ?
            TcpRefusal.TOO_MANY_TODAY : null;
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
            case TOO_MANY_CONNECTIONS -> "connections=" + count + " limit=" + ctx.maxConnections();
            case TOO_MANY_OF_ADDRESS -> "connections=" + open(address) + " limit=" +
                ctx.maxConnectionsPerAddress() + of;
            case TOO_MANY_TODAY -> "connectionsToday=" + today.getOrDefault(address, 0) + " limit=" +
                ctx.maxConnectionsPerAddressPerDay() + of;
        };
    }

    void add(final InetAddress address)
    {
        count++;
        open.merge(address, 1, Integer::sum);
        today.merge(address, 1, Integer::sum);
    }

    void remove(final InetAddress address)
    {
        count--;
        open.computeIfPresent(address, (key, ofAddress) -> 1 == ofAddress ? null : ofAddress - 1);
    }

    int count()
    {
        return count;
    }
}
