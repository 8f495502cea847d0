// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.run.operator.ClearingSchedule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;

/**
 * Times as people type them, in the time zone of the venue: YYYY-MM-DD HH:MM:SS.
 */
public final class TimeConverter implements ITypeConverter<Instant>
{
    private static final DateTimeFormatter FORMAT =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withResolverStyle(ResolverStyle.STRICT);

    @Override
    public Instant convert(final String value)
    {
        try
        {
            return LocalDateTime.parse(value.replace('T', ' '), FORMAT).atZone(ClearingSchedule.ZONE).toInstant();
        }
        catch (final DateTimeParseException ex)
        {
            throw new TypeConversionException(
                "this is no time, write YYYY-MM-DD HH:MM:SS in the zone " + ClearingSchedule.ZONE + ": time=" + value);
        }
    }
}
