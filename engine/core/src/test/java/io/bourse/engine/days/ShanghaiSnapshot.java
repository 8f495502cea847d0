// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

import io.bourse.engine.protocol.Side;

/**
 * What the exchange showed: ten levels a side, zeros where there is none. While an auction collects, the best level of
 * both sides is the price and the quantity it would give, and the second level's quantity what would be left.
 *
 * @param time HHMMSS.
 * @param trades so far.
 * @param volumeLots so far.
 * @param levels price in ticks and lots, bids then asks.
 */
record ShanghaiSnapshot(int time, long trades, long volumeLots, long[] levels)
{
    static final int DEPTH = 10;
    private static final int FIRST_LEVEL_COLUMN = 6;
    private static final int ASKS = 2 * DEPTH;

    static List<ShanghaiSnapshot> load(final Path file) throws IOException
    {
        final List<ShanghaiSnapshot> snapshots = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII)))
        {
            in.readLine();
            for (String line = in.readLine(); null != line; line = in.readLine())
            {
                snapshots.add(parse(line.split(",")));
            }
        }
        return snapshots;
    }

    private static ShanghaiSnapshot parse(final String[] column)
    {
        final long[] levels = new long[4 * DEPTH];
        for (int i = 0; i < levels.length; i++)
        {
            levels[i] = Long.parseLong(column[FIRST_LEVEL_COLUMN + i]) / (0 == (i & 1) ? 10 : 1_000);
        }
        return new ShanghaiSnapshot(
            Integer.parseInt(column[0]), Long.parseLong(column[2]), Long.parseLong(column[3]) / 1_000, levels);
    }

    /** Those of a part of the day. */
    static List<ShanghaiSnapshot> between(final List<ShanghaiSnapshot> all, final int from, final int before)
    {
        return all.stream().filter(snapshot -> snapshot.time >= from && snapshot.time < before).toList();
    }

    /** Whether a book of the given levels is what is shown. */
    boolean shows(final Levels depth)
    {
        return shows(0, Side.BUY, depth) && shows(ASKS, Side.SELL, depth);
    }

    private boolean shows(final int offset, final Side side, final Levels depth)
    {
        final long[] prices = new long[DEPTH];
        final long[] lots = new long[DEPTH];
        final int count = depth.levels(side, Side.BUY == side ? Long.MIN_VALUE : Long.MAX_VALUE, prices, lots);
        for (int i = 0; i < DEPTH; i++)
        {
            final boolean isThere = i < count;
            if (levels[offset + 2 * i] != (isThere ? prices[i] : 0) ||
                levels[offset + 2 * i + 1] != (isThere ? lots[i] : 0))
            {
                return false;
            }
        }
        return true;
    }

    /** Price that an auction would give. */
    long indicatedTicks()
    {
        return levels[0];
    }

    /** Quantity that an auction would give; 0 for none. */
    long indicatedLots()
    {
        return levels[1];
    }

    /** What an auction would leave: above 0 to buy, below 0 to sell. */
    long indicatedImbalanceLots()
    {
        return levels[3] - levels[ASKS + 3];
    }

    @Override
    public String toString()
    {
        return "snapshot time=" + time + " trades=" + trades + " volumeLots=" + volumeLots + " levels=" +
            Arrays.toString(levels);
    }

    /** Where levels come from. */
    @FunctionalInterface
    interface Levels
    {
        int levels(Side side, long worstTicks, long[] priceTicks, long[] lots);
    }
}
