// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.FormException;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.protocol.LimitLevel;

/**
 * RegisterCodes that have limits or collateral, by level and code.
 */
final class RegisterCodes
{
    private RegisterCodes()
    {
    }

    static void require(final LimitLevel level, final String code)
    {
        Forms.given("level", level);
        Forms.given("code", code);
        switch (level)
        {
            case CLIENT -> CodeForm.ACCOUNT.require("code", code);
            case BROKERAGE_FIRM -> CodeForm.BROKERAGE_FIRM.require("code", code);
            case SETTLEMENT_ACCOUNT -> CodeForm.SETTLEMENT_ACCOUNT.require("code", code);
            case LOGIN -> Forms.require(code.matches("[1-9]\\d{0,8}"), "code", "a login has a number: code=" + code);
            case NULL_VAL -> throw new FormException("level", "{level} is needed");
        }
    }

    /** The register as text for people. */
    static String text(final LimitLevel level, final String code)
    {
        return "level=" + level + " code=" + code;
    }
}
