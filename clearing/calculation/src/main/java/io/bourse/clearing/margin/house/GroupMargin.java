// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.model.Round;

/**
 * Margin of what one portfolio has in one group (rules 2.3). Hundredths of a kopeck.
 */
final class GroupMargin
{
    private static final long E6 = 1_000_000L;
    private static final long E3 = 1_000L;

    private final HouseArrays arrays;
    private final NettedRisk risk;
    private final int[] instruments;
    private final long[] quantities;
    private int size;
    /** What is left of the positions without options, or after expiry. */
    private final int[] otherInstruments;
    private final long[] otherQuantities;
    private int otherSize;
    private HouseArrays.Group group;
    /** What no sum exceeds; a portfolio that would is refused before anything wraps. */
    private long bound;
    private boolean hasExpiring;
    private boolean hasHalf;

    GroupMargin(final HouseArrays arrays)
    {
        this.arrays = arrays;
        this.risk = new NettedRisk(arrays);
        final int most = arrays.groupOf.length;
        this.instruments = new int[most];
        this.quantities = new long[most];
        this.otherInstruments = new int[most];
        this.otherQuantities = new long[most];
    }

    void begin(final int newGroup)
    {
        group = arrays.groups[newGroup];
        size = 0;
        bound = 0;
        hasExpiring = false;
        hasHalf = false;
    }

    void add(final int instrument, final long quantity)
    {
        if (0 == quantity)
        {
            return;
        }
        instruments[size] = instrument;
        quantities[size++] = quantity;
        count(instrument, quantity);
        hasExpiring |= arrays.isExpiring[instrument];
        hasHalf |= arrays.isHalf[instrument];
    }

    private void count(final int instrument, final long quantity)
    {
        bound = Math.addExact(bound, Math.multiplyExact(Math.absExact(quantity), arrays.largestE2[instrument]));
    }

    long marginE2(final RegisterSwitches switches)
    {
        if (0 == size)
        {
            return 0;
        }
        Netting netting = group.house.netting().stricter(switches.calendar());
        if (hasHalf)
        {
            netting = netting.stricter(Netting.HALF);
        }
        // Market risk and interest, and twice as much for the sides of NONE: all of it fits, or none of it is done.
        Math.multiplyExact(bound, 4L);
        long margin = Math.max(risk.totalE2(group, instruments, quantities, size, netting),
            minimumE2(instruments, quantities, size, switches));
        long futuresAlone = 0;
        if (switches.noFuturesDiscount())
        {
            onlyFutures();
            futuresAlone = risk.totalE2(group, otherInstruments, otherQuantities, otherSize, netting);
            margin = Math.max(margin, futuresAlone);
        }
        if (hasExpiring)
        {
            afterExpiry();
            margin = Math.max(margin, expiryE2(netting, switches));
        }
        // What long options are worth is a discount too; what short ones are worth is owed on top.
        return Math.max(futuresAlone, margin - valueE2());
    }

    private long expiryE2(final Netting netting, final RegisterSwitches switches)
    {
        final long after = Math.max(risk.totalE2(group, otherInstruments, otherQuantities, otherSize, netting),
            minimumE2(otherInstruments, otherQuantities, otherSize, switches));
        return Round.multiplyDivide(after, group.house.expiryWeightE6(), E6);
    }

    private long minimumE2(
        final int[] held, final long[] lots, final int count, final RegisterSwitches switches)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += arrays.minimumE2[held[i]] * Math.max(0, -lots[i]);
        }
        return 0 == sum ? 0 : Round.multiplyDivide(sum, switches.somcRatioE3(), E3);
    }

    private long valueE2()
    {
        long sum = 0;
        for (int i = 0; i < size; i++)
        {
            sum += arrays.valueE2[instruments[i]] * quantities[i];
        }
        return sum;
    }

    private void onlyFutures()
    {
        otherSize = 0;
        for (int i = 0; i < size; i++)
        {
            if (!arrays.isOption[instruments[i]])
            {
                keep(instruments[i], quantities[i]);
            }
        }
    }

    /** Options of expiring series that are in the money become futures, the others nothing. */
    private void afterExpiry()
    {
        otherSize = 0;
        for (int i = 0; i < size; i++)
        {
            final int instrument = instruments[i];
            if (!arrays.isExpiring[instrument])
            {
                keep(instrument, quantities[i]);
            }
            else if (arrays.exercised[instrument] >= 0)
            {
                final long lots = quantities[i] * arrays.market.instrument(instrument).exerciseSign();
                count(arrays.exercised[instrument], lots);
                keep(arrays.exercised[instrument], lots);
            }
        }
        Math.multiplyExact(bound, 4L);
    }

    private void keep(final int instrument, final long quantity)
    {
        otherInstruments[otherSize] = instrument;
        otherQuantities[otherSize++] = quantity;
    }
}
