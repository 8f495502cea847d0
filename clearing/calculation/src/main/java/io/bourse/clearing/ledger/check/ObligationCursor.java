// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

/** Rows that tell of obligations, one after the other, by register, instrument and date. */
abstract class ObligationCursor
{
    private static final long NO_KEY = Long.MAX_VALUE;

    private final Names names;
    private long key = Long.MIN_VALUE;
    private int date;

    ObligationCursor(final Names names)
    {
        this.names = names;
    }

    final boolean isDone()
    {
        return NO_KEY == key;
    }

    final boolean isAt(final ObligationCursor other)
    {
        return key == other.key && date == other.date;
    }

    /** Whether it is at an earlier place. */
    final boolean isBefore(final ObligationCursor other)
    {
        return key < other.key || key == other.key && date < other.date;
    }

    /** Moves on; false when the rows are not in order. */
    final boolean next()
    {
        final long lastKey = key;
        final int lastDate = date;
        if (!advance())
        {
            key = NO_KEY;
            date = 0;
            return true;
        }
        key = (long)names.rank(account()) << Integer.SIZE | names.instrumentId(instrument()) & 0xFFFF_FFFFL;
        date = settleDate();
        return key > lastKey || key == lastKey && (date > lastDate || date == lastDate && repeats());
    }

    final String name()
    {
        return names.row(account(), instrument());
    }

    /** To the next row. */
    abstract boolean advance();

    abstract int account();

    abstract int instrument();

    abstract int settleDate();

    abstract long units();

    abstract long money();

    /** Whether several rows may have the same place. */
    boolean repeats()
    {
        return false;
    }
}
