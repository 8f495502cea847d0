// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.FormException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Codes of reference data. Only their form is checked here; whether they exist is for the engine to say.
 */
public abstract class CodeConverter implements ITypeConverter<String>
{
    private final CodeForm form;

    private CodeConverter(final CodeForm form)
    {
        this.form = form;
    }

    /** Client accounts. */
    public static final class OfAccount extends CodeConverter
    {
        OfAccount()
        {
            super(CodeForm.ACCOUNT);
        }
    }

    /** Brokerage firms. */
    public static final class OfBrokerageFirm extends CodeConverter
    {
        OfBrokerageFirm()
        {
            super(CodeForm.BROKERAGE_FIRM);
        }
    }

    /** Brokerage or clearing firms. */
    public static final class OfAnyFirm extends CodeConverter
    {
        OfAnyFirm()
        {
            super(CodeForm.ANY_FIRM);
        }
    }

    /** Settlement accounts. */
    public static final class OfSettlementAccount extends CodeConverter
    {
        OfSettlementAccount()
        {
            super(CodeForm.SETTLEMENT_ACCOUNT);
        }
    }

    /** Underlyings. */
    public static final class OfUnderlying extends CodeConverter
    {
        OfUnderlying()
        {
            super(CodeForm.UNDERLYING);
        }
    }

    @Override
    public String convert(final String value)
    {
        try
        {
            return form.require("code", value);
        }
        catch (final FormException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }
}
