// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * A row of RunTables.OBLIGATIONS that is due.
 *
 * @param account register.
 * @param instrument ordinal of the contract.
 * @param settleDate YYYYMMDD.
 * @param units received if above 0, delivered below.
 * @param kopecks received if above 0, paid below; hundredths of the currency of the instrument.
 */
public record DueObligation(int account, int instrument, int settleDate, long units, long kopecks)
{
}
