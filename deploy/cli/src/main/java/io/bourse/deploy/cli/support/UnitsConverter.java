// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.operators.clearing.AssetUnits;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.math.BigDecimal;

/**
 * Units of an asset as people type them.
 */
public final class UnitsConverter implements ITypeConverter<BigDecimal>
{
    public static final String DESCRIPTION = "Pieces of a security, such as 100; units of a currency, such as 1500.50.";

    @Override
    public BigDecimal convert(final String value)
    {
        try
        {
            return AssetUnits.parse(value);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }
}
