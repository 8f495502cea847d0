// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.protocol.Side;

/**
 * A LOBSTER day through a market: every message, and after it every level that could be known against the row of the
 * order book file.
 * <p>
 * A level that comes into sight from below the tenth has a quantity nobody saw being added: it is not compared in that
 * row, but brought to the row's quantity with one synthetic order and compared from the next row on.
 */
final class LobsterReplay implements DayMarket.Listener
{
    /** Levels of a market that are looked at: all that a row shows, and those that it may show no longer. */
    private static final int LOOK = 64;

    long rowsCompared;
    long levelsCompared;
    long levelsBroughtIn;
    long exactChanges;
    long changesBelowSight;
    long executions;
    long executionsOfKnownOrders;
    long passedOver;
    long fills;

    private final DayMarket market;
    private final LobsterRows rows;
    private final long[] prices = new long[LOOK];
    private final long[] lots = new long[LOOK];
    private int levels;

    LobsterReplay(final DayMarket market, final LobsterRows rows)
    {
        this.market = market;
        this.rows = rows;
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
            case LobsterRows.NEW -> market.newOrder(rows.orderId, side(rows.isBuy), rows.priceTicks, rows.size, false);
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
        final long restBefore = market.restLots(rows.orderId);
        market.newOrder(-rows.row, side(!rows.isBuy), rows.priceTicks, rows.size, true);
        executions++;
        if (restBefore > 0)
        {
            executionsOfKnownOrders++;
            passedOver += restBefore - market.restLots(rows.orderId) == rows.size ? 0 : 1;
        }
    }

    /** From the order that is named; what it has not, from the synthetic order and then the oldest of its price. */
    private void takeOff()
    {
        long missing = rows.size;
        if (market.restLots(rows.orderId) >= missing)
        {
            exactChanges++;
        }
        else
        {
            changesBelowSight++;
        }
        missing -= takeOff(rows.orderId, missing);
        missing -= takeOff(syntheticKey(rows.isBuy, rows.priceTicks), missing);
        if (missing > 0)
        {
            for (final long key : market.keysAt(side(rows.isBuy), rows.priceTicks))
            {
                missing -= takeOff(key, missing);
            }
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
            throw new AssertionError("row=" + rows.row + " type=" + rows.type + " isBuy=" + side.isBuy + " priceTicks=" +
                price + " file=" + expected + " market=" + actual);
        }
    }

    private void bringIn()
    {
        final List<Long> bids = clearDifferences(rows.bids);
        final List<Long> asks = clearDifferences(rows.asks);
        place(rows.bids, bids);
        place(rows.asks, asks);
    }

    private List<Long> clearDifferences(final LobsterSide row)
    {
        final List<Long> differences = new ArrayList<>();
        look(row, row);
        for (int i = 0; i < row.count; i++)
        {
            if (lotsAt(row.priceTicks[i]) != row.lots[i])
            {
                differences.add(row.priceTicks[i]);
            }
        }
        for (int i = 0; i < levels; i++)
        {
            if (!row.has(prices[i]))
            {
                differences.add(prices[i]);
            }
        }
        for (final long price : differences)
        {
            market.keysAt(side(row.isBuy), price).forEach(market::cancel);
        }
        return differences;
    }

    private void place(final LobsterSide row, final List<Long> differences)
    {
        for (final long price : differences)
        {
            if (row.has(price))
            {
                market.newOrder(syntheticKey(row.isBuy, price), side(row.isBuy), price, row.lotsAt(price), false);
            }
            levelsBroughtIn++;
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

    /** Apart from all order ids of the file and from the keys of aggressors. */
    private static long syntheticKey(final boolean isBuy, final long priceTicks)
    {
        return Long.MIN_VALUE + 2 * priceTicks + (isBuy ? 1 : 0);
    }

    @Override
    public void onFill(final long aggressorKey, final long restingKey, final long priceTicks, final long lotsTraded)
    {
        fills++;
    }

    @Override
    public void onAuctionFill(final long buyKey, final long sellKey, final long priceTicks, final long lotsTraded)
    {
        throw new AssertionError("the day has no auction: buyKey=" + buyKey);
    }
}
