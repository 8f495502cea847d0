// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import java.util.ArrayList;
import java.util.List;

/** A register in a group of obligations that are settled together: what it owes and is owed, netted. */
final class Party
{
    final int account;
    final List<DueObligation> rows = new ArrayList<>();
    long units;
    /** Hundredths of the currency that the asset is paid in. */
    long money;
    /** Signed like {@link #units}, in steps of the group: due, of that deliverable, delivered. */
    long due;
    long able;
    long done;
    /** Roubles received if above 0. */
    long paid;
    /** Of another currency: hundredths received if above 0. */
    long paidForeign;
    /** Of another currency: hundredths that the settlement price has changed, paid in roubles. */
    long marked;
    long penalty;

    Party(final int account)
    {
        this.account = account;
    }

    void add(final DueObligation row)
    {
        rows.add(row);
        units = Math.addExact(units, row.units());
        money = Math.addExact(money, row.kopecks());
    }

    boolean isSeller()
    {
        return units < 0;
    }

    long failed()
    {
        return Math.abs(due) - able;
    }

    /** What is left is not its own fault. */
    long blameless()
    {
        return able - Math.abs(done);
    }

    long rest()
    {
        return due - done;
    }
}
