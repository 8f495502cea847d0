// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.book.PriceLevels;
import io.bourse.marketdata.fast.FastMessages;

/**
 * Price levels of one instrument as FO-BOOK-n publishes them.
 */
public final class FastLevelBook
{
    private static final class Side extends PriceLevels
    {
        private Side(final boolean isBid)
        {
            super(isBid, 64);
        }

        private boolean add(final int index, final FastEntry entry)
        {
            final boolean isFitting = index >= 0 && index <= size();
            if (isFitting)
            {
                insert(index, entry.priceE5(), entry.qtyLots(), entry.numberOfOrders());
            }
            return isFitting;
        }

        private boolean change(final int index, final FastEntry entry)
        {
            final boolean isFitting = isAt(index, entry);
            if (isFitting)
            {
                set(index, entry.priceE5(), entry.qtyLots(), entry.numberOfOrders());
            }
            return isFitting;
        }

        private boolean remove(final int index, final FastEntry entry)
        {
            final boolean isFitting = isAt(index, entry);
            if (isFitting)
            {
                remove(index);
            }
            return isFitting;
        }

        private boolean isAt(final int index, final FastEntry entry)
        {
            return index >= 0 && index < size() && priceE5(index) == entry.priceE5();
        }
    }

    private final long securityId;
    private final Side bids = new Side(true);
    private final Side asks = new Side(false);
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
        return side(isBid).size();
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
        return side(isBid).priceE5(depth);
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
        return side(isBid).qtyLots(depth);
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
        return side(isBid).orderCount(depth);
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
        bids.clear();
        asks.clear();
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
        return switch ((int)entry.action())
        {
            case FastMessages.ADD -> side.add(index, entry);
            case FastMessages.CHANGE -> side.change(index, entry);
            default -> side.remove(index, entry);
        };
    }

    private Side side(final boolean isBid)
    {
        return isBid ? bids : asks;
    }
}
