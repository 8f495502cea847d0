// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.engine.client.operator.RiskOperator;

/**
 * Defines a settlement account; one that is defined already stays as it is.
 */
public record DefineSettlementAccount(String code) implements Act<Void>
{
    /** Checks the form. */
    public DefineSettlementAccount
    {
        CodeForm.SETTLEMENT_ACCOUNT.require("code", code);
    }

    @Override
    public Void execute(final ActContext context)
    {
        new RiskOperator(context.operator()).defineSettlementAccount(code);
        return null;
    }
}
