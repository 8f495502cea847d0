// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import io.bourse.clearing.model.Sum128;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nets what members owe each other (rules 1.9): for each settlement account, date and asset one obligation or claim,
 * and one of money. Over all members each of them sums to zero (I9).
 */
public final class SpotNetting
{
    private final Map<Key, long[]> sums = new TreeMap<>();

    /**
     * Takes an obligation.
     *
     * @param member settlement account of the register.
     * @param settleDate YYYYMMDD.
     * @param asset that is delivered.
     * @param currency that is paid.
     * @param units of the asset: received if above 0, delivered below.
     * @param kopecks received if above 0, paid below.
     * @throws ArithmeticException when a sum does not fit.
     */
    public void add(
        final String member,
        final int settleDate,
        final String asset,
        final String currency,
        final long units,
        final long kopecks)
    {
        add(new Key(member, settleDate, false, asset), units);
        add(new Key(member, settleDate, true, currency), kopecks);
    }

    private void add(final Key key, final long amount)
    {
        final long[] sum = sums.computeIfAbsent(key, absent -> new long[1]);
        sum[0] = Math.addExact(sum[0], amount);
    }

    /**
     * What is left of all that was taken.
     *
     * @return one entry per member, date and asset that does not come to nothing; by member, date, assets before
     * money, then code.
     */
    public List<NetObligation> net()
    {
        final List<NetObligation> net = new ArrayList<>();
        sums.forEach((key, sum) ->
        {
            if (0 != sum[0])
            {
                net.add(new NetObligation(key.member, key.settleDate, key.asset, sum[0], key.isMoney));
            }
        });
        return net;
    }

    /**
     * The first asset and date of which members do not owe each other as much as they are owed.
     *
     * @return its facts, empty when there is none.
     */
    public String firstUnbalanced()
    {
        final Map<Key, Sum128> totals = new TreeMap<>();
        sums.forEach((key, sum) ->
            totals.computeIfAbsent(new Key("", key.settleDate, key.isMoney, key.asset), none -> new Sum128())
                .add(sum[0]));
        for (final Map.Entry<Key, Sum128> total : totals.entrySet())
        {
            if (!total.getValue().isZero())
            {
                return "asset=" + total.getKey().asset + " settleDate=" + total.getKey().settleDate + " sum=" +
                    total.getValue();
            }
        }
        return "";
    }

    private record Key(String member, int settleDate, boolean isMoney, String asset) implements Comparable<Key>
    {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::member)
            .thenComparing(Key::settleDate)
            .thenComparing(Key::isMoney)
            .thenComparing(Key::asset);

        @Override
        public int compareTo(final Key other)
        {
            return ORDER.compare(this, other);
        }
    }
}
