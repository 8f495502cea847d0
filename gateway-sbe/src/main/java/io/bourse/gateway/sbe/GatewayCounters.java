// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counters of one gateway. One thread writes, any thread reads.
 */
public final class GatewayCounters
{
    private static final int LENGTH = GatewayCounter.values().length;
    private final AtomicLongArray values = new AtomicLongArray(LENGTH);

    GatewayCounters()
    {
    }

    /**
     * Value of one counter.
     *
     * @param counter to read.
     * @return value now.
     */
    public long get(final GatewayCounter counter)
    {
        return values.get(counter.ordinal());
    }

    /**
     * Transactions whose answers left although the bounded wait for the published watermark ran out.
     *
     * @return count since the start.
     */
    public long lateAnswers()
    {
        return get(GatewayCounter.LATE_ANSWERS);
    }

    /**
     * Transactions whose answers left after their market data.
     *
     * @return count since the start.
     */
    public long publicFirstAnswers()
    {
        return get(GatewayCounter.PUBLIC_FIRST_ANSWERS);
    }

    /**
     * Connections open now.
     *
     * @return count.
     */
    public long openConnections()
    {
        return get(GatewayCounter.CONNECTIONS_OPEN);
    }

    /**
     * Well-formed frames received.
     *
     * @return count since the start.
     */
    public long framesReceived()
    {
        return get(GatewayCounter.FRAMES_RECEIVED);
    }

    /**
     * Frames given to connections.
     *
     * @return count since the start.
     */
    public long framesSent()
    {
        return get(GatewayCounter.FRAMES_SENT);
    }

    void increment(final GatewayCounter counter)
    {
        set(counter, get(counter) + 1);
    }

    void set(final GatewayCounter counter, final long value)
    {
        values.lazySet(counter.ordinal(), value);
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder();
        for (final GatewayCounter counter : GatewayCounter.values())
        {
            text.append(counter.label()).append('=').append(get(counter)).append(' ');
        }
        return text.toString().stripTrailing();
    }
}
