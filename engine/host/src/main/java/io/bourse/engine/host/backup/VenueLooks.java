// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Up to which moment a copy has everything that the venue had. Looks at the venue are kept until the copy has come to
 * where the venue was then. One thread looks, another one asks.
 */
final class VenueLooks
{
    /** A look a second, and more than a day of it. */
    private static final int MOST = 100_000;
    private static final long INTERVAL_MS = 1_000;
    private static final long NOT_KNOWN = -1;

    private final Deque<Look> looks = new ArrayDeque<>();
    private long wholeMs = NOT_KNOWN;

    private record Look(long timeMs, long logPosition, long eventPosition)
    {
    }

    /**
     * The venue was asked.
     *
     * @param timeMs before it was asked.
     * @param logPosition end of its log, negative when it did not say.
     * @param eventPosition end of its events.
     */
    synchronized void add(final long timeMs, final long logPosition, final long eventPosition)
    {
        if (logPosition >= 0 && looks.size() < MOST &&
            (looks.isEmpty() || timeMs - looks.getLast().timeMs >= INTERVAL_MS))
        {
            looks.add(new Look(timeMs, logPosition, eventPosition));
        }
    }

    /**
     * When the venue had nothing that the copy lacks.
     *
     * @param logPosition end of the copied log.
     * @param eventPosition end of the copied events.
     * @return milliseconds since the Unix epoch, of the last look that was reached; -1 for none.
     */
    synchronized long wholeMs(final long logPosition, final long eventPosition)
    {
        while (!looks.isEmpty() && looks.getFirst().logPosition <= logPosition &&
            looks.getFirst().eventPosition <= eventPosition)
        {
            wholeMs = looks.removeFirst().timeMs;
        }
        return wholeMs;
    }
}
