// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.operators.forms.Forms;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Prices as people type them. Gives price x 100 000.
 */
public final class PriceConverter implements ITypeConverter<Long>
{
    @Override
    public Long convert(final String value)
    {
        try
        {
            return Forms.priceE5(value);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }
}
