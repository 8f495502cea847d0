// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.LimitLevel;

/**
 * Sets what a register may use for margin.
 *
 * @param level of the register; logins have none.
 * @param code of the register: an account, a firm, a settlement account.
 * @param amountKopecks all of it, not a change; below zero nothing can be opened.
 */
public record SetCollateral(LimitLevel level, String code, Long amountKopecks) implements Act<Act.Before>
{
    /** Checks the form. */
    public SetCollateral
    {
        RegisterCodes.require(level, code);
        Forms.require(LimitLevel.LOGIN != level, "level", "a login has no collateral: code=" + code);
        Forms.given("amountKopecks", amountKopecks);
    }

    @Override
    public SetCollateral part(final int partition, final int count)
    {
        return new SetCollateral(level, code, Partitions.part(amountKopecks, partition, count));
    }

    @Override
    public Before execute(final ActContext context)
    {
        context.settings().requireRegister(level, code);
        new RiskOperator(context.operator()).setCollateral(level, code, amountKopecks);
        return new Before(context.settings().collateral(level, code));
    }
}
