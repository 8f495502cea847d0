// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.FeatureLevels;

/**
 * Cancels the live orders of a firm that match, but negotiated ones, which have a counterparty.
 *
 * @param firm brokerage firm.
 * @param account one of its accounts; null for all.
 * @param loginId one of its logins; null for all.
 * @param instrumentId null for all.
 */
public record CancelOrders(String firm, String account, Integer loginId, Integer instrumentId)
    implements Act<MoveKillSwitch.Moved>
{
    /** Checks the form. */
    public CancelOrders
    {
        CodeForm.BROKERAGE_FIRM.require("firm", firm);
        if (null != account)
        {
            CodeForm.ACCOUNT.require("account", account);
            Forms.require(account.startsWith(firm), "account", "the account is of another firm: account=" + account +
                " firm=" + firm);
        }
        Forms.positiveOrNone("loginId", loginId);
        Forms.positiveOrNone("instrumentId", instrumentId);
    }

    @Override
    public String target(final ActContext context)
    {
        context.requireOwn(firm);
        return null == account ? firm : account;
    }

    @Override
    public MoveKillSwitch.Moved execute(final ActContext context)
    {
        context.requireLevel(FeatureLevels.DELEGATED);
        context.requireOwn(firm);
        return new MoveKillSwitch.Moved(new MemberOperator(context.operator()).cancelOrders(
            firm, account, null == loginId ? 0 : loginId, null == instrumentId ? 0 : instrumentId));
    }
}
