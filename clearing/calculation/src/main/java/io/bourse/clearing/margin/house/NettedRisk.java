// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.Netting;

import java.util.Arrays;

/**
 * Market and interest risk of positions in one group (rules 2.3): NET over all of them, HALF the bigger side of their
 * families, NONE the sum of their families. Hundredths of a kopeck; sums were found to fit before.
 */
final class NettedRisk
{
    private static final double E6 = 1e6;

    private final HouseArrays arrays;
    /** Sums of one portfolio, and losses of one instrument at a concentrated rate. */
    private final long[] sums;
    private final long[] concentrated;
    /** Families that were met, and the units that each moves with. */
    private final int[] families;
    private final long[] familyUnitsE6;
    private final boolean[] isMet;
    private int familiesSize;
    private HouseArrays.Group group;
    private int[] instruments;
    private long[] quantities;
    private int size;
    private double boughtE6;
    private double soldE6;
    private long interestE2;

    NettedRisk(final HouseArrays arrays)
    {
        this.arrays = arrays;
        final int most = Arrays.stream(arrays.groups).mapToInt(one -> one.scenarios.count()).max().orElse(0);
        this.sums = new long[most];
        this.concentrated = new long[most];
        this.families = new int[arrays.market.families()];
        this.familyUnitsE6 = new long[arrays.market.families()];
        this.isMet = new boolean[arrays.market.families()];
    }

    long totalE2(
        final HouseArrays.Group ofGroup,
        final int[] held,
        final long[] lots,
        final int count,
        final Netting netting)
    {
        group = ofGroup;
        instruments = held;
        quantities = lots;
        size = count;
        meetFamilies();
        final HouseScenarios scenarios = group.scenarios;
        sum(-1, group.concentration.rate((boughtE6 - soldE6) / E6));
        final long net = worst(0, scenarios.count()) + Math.abs(interestE2);
        if (Netting.NET == netting || familiesSize < 2)
        {
            return net;
        }
        final long half = Math.max(net, halfE2(group.concentration.rate(Math.max(boughtE6, soldE6) / E6)));
        return Netting.HALF == netting ?
            half : Math.max(half, noneE2(group.concentration.rate((boughtE6 + soldE6) / E6)));
    }

    private void meetFamilies()
    {
        for (int i = 0; i < familiesSize; i++)
        {
            isMet[families[i]] = false;
        }
        familiesSize = 0;
        for (int i = 0; i < size; i++)
        {
            final int family = arrays.familyOf[instruments[i]];
            if (!isMet[family])
            {
                isMet[family] = true;
                familyUnitsE6[family] = 0;
                families[familiesSize++] = family;
            }
            familyUnitsE6[family] += arrays.unitsE6[instruments[i]] * quantities[i];
        }
        long bought = 0;
        long sold = 0;
        for (int i = 0; i < familiesSize; i++)
        {
            final long units = familyUnitsE6[families[i]];
            bought += Math.max(0, units);
            sold += Math.max(0, -units);
        }
        boughtE6 = bought;
        soldE6 = sold;
    }

    /** Sums of a family, of all if it is below 0. */
    private void sum(final int family, final double rate)
    {
        final int count = group.scenarios.count();
        final boolean isEven = rate == group.concentration.lowestRate();
        Arrays.fill(sums, 0, count, 0);
        interestE2 = 0;
        for (int i = 0; i < size; i++)
        {
            final int instrument = instruments[i];
            if (family < 0 || family == arrays.familyOf[instrument])
            {
                final long lots = quantities[i];
                interestE2 += arrays.interestE2[instrument] * lots;
                if (isEven)
                {
                    addRow(arrays.lossesE2, arrays.rowOf[instrument], lots, count);
                }
                else
                {
                    group.scenarios.fill(arrays.market.instrument(instrument), rate, concentrated, 0);
                    addRow(concentrated, 0, lots, count);
                }
            }
        }
    }

    private void addRow(final long[] row, final int offset, final long lots, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            sums[i] += row[offset + i] * lots;
        }
    }

    private long worst(final int from, final int limit)
    {
        long worst = 0;
        for (int i = from; i < limit; i++)
        {
            worst = Math.max(worst, sums[i]);
        }
        return worst;
    }

    private long halfE2(final double rate)
    {
        long down = 0;
        long up = 0;
        for (int i = 0; i < familiesSize; i++)
        {
            sum(families[i], rate);
            down += worst(0, group.scenarios.downCount()) + Math.max(0, interestE2);
            up += worst(group.scenarios.upFrom(), group.scenarios.count()) + Math.max(0, -interestE2);
        }
        return Math.max(down, up);
    }

    private long noneE2(final double rate)
    {
        long none = 0;
        for (int i = 0; i < familiesSize; i++)
        {
            sum(families[i], rate);
            none += worst(0, group.scenarios.count()) + Math.abs(interestE2);
        }
        return none;
    }
}
