// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.collections.Object2IntHashMap;

/**
 * Who is let in: counts connections in all and per address, at once and per day.
 */
final class TcpAdmission
{
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    /** Addresses remembered in a day: beyond this nobody new comes in, so that memory has an end. */
    private static final int MAX_ADDRESSES = 65_536;

    private final TcpServerContext ctx;
    private final Object2IntHashMap<InetAddress> open = new Object2IntHashMap<>(0);
    private final Object2IntHashMap<InetAddress> today = new Object2IntHashMap<>(0);
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
        if (open.getValue(address) >= ctx.maxConnectionsPerAddress())
        {
            return TcpRefusal.TOO_MANY_OF_ADDRESS;
        }
        final int madeToday = today.getValue(address);
        return madeToday >= ctx.maxConnectionsPerAddressPerDay() || (0 == madeToday && today.size() >= MAX_ADDRESSES) ?
            TcpRefusal.TOO_MANY_TODAY : null;
    }

    /** How many connections an address has open. */
    int open(final InetAddress address)
    {
        return open.getValue(address);
    }

    String facts(final TcpRefusal refusal, final InetAddress address)
    {
        final String of = " address=" + address.getHostAddress();
        return switch (refusal)
        {
            case TOO_MANY_CONNECTIONS -> "connections=" + count + " limit=" + ctx.maxConnections();
            case TOO_MANY_OF_ADDRESS -> "connections=" + open.getValue(address) + " limit=" +
                ctx.maxConnectionsPerAddress() + of;
            case TOO_MANY_TODAY -> "connectionsToday=" + today.getValue(address) + " limit=" +
                ctx.maxConnectionsPerAddressPerDay() + of;
        };
    }

    void add(final InetAddress address)
    {
        count++;
        open.put(address, open.getValue(address) + 1);
        today.put(address, today.getValue(address) + 1);
    }

    void remove(final InetAddress address)
    {
        count--;
        final int left = open.getValue(address) - 1;
        if (0 == left)
        {
            open.removeKey(address);
        }
        else
        {
            open.put(address, left);
        }
    }

    int count()
    {
        return count;
    }
}
