// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What registers still need for deliveries to come: assets that they have sold, money for what they have bought. All
 * that a register has in an asset on a date is one delivery, as in {@link DeliverySettlement}.
 */
public final class PendingDeliveries
{
    private final Set<Integer> accounts;
    private final Map<Integer, Map<DeliverySettlement.GroupKey, long[]>> pending = new HashMap<>();

    /**
     * Nothing pending yet.
     *
     * @param accounts that are asked about; what others have to deliver is left out.
     */
    public PendingDeliveries(final Set<Integer> accounts)
    {
        this.accounts = Set.copyOf(accounts);
    }

    /**
     * Whether anybody is asked about.
     *
     * @return false when nothing needs to be added.
     */
    public boolean isAsked()
    {
        return !accounts.isEmpty();
    }

    /**
     * Whether a register is asked about.
     *
     * @param account id.
     * @return true for one of those given.
     */
    public boolean isAsked(final int account)
    {
        return accounts.contains(account);
    }

    /**
     * Adds what is to be delivered.
     *
     * @param account id.
     * @param settleDate YYYYMMDD.
     * @param asset code.
     * @param currency in which it is paid; empty for roubles.
     * @param units received, below 0 delivered.
     * @param money hundredths received, below 0 paid.
     * @throws ArithmeticException when a sum does not fit.
     */
    public void add(
        final int account,
        final int settleDate,
        final String asset,
        final String currency,
        final long units,
        final long money)
    {
        if (isAsked(account))
        {
            final long[] sum = pending.computeIfAbsent(account, key -> new TreeMap<>())
                .computeIfAbsent(new DeliverySettlement.GroupKey(settleDate, asset, currency), key -> new long[2]);
            sum[0] = Math.addExact(sum[0], units);
            sum[1] = Math.addExact(sum[1], money);
        }
    }

    /**
     * Money that a register needs.
     *
     * @param account id.
     * @param currency code; empty for roubles.
     * @return hundredths, from 0.
     */
    public long money(final int account, final String currency)
    {
        long money = 0;
        for (final Map.Entry<DeliverySettlement.GroupKey, long[]> group :
            pending.getOrDefault(account, Map.of()).entrySet())
        {
            if (group.getKey().currency().equals(currency))
            {
                money = Math.addExact(money, Math.max(0, Math.negateExact(group.getValue()[1])));
            }
        }
        return money;
    }

    /**
     * Units of an asset that a register needs.
     *
     * @param account id.
     * @param asset code.
     * @return whole units, from 0.
     */
    public long units(final int account, final String asset)
    {
        long units = 0;
        for (final Map.Entry<DeliverySettlement.GroupKey, long[]> group :
            pending.getOrDefault(account, Map.of()).entrySet())
        {
            if (group.getKey().asset().equals(asset))
            {
                units = Math.addExact(units, Math.max(0, Math.negateExact(group.getValue()[0])));
            }
        }
        return units;
    }
}
