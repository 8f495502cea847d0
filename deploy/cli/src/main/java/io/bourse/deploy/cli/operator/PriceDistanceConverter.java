// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Distances in price as people type them, above 0. Gives price x 100 000.
 */
final class PriceDistanceConverter implements ITypeConverter<Long>
{
    private static final int E5 = 5;
    /** So many digits before the point always fit into a long. */
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,13}(\\.\\d{1,5})?");

    @Override
    public Long convert(final String value)
    {
        final long distanceE5 = DECIMAL.matcher(value).matches() ?
            new BigDecimal(value).movePointRight(E5).longValueExact() : 0;
        if (0 == distanceE5)
        {
            throw new TypeConversionException(
                "a distance in price is above 0 and has up to five decimals, such as 250 or 0.05: distance=" + value +
                "; leave the option out to switch the control off");
        }
        return distanceE5;
    }
}
