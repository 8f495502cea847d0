// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.monitor;

import java.util.Arrays;

/**
 * What the registers of one brokerage firm hold together and what that was valued at or bought for, by instrument.
 */
final class FirmBook
{
    private long[] lots = new long[0];
    private long[] kopecks = new long[0];

    /** Adds lots at the value of one. */
    void add(final int instrument, final long added, final long unitKopecks)
    {
        if (instrument >= lots.length)
        {
            lots = Arrays.copyOf(lots, instrument + 1);
            kopecks = Arrays.copyOf(kopecks, instrument + 1);
        }
        lots[instrument] = Math.addExact(lots[instrument], added);
        kopecks[instrument] = Math.addExact(kopecks[instrument], Math.multiplyExact(added, unitKopecks));
    }

    /** Instruments that may have lots. */
    int size()
    {
        return lots.length;
    }

    long lots(final int instrument)
    {
        return lots[instrument];
    }

    /** What all lots are worth more now than they were valued at or bought for. */
    long gain(final int instrument, final long unitKopecks)
    {
        return Math.subtractExact(Math.multiplyExact(lots[instrument], unitKopecks), kopecks[instrument]);
    }
}
