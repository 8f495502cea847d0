// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginAction;

/**
 * Ends the session that a login has with a gateway; it may log on again at once.
 *
 * @param resetNumbers lets message numbers begin with 1 again on both sides; what was not received before is not sent
 * again. Of FIX logins alone.
 */
public record DisconnectLogin(Integer loginId, boolean resetNumbers) implements Act<Void>
{
    /** Checks the form. */
    public DisconnectLogin
    {
        Forms.positive("loginId", loginId);
    }

    @Override
    public String target(final ActContext context)
    {
        return context.settings().loginName(loginId);
    }

    @Override
    public Void execute(final ActContext context)
    {
        context.requireLevel(FeatureLevels.DELEGATED);
        final String name = context.settings().loginName(loginId);
        if (resetNumbers)
        {
            context.settings().requireFixLogin(name);
        }
        new MemberOperator(context.operator()).controlLogin(
            loginId, resetNumbers ? LoginAction.RESET_NUMBERS : LoginAction.DISCONNECT);
        return null;
    }
}
