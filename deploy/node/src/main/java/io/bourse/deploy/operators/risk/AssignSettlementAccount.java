// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.operator.RiskOperator;

/**
 * Puts a brokerage firm under a settlement account, with all it holds and has ordered.
 *
 * @param code of a settlement account that is defined.
 * @param firm brokerage firm.
 */
public record AssignSettlementAccount(String code, String firm) implements Act<Act.Before>
{
    /** Checks the form. */
    public AssignSettlementAccount
    {
        CodeForm.SETTLEMENT_ACCOUNT.require("code", code);
        CodeForm.BROKERAGE_FIRM.require("firm", firm);
    }

    /** Throws unless the venue has both. */
    public void requireKnown(final VenueSettings settings)
    {
        settings.requireSettlementAccount(code);
        settings.requireFirm(firm);
    }

    @Override
    public Before execute(final ActContext context)
    {
        requireKnown(context.settings());
        new RiskOperator(context.operator()).assignSettlementAccount(firm, code);
        return new Before(context.settings().settlementAccount(firm));
    }
}
