// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What covers a default besides the defaulter's own money, as {@code default-fund.json} in the clearing directory.
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
            return Json.read(json, DefaultFund.class);
        }
        catch (final IOException ex)
        {
            throw new IllegalArgumentException("default fund cannot be understood: reason=\"" + ex.getMessage() +
                "\"", ex);
        }
    }

    /**
     * What each layer has for the default of a member. The contributions of survivors to an earlier default were used
     * in proportion to what each had left, the member's own among them.
     *
     * @param settlementAccount of the defaulter.
     * @param ownMoneyKopecks that other registers of the defaulter have, from 0.
     * @param before what was used before, in the order of time.
     * @return kopecks by layer, together no more than there is.
     */
    public SortedMap<CoverLayer, Long> capacities(
        final String settlementAccount, final long ownMoneyKopecks, final List<FundUse> before)
    {
        final SortedMap<String, Long> left = new TreeMap<>(contributionsKopecks);
        long capital = ccpCapitalKopecks;
        long additional = ccpAdditionalKopecks;
        for (final FundUse use : before)
        {
            final long own = use.kopecks(CoverLayer.OWN_CONTRIBUTION);
            left.computeIfPresent(use.settlementAccount(), (account, kopecks) -> Math.max(0, kopecks - own));
            takeFromOthers(left, use);
            capital = Math.max(0, capital - use.kopecks(CoverLayer.CCP_CAPITAL));
            additional = Math.max(0, additional - use.kopecks(CoverLayer.CCP_ADDITIONAL));
        }
        final SortedMap<CoverLayer, Long> capacities = new TreeMap<>();
        capacities.put(CoverLayer.OWN_MONEY, ownMoneyKopecks);
        capacities.put(CoverLayer.OWN_CONTRIBUTION, left.getOrDefault(settlementAccount, 0L));
        capacities.put(CoverLayer.CCP_CAPITAL, capital);
        capacities.put(CoverLayer.SURVIVORS, others(left, settlementAccount));
        capacities.put(CoverLayer.CCP_ADDITIONAL, additional);
        return capacities;
    }

    /** Shares are cut where the running sum is rounded down, so they add up and no member gives more than it has. */
    private static void takeFromOthers(final SortedMap<String, Long> left, final FundUse use)
    {
        final long all = others(left, use.settlementAccount());
        final long taken = Math.min(all, use.kopecks(CoverLayer.SURVIVORS));
        long sum = 0;
        long given = 0;
        for (final Map.Entry<String, Long> other : left.entrySet())
        {
            if (taken > 0 && !other.getKey().equals(use.settlementAccount()))
            {
                sum += other.getValue();
                final long until = BigInteger.valueOf(taken).multiply(BigInteger.valueOf(sum))
                    .divide(BigInteger.valueOf(all)).longValueExact();
                other.setValue(other.getValue() - (until - given));
                given = until;
            }
        }
    }

    private static long others(final SortedMap<String, Long> left, final String settlementAccount)
    {
        long all = 0;
        for (final Map.Entry<String, Long> other : left.entrySet())
        {
            all = Math.addExact(all, other.getKey().equals(settlementAccount) ? 0 : other.getValue());
        }
        return all;
    }
}
