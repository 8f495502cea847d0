// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;

/**
 * Stops a login or a firm, or lifts that; exactly one of them is given.
 *
 * @param firm brokerage firm, or clearing firm with all its brokerage firms.
 * @param lift lets it trade again.
 */
public record MoveKillSwitch(Integer loginId, String firm, boolean lift) implements Act<MoveKillSwitch.Moved>
{
    /**
     * What it did.
     *
     * @param cancelledOrders sides of quotes included.
     */
    public record Moved(int cancelledOrders)
    {
    }

    /** Checks the form. */
    public MoveKillSwitch
    {
        Forms.one("loginId", loginId, "firm", firm);
        Forms.positiveOrNone("loginId", loginId);
        if (null != firm)
        {
            CodeForm.ANY_FIRM.require("firm", firm);
        }
    }

    @Override
    public String target(final ActContext context)
    {
        requireOwn(context);
        return null == loginId ? firm : context.settings().loginName(loginId);
    }

    private void requireOwn(final ActContext context)
    {
        if (context.isOfficer())
        {
            context.requireOwn(null == loginId ? firm :
                context.settings().firmOf(LimitLevel.LOGIN, loginId.toString()));
        }
    }

    @Override
    public Moved execute(final ActContext context)
    {
        requireOwn(context);
        final MemberOperator members = new MemberOperator(context.operator());
        final KillAction action = lift ? KillAction.LIFT : KillAction.STOP;
        return new Moved(null != loginId ? members.killSwitch(loginId, action) : members.killSwitch(firm, action));
    }
}
