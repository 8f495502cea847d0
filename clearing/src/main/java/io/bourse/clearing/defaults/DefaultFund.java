// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What stands behind a default besides the defaulter's own money, as {@code default-fund.json} in the clearing
 * directory.
 *
 * @param contributionsKopecks paid into the default fund, by settlement account, from 0.
 * @param ccpCapitalKopecks capital of the house for the first losses, from 0.
 * @param ccpAdditionalKopecks capital that the house adds at last, from 0.
 */
@JsonPropertyOrder({"contributionsKopecks", "ccpCapitalKopecks", "ccpAdditionalKopecks"})
public record DefaultFund(
    SortedMap<String, Long> contributionsKopecks, long ccpCapitalKopecks, long ccpAdditionalKopecks)
{
    /** Nothing. */
    public static final DefaultFund NONE = new DefaultFund(new TreeMap<>(), 0, 0);

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when an amount is below 0.
     */
    public DefaultFund
    {
        contributionsKopecks = Collections.unmodifiableSortedMap(
            null == contributionsKopecks ? new TreeMap<>() : new TreeMap<>(contributionsKopecks));
        long least = Math.min(ccpCapitalKopecks, ccpAdditionalKopecks);
        for (final long contribution : contributionsKopecks.values())
        {
            least = Math.min(least, contribution);
        }
        if (least < 0)
        {
            throw new IllegalArgumentException("amounts of the default fund are not below 0: contributionsKopecks=" +
                contributionsKopecks + " ccpCapitalKopecks=" + ccpCapitalKopecks + " ccpAdditionalKopecks=" +
                ccpAdditionalKopecks);
        }
    }

    /**
     * Reads the file of an operator.
     *
     * @param json its bytes.
     * @return the fund.
     * @throws IllegalArgumentException when it is none; the place is named.
     */
    public static DefaultFund read(final byte[] json)
    {
        try
        {
            return DefaultJson.read(json, DefaultFund.class);
        }
        catch (final IOException ex)
        {
            throw new IllegalArgumentException("default fund cannot be understood: reason=\"" + ex.getMessage() +
                "\"", ex);
        }
    }

    /**
     * What each layer has for the default of a member.
     *
     * @param settlementAccount of the defaulter.
     * @param ownMoneyKopecks that other registers of the defaulter have, from 0.
     * @param usedBefore by earlier defaults: kopecks by layer.
     * @return kopecks by layer.
     */
    public SortedMap<CoverLayer, Long> capacities(
        final String settlementAccount, final long ownMoneyKopecks, final Map<CoverLayer, Long> usedBefore)
    {
        final long own = contributionsKopecks.getOrDefault(settlementAccount, 0L);
        long all = 0;
        for (final long contribution : contributionsKopecks.values())
        {
            all = Math.addExact(all, contribution);
        }
        final SortedMap<CoverLayer, Long> capacities = new TreeMap<>();
        capacities.put(CoverLayer.OWN_MONEY, ownMoneyKopecks);
        capacities.put(CoverLayer.OWN_CONTRIBUTION, own);
        capacities.put(CoverLayer.CCP_CAPITAL, rest(ccpCapitalKopecks, usedBefore, CoverLayer.CCP_CAPITAL));
        // Contributions of former defaulters are used up with their own defaults.
        capacities.put(CoverLayer.SURVIVORS, Math.max(0, rest(all - own, usedBefore, CoverLayer.SURVIVORS) -
            usedBefore.getOrDefault(CoverLayer.OWN_CONTRIBUTION, 0L)));
        capacities.put(CoverLayer.CCP_ADDITIONAL, rest(ccpAdditionalKopecks, usedBefore, CoverLayer.CCP_ADDITIONAL));
        return capacities;
    }

    private static long rest(final long kopecks, final Map<CoverLayer, Long> usedBefore, final CoverLayer layer)
    {
        return Math.max(0, kopecks - usedBefore.getOrDefault(layer, 0L));
    }
}
