// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.util.Locale;

/**
 * What the kernel said of the clock of its machine at one moment.
 *
 * @param state whether a program disciplines the clock.
 * @param offsetNs what the kernel has still to add to the clock, little by little.
 * @param errorNs by how much the clock is off, as that program estimates.
 * @param maxErrorNs by how much it is off at most; the kernel adds 0.5 ms a second while it hears nothing.
 * @param frequencyPpb by how much the kernel makes the clock run faster, in billionths.
 */
public record ClockReading(State state, long offsetNs, long errorNs, long maxErrorNs, int frequencyPpb)
{
    /** Nothing is known. */
    public static final ClockReading UNKNOWN = new ClockReading(State.UNKNOWN, 0, 0, 0, 0);
    private static final double NS_PER_US = 1e3;
    private static final double PPB_PER_PPM = 1e3;

    /** States. Files hold the ordinal: values are only added. */
    public enum State
    {
        /** The file is older than the field. */
        ABSENT,
        /** The system does not say. */
        UNKNOWN,
        /** No program disciplines the clock, or it has not been heard of for hours. */
        UNSYNCHRONISED,
        /** A program disciplines the clock by NTP or PTP. */
        SYNCHRONISED
    }

    /**
     * Whether a program disciplines the clock.
     *
     * @return false too when the system does not say.
     */
    public boolean isSynchronised()
    {
        return State.SYNCHRONISED == state;
    }

    /**
     * How far the clock is off, by what is known of it.
     *
     * @return nanoseconds, not negative.
     */
    public long deviationNs()
    {
        return Math.max(Math.abs(offsetNs), errorNs);
    }

    /**
     * The worse of two readings.
     *
     * @param later the other one, of which the frequency is taken.
     * @return state, offset and errors of one or of the other, whichever is worse.
     */
    public ClockReading worst(final ClockReading later)
    {
        return new ClockReading(
            later.state.compareTo(state) < 0 ? later.state : state,
            Math.abs(later.offsetNs) > Math.abs(offsetNs) ? later.offsetNs : offsetNs,
            Math.max(errorNs, later.errorNs),
            Math.max(maxErrorNs, later.maxErrorNs),
            later.frequencyPpb);
    }

    /**
     * For people.
     *
     * @return state and figures in one line.
     */
    public String text()
    {
        return switch (state)
        {
            case ABSENT -> "not written down";
            case UNKNOWN -> "the system does not say";
            case UNSYNCHRONISED -> "not synchronised" + figures();
            case SYNCHRONISED -> "synchronised" + figures();
        };
    }

    private String figures()
    {
        return String.format(Locale.ROOT, ", offset %+.3f us, error %.3f us, at most %.3f us, frequency %+.3f ppm",
            offsetNs / NS_PER_US, errorNs / NS_PER_US, maxErrorNs / NS_PER_US, frequencyPpb / PPB_PER_PPM);
    }
}
