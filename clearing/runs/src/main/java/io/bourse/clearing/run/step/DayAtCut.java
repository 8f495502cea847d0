// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;

/**
 * What a run is calculated from: the day at the cut and what the run begins with.
 *
 * @param ctx options.
 * @param kind of the run.
 * @param day at the cut; of a rehearsal or a dry run as if the cut were there.
 * @param opening positions, money and obligations before the day, and what earlier runs of the day have done.
 */
public record DayAtCut(ClearingContext ctx, ClearingKind kind, IngestedDay day, Opening opening)
{
    /** Whether the run charges fees and ends the date. */
    public boolean isEvening()
    {
        return ClearingKind.EVENING == kind;
    }

    /** Empty of what is no register: the book may have lines of such, refused by the run that has taken them. */
    String settlementAccountOf(final String client)
    {
        return day.accountOf(client) < 0 ? "" : day.settlementAccounts().of(AccountCode.pack(client));
    }
}
