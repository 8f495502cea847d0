// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.ingest.Limits;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.engine.client.operator.CollateralSpec;

import java.util.List;

/**
 * What each of several partitions may use of a collateral: equal parts, and what does not divide one by one with the
 * first. Lower parts are set in all partitions before the first higher one, so that all together never exceed the
 * whole, before or after.
 *
 * @param limits in force.
 * @param partitions their numbers, ascending.
 */
record CollateralParts(Limits limits, List<Integer> partitions)
{
    /** Parts of a partition that are not above what it has, or that it has not had: without one it checks nothing. */
    List<CollateralSpec> lower(final List<MatcherLimits.Collateral> collaterals, final int index)
    {
        return collaterals.stream().filter(each -> !isHigher(each, index)).map(each -> spec(each, index)).toList();
    }

    /** The other parts. */
    List<CollateralSpec> higher(final List<MatcherLimits.Collateral> collaterals, final int index)
    {
        return collaterals.stream().filter(each -> isHigher(each, index)).map(each -> spec(each, index)).toList();
    }

    private boolean isHigher(final MatcherLimits.Collateral collateral, final int index)
    {
        final Long before = limits.parts(collateral.level(), collateral.code()).get(partitions.get(index));
        return null != before && part(collateral.collateralKopecks(), index, partitions.size()) > before;
    }

    private CollateralSpec spec(final MatcherLimits.Collateral collateral, final int index)
    {
        return new CollateralSpec(collateral.level(), collateral.code(),
            part(collateral.collateralKopecks(), index, partitions.size()));
    }

    /** Part of the whole, kopecks; of a debt too. */
    static long part(final long kopecks, final int index, final int count)
    {
        return Math.floorDiv(kopecks, count) + (index < Math.floorMod(kopecks, count) ? 1 : 0);
    }
}
