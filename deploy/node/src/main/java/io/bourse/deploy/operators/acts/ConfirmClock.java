// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.RejectReason;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Confirms that the wall clock of the venue's machine is right, after a step of the clock.
 *
 * @param time what a clock shows that is not that of the machine.
 */
public record ConfirmClock(Instant time) implements Act<Void>
{
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    /** Checks the form. */
    public ConfirmClock
    {
        Forms.given("time", time);
    }

    @Override
    public Void execute(final ActContext context)
    {
        requireWallClock(time, Instant.now());
        requireLevel(context.history().session().featureLevel());
        try
        {
            new SessionOperator(context.operator()).confirmTime(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()));
        }
        catch (final CommandRefusedException ex)
        {
            if (RejectReason.WRONG_STATE != ex.reason())
            {
                throw ex;
            }
            throw new IllegalStateException("order entry is not stopped because of the clock, there is nothing to " +
                "confirm; `bourse clock` shows the difference", ex);
        }
        return null;
    }

    /**
     * What is confirmed is the clock of this machine: who states another time has not looked at it.
     *
     * @throws IllegalStateException when they differ by more than 5 s.
     */
    public static void requireWallClock(final Instant stated, final Instant wallClock)
    {
        final Duration difference = Duration.between(wallClock, stated);
        if (difference.abs().compareTo(TOLERANCE) > 0)
        {
            throw new IllegalStateException("the wall clock of this machine shows another time; set the clock, or " +
                "look at the time again: stated=" + stated.atZone(ClearingSchedule.ZONE).toOffsetDateTime() +
                " wallClock=" + wallClock.atZone(ClearingSchedule.ZONE).toOffsetDateTime() +
                " differenceSeconds=" + difference.toSeconds() + " toleratedSeconds=" + TOLERANCE.toSeconds());
        }
    }

    private static void requireLevel(final int featureLevel)
    {
        if (featureLevel < FeatureLevels.GUARDED)
        {
            throw new IllegalStateException("below feature level " + FeatureLevels.GUARDED + " the clock stops no " +
                "order entry and there is nothing to confirm; set the clock, or raise the level with `bourse " +
                "feature-level --raise`: featureLevel=" + featureLevel);
        }
    }
}
