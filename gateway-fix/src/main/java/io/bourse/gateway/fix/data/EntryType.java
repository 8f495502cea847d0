// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

/**
 * What a client can subscribe to, as indices of tables and bits of masks.
 */
final class EntryType
{
    static final int BID = 0;
    static final int OFFER = 1;
    static final int TRADE = 2;
    static final int OPENING = 3;
    static final int CLOSING = 4;
    static final int SETTLEMENT = 5;
    static final int HIGH = 6;
    static final int LOW = 7;
    static final int VWAP = 8;
    static final int IMBALANCE = 9;
    static final int VOLUME = 10;
    static final int OPEN_INTEREST = 11;
    /** The price an auction would give now: an opening price, marked as theoretical. Comes with {@link #OPENING}. */
    static final int THEORETICAL = 12;
    static final int COUNT = 13;
    /** First index of those that are one value of an instrument. */
    static final int FIRST_VALUE = OPENING;
    private static final String CODES = "012456789ABC4";

    private EntryType()
    {
    }

    /** MDEntryType(269). */
    static char code(final int type)
    {
        return CODES.charAt(type);
    }

    /**
     * Bits of a MDEntryType(269).
     *
     * @return 0 for one that is not served.
     */
    static int mask(final char code)
    {
        int mask = 0;
        for (int type = 0; type < COUNT; type++)
        {
            if (code == CODES.charAt(type))
            {
                mask |= bit(type);
            }
        }
        return mask;
    }

    static int bit(final int type)
    {
        return 1 << type;
    }
}
