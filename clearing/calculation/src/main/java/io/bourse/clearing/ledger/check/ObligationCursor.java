// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import java.util.function.Predicate;

/** Rows that tell of obligations, one after the other, by register, instrument and date. */
final class ObligationCursor
{
    /** Kind of a row that has none. */
    static final int NO_KIND = -1;

    private static final long NO_KEY = Long.MAX_VALUE;

    int account;
    int instrument;
    int settleDate;
    long units;
    long money;
    /** Rows of several kinds may have the same place. */
    int kind = NO_KIND;
    private final Names names;
    private final Predicate<ObligationCursor> rows;
    private long key = Long.MIN_VALUE;

    /** Before the first of some rows, which put the next of them in here; false when there is none. */
    ObligationCursor(final Names names, final Predicate<ObligationCursor> rows)
    {
        this.names = names;
        this.rows = rows;
    }

    boolean isDone()
    {
        return NO_KEY == key;
    }

    boolean isAt(final ObligationCursor other)
    {
        return key == other.key && settleDate == other.settleDate;
    }

    /** Whether it is at an earlier place. */
    boolean isBefore(final ObligationCursor other)
    {
        return key < other.key || key == other.key && settleDate < other.settleDate;
    }

    /** Moves on; false when the rows are not in order. */
    boolean next()
    {
        final long lastKey = key;
        final int lastDate = settleDate;
        final int lastKind = kind;
        if (!rows.test(this))
        {
            key = NO_KEY;
            settleDate = 0;
            return true;
        }
        key = (long)names.rank(account) << Integer.SIZE | names.instrumentId(instrument) & 0xFFFF_FFFFL;
        return key > lastKey || key == lastKey &&
            (settleDate > lastDate || settleDate == lastDate && kind > lastKind);
    }

    String name()
    {
        return names.row(account, instrument);
    }
}
