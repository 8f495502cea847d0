// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

import java.util.function.Consumer;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Full-depth book of one instrument, order by order: levels by price, orders at a level in time order. It may be
 * crossed in the middle of a transaction; between two only while an auction collects. Not thread-safe.
 */
public final class MarketBook
{
    private final int securityId;
    private final BookPool pool;
    private final MarketSide bids;
    private final MarketSide asks;
    private final Long2ObjectHashMap<BookOrder> orders = new Long2ObjectHashMap<>();
    private long rptSeq;

    /**
     * An empty book.
     *
     * @param securityId SecurityID of the instrument.
     * @param pool shared by the books of one owner.
     */
    public MarketBook(final int securityId, final BookPool pool)
    {
        this.securityId = securityId;
        this.pool = pool;
        bids = new MarketSide(true, pool);
        asks = new MarketSide(false, pool);
    }

    /**
     * Instrument of this book.
     *
     * @return SecurityID.
     */
    public int securityId()
    {
        return securityId;
    }

    /**
     * Number of the last message about this instrument.
     *
     * @return RptSeq, 0 before the first one.
     */
    public long rptSeq()
    {
        return rptSeq;
    }

    /**
     * Sets the number of the last message about this instrument.
     *
     * @param rptSeq number.
     */
    public void rptSeq(final long rptSeq)
    {
        this.rptSeq = rptSeq;
    }

    /**
     * Puts an order at the end of its price level.
     *
     * @param orderId unique in this book.
     * @param isBid side.
     * @param priceE5 price x 100 000.
     * @param entryTimeNs nanoseconds since the Unix epoch.
     * @param mdFlags flags it enters with.
     * @return the order, or null if one with this id is in the book already; then nothing has changed.
     */
    public BookOrder add(
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long qtyLots,
        final long entryTimeNs,
        final long mdFlags)
    {
        if (orders.containsKey(orderId))
        {
            return null;
        }
        final BookOrder order = pool.takeOrder();
        order.orderId = orderId;
        order.priceE5 = priceE5;
        order.qtyLots = qtyLots;
        order.entryTimeNs = entryTimeNs;
        order.mdFlags = mdFlags;
        (isBid ? bids : asks).levelFor(priceE5).append(order);
        orders.put(orderId, order);
        return order;
    }

    /**
     * Finds an order.
     *
     * @return the order, or null.
     */
    public BookOrder order(final long orderId)
    {
        return orders.get(orderId);
    }

    /**
     * Changes what is left in an order; it keeps its place.
     *
     * @param qtyLots left, lots.
     * @return false if there is no such order.
     */
    public boolean resize(final long orderId, final long qtyLots)
    {
        final BookOrder order = orders.get(orderId);
        if (null == order)
        {
            return false;
        }
        order.level.qtyLots += qtyLots - order.qtyLots;
        order.qtyLots = qtyLots;
        return true;
    }

    /**
     * Takes an order out of the book.
     *
     * @return false if there is no such order.
     */
    public boolean remove(final long orderId)
    {
        final BookOrder order = orders.remove(orderId);
        if (null == order)
        {
            return false;
        }
        final MarketLevel level = order.level;
        level.unlink(order);
        if (0 == level.orderCount)
        {
            (level.isBid ? bids : asks).remove(level);
        }
        pool.giveBack(order);
        return true;
    }

    /**
     * Removes all orders; RptSeq stays.
     */
    public void clear()
    {
        bids.clear();
        asks.clear();
        orders.clear();
    }

    /**
     * Highest bid.
     *
     * @return level, or null if there are no bids.
     */
    public MarketLevel bestBid()
    {
        return bids.best();
    }

    /**
     * Lowest offer.
     *
     * @return level, or null if there are no offers.
     */
    public MarketLevel bestAsk()
    {
        return asks.best();
    }

    /**
     * Whether the sides meet, as they do while an auction collects. Then there is no best price to speak of.
     *
     * @return true when the highest bid is not below the lowest offer.
     */
    public boolean isCrossed()
    {
        final MarketLevel bid = bids.best();
        final MarketLevel ask = asks.best();
        return null != bid && null != ask && bid.priceE5 >= ask.priceE5;
    }

    /**
     * Number of price levels of a side.
     *
     * @param isBid side.
     * @return 0 or more.
     */
    public int levelCount(final boolean isBid)
    {
        return (isBid ? bids : asks).size();
    }

    /**
     * A price level by its depth.
     *
     * @param isBid side.
     * @param depth 0 for the best price.
     * @return level, or null if the side is not that deep.
     */
    public MarketLevel level(final boolean isBid, final int depth)
    {
        return (isBid ? bids : asks).fromBest(depth);
    }

    /**
     * Number of orders on both sides.
     *
     * @return 0 or more.
     */
    public int orderCount()
    {
        return orders.size();
    }

    /**
     * Visits the orders of a side: best price first, oldest first.
     *
     * @param isBid side.
     * @param consumer of the orders; it must not change the book.
     */
    public void forEachOrder(final boolean isBid, final Consumer<BookOrder> consumer)
    {
        final MarketSide side = isBid ? bids : asks;
        for (int depth = 0; depth < side.size(); depth++)
        {
            for (BookOrder order = side.fromBest(depth).oldest; null != order; order = order.next)
            {
                consumer.accept(order);
            }
        }
    }
}
