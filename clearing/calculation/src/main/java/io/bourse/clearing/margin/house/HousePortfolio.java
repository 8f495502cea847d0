// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.GroupedPortfolio;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.model.Round;

/**
 * Margin of portfolios from the rows of {@link HouseArrays}: sums of longs, in any order the same. A group with one
 * position is looked up.
 */
final class HousePortfolio extends GroupedPortfolio
{
    private static final long E6 = 1_000_000L;

    private final HouseArrays arrays;
    private final GroupMargin groupMargin;
    /** Margins of the groups that offsets have left, and the sides the groups are on. */
    private final long[] availableE2;
    private final long[] exposures;

    HousePortfolio(final HouseArrays arrays)
    {
        super(arrays.groupOf, arrays.groups.length);
        this.arrays = arrays;
        this.groupMargin = new GroupMargin(arrays);
        this.availableE2 = new long[arrays.groups.length];
        this.exposures = new long[arrays.groups.length];
    }

    @Override
    protected long marginE2(final Orders orders)
    {
        long sum = 0;
        final boolean hasOffsets = touchedSize() > 1 && arrays.offsets.length > 0;
        for (int i = 0; i < touchedSize(); i++)
        {
            final int group = touched(i);
            final long margin = groupE2(group, orders);
            sum = Math.addExact(sum, margin);
            if (hasOffsets)
            {
                availableE2[group] = margin;
                exposures[group] = exposure(group, orders);
            }
        }
        return hasOffsets ? sum - offsetsE2() : sum;
    }

    private long groupE2(final int group, final Orders orders)
    {
        final int first = first(group);
        if (END == next(first) && RegisterSwitches.DEFAULT == switches())
        {
            final int instrument = instrument(first);
            final long quantity = quantity(first, orders);
            if (-arrays.evenLots[instrument] <= quantity && quantity <= arrays.evenLots[instrument])
            {
                // Both are read: which of them it is cannot be predicted.
                final long boughtE2 = arrays.longE2[instrument];
                final long soldE2 = arrays.shortE2[instrument];
                return Math.abs(quantity) * (quantity >= 0 ? boughtE2 : soldE2);
            }
        }
        groupMargin.begin(group);
        for (int entry = first; END != entry; entry = next(entry))
        {
            groupMargin.add(instrument(entry), quantity(entry, orders));
        }
        return groupMargin.marginE2(switches());
    }

    private long exposure(final int group, final Orders orders)
    {
        long exposure = 0;
        for (int entry = first(group); END != entry; entry = next(entry))
        {
            exposure = Math.addExact(exposure,
                Math.multiplyExact(quantity(entry, orders), arrays.exposureKopecks[instrument(entry)]));
        }
        return exposure;
    }

    private long offsetsE2()
    {
        long sum = 0;
        for (final HouseArrays.Offset offset : arrays.offsets)
        {
            final boolean isHere = END != first(offset.first) && END != first(offset.second);
            if (isHere && offset.isOpposite(exposures[offset.first], exposures[offset.second]))
            {
                final long both = Math.min(availableE2[offset.first], availableE2[offset.second]);
                availableE2[offset.first] -= both;
                availableE2[offset.second] -= both;
                sum += interContractE2(both, offset.rateE6, offset.netting.stricter(switches().inter()));
            }
        }
        return sum;
    }

    /** What is taken off for margin that both legs have (rules 2.3, inter-contract). */
    static long interContractE2(final long bothE2, final long rateE6, final Netting netting)
    {
        return switch (netting)
        {
            case NET -> 2 * Round.multiplyDivide(bothE2, rateE6, E6);
            case HALF -> Round.multiplyDivide(bothE2, rateE6, E6);
            case NONE -> 0;
        };
    }
}
