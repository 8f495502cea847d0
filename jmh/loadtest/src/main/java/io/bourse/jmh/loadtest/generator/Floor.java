// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.HdrHistogram.Histogram;

/**
 * The floor under every time: how long the spinning thread itself was away. It looks at the clock after every step;
 * what took longer than that step can take went to other threads, and what the thread waited for in the meantime has
 * waited in a socket.
 *
 * <p>A sample that was there during gaps says nothing of the venue, as long as the gaps can explain it: what waited
 * after a gap waits a few times as long as the gap at most. One that took far longer than all gaps of its life
 * together was slow for another reason, and counts.
 */
final class Floor
{
    /** What was done since the last look: nothing but to find that there is nothing. */
    static final int NOTHING = 0;
    /** A call that writes to a socket runs the other side's part of TCP as well. */
    private static final int OWN_FACTOR = 4;
    private static final long MESSAGE_NS = 2_000;
    /** Gaps explain a time up to so many times their sum. */
    private static final int EXPLAINED_TIMES = 4;

    private final Gaps gaps = new Gaps();
    private final VenueGaps venueGaps;
    private final long limitNs;
    private final boolean explains;
    private long lastNs;
    private long longestNs;
    private long keptSlow;
    private long venueGapsBefore;
    private Histogram gapTimes;

    /**
     * A floor.
     *
     * @param limitNs a gap is longer than that.
     * @param explains whether gaps explain anything: not when the thread gives way to those of the venue.
     * @param venueGaps those of the venue's engine; null when unknown.
     * @param nowNs moment of the first look.
     */
    Floor(final long limitNs, final boolean explains, final VenueGaps venueGaps, final long nowNs)
    {
        this.explains = explains;
        this.venueGaps = venueGaps;
        this.limitNs = limitNs;
        begin(nowNs);
    }

    /** Begins anew: the time before is no gap. */
    void begin(final long nowNs)
    {
        lastNs = nowNs;
        longestNs = 0;
        keptSlow = 0;
        gaps.clear();
        venueGapsBefore = null == venueGaps ? 0 : venueGaps.count();
    }

    /** Gaps from now on are recorded there too. */
    void recordInto(final Histogram times)
    {
        gapTimes = times;
    }

    /**
     * Looks at the clock.
     *
     * @param nowNs what it says.
     * @param messages read or written since the last look, or {@link #NOTHING}.
     */
    void look(final long nowNs, final int messages)
    {
        final long tookNs = nowNs - lastNs;
        if (tookNs > limitNs)
        {
            gap(nowNs, tookNs, messages);
        }
        else if (NOTHING == messages && tookNs > longestNs)
        {
            longestNs = tookNs;
        }
        lastNs = nowNs;
    }

    private void gap(final long nowNs, final long tookNs, final int messages)
    {
        if (NOTHING == messages || tookNs > limitNs * OWN_FACTOR + messages * MESSAGE_NS)
        {
            gaps.add(lastNs, nowNs);
            longestNs = Math.max(longestNs, tookNs);
            if (null != gapTimes)
            {
                gapTimes.recordValue(Math.min(tookNs, Distributions.MAX_NS));
            }
        }
    }

    /**
     * Whether gaps, of this thread or of the venue's, explain a sample that is answered now: it is left out then.
     *
     * @param dueNs moment when it began.
     * @param ns its time.
     * @return true when it was there during gaps and took no longer than a few times their sum.
     */
    boolean isExplained(final long dueNs, final long ns)
    {
        final long awayNs = gaps.awaySinceNs(dueNs) + (null == venueGaps ? 0 : venueGaps.awaySinceNs(dueNs));
        if (!explains || 0 == awayNs)
        {
            return false;
        }
        final boolean isExplained = ns <= EXPLAINED_TIMES * awayNs;
        keptSlow += isExplained ? 0 : 1;
        return isExplained;
    }

    /** Samples since it began that were there during gaps and are too slow to be explained by them. */
    long keptSlow()
    {
        return keptSlow;
    }

    /** Longest time between two looks with nothing done since the last call. */
    long takeLongestNs()
    {
        final long longest = longestNs;
        longestNs = 0;
        return longest;
    }

    /** Gaps since it began. */
    long gaps()
    {
        return gaps.count();
    }

    /** Gaps of the venue's engine since it began; 0 when unknown. */
    long venueGaps()
    {
        return null == venueGaps ? 0 : venueGaps.count() - venueGapsBefore;
    }

    /** Whether gaps of the venue's engine were left out as well, all of them. */
    boolean hasVenueGaps()
    {
        return null != venueGaps && !venueGaps.isFull();
    }

    /** Time in them. */
    long awayNs()
    {
        return gaps.awayNs();
    }
}
