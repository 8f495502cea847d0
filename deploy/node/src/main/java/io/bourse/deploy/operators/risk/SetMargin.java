// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.RiskOperator;

/**
 * Sets the collateral that one lot of an instrument takes, for every register.
 *
 * @param longKopecks of a lot held or bought; 0 for none.
 * @param shortKopecks of a lot owed or sold; 0 for none.
 */
public record SetMargin(Integer instrumentId, Long longKopecks, Long shortKopecks) implements Act<Act.Before>
{
    /** The engine takes no more: 10^14 kopecks. */
    private static final long MAX_KOPECKS = 100_000_000_000_000L;

    /** Checks the form. */
    public SetMargin
    {
        Forms.positive("instrumentId", instrumentId);
        require("longKopecks", longKopecks);
        require("shortKopecks", shortKopecks);
    }

    private static void require(final String field, final Long kopecks)
    {
        Forms.given(field, kopecks);
        Forms.require(kopecks >= 0 && kopecks <= MAX_KOPECKS, field, "margins are from 0 to " +
            Forms.roubles(MAX_KOPECKS) + " roubles: {" + field + "}=" + Forms.roubles(kopecks));
    }

    @Override
    public Before execute(final ActContext context)
    {
        context.settings().requireInstrument(instrumentId);
        new RiskOperator(context.operator()).setMargin(instrumentId, longKopecks, shortKopecks);
        return new Before(context.settings().margin(instrumentId));
    }
}
