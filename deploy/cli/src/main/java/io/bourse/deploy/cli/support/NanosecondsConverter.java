// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;

/**
 * Durations above 0 and up to a day, typed as {@link DurationConverter} takes them. Gives nanoseconds.
 */
public class NanosecondsConverter implements ITypeConverter<Long>
{
    private static final Duration LONGEST = Duration.ofDays(1);

    private final DurationConverter durations = new DurationConverter();
    private final Duration shortest;
    private final String rule;

    /** A converter of durations above 0 and up to a day. */
    public NanosecondsConverter()
    {
        this(Duration.ofNanos(1), "a duration is above 0 and at most a day");
    }

    private NanosecondsConverter(final Duration shortest, final String rule)
    {
        this.shortest = shortest;
        this.rule = rule;
    }

    /** Time to come back in, which may be none. */
    public static final class OfGrace extends NanosecondsConverter
    {
        OfGrace()
        {
            super(Duration.ZERO, "a grace is at most a day, and 0s for none");
        }
    }

    @Override
    public Long convert(final String value)
    {
        final Duration duration = durations.convert(value);
        if (duration.compareTo(shortest) < 0 || duration.compareTo(LONGEST) > 0)
        {
            throw new TypeConversionException(
                rule + ": duration=" + value + "; leave the option out to switch it off");
        }
        return duration.toNanos();
    }
}
