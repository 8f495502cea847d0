// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.forms;

import java.util.regex.Pattern;

/**
 * Codes of reference data. Only their form is checked here.
 */
public enum CodeForm
{
    /** Client accounts. */
    ACCOUNT("[!-~]{7}", "a client account has seven characters"),
    /** Brokerage firms. */
    BROKERAGE_FIRM("[!-~]{4}", "a brokerage firm has four characters"),
    /** Brokerage or clearing firms. */
    ANY_FIRM("[!-~]{4}|[!-~]{2}", "a brokerage firm has four characters, a clearing firm two"),
    SETTLEMENT_ACCOUNT("[!-~]{1,12}", "a settlement account has up to twelve characters"),
    UNDERLYING("[!-~]([ -~]{0,10}[!-~])?", "an underlying has up to twelve characters");

    private final Pattern form;
    private final String rule;

    CodeForm(final String form, final String rule)
    {
        this.form = Pattern.compile(form);
        this.rule = rule;
    }

    /**
     * Checks a code.
     *
     * @param field that holds it.
     * @param code to be checked.
     * @return the code.
     * @throws FormException when it is of another form, or null.
     */
    public String require(final String field, final String code)
    {
        Forms.given(field, code);
        if (!form.matcher(code).matches())
        {
            throw new FormException(field, rule + ", printable ASCII: code=" + code);
        }
        return code;
    }
}
