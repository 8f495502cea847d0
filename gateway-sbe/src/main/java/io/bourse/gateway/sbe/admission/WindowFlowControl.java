// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import java.util.concurrent.TimeUnit;

/**
 * Fixed windows of one second, one after the other (TWIME A.6): what is above the limit in a window is refused. A
 * client that sends more than twice its limit in several windows in a row is cut off.
 */
final class WindowFlowControl implements FlowControl
{
    /** Windows in a row with more than twice the limit that end the session: TWIME A.6 says "sustained" only. */
    static final int SUSTAINED_WINDOWS = 3;
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NS_PER_US = TimeUnit.MICROSECONDS.toNanos(1);
    private static final int EXCESS = 2;

    private final int limit;
    private long windowNs;
    private int accepted;
    private long seen;
    private int excessiveWindows;

    /**
     * Flow control whose first window begins now.
     *
     * @param messagesPerSecond limit, at least 1.
     * @param nowNs time.
     * @throws IllegalArgumentException when the limit is none.
     */
    WindowFlowControl(final int messagesPerSecond, final long nowNs)
    {
        if (messagesPerSecond < 1)
        {
            throw new IllegalArgumentException(
                "a login must be allowed at least one message a second: messagesPerSecond=" + messagesPerSecond);
        }
        limit = messagesPerSecond;
        windowNs = nowNs;
    }

    @Override
    public Decision onMessage(final long nowNs)
    {
        onTime(nowNs);
        seen++;
        if (accepted < limit)
        {
            accepted++;
            return Decision.ACCEPT;
        }
        if (excessiveWindows + 1 >= SUSTAINED_WINDOWS && isExcessive())
        {
            // The next connection of the login begins with a clean record.
            excessiveWindows = 0;
            seen = accepted;
            return Decision.DISCONNECT;
        }
        return Decision.REFUSE;
    }

    @Override
    public int queueSize(final long nowNs)
    {
        onTime(nowNs);
        return accepted;
    }

    @Override
    public long penaltyRemainUs(final long nowNs)
    {
        onTime(nowNs);
        return accepted < limit ? 0 : (windowNs + WINDOW_NS - nowNs + NS_PER_US - 1) / NS_PER_US;
    }

    private boolean isExcessive()
    {
        return seen > (long)EXCESS * limit;
    }

    private void onTime(final long nowNs)
    {
        final long windows = (nowNs - windowNs) / WINDOW_NS;
        if (windows > 0)
        {
            excessiveWindows = 1 == windows && isExcessive() ? excessiveWindows + 1 : 0;
            windowNs += windows * WINDOW_NS;
            accepted = 0;
            seen = 0;
        }
    }
}
