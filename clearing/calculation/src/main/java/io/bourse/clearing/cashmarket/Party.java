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
    long kopecks;
    /** Signed like {@link #units}, in steps of the group: due, of that deliverable, delivered. */
    long due;
    long able;
    long done;
    /** Received if above 0. */
    long paid;
    long penalty;

    Party(final int account)
    {
        this.account = account;
    }

    void add(final DueObligation row)
    {
        rows.add(row);
        units = Math.addExact(units, row.units());
        kopecks = Math.addExact(kopecks, row.kopecks());
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
