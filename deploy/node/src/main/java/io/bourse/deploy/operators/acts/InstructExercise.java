// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.ContractOperator;

/**
 * Says how a register wants its option to be exercised when it expires.
 *
 * @param account register that holds the option.
 * @param instrumentId the option.
 * @param lots above 0: so many more than by rule; below 0: fewer; 0: as by rule.
 */
public record InstructExercise(String account, Integer instrumentId, Integer lots) implements Act<Void>
{
    /** Checks the form. */
    public InstructExercise
    {
        CodeForm.ACCOUNT.require("account", account);
        Forms.positive("instrumentId", instrumentId);
        Forms.given("lots", lots);
        Forms.require(Integer.MIN_VALUE != lots, "lots", "too many lots: {lots}=" + lots);
    }

    @Override
    public Void execute(final ActContext context)
    {
        context.settings().requireAccount(account);
        context.settings().requireInstrument(instrumentId);
        new ContractOperator(context.operator()).instructExercise(account, instrumentId, lots);
        return null;
    }
}
