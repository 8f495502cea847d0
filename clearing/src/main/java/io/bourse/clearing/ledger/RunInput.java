// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.TradeColumns;

/**
 * Everything a calculation needs; it sees neither stream nor files.
 *
 * @param accounts all registers.
 * @param carried positions at the opening of the session.
 * @param trades of the session.
 * @param tradeCount trades before the cut.
 * @param prices of this run, by instrument ordinal.
 * @param paid of the last completed intraday run, by instrument ordinal; null entries where there is none.
 * @param paidTradeCount trades before that run's cut.
 * @param fees of this run.
 */
public record RunInput(
    Accounts accounts,
    CarriedPositions carried,
    TradeColumns trades,
    int tradeCount,
    InstrumentPrice[] prices,
    PaidValuation[] paid,
    int paidTradeCount,
    FeeSchedule fees)
{
}
