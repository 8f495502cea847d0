// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.latency;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;

import java.util.HashMap;
import java.util.Map;

/** What one line of one feed has shown, and when. */
final class FeedLine
{
    private static final String LINE_A = "-a";
    private static final String LINE_B = "-b";
    private static final long NEVER = -1;

    private final String name;
    /** Times of what was shown of an order, in their order; the lowest bit is set when it left the book. */
    private final Long2ObjectHashMap<LongArrayList> orders = new Long2ObjectHashMap<>();
    private final Long2LongHashMap trades = new Long2LongHashMap(NEVER);
    /** Times of packets by their number. */
    private final Map<Object, LongArrayList> packets = new HashMap<>();

    FeedLine(final String name)
    {
        this.name = name;
    }

    String name()
    {
        return name;
    }

    boolean isLineA()
    {
        return name.endsWith(LINE_A);
    }

    /** Of a line A: the name of its line B. */
    String lineB()
    {
        return feed() + LINE_B;
    }

    /** Without the line. */
    String feed()
    {
        return name.substring(0, name.length() - LINE_A.length());
    }

    boolean hasShown()
    {
        return !orders.isEmpty() || !trades.isEmpty();
    }

    Map<Object, LongArrayList> packets()
    {
        return packets;
    }

    void onPacket(final Object number, final long timeNs)
    {
        packets.computeIfAbsent(number, ignored -> new LongArrayList()).addLong(timeNs);
    }

    void onOrder(final long orderId, final boolean isGone, final long timeNs)
    {
        orders.computeIfAbsent(orderId, ignored -> new LongArrayList()).addLong(timeNs << 1 | (isGone ? 1 : 0));
    }

    void onTrade(final long tradeId, final long timeNs)
    {
        trades.putIfAbsent(tradeId, timeNs);
    }

    /**
     * When something was first shown of an order.
     *
     * @param orderId of the order.
     * @param fromNs not before.
     * @param isGone whether only its end counts.
     * @return nanoseconds since the Unix epoch, or {@link Long#MAX_VALUE}.
     */
    long orderNs(final long orderId, final long fromNs, final boolean isGone)
    {
        final LongArrayList times = orders.get(orderId);
        for (int i = 0; null != times && i < times.size(); i++)
        {
            final long time = times.getLong(i);
            if (time >> 1 >= fromNs && (!isGone || 0 != (time & 1)))
            {
                return time >> 1;
            }
        }
        return Long.MAX_VALUE;
    }

    /** When a trade was first shown, or {@link Long#MAX_VALUE}. */
    long tradeNs(final long tradeId)
    {
        final long timeNs = trades.get(tradeId);
        return NEVER == timeNs ? Long.MAX_VALUE : timeNs;
    }
}
