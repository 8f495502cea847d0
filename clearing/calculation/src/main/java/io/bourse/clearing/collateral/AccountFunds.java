// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

/**
 * Funds of a settlement account after a run (rules 1.8), in kopecks.
 *
 * @param settlementAccount code.
 * @param registers under it that have money, margin or pledges.
 * @param cash of all of them.
 * @param collateral value of what they have pledged, haircuts taken off.
 * @param counted of it, after the caps.
 * @param go margin required, with orders.
 * @param free cash + counted - go.
 * @param marginCall max(0, -free).
 * @param cashCall max(0, -cash).
 */
public record AccountFunds(
    String settlementAccount,
    long registers,
    long cash,
    long collateral,
    long counted,
    long go,
    long free,
    long marginCall,
    long cashCall)
{
    /** What is free and what is missing follows from the other figures. */
    public static AccountFunds of(
        final String settlementAccount,
        final long registers,
        final long cash,
        final long collateral,
        final long counted,
        final long go)
    {
        final long free = CollateralRule.free(cash, counted, go);
        return new AccountFunds(settlementAccount, registers, cash, collateral, counted, go, free,
            Math.max(0, Math.negateExact(free)), Math.max(0, Math.negateExact(cash)));
    }

    /**
     * What is asked for: missing cover, at least the missing money.
     *
     * @return kopecks, from 0.
     */
    public long call()
    {
        return Math.max(marginCall, cashCall);
    }

    /**
     * Margin that assets cover: what money does not, as far as the assets go.
     *
     * @return kopecks.
     */
    public long covered()
    {
        return Math.max(0, Math.min(counted, Math.subtractExact(go, Math.max(0, cash))));
    }
}
