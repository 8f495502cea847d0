// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

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
