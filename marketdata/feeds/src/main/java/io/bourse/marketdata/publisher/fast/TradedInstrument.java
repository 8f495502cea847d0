// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.statistics.DailyStatistics;
import java.util.Arrays;

/**
 * The statistics of an instrument as last published by FO-TRADES.
 */
final class TradedInstrument extends FastInstrument
{
    /** Entry types of the statistics, in the order they are published. */
    private static final byte[] TYPES = {
        FastMessages.OPENING_PRICE,
        FastMessages.CLOSING_PRICE,
        FastMessages.SETTLEMENT_PRICE,
        FastMessages.HIGH_PRICE,
        FastMessages.LOW_PRICE,
        FastMessages.VWAP,
        FastMessages.AUCTION_PRICE,
        FastMessages.VOLUME,
        FastMessages.OPEN_INTEREST};

    /** The first that is a quantity: those before it are prices. */
    private static final int FIRST_QUANTITY = 7;

    private final long[] published = new long[TYPES.length];
    private final long[] values = new long[TYPES.length];
    private long seenChanges;

    TradedInstrument(final PublicInstrument instrument)
    {
        super(instrument);
        forget();
    }

    static int count()
    {
        return TYPES.length;
    }

    static byte type(final int index)
    {
        return TYPES[index];
    }

    static boolean isPrice(final int index)
    {
        return index < FIRST_QUANTITY;
    }

    /** Nothing is published: numbers begin again. */
    void forget()
    {
        seenChanges = -1;
        for (int i = 0; i < published.length; i++)
        {
            published[i] = none(i);
            values[i] = none(i);
        }
    }

    /**
     * Reads the statistics.
     *
     * @return whether something may differ from what is published.
     */
    boolean read()
    {
        final DailyStatistics statistics = instrument().statistics();
        if (null == statistics || statistics.changes() == seenChanges)
        {
            return false;
        }
        seenChanges = statistics.changes();
        values[0] = statistics.openPriceE5();
        values[1] = statistics.closePriceE5();
        values[2] = statistics.settlementPriceE5();
        values[3] = statistics.highPriceE5();
        values[4] = statistics.lowPriceE5();
        values[5] = statistics.vwapE5();
        values[6] = statistics.openingAuctionPriceE5();
        values[7] = 0 == statistics.volumeLots() ? FastWriter.NULL : statistics.volumeLots();
        values[8] = statistics.openInterestLots();
        return true;
    }

    /** Whether the value differs from what is published. */
    boolean isNews(final int index)
    {
        return values[index] != published[index];
    }

    /**
     * Marks the value as published.
     *
     * @return MDUpdateAction of it.
     */
    int publish(final int index)
    {
        final boolean wasThere = published[index] != none(index);
        published[index] = values[index];
        return isThere(index) ? wasThere ? FastMessages.CHANGE : FastMessages.ADD : FastMessages.DELETE;
    }

    /** Whether there is such a value. */
    boolean isThere(final int index)
    {
        return published[index] != none(index);
    }

    long published(final int index)
    {
        return published[index];
    }

    @Override
    void state(final CheckpointState state)
    {
        super.state(state);
        for (int i = 0; i < published.length; i++)
        {
            published[i] = state.number(published[i]);
            values[i] = published[i];
        }
    }

    private static long none(final int index)
    {
        return isPrice(index) ? FastWriter.NULL_PRICE : FastWriter.NULL;
    }

    @Override
    public String toString()
    {
        return instrument().symbol() + ' ' + Arrays.toString(published);
    }
}
