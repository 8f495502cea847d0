// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * A row of RunTables.SETTLEMENTS: what a run has taken away of an obligation.
 *
 * @param account register.
 * @param instrument ordinal of the contract.
 * @param settleDate YYYYMMDD.
 * @param kind {@link #DELIVERED} or {@link #CLOSED_OUT}.
 * @param units of the asset.
 * @param kopecks of money.
 */
public record SettledObligation(int account, int instrument, int settleDate, int kind, long units, long kopecks)
{
    /** Delivered and paid. */
    public static final int DELIVERED = 0;
    /** Neither delivered nor paid; who failed paid for it. */
    public static final int CLOSED_OUT = 1;
}
