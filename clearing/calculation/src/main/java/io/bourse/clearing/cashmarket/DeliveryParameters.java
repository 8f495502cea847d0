// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What deliveries follow (rules 1.9). What a file does not name is nothing.
 *
 * @param holidays YYYYMMDD without deliveries, besides weekends.
 * @param penaltyE6 of a delivery or payment that fails, for each evening: fraction of its value x 1 000 000.
 * @param closeOutDays business days after the settlement date at which what has failed is closed out; 0: never.
 * @param closeOutPremiumE6 what who failed pays on top: fraction of the value x 1 000 000.
 * @param accruedE5 interest that one unit of a bond has earned x 100 000, by asset, in the currency that it is paid
 *     in.
 */
public record DeliveryParameters(
    SortedSet<Integer> holidays,
    long penaltyE6,
    int closeOutDays,
    long closeOutPremiumE6,
    SortedMap<String, Long> accruedE5)
{
    /** No holidays, no penalties, no close-out, no bonds. */
    public static final DeliveryParameters DEFAULT =
        new DeliveryParameters(new TreeSet<>(), 0, 0, 0, new TreeMap<>());
    private static final long ONE_E6 = 1_000_000;

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public DeliveryParameters
    {
        holidays = Collections.unmodifiableSortedSet(null == holidays ? new TreeSet<>() : new TreeSet<>(holidays));
        accruedE5 =
            Collections.unmodifiableSortedMap(null == accruedE5 ? new TreeMap<>() : new TreeMap<>(accruedE5));
        if (penaltyE6 < 0 || penaltyE6 > ONE_E6 || closeOutPremiumE6 < 0 || closeOutPremiumE6 > ONE_E6 ||
            closeOutDays < 0)
        {
            throw new IllegalArgumentException("delivery parameters must be from 0 to 1 000 000, days not below 0: " +
                "penaltyE6=" + penaltyE6 + " closeOutPremiumE6=" + closeOutPremiumE6 + " closeOutDays=" +
                closeOutDays);
        }
        for (final Map.Entry<String, Long> accrued : accruedE5.entrySet())
        {
            if (accrued.getValue() < 0)
            {
                throw new IllegalArgumentException("accrued interest must not be below 0: asset=" + accrued.getKey() +
                    " accruedE5=" + accrued.getValue());
            }
        }
    }
}
