// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.protocol.Side;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/**
 * A LOBSTER day through a market: every message, and after it every level that could be known against the row of the
 * order book file.
 * <p>
 * A level that comes into sight from below the tenth has seen changes that are not in the file: it is not compared in
 * that row, but brought to the row's quantity and compared from the next row on. What is missing enters as one
 * synthetic order; what is too much is taken off orders that the file never names again, for they may have been deleted
 * out of sight. An order that the file names later is provably alive.
 */
final class LobsterReplay implements DayMarket.Listener
{
    /** Levels of a market that are looked at: all that a row shows, and those that it may show no longer. */
    private static final int LOOK = 64;
    /** Synthetic orders count down from here, apart from all ids of the file and from aggressors. */
    private static final long FIRST_SYNTHETIC_KEY = -1_000_000_000_000L;

    long rowsCompared;
    long levelsCompared;
    long levelsBroughtIn;
    long exactChanges;
    long changesBelowSight;
    long executions;
    long executionsOfKnownOrders;
    long executionsOfTheNamedOrder;
    long fills;

    private final DayMarket market;
    private final LobsterRows rows;
    private final long[] prices = new long[LOOK];
    private final long[] lots = new long[LOOK];
    private final Long2LongHashMap lastRows;
    private final LongHashSet known = new LongHashSet();
    private final List<Long> filledKeys = new ArrayList<>();
    private int levels;
    private long synthetics;

    /** A replay of rows, given the last row that names each order. */
    LobsterReplay(final DayMarket market, final LobsterRows rows, final Long2LongHashMap lastRows)
    {
        this.market = market;
        this.rows = rows;
        this.lastRows = lastRows;
        market.listener(this);
    }

    /** The whole day; the first row is the book before anything known. */
    void run() throws IOException
    {
        rows.next();
        bringIn();
        rowsCompared++;
        while (rows.next())
        {
            apply();
            compareKnowable(rows.bidsBefore, rows.bids);
            compareKnowable(rows.asksBefore, rows.asks);
            bringIn();
            assertAll(rows.bids);
            assertAll(rows.asks);
            rowsCompared++;
        }
    }

    private void apply()
    {
        switch (rows.type)
        {
            case LobsterRows.NEW ->
            {
                known.add(rows.orderId);
                market.newOrder(rows.orderId, side(rows.isBuy), rows.priceTicks, rows.size, false);
            }
            case LobsterRows.PARTIAL_CANCEL, LobsterRows.DELETE -> takeOff();
            case LobsterRows.EXECUTION -> execute();
            default ->
            {
                // Hidden orders and halts do not change the visible book.
            }
        }
    }

    private void execute()
    {
        filledKeys.clear();
        market.newOrder(-rows.row, side(!rows.isBuy), rows.priceTicks, rows.size, true);
        executions++;
        if (known.contains(rows.orderId))
        {
            executionsOfKnownOrders++;
            executionsOfTheNamedOrder += filledKeys.equals(List.of(rows.orderId)) ? 1 : 0;
        }
    }

    private boolean isNamedLater(final long key)
    {
        return lastRows.get(key) > rows.row;
    }

    /** From the order that is named; what it has not, from synthetic orders and then the oldest of its price. */
    private void takeOff()
    {
        if (market.restLots(rows.orderId) >= rows.size)
        {
            exactChanges++;
        }
        else
        {
            changesBelowSight++;
        }
        final long missing = rows.size - takeOff(rows.orderId, rows.size);
        if (missing > 0)
        {
            takeOffLevel(rows.isBuy, rows.priceTicks, missing, FIRST_SYNTHETIC_KEY);
        }
    }

    /** First from orders that the file does not name later (of those up to a key), then from all, oldest first. */
    private void takeOffLevel(final boolean isBuy, final long price, final long off, final long firstUpToKey)
    {
        final List<Long> keys = market.keysAt(side(isBuy), price);
        long missing = off;
        for (final long key : keys)
        {
            if (key <= firstUpToKey && !isNamedLater(key))
            {
                missing -= takeOff(key, missing);
            }
        }
        for (final long key : keys)
        {
            missing -= takeOff(key, missing);
        }
    }

    private long takeOff(final long key, final long off)
    {
        final long rest = market.restLots(key);
        if (0 == rest || 0 == off)
        {
            return 0;
        }
        if (off >= rest)
        {
            market.cancel(key);
            return rest;
        }
        market.reduce(key, rest - off);
        return off;
    }

    /** In sight in the row before, or made by the message itself. */
    private void compareKnowable(final LobsterSide before, final LobsterSide after)
    {
        look(before, after);
        final boolean isNewHere = LobsterRows.NEW == rows.type && rows.isBuy == after.isBuy;
        for (int i = 0; i < after.count; i++)
        {
            final long price = after.priceTicks[i];
            final boolean isMade = isNewHere && price == rows.priceTicks;
            if (before.has(price) || isMade && before.isInSight(price))
            {
                compare(after, price, after.lots[i]);
            }
        }
        for (int i = 0; i < before.count; i++)
        {
            final long price = before.priceTicks[i];
            if (after.isInSight(price) && !after.has(price))
            {
                compare(after, price, 0);
            }
        }
    }

    private void compare(final LobsterSide side, final long price, final long expected)
    {
        levelsCompared++;
        final long actual = lotsAt(price);
        if (expected != actual)
        {
            throw new AssertionError("row=" + rows.row + " type=" + rows.type + " isBuy=" + side.isBuy +
                " priceTicks=" + price + " file=" + expected + " market=" + actual);
        }
    }

    private void bringIn()
    {
        final List<Long> bids = takeOffSurplus(rows.bids);
        final List<Long> asks = takeOffSurplus(rows.asks);
        addMissing(rows.bids, bids);
        addMissing(rows.asks, asks);
    }

    /** Gives the prices at which something is missing. */
    private List<Long> takeOffSurplus(final LobsterSide row)
    {
        final List<Long> missing = new ArrayList<>();
        look(row, row);
        for (int i = 0; i < row.count; i++)
        {
            if (lotsAt(row.priceTicks[i]) < row.lots[i])
            {
                missing.add(row.priceTicks[i]);
            }
        }
        levelsBroughtIn += missing.size();
        for (int i = 0; i < levels; i++)
        {
            final long surplus = lots[i] - row.lotsAt(prices[i]);
            if (surplus > 0)
            {
                levelsBroughtIn++;
                takeOffLevel(row.isBuy, prices[i], surplus, Long.MAX_VALUE);
            }
        }
        return missing;
    }

    private void addMissing(final LobsterSide row, final List<Long> missing)
    {
        for (final long price : missing)
        {
            look(row, row);
            market.newOrder(
                FIRST_SYNTHETIC_KEY - synthetics++, side(row.isBuy), price, row.lotsAt(price) - lotsAt(price), false);
        }
    }

    private void assertAll(final LobsterSide row)
    {
        look(row, row);
        assertEquals(row.count, levels, () -> "levels of row " + rows.row);
        for (int i = 0; i < levels; i++)
        {
            if (prices[i] != row.priceTicks[i] || lots[i] != row.lots[i])
            {
                throw new AssertionError("row=" + rows.row + " isBuy=" + row.isBuy + " level=" + i + " file=" +
                    row.lots[i] + "@" + row.priceTicks[i] + " market=" + lots[i] + "@" + prices[i]);
            }
        }
    }

    /** Reads the market's levels that two rows can say something about. */
    private void look(final LobsterSide one, final LobsterSide other)
    {
        final long worst = one.isBuy ? Math.min(one.worstTicks(), other.worstTicks()) :
            Math.max(one.worstTicks(), other.worstTicks());
        levels = market.levels(side(one.isBuy), worst, prices, lots);
    }

    private long lotsAt(final long price)
    {
        for (int i = 0; i < levels; i++)
        {
            if (prices[i] == price)
            {
                return lots[i];
            }
        }
        return 0;
    }

    private static Side side(final boolean isBuy)
    {
        return isBuy ? Side.BUY : Side.SELL;
    }

    @Override
    public void onFill(final long aggressorKey, final long restingKey, final long priceTicks, final long lotsTraded)
    {
        filledKeys.add(restingKey);
        fills++;
    }

    @Override
    public void onAuctionFill(final long buyKey, final long sellKey, final long priceTicks, final long lotsTraded)
    {
        throw new AssertionError("the day has no auction: buyKey=" + buyKey);
    }
}
