// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Money as people type it: roubles, with kopecks after a point. Gives kopecks.
 */
public final class KopecksConverter implements ITypeConverter<Long>
{
    private static final int KOPECK_DIGITS = 2;
    /** So many digits before the point always fit into a long. */
    private static final Pattern ROUBLES = Pattern.compile("-?\\d{1,16}(\\.\\d{1,2})?");

    @Override
    public Long convert(final String value)
    {
        if (!ROUBLES.matcher(value).matches())
        {
            throw new TypeConversionException(
                "money is given in roubles, with up to two digits of kopecks, such as 1500000.50: roubles=" + value);
        }
        return new BigDecimal(value).movePointRight(KOPECK_DIGITS).longValueExact();
    }
}
