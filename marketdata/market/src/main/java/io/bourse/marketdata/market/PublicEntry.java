// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * One line of the order log: an order entered, changed or left, one side of a trade, or the end of all books. Pooled:
 * valid while its transaction is shown.
 */
public final class PublicEntry
{
    /** An order entered, was resized or left without a trade. */
    public static final int ORDER = 0;

    /** One of the two orders of a trade. */
    public static final int EXECUTION = 1;

    /** All books of the partition are empty now; nothing else is said of their orders. */
    public static final int EMPTY_BOOK = 2;

    /** The order is new to the public, or, with {@link #isUnseen()}, no book knows of it. */
    public static final int NEW = 0;

    /** What is left in the order is another quantity; it keeps its place. */
    public static final int CHANGE = 1;

    /** The order has left its book. */
    public static final int DELETE = 2;

    /** {@link #priceE5()} when there is none to publish. */
    public static final long NULL_PRICE = Long.MAX_VALUE;

    /** {@link #qtyLots()} when there is none to publish. */
    public static final long NULL_QTY = Long.MIN_VALUE;

    PublicInstrument instrument;
    int kind;
    int action;
    boolean isBid;
    long orderId;
    long priceE5;
    long qtyLots;
    long tradeId;
    long tradePriceE5;
    long tradeLots;
    long mdFlags;
    long rptSeq;

    PublicEntry()
    {
    }

    /**
     * What the entry is.
     *
     * @return {@link #ORDER}, {@link #EXECUTION} or {@link #EMPTY_BOOK}.
     */
    public int kind()
    {
        return kind;
    }

    /**
     * What it is about.
     *
     * @return instrument; null for {@link #EMPTY_BOOK}.
     */
    public PublicInstrument instrument()
    {
        return instrument;
    }

    /**
     * What has become of the order.
     *
     * @return {@link #NEW}, {@link #CHANGE} or {@link #DELETE}.
     */
    public int action()
    {
        return action;
    }

    /**
     * Side of the order.
     *
     * @return true for a bid.
     */
    public boolean isBid()
    {
        return isBid;
    }

    /**
     * Public id of the order.
     *
     * @return id; 0 if no book knows of the order.
     */
    public long orderId()
    {
        return orderId;
    }

    /**
     * Limit of the order.
     *
     * @return price x 100 000, or {@link #NULL_PRICE}.
     */
    public long priceE5()
    {
        return priceE5;
    }

    /**
     * What is left in the order; for an {@link #ORDER} with {@link #DELETE} what was removed.
     *
     * @return lots, or {@link #NULL_QTY}.
     */
    public long qtyLots()
    {
        return qtyLots;
    }

    /**
     * Id of the trade, the same in both of its entries.
     *
     * @return id, for {@link #EXECUTION}.
     */
    public long tradeId()
    {
        return tradeId;
    }

    /**
     * Price of the trade.
     *
     * @return price x 100 000, for {@link #EXECUTION}.
     */
    public long tradePriceE5()
    {
        return tradePriceE5;
    }

    /**
     * Quantity of the trade.
     *
     * @return lots, for {@link #EXECUTION}.
     */
    public long tradeLots()
    {
        return tradeLots;
    }

    /**
     * Why and how.
     *
     * @return bits of {@link io.bourse.marketdata.book.MdFlags}.
     */
    public long mdFlags()
    {
        return mdFlags;
    }

    /**
     * Place of the entry in the order log of its instrument.
     *
     * @return from 1, plus 1 with every entry, across sessions.
     */
    public long rptSeq()
    {
        return rptSeq;
    }

    /**
     * Whether this is an execution that changes no book: of a hidden order, of a leg, of a negotiated trade.
     *
     * @return true if no book knows of the order.
     */
    public boolean isUnseen()
    {
        return EXECUTION == kind && NULL_PRICE == priceE5;
    }
}
