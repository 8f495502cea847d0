// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Whole numbers from 1.
 *
 * @param <T> Integer or Long.
 */
public abstract class PositiveConverter<T> implements ITypeConverter<T>
{
    /** Those that fit into an int: ids, numbers per second. */
    public static final class OfInt extends PositiveConverter<Integer>
    {
        @Override
        public Integer convert(final String value)
        {
            return (int)parse(value, Integer.MAX_VALUE);
        }
    }

    /** Those that fit into a long: lots, orders. */
    public static final class OfLong extends PositiveConverter<Long>
    {
        @Override
        public Long convert(final String value)
        {
            return parse(value, Long.MAX_VALUE);
        }
    }

    private static long parse(final String value, final long max)
    {
        try
        {
            final long number = Long.parseLong(value);
            if (number > 0 && number <= max)
            {
                return number;
            }
        }
        catch (final NumberFormatException ex)
        {
            throw new TypeConversionException("a whole number is needed: value=" + value);
        }
        throw new TypeConversionException("a number from 1 to " + max + " is needed: value=" + value);
    }
}
