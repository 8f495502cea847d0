// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Prices as people type them. Gives price x 100 000.
 */
public final class PriceConverter implements ITypeConverter<Long>
{
    private static final int E5 = 5;
    /** So many digits before the point always fit into a long. */
    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,13}(\\.\\d{1,5})?");

    @Override
    public Long convert(final String value)
    {
        if (!DECIMAL.matcher(value).matches())
        {
            throw new TypeConversionException(
                "a price has up to thirteen digits and five decimals, such as 92300 or 254.31: price=" + value);
        }
        return new BigDecimal(value).movePointRight(E5).longValueExact();
    }
}
