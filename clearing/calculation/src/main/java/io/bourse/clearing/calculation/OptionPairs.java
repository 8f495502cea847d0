// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.OptionRight;
import org.agrona.collections.Long2LongHashMap;

import java.util.HashMap;
import java.util.Map;

/**
 * Lots of options that pay half though their own series was not traded back in the day (rules 1.4, rule of the house).
 * What the pairing within each series has left of a register is paired among the series of one underlying and lot size:
 * calls bought and puts sold, which gain when it rises, with calls sold and puts bought, first traded first on either
 * side. What is left of a series is on one side, so a number for each register and series is all there is to know: its
 * first lots on that side pay half. One thread's.
 */
final class OptionPairs
{
    private static final int NO_GROUP = -1;

    private record Group(int underlyingId, long lotUnits)
    {
    }

    private final long placeMask;
    /** By place: series that are paired with each other have the same group. */
    private final int[] groups;
    private final boolean[] isCall;
    private final long[] bought;
    private final long[] sold;
    /** By place: lots of either side that are paired within the series. */
    private final long[] own;
    private final int[] touched;
    private final long[] rising;
    private final long[] falling;
    private final Long2LongHashMap lotsByPair = new Long2LongHashMap(0);
    private int touchedCount;

    private OptionPairs(final Day day, final int placeBits, final int[] groups, final int groupCount)
    {
        this.placeMask = (1L << placeBits) - 1;
        this.groups = groups;
        this.isCall = new boolean[groups.length];
        for (int place = 0; place < groups.length; place++)
        {
            isCall[place] = OptionRight.CALL == terms(day, place).right();
        }
        this.bought = new long[groups.length];
        this.sold = new long[groups.length];
        this.own = new long[groups.length];
        this.touched = new int[groups.length];
        this.rising = new long[groupCount];
        this.falling = new long[groupCount];
    }

    /**
     * Pairs of a day.
     *
     * @param day to be cleared.
     * @param placeBits bits of the place of an instrument in a leg.
     * @return pairs; null when no fees are charged, or no two series are paired.
     */
    static OptionPairs of(final Day day, final int placeBits)
    {
        if (!day.input().chargesFees())
        {
            return null;
        }
        final int[] groups = new int[day.order().size()];
        final Map<Group, Integer> known = new HashMap<>();
        boolean isAny = false;
        for (int place = 0; place < groups.length; place++)
        {
            final ClearingTerms terms = terms(day, place);
            groups[place] = NO_GROUP;
            if (terms.isOption() && OptionRight.NONE != terms.right() && 0 != terms.underlyingId())
            {
                final Group group = new Group(terms.underlyingId(), terms.lotUnits());
                isAny |= known.containsKey(group);
                groups[place] = known.computeIfAbsent(group, key -> known.size());
            }
        }
        return isAny ? new OptionPairs(day, placeBits, groups, known.size()) : null;
    }

    private static ClearingTerms terms(final Day day, final int place)
    {
        return day.input().contracts()[day.order().ordinalAt(place)].terms();
    }

    /** Forgets what was paired. */
    void clear()
    {
        if (!lotsByPair.isEmpty())
        {
            lotsByPair.clear();
        }
    }

    /**
     * Pairs the options of a register.
     *
     * @param legs two entries each, see {@link LegBuckets}; those of the register in the order of trading.
     * @param from first leg of the register.
     * @param to leg after its last one.
     */
    void pair(final long[] legs, final int from, final int to)
    {
        for (int leg = from; leg < to; leg++)
        {
            count(legs[2 * leg]);
        }
        if (touchedCount > 1 && hasBothSides())
        {
            for (int leg = from; leg < to; leg++)
            {
                deal(legs[2 * leg]);
            }
        }
        while (touchedCount > 0)
        {
            final int place = touched[--touchedCount];
            bought[place] = 0;
            sold[place] = 0;
        }
    }

    private int place(final long leg)
    {
        return (int)(leg >>> LegBuckets.PLACE_SHIFT & placeMask);
    }

    private void count(final long leg)
    {
        final int place = place(leg);
        if (NO_GROUP == groups[place] || 0 != (leg & LegBuckets.IS_REVERSED))
        {
            return;
        }
        if (0 == (bought[place] | sold[place]))
        {
            touched[touchedCount++] = place;
        }
        if (0 == (leg & LegBuckets.SELLS))
        {
            bought[place] += leg & LegBuckets.LOTS_MASK;
        }
        else
        {
            sold[place] += leg & LegBuckets.LOTS_MASK;
        }
    }

    /** Adds up what is left on either side of each group; the smaller side is what both may give. */
    private boolean hasBothSides()
    {
        for (int i = 0; i < touchedCount; i++)
        {
            rising[groups[touched[i]]] = 0;
            falling[groups[touched[i]]] = 0;
        }
        for (int i = 0; i < touchedCount; i++)
        {
            final int place = touched[i];
            own[place] = Math.min(bought[place], sold[place]);
            side(place)[groups[place]] += Math.max(bought[place], sold[place]) - own[place];
        }
        long paired = 0;
        for (int i = 0; i < touchedCount; i++)
        {
            final int group = groups[touched[i]];
            final long smaller = Math.min(rising[group], falling[group]);
            rising[group] = smaller;
            falling[group] = smaller;
            paired |= smaller;
        }
        return 0 != paired;
    }

    /** Where what is left of a series belongs. */
    private long[] side(final int place)
    {
        return isCall[place] == bought[place] > sold[place] ? rising : falling;
    }

    private void deal(final long leg)
    {
        final int place = place(leg);
        final boolean isSale = 0 != (leg & LegBuckets.SELLS);
        if (NO_GROUP == groups[place] || 0 != (leg & LegBuckets.IS_REVERSED) || bought[place] == sold[place] ||
            isSale != sold[place] > bought[place])
        {
            return;
        }
        final long lots = leg & LegBuckets.LOTS_MASK;
        final long within = Math.min(lots, own[place]);
        own[place] -= within;
        final long[] left = side(place);
        final long among = Math.min(lots - within, left[groups[place]]);
        if (among > 0)
        {
            left[groups[place]] -= among;
            final long pair = leg >>> LegBuckets.PLACE_SHIFT;
            lotsByPair.put(pair, lotsByPair.get(pair) + among);
        }
    }

    /**
     * Lots of a register and series that were paired with other series, all on the side that more lots of it were
     * traded on.
     *
     * @param pair of a leg, as {@link BucketSorter#pair} gives it.
     * @return lots, from 0.
     */
    long lots(final long pair)
    {
        return lotsByPair.isEmpty() ? 0 : lotsByPair.get(pair);
    }
}
