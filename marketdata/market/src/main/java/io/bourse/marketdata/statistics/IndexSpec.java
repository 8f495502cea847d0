// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A price index as reference data has it.
 *
 * @param indexId SecurityID, different from every instrument's.
 * @param symbol name, 1 to 25 characters.
 * @param currency three letters.
 * @param baseDate YYYYMMDD, when the index stood at its base value.
 * @param baseValueE5 x 100 000.
 * @param divisorE6 x 1 000 000; what the weighted sum of prices is divided by.
 * @param decimals of published values, 0 to 5.
 * @param intervalNs least time from one publication to the next; 0 publishes every change.
 * @param members the basket, 1 to {@link #MAX_MEMBERS} different instruments.
 */
public record IndexSpec(
    int indexId,
    String symbol,
    String currency,
    int baseDate,
    long baseValueE5,
    long divisorE6,
    int decimals,
    long intervalNs,
    List<IndexMember> members)
{
    /** Most instruments of a basket. */
    public static final int MAX_MEMBERS = 1000;
    /** Most decimals of a value. */
    public static final int MAX_DECIMALS = 5;
    private static final int MAX_SYMBOL_LENGTH = 25;
    private static final int CURRENCY_LENGTH = 3;
    private static final int FIRST_YEAR = 19000101;

    /**
     * Checks an index.
     *
     * @throws IllegalArgumentException saying what is wrong with it.
     */
    public IndexSpec
    {
        members = List.copyOf(members);
        check(indexId > 0, symbol, "index_id must be above 0", indexId);
        check(!symbol.isBlank() && symbol.length() <= MAX_SYMBOL_LENGTH, symbol, "symbol must have 1 to 25 characters",
            symbol.length());
        check(CURRENCY_LENGTH == currency.length(), symbol, "currency must have three letters", currency);
        check(baseDate >= FIRST_YEAR, symbol, "base_date must be YYYYMMDD", baseDate);
        check(baseValueE5 > 0, symbol, "base_value must be above 0", baseValueE5);
        check(divisorE6 > 0, symbol, "divisor must be above 0", divisorE6);
        check(decimals >= 0 && decimals <= MAX_DECIMALS, symbol, "decimals must be 0 to 5", decimals);
        check(intervalNs >= 0, symbol, "interval must not be negative", intervalNs);
        check(!members.isEmpty() && members.size() <= MAX_MEMBERS, symbol, "needs 1 to 1000 members", members.size());
        final Set<Integer> seen = new HashSet<>();
        for (final IndexMember member : members)
        {
            check(seen.add(member.instrumentId()), symbol, "an instrument must be a member only once",
                member.instrumentId());
        }
    }

    /**
     * The same index, published no more often than a venue wants.
     *
     * @param leastIntervalNs least time from one publication to the next.
     * @return this when its own interval is not shorter.
     */
    public IndexSpec atMostEvery(final long leastIntervalNs)
    {
        return intervalNs >= leastIntervalNs ? this : new IndexSpec(
            indexId, symbol, currency, baseDate, baseValueE5, divisorE6, decimals, leastIntervalNs, members);
    }

    private static void check(final boolean isRight, final String symbol, final String rule, final Object value)
    {
        if (!isRight)
        {
            throw new IllegalArgumentException(rule + ": index=" + symbol + " value=" + value);
        }
    }
}
