// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;

/**
 * Sets what happens when an order would trade with one of its own firm's: scope and mode, or off.
 *
 * @param firm brokerage firm.
 * @param scope which orders are one's own.
 * @param mode what happens when they meet.
 * @param off lets it trade with itself.
 */
public record SetSelfTrade(String firm, SelfTradeScope scope, SelfTradeMode mode, boolean off)
    implements Act<Act.Before>
{
    /** Checks the form. */
    public SetSelfTrade
    {
        CodeForm.BROKERAGE_FIRM.require("firm", firm);
        Forms.require(off ? null == scope && null == mode : null != scope && null != mode, "scope",
            "either {scope} and {mode}, or {off}");
        Forms.require(SelfTradeScope.NONE != scope && SelfTradeScope.NULL_VAL != scope, "scope",
            "there is no such scope: scope=" + scope + "; {off} lets it trade with itself");
        Forms.require(SelfTradeMode.NULL_VAL != mode, "mode", "there is no such mode: mode=" + mode);
    }

    @Override
    public Before execute(final ActContext context)
    {
        context.settings().requireFirm(firm);
        new MemberOperator(context.operator()).setSelfTradePrevention(
            firm, off ? SelfTradeScope.NONE : scope, off ? SelfTradeMode.CANCEL_INCOMING : mode);
        return new Before(context.settings().selfTrade(firm));
    }
}
