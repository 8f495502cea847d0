// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Up to which moment a copy has everything that the venue had, and how long it takes to get it. Looks at the venue are
 * kept until the copy has come to where the venue was then. One thread looks, others ask.
 */
final class VenueLooks
{
    /** A look a second while the copy is behind, and more than a day of it. */
    private static final int MOST = 100_000;
    private static final long INTERVAL_MS = 1_000;
    private static final long NOT_KNOWN = -1;

    private final Deque<Look> looks = new ArrayDeque<>();
    private long wholeMs = NOT_KNOWN;
    private long longestNs = NOT_KNOWN;

    private record Look(long timeMs, long timeNs, long logPosition, long eventPosition)
    {
    }

    /**
     * The venue was asked.
     *
     * @param timeMs before it was asked, milliseconds since the Unix epoch.
     * @param timeNs the same moment by {@link System#nanoTime}.
     * @param logPosition end of its log, negative when it did not say.
     * @param eventPosition end of its events.
     */
    synchronized void add(final long timeMs, final long timeNs, final long logPosition, final long eventPosition)
    {
        if (logPosition >= 0 && looks.size() < MOST &&
            (looks.isEmpty() || timeMs - looks.getLast().timeMs >= INTERVAL_MS))
        {
            looks.add(new Look(timeMs, timeNs, logPosition, eventPosition));
        }
    }

    /**
     * The copy has come to a position.
     *
     * @param nowNs now, by {@link System#nanoTime}.
     * @param logPosition end of the copied log.
     * @param eventPosition end of the copied events.
     */
    synchronized void reached(final long nowNs, final long logPosition, final long eventPosition)
    {
        while (!looks.isEmpty() && looks.getFirst().logPosition <= logPosition &&
            looks.getFirst().eventPosition <= eventPosition)
        {
            final Look look = looks.removeFirst();
            wholeMs = look.timeMs;
            longestNs = Math.max(longestNs, nowNs - look.timeNs);
        }
    }

    /**
     * When the venue had nothing that the copy lacks.
     *
     * @return milliseconds since the Unix epoch, of the last look that was reached; -1 for none.
     */
    synchronized long wholeMs()
    {
        return wholeMs;
    }

    /**
     * How long the copy was behind at most since this was asked last.
     *
     * @param nowNs now, by {@link System#nanoTime}.
     * @return nanoseconds; -1 when the venue was not looked at.
     */
    synchronized long takeLagNs(final long nowNs)
    {
        final long lagNs = looks.isEmpty() ? longestNs : Math.max(longestNs, nowNs - looks.getFirst().timeNs);
        longestNs = NOT_KNOWN;
        return lagNs;
    }
}
