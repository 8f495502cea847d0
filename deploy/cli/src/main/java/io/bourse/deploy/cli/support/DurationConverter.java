// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people type them: a whole number with ms, s, m or h after it, or ISO-8601.
 */
public final class DurationConverter implements ITypeConverter<Duration>
{
    private static final Pattern SHORT_FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(final String value)
    {
        final Matcher matcher = SHORT_FORM.matcher(value);
        if (matcher.matches())
        {
            final long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2))
            {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
        }
        try
        {
            return Duration.parse(value);
        }
        catch (final DateTimeParseException ex)
        {
            throw new TypeConversionException(
                "a duration is a number with ms, s, m or h, such as 30s, or ISO-8601: duration=" + value);
        }
    }
}
