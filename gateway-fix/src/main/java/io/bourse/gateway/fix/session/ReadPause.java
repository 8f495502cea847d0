// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.util.concurrent.TimeUnit;

/**
 * Whether, and since when, a connection is not read although its client may have sent something: the silence of a
 * client counts against it only while it is heard.
 */
final class ReadPause
{
    private boolean isHeld;
    private boolean isInputLeft;
    private boolean isSeen;
    private long lastNs;
    private long heartbeatNs;
    private long intervalNs = Long.MAX_VALUE;

    /** HeartBtInt of the session. */
    void heartbeatSeconds(final int seconds)
    {
        intervalNs = TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Whether no request is to be taken from the client for now: something of it waits, or it does not read. */
    boolean isHeld()
    {
        return isHeld;
    }

    void hold(final boolean isWaiting)
    {
        isHeld = isWaiting;
    }

    /** Whether bytes were left for later although a whole message may be among them. */
    boolean isInputLeft()
    {
        return isInputLeft;
    }

    void leaveInput(final boolean isLeft)
    {
        isInputLeft = isLeft;
    }

    /** Whether nothing is read: what was read last has to wait, and everything after it. */
    boolean isOn()
    {
        return isHeld && isInputLeft;
    }

    /** Takes note of the time; called in every duty cycle. */
    void onCycle(final long nowNs)
    {
        if (isOn())
        {
            heartbeatNs = isSeen ? heartbeatNs : nowNs;
            lastNs = nowNs;
        }
        isSeen = isOn();
    }

    /** Whether the client has been unheard for so long that it must be shown that the connection lives. */
    boolean isHeartbeatDue(final long nowNs)
    {
        final boolean isDue = isSeen && nowNs - heartbeatNs >= intervalNs;
        heartbeatNs = isDue ? nowNs : heartbeatNs;
        return isDue;
    }

    /** Since when it can have been heard: the given time, or later if it was not read then. */
    long heardSinceNs(final long sinceNs)
    {
        return 0 == lastNs || lastNs - sinceNs < 0 ? sinceNs : lastNs;
    }
}
