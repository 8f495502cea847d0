// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;

/**
 * Durations above 0, typed as {@link DurationConverter} takes them. Gives nanoseconds.
 */
final class NanosecondsConverter implements ITypeConverter<Long>
{
    private static final Duration LONGEST = Duration.ofDays(1);

    private final DurationConverter durations = new DurationConverter();

    @Override
    public Long convert(final String value)
    {
        final Duration duration = durations.convert(value);
        if (!duration.isPositive() || duration.compareTo(LONGEST) > 0)
        {
            throw new TypeConversionException(
                "a duration is above 0 and at most a day: duration=" + value + "; leave the option out for none");
        }
        return duration.toNanos();
    }
}
