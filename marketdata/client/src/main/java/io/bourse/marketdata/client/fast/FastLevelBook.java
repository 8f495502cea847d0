// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import java.util.Arrays;

/**
 * Price levels of one instrument as FO-BOOK-n tells them.
 */
public final class FastLevelBook
{
    private static final class Side
    {
        private long[] pricesE5 = new long[64];
        private long[] qtysLots = new long[64];
        private long[] orderCounts = new long[64];
        private int size;

        private boolean add(final int index, final FastEntry entry)
        {
            if (index < 0 || index > size)
            {
                return false;
            }
            if (size == pricesE5.length)
            {
                pricesE5 = Arrays.copyOf(pricesE5, size * 2);
                qtysLots = Arrays.copyOf(qtysLots, size * 2);
                orderCounts = Arrays.copyOf(orderCounts, size * 2);
            }
            move(index, index + 1, size - index);
            size++;
            return set(index, entry);
        }

        private boolean set(final int index, final FastEntry entry)
        {
            pricesE5[index] = entry.priceE5();
            qtysLots[index] = entry.qtyLots();
            orderCounts[index] = entry.numberOfOrders();
            return true;
        }

        private boolean change(final int index, final FastEntry entry)
        {
            return isAt(index, entry) && set(index, entry);
        }

        private boolean remove(final int index, final FastEntry entry)
        {
            if (!isAt(index, entry))
            {
                return false;
            }
            move(index + 1, index, size - index - 1);
            size--;
            return true;
        }

        private boolean isAt(final int index, final FastEntry entry)
        {
            return index >= 0 && index < size && pricesE5[index] == entry.priceE5();
        }

        private void move(final int from, final int to, final int count)
        {
            System.arraycopy(pricesE5, from, pricesE5, to, count);
            System.arraycopy(qtysLots, from, qtysLots, to, count);
            System.arraycopy(orderCounts, from, orderCounts, to, count);
        }
    }

    private final long securityId;
    private final Side bids = new Side();
    private final Side asks = new Side();
    private long rptSeq;
    private long joinedAt;

    FastLevelBook(final long securityId)
    {
        this.securityId = securityId;
    }

    /**
     * Instrument of this book.
     *
     * @return SecurityID.
     */
    public long securityId()
    {
        return securityId;
    }

    /**
     * Number of levels of a side.
     *
     * @param isBid side.
     * @return 0 to the depth of the feed.
     */
    public int levelCount(final boolean isBid)
    {
        return side(isBid).size;
    }

    /**
     * Price of a level.
     *
     * @param isBid side.
     * @param depth 0 for the best price.
     * @return price x 100 000.
     */
    public long priceE5(final boolean isBid, final int depth)
    {
        return side(isBid).pricesE5[depth];
    }

    /**
     * Quantity of a level.
     *
     * @param isBid side.
     * @param depth 0 for the best price.
     * @return lots.
     */
    public long qtyLots(final boolean isBid, final int depth)
    {
        return side(isBid).qtysLots[depth];
    }

    /**
     * Orders at a level.
     *
     * @param isBid side.
     * @param depth 0 for the best price.
     * @return count.
     */
    public long orderCount(final boolean isBid, final int depth)
    {
        return side(isBid).orderCounts[depth];
    }

    /**
     * Number of the last entry about this instrument.
     *
     * @return RptSeq.
     */
    public long rptSeq()
    {
        return rptSeq;
    }

    void clear()
    {
        bids.size = 0;
        asks.size = 0;
    }

    void forget()
    {
        clear();
        rptSeq = 0;
        joinedAt = 0;
    }

    long joinedAt()
    {
        return joinedAt;
    }

    void join(final long msgSeqNum, final long newRptSeq)
    {
        joinedAt = msgSeqNum;
        rptSeq = newRptSeq;
    }

    boolean load(final FastEntry entry)
    {
        return side(FastMessages.BID == entry.type()).add((int)entry.level() - 1, entry);
    }

    boolean apply(final FastEntry entry)
    {
        if (entry.rptSeq() != rptSeq + 1)
        {
            return false;
        }
        rptSeq++;
        final Side side = side(FastMessages.BID == entry.type());
        final int index = (int)entry.level() - 1;
        switch ((int)entry.action())
        {
            case FastMessages.ADD:
                return side.add(index, entry);

            case FastMessages.CHANGE:
                return side.change(index, entry);

            default:
                return side.remove(index, entry);
        }
    }

    private Side side(final boolean isBid)
    {
        return isBid ? bids : asks;
    }
}
