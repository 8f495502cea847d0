// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.model.Round;

import java.util.Arrays;

/**
 * Margin of portfolios from the rows of {@link HouseArrays}: sums of longs, in any order the same. Each instrument is
 * put into the chain of its group; a group with one position is looked up.
 */
final class HousePortfolio implements PortfolioMargin
{
    private static final long E6 = 1_000_000L;
    private static final int END = -1;

    private final HouseArrays arrays;
    private final GroupMargin groupMargin;
    /** What was added. */
    private final int[] instruments;
    private final long[] lots;
    private final long[] buys;
    private final long[] sells;
    private final int[] next;
    private int size;
    private boolean hasOrders;
    /** First entry of each group, and the groups that have one. */
    private final int[] chains;
    private final int[] touched;
    private int touchedSize;
    private RegisterSwitches switches = RegisterSwitches.DEFAULT;
    private boolean isPlain = true;
    /** Margins of the groups, what offsets have left of them, and the sides they are on. */
    private final long[] availableE2;
    private final long[] exposures;

    HousePortfolio(final HouseArrays arrays)
    {
        this.arrays = arrays;
        this.groupMargin = new GroupMargin(arrays);
        final int most = arrays.groupOf.length;
        this.instruments = new int[most];
        this.lots = new long[most];
        this.buys = new long[most];
        this.sells = new long[most];
        this.next = new int[most];
        this.chains = new int[arrays.groups.length];
        this.touched = new int[arrays.groups.length];
        this.availableE2 = new long[arrays.groups.length];
        this.exposures = new long[arrays.groups.length];
        Arrays.fill(chains, END);
    }

    @Override
    public void begin(final RegisterSwitches ofRegister)
    {
        for (int i = 0; i < touchedSize; i++)
        {
            chains[touched[i]] = END;
        }
        size = 0;
        touchedSize = 0;
        hasOrders = false;
        switches = ofRegister;
        isPlain = RegisterSwitches.DEFAULT == ofRegister || RegisterSwitches.DEFAULT.equals(ofRegister);
    }

    @Override
    public void add(final int instrument, final long heldLots, final long openBuyLots, final long openSellLots)
    {
        final int group = arrays.groupOf[instrument];
        if (group < 0)
        {
            return;
        }
        final int entry = size++;
        instruments[entry] = instrument;
        lots[entry] = heldLots;
        buys[entry] = openBuyLots;
        sells[entry] = openSellLots;
        hasOrders |= 0 != (openBuyLots | openSellLots);
        if (END == chains[group])
        {
            touched[touchedSize++] = group;
        }
        next[entry] = chains[group];
        chains[group] = entry;
    }

    @Override
    public long positionsKopecks()
    {
        return Round.divide(positionsE2(), HouseScenarios.E2);
    }

    @Override
    public long requiredKopecks()
    {
        return Round.divide(requiredE2(), HouseScenarios.E2);
    }

    long positionsE2()
    {
        return marginE2(Orders.NONE);
    }

    long requiredE2()
    {
        final long held = positionsE2();
        return !hasOrders ? held :
            Math.max(held, Math.max(marginE2(Orders.BUYS), marginE2(Orders.SELLS)));
    }

    /** Orders that count as traded. */
    private enum Orders
    {
        NONE, BUYS, SELLS
    }

    private long quantity(final int entry, final Orders orders)
    {
        return switch (orders)
        {
            case NONE -> lots[entry];
            case BUYS -> Math.addExact(lots[entry], buys[entry]);
            case SELLS -> Math.subtractExact(lots[entry], sells[entry]);
        };
    }

    private long marginE2(final Orders orders)
    {
        long sum = 0;
        final boolean hasOffsets = touchedSize > 1 && arrays.offsets.length > 0;
        for (int i = 0; i < touchedSize; i++)
        {
            final int group = touched[i];
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
        final int first = chains[group];
        if (END == next[first] && isPlain)
        {
            final int instrument = instruments[first];
            final long quantity = quantity(first, orders);
            if (Math.abs(quantity) <= arrays.evenLots[instrument])
            {
                return quantity >= 0 ?
                    quantity * arrays.longE2[instrument] : -quantity * arrays.shortE2[instrument];
            }
        }
        groupMargin.begin(group);
        for (int entry = first; END != entry; entry = next[entry])
        {
            groupMargin.add(instruments[entry], quantity(entry, orders));
        }
        return groupMargin.marginE2(switches);
    }

    private long exposure(final int group, final Orders orders)
    {
        long exposure = 0;
        for (int entry = chains[group]; END != entry; entry = next[entry])
        {
            exposure = Math.addExact(exposure,
                Math.multiplyExact(quantity(entry, orders), arrays.exposureKopecks[instruments[entry]]));
        }
        return exposure;
    }

    private long offsetsE2()
    {
        long sum = 0;
        for (final HouseArrays.Offset offset : arrays.offsets)
        {
            final boolean isHere = END != chains[offset.first] && END != chains[offset.second];
            if (isHere && offset.isOpposite(exposures[offset.first], exposures[offset.second]))
            {
                final long both = Math.min(availableE2[offset.first], availableE2[offset.second]);
                availableE2[offset.first] -= both;
                availableE2[offset.second] -= both;
                sum += interContractE2(both, offset.rateE6, offset.netting.stricter(switches.inter()));
            }
        }
        return sum;
    }

    /** What is taken off for margin that both legs have (sheet 2.3, inter-contract). */
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
