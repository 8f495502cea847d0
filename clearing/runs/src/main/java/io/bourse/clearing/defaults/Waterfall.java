// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a loss runs through the layers: each gives what it has before the next is touched (rules 1.8, waterfall.csv).
 *
 * @param lossKopecks to be borne, from 0.
 * @param used kopecks by layer, those that give nothing with 0.
 * @param unallocatedKopecks that no layer bears; recovery begins where this is above 0.
 */
@JsonPropertyOrder({"lossKopecks", "used", "unallocatedKopecks"})
public record Waterfall(long lossKopecks, SortedMap<CoverLayer, Long> used, long unallocatedKopecks)
{
    /** Unmodifiable copy. */
    public Waterfall
    {
        used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
    }

    /**
     * Shares out a loss.
     *
     * @param lossKopecks from 0.
     * @param capacities kopecks by layer, from 0; a layer that is missing has nothing.
     * @return who bears what.
     * @throws IllegalArgumentException when the loss or a capacity is below 0.
     */
    public static Waterfall of(final long lossKopecks, final Map<CoverLayer, Long> capacities)
    {
        if (lossKopecks < 0)
        {
            throw new IllegalArgumentException("a loss is not below 0: lossKopecks=" + lossKopecks);
        }
        final Map<CoverLayer, Long> used = new EnumMap<>(CoverLayer.class);
        long rest = lossKopecks;
        for (final CoverLayer layer : CoverLayer.values())
        {
            final long capacity = capacities.getOrDefault(layer, 0L);
            if (capacity < 0)
            {
                throw new IllegalArgumentException("a layer has not less than nothing: layer=" + layer +
                    " capacityKopecks=" + capacity);
            }
            final long taken = Math.min(rest, capacity);
            used.put(layer, taken);
            rest -= taken;
        }
        return new Waterfall(lossKopecks, new TreeMap<>(used), rest);
    }
}
