// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.statistics.DailyStatistics;

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
    /** There is no such price or size. */
    static final long NONE = DailyStatistics.NULL_PRICE;
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

    /** Price of a value, x 100 000, or {@link #NONE}. */
    static long priceE5(final int type, final PublicInstrument instrument)
    {
        final DailyStatistics day = instrument.statistics();
        return switch (type)
        {
            case OPENING -> day.openPriceE5();
            case CLOSING -> day.closePriceE5();
            case SETTLEMENT -> instrument.settlementPriceE5();
            case HIGH -> day.highPriceE5();
            case LOW -> day.lowPriceE5();
            case VWAP -> day.vwapE5();
            case IMBALANCE, THEORETICAL ->
                0 == instrument.indicativeLots() ? NONE : instrument.indicativePriceE5();
            default -> NONE;
        };
    }

    /** Lots of a value, or {@link #NONE}; those of an imbalance are negative when sellers are left. */
    static long size(final int type, final PublicInstrument instrument)
    {
        final DailyStatistics day = instrument.statistics();
        return switch (type)
        {
            case IMBALANCE -> 0 == instrument.indicativeLots() ? NONE : instrument.imbalanceLots();
            case VOLUME -> 0 == day.tradeCount() ? NONE : day.volumeLots();
            case OPEN_INTEREST -> day.isOpenInterestKnown() ? day.openInterestLots() : NONE;
            case THEORETICAL -> 0 == instrument.indicativeLots() ? NONE : instrument.indicativeLots();
            default -> NONE;
        };
    }
}
