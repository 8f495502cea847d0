// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * What a member has to deliver or is to receive of one asset on one date.
 *
 * @param member settlement account.
 * @param settleDate YYYYMMDD.
 * @param asset code of it, or the currency that is paid.
 * @param units received if above 0, delivered below; money in kopecks.
 * @param isMoney whether it is money.
 */
public record NetObligation(String member, int settleDate, String asset, long units, boolean isMoney)
{
    /**
     * Whether the member receives.
     *
     * @return {@code CLAIM} or {@code OBLIGATION}.
     */
    public String kind()
    {
        return units > 0 ? "CLAIM" : "OBLIGATION";
    }
}
