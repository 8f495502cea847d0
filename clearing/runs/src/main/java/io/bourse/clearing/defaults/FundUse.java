// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one default has taken from the layers of the waterfall.
 *
 * @param settlementAccount of the defaulter.
 * @param used kopecks by layer, from 0; a layer that is missing gave nothing.
 */
public record FundUse(String settlementAccount, SortedMap<CoverLayer, Long> used)
{
    /** Unmodifiable copy. */
    public FundUse
    {
        used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
    }

    long kopecks(final CoverLayer layer)
    {
        return used.getOrDefault(layer, 0L);
    }
}
