// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

/**
 * The floor under every time: how long the spinning thread itself was away. It looks at the clock after every thing
 * that it does; what took longer than that thing can take was somebody else's, and whatever the thread waited for in
 * the meantime has waited in a socket.
 *
 * <p>Only the last gap is kept. Gaps follow each other, so a sample that began before the end of the last one touches
 * it, and one that began later touches none.
 */
final class Floor
{
    /** What was done since the last look: nothing but to find that there is nothing. */
    static final int NOTHING = 0;
    /** A call that writes to a socket runs the other side's part of TCP as well. */
    private static final int OWN_FACTOR = 4;
    private static final long MESSAGE_NS = 2_000;

    private final VenueGaps venueGaps;
    private final long limitNs;
    private long lastNs;
    private long gapBeginNs;
    private long gapEndNs;
    private long longestNs;
    private long gaps;
    private long awayNs;
    private long venueGapsBefore;

    /**
     * A floor.
     *
     * @param limitNs a gap is longer than that.
     * @param venueGaps those of the venue's engine; null when it does not tell.
     * @param nowNs moment of the first look.
     */
    Floor(final long limitNs, final VenueGaps venueGaps, final long nowNs)
    {
        this.venueGaps = venueGaps;
        this.limitNs = limitNs;
        begin(nowNs);
    }

    /** Begins anew: what was before is nobody's gap. */
    void begin(final long nowNs)
    {
        lastNs = nowNs;
        gapBeginNs = nowNs;
        gapEndNs = nowNs;
        longestNs = 0;
        gaps = 0;
        awayNs = 0;
        venueGapsBefore = null == venueGaps ? 0 : venueGaps.count();
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
            gapBeginNs = lastNs;
            gapEndNs = nowNs;
            gaps++;
            awayNs += tookNs;
            longestNs = Math.max(longestNs, tookNs);
        }
    }

    /**
     * Whether a sample that is answered now was there during a gap.
     *
     * @param dueNs moment when it began.
     * @return true when it touches the last gap, of this thread or of the venue's.
     */
    boolean isTouched(final long dueNs)
    {
        return dueNs - gapEndNs < 0 && gapEndNs != gapBeginNs || null != venueGaps && venueGaps.isTouched(dueNs);
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
        return gaps;
    }

    /** Gaps of the venue's engine since it began; 0 when it does not tell. */
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
        return awayNs;
    }
}
