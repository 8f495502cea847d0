// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.history.TradeHistory;
import io.bourse.engine.client.operator.TradeOperator;

import java.util.ArrayList;
import java.util.List;

/**
 * Breaks a trade; that of a strategy with its legs. Asks before.
 *
 * @param tradeId text in JSON.
 * @param reason why, for both members: printable ASCII, up to 80 characters.
 */
public record BreakTrade(@JsonFormat(shape = JsonFormat.Shape.STRING) Long tradeId, String reason)
    implements Act<Void>
{
    /** Checks the form. */
    public BreakTrade
    {
        require(tradeId, reason);
    }

    @Override
    public String target(final ActContext context)
    {
        return tradeId.toString();
    }

    @Override
    public Void execute(final ActContext context)
    {
        final TradeHistory trade = context.history().trade(context.dataDir(), context.client(), tradeId);
        trade.require(false);
        confirm(context, trade, "change     the trade is broken");
        new TradeOperator(context.operator()).bust(tradeId, trade.instrumentId(), reason);
        return null;
    }

    static void require(final Long tradeId, final String reason)
    {
        Forms.positive("tradeId", tradeId);
        Forms.given("reason", reason);
        Forms.require(
            !reason.isEmpty() && reason.length() <= TradeOperator.MAX_REASON && Forms.isPrintable(reason), "reason",
            "the reason must have 1 to " + TradeOperator.MAX_REASON + " printable ASCII characters: {reason}=" +
            reason);
    }

    /** Shows what is about to be done and asks. */
    static void confirm(final ActContext context, final TradeHistory trade, final String change)
    {
        final List<String> findings = new ArrayList<>(trade.lines());
        findings.add(change);
        context.confirm(findings, "");
    }
}
