// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.ledger.OpeningMoney;
import io.bourse.clearing.ledger.RunBooks;

/**
 * What is held against each other: what was written, and what it was made from.
 *
 * @param calculation what the run calculated from.
 * @param books tables of the run, as written.
 * @param opening money that the run began with.
 * @param paidRun tables of the last completed run of the day, whose margin this run takes off as paid; null when there
 *     was none.
 * @param matcher what the matcher has counted; null when it was not asked, for instance in a rehearsal.
 * @param ended by instrument ordinal: contracts that this run or an earlier one has ended; no position may be left in
 *     them.
 */
public record CheckInput(
    CalculationInput calculation,
    RunBooks books,
    OpeningMoney opening,
    RunBooks paidRun,
    MatcherTotals matcher,
    boolean[] ended)
{
}
