// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import java.util.concurrent.TimeUnit;

/**
 * The throttle of Eurex T7: at any time the messages accepted in the last second are at most the limit. Refused ones
 * do not count, so there is no penalty beyond the excess; many refusals in a row end the session.
 */
final class SlidingFlowControl implements FlowControl
{
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NS_PER_US = TimeUnit.MICROSECONDS.toNanos(1);

    /** When each of the messages of the last second was accepted; a ring. */
    private final long[] acceptedNs;
    private final int disconnectLimit;
    private int head;
    private int size;
    private int refusals;

    /**
     * Flow control that has seen nothing yet.
     *
     * @param messagesPerSecond limit, at least 1.
     * @param disconnectLimit refusals in a row, the last of which ends the session; at least 1.
     * @throws IllegalArgumentException when a limit is none.
     */
    SlidingFlowControl(final int messagesPerSecond, final int disconnectLimit)
    {
        if (messagesPerSecond < 1 || disconnectLimit < 1)
        {
            throw new IllegalArgumentException("both limits must be at least 1: messagesPerSecond=" +
                messagesPerSecond + " disconnectLimit=" + disconnectLimit);
        }
        acceptedNs = new long[messagesPerSecond];
        this.disconnectLimit = disconnectLimit;
    }

    @Override
    public Decision onMessage(final long nowNs)
    {
        onTime(nowNs);
        if (size < acceptedNs.length)
        {
            acceptedNs[index(size)] = nowNs;
            size++;
            refusals = 0;
            return Decision.ACCEPT;
        }
        if (++refusals >= disconnectLimit)
        {
            refusals = 0;
            return Decision.DISCONNECT;
        }
        return Decision.REFUSE;
    }

    @Override
    public int queueSize(final long nowNs)
    {
        onTime(nowNs);
        return size;
    }

    @Override
    public long penaltyRemainUs(final long nowNs)
    {
        onTime(nowNs);
        return size < acceptedNs.length ? 0 : (acceptedNs[head] + WINDOW_NS - nowNs + NS_PER_US - 1) / NS_PER_US;
    }

    private void onTime(final long nowNs)
    {
        while (size > 0 && nowNs - acceptedNs[head] >= WINDOW_NS)
        {
            head = index(1);
            size--;
        }
    }

    private int index(final int distance)
    {
        final int index = head + distance;
        return index < acceptedNs.length ? index : index - acceptedNs.length;
    }
}
