// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.engine.client.operator.LegSpec;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Legs of a strategy as people type them: instrument, colon, ratio.
 */
final class LegConverter implements ITypeConverter<LegSpec>
{
    private static final Pattern LEG = Pattern.compile("(\\d{1,10}):([+-]?\\d{1,3})");

    private final PositiveConverter.OfInt ids = new PositiveConverter.OfInt();

    @Override
    public LegSpec convert(final String value)
    {
        final Matcher matcher = LEG.matcher(value);
        if (!matcher.matches())
        {
            throw new TypeConversionException("a leg is an instrument and a ratio, such as 1001:-1: leg=" + value);
        }
        return new LegSpec(ids.convert(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
}
