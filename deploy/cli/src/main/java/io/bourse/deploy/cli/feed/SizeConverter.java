// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes as people type them: a whole number with KiB, MiB or GiB after it, or a number of bytes.
 */
final class SizeConverter implements ITypeConverter<Long>
{
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s?(KiB|MiB|GiB|)");
    private static final int KIB_BITS = 10;

    @Override
    public Long convert(final String value)
    {
        final Matcher matcher = FORM.matcher(value);
        if (!matcher.matches() || 0 == Long.parseLong(matcher.group(1)))
        {
            throw new TypeConversionException(
                "a size is a number above 0 with KiB, MiB or GiB, such as 100MiB, or in bytes: size=" + value);
        }
        final long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2))
        {
            case "KiB" -> number << KIB_BITS;
            case "MiB" -> number << 2 * KIB_BITS;
            case "GiB" -> number << 3 * KIB_BITS;
            default -> number;
        };
    }
}
