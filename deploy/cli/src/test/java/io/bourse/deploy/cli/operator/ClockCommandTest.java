// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.TimeConverter;
import io.bourse.deploy.operators.acts.ConfirmClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ClockCommandTest
{
    private static final Instant STATED = Instant.parse("2026-11-28T17:00:00Z");

    @Test
    void shouldReadTimesInTheZoneOfTheVenue() throws Exception
    {
        assertEquals(STATED, new TimeConverter().convert("2026-11-28 20:00:00"));
        assertEquals(STATED, new TimeConverter().convert("2026-11-28T20:00:00"));
    }

    @Test
    void shouldConfirmOnlyWhatTheClockOfTheMachineShows()
    {
        for (final long seconds : new long[]{-5, 0, 5})
        {
            assertDoesNotThrow(() -> ConfirmClock.requireWallClock(STATED, STATED.plusSeconds(seconds)));
        }
        for (final long seconds : new long[]{-6, 6, 3_600, 315_360_000})
        {
            assertThrows(IllegalStateException.class, () ->
                ConfirmClock.requireWallClock(STATED, STATED.plusSeconds(seconds)));
        }
        assertEquals("the wall clock of this machine shows another time; set the clock, or look at the time again: " +
            "stated=2026-11-28T20:00+03:00 wallClock=2026-11-28T21:00+03:00 differenceSeconds=-3600 " +
            "toleratedSeconds=5", assertThrows(IllegalStateException.class, () ->
                ConfirmClock.requireWallClock(STATED, STATED.plusSeconds(3_600))).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "now",
        "confirm",
        "confirm --time now",
        "confirm --time 20:00:00",
        "confirm --time 2026-11-31T20:00:00",
        "confirm --time 2026-11-28T24:00:00"})
    void shouldExplainLinesThatMakeNoSense(final String line)
    {
        BadLine.assertExplained(new ClockCommand(), line);
    }
}
