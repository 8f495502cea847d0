// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * A row of RunTables.SETTLEMENTS: what a run has taken away of an obligation.
 *
 * @param account register.
 * @param instrument ordinal of the contract.
 * @param settleDate YYYYMMDD.
 * @param kind {@link #DELIVERED}, {@link #CLOSED_OUT} or {@link #MARKED}.
 * @param units of the asset.
 * @param kopecks of money; hundredths of the currency of the instrument.
 */
public record SettledObligation(int account, int instrument, int settleDate, int kind, long units, long kopecks)
{
    /** Delivered and paid. */
    public static final int DELIVERED = 0;
    /** Neither delivered nor paid; who failed paid for it. */
    public static final int CLOSED_OUT = 1;
    /** Another currency than roubles: what the settlement price has changed, paid in roubles; no units. */
    public static final int MARKED = 2;
}
