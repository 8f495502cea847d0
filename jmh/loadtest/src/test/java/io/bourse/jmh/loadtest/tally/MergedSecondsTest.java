// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import io.bourse.jmh.loadtest.result.Second;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** The fullest second of one generator and of two. */
class MergedSecondsTest
{
    private static StageTally.Part part(final int second, final long accepted, final long lengthMs)
    {
        return new StageTally.Part(
            new Second(second, accepted, accepted, accepted, 0, 0, 0, 1, 1, 1, 0), lengthMs * 1_000_000);
    }

    private static StageTally tally(final StageTally.Part... seconds)
    {
        return new StageTally(0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, Map.of(), 0, 0,
            new StageTally.Floor(0, 0, 0, -1), List.of(seconds), List.of(), List.of());
    }

    private static double peak(final StageTally... tallies)
    {
        return new MergedSeconds(List.of(tallies)).peakPerSecond(Second::accepted);
    }

    /** Its interval of second 1 was ended 500 ms late, so the next two both begin nearest to second 3. */
    private static final StageTally LATE =
        tally(part(0, 1_000, 1_000), part(1, 1_500, 1_500), part(3, 500, 500), part(3, 1_000, 1_000));

    @Test
    void shouldCountARateOnceWhenTwoIntervalsOfAGeneratorHaveOneNumber()
    {
        final StageTally inTime = tally(part(0, 500, 1_000), part(1, 500, 1_000), part(2, 500, 1_000),
            part(3, 500, 1_000));
        assertEquals(1_500, peak(LATE, inTime), 1e-9);
        assertEquals(1_500, peak(inTime, LATE), 1e-9);
    }

    @Test
    void shouldHaveTheFullestIntervalWhenThereIsOneGenerator()
    {
        assertEquals(1_000, peak(LATE), 1e-9);
        assertEquals(1_300, peak(tally(part(0, 700, 1_000), part(1, 1_300, 1_000), part(1, 900, 1_000))), 1e-9);
    }

    @Test
    void shouldKeepASecondWhenARestOfOneGeneratorHasItsNumber()
    {
        // Apart 400 ms are no rate; with the second that they have the number of they are.
        assertEquals(1_500, peak(tally(part(0, 400, 400), part(0, 1_000, 1_000)), tally(part(0, 500, 1_000))), 1e-9);
        // Alone they are none, and what the other one did is no less for it.
        assertEquals(700, peak(tally(part(0, 100, 1_000), part(1, 900, 100)),
            tally(part(0, 500, 1_000), part(1, 700, 1_000))), 1e-9);
    }

    @Test
    void shouldHaveNoFullestSecondWhenThereAreOnlyRests()
    {
        assertEquals(0, peak(tally(part(0, 900, 100)), tally(part(0, 900, 100))));
        assertEquals(0, peak(tally(part(0, 900, 100))));
    }
}
