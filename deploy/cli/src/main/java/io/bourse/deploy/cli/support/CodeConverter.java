// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.regex.Pattern;

/**
 * Codes of reference data. Only their form is checked here; whether they exist is for the engine to say.
 */
public abstract class CodeConverter implements ITypeConverter<String>
{
    private final Pattern form;
    private final String rule;

    private CodeConverter(final String form, final String rule)
    {
        this.form = Pattern.compile(form);
        this.rule = rule;
    }

    /** Client accounts. */
    public static final class OfAccount extends CodeConverter
    {
        OfAccount()
        {
            super("[!-~]{7}", "a client account has seven characters");
        }
    }

    /** Brokerage firms. */
    public static final class OfBrokerageFirm extends CodeConverter
    {
        OfBrokerageFirm()
        {
            super("[!-~]{4}", "a brokerage firm has four characters");
        }
    }

    /** Brokerage or clearing firms. */
    public static final class OfAnyFirm extends CodeConverter
    {
        OfAnyFirm()
        {
            super("[!-~]{4}|[!-~]{2}", "a brokerage firm has four characters, a clearing firm two");
        }
    }

    /** Settlement accounts. */
    public static final class OfSettlementAccount extends CodeConverter
    {
        OfSettlementAccount()
        {
            super("[!-~]{1,12}", "a settlement account has up to twelve characters");
        }
    }

    /** Underlyings. */
    public static final class OfUnderlying extends CodeConverter
    {
        OfUnderlying()
        {
            super("[!-~]([ -~]{0,10}[!-~])?", "an underlying has up to twelve characters");
        }
    }

    @Override
    public String convert(final String value)
    {
        if (!form.matcher(value).matches())
        {
            throw new TypeConversionException(rule + ", printable ASCII: code=" + value);
        }
        return value;
    }
}
