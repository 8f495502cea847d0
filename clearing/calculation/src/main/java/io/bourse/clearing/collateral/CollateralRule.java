// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

import io.bourse.clearing.model.Round;

import java.util.List;

/**
 * How much of what is pledged counts, and what is free then (rules 1.8). The same at every level: register, brokerage
 * firm, settlement account.
 */
public final class CollateralRule
{
    /** One x 1 000 000. */
    public static final long ONE_E6 = 1_000_000;

    private final List<Asset> assets;
    private final long shareE6;

    /**
     * Rule of a run.
     *
     * @param assets of the run.
     * @param shareE6 most that all of them together may cover of the margin, a fraction x 1 000 000; no limit from
     *     1 000 000 on.
     */
    public CollateralRule(final List<Asset> assets, final long shareE6)
    {
        this.assets = List.copyOf(assets);
        this.shareE6 = shareE6;
    }

    /**
     * Cover by assets: each up to its share of the margin, all together up to theirs.
     *
     * @param valuesKopecks value by asset, haircut taken off.
     * @param marginKopecks required, from 0.
     * @return kopecks that count.
     */
    public long counted(final long[] valuesKopecks, final long marginKopecks)
    {
        long counted = 0;
        for (int i = 0; i < valuesKopecks.length; i++)
        {
            counted = Math.addExact(counted, Math.min(valuesKopecks[i], most(marginKopecks, assets.get(i).shareE6())));
        }
        return Math.min(counted, most(marginKopecks, shareE6));
    }

    /** A share of one is no limit: what is beyond the margin counts as well. */
    private static long most(final long marginKopecks, final long partE6)
    {
        return partE6 >= ONE_E6 ? Long.MAX_VALUE :
            Round.multiplyDivide(marginKopecks, partE6, ONE_E6);
    }

    /**
     * What may be used for new positions or taken out: money and what counts of the cover, less the margin.
     *
     * @param cashKopecks after the run.
     * @param countedKopecks of {@link #counted}.
     * @param marginKopecks required, with orders.
     * @return kopecks; below 0 what is missing.
     */
    public static long free(final long cashKopecks, final long countedKopecks, final long marginKopecks)
    {
        return Math.subtractExact(Math.addExact(cashKopecks, countedKopecks), marginKopecks);
    }
}
