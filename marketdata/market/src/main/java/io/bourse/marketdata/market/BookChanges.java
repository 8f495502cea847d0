// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;

/**
 * Changes a public book and says so: the two always go together.
 */
final class BookChanges
{
    private final PublicTransaction transaction;

    BookChanges(final PublicTransaction transaction)
    {
        this.transaction = transaction;
    }

    /**
     * An order enters at the end of its price level.
     *
     * @param kindFlags what it carries in all its messages.
     * @param mdFlags of this message.
     */
    void enter(
        final PublicInstrument instrument,
        final EventGroup group,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long qtyLots,
        final long kindFlags,
        final long mdFlags)
    {
        final MarketBook book = instrument.book();
        if (null == book.add(orderId, isBid, priceE5, qtyLots, group.engineTimeNs(), kindFlags))
        {
            throw broken("The event stream enters an order twice", group, book.securityId(), orderId);
        }
        transaction.order(instrument, orderId, isBid, priceE5, qtyLots, mdFlags, PublicEntry.NEW);
    }

    /**
     * An order of the book has traded.
     *
     * @param restLots left of what is public.
     * @param sideFlags of its part in the trade.
     */
    void execute(
        final PublicInstrument instrument,
        final BookOrder order,
        final TradeDecoder trade,
        final long restLots,
        final long sideFlags)
    {
        transaction.execution(
            instrument,
            order.orderId(),
            order.isBid(),
            order.priceE5(),
            restLots,
            trade.tradeId(),
            trade.priceE5(),
            trade.qtyLots(),
            order.mdFlags() | sideFlags);
        if (0 == restLots)
        {
            instrument.book().remove(order.orderId());
        }
        else
        {
            instrument.book().resize(order.orderId(), restLots);
        }
    }

    /**
     * An order leaves its book.
     *
     * @param qtyLots removed.
     * @param mdFlags of the message.
     */
    void remove(
        final PublicInstrument instrument, final BookOrder order, final long qtyLots, final long mdFlags)
    {
        transaction.order(
            instrument, order.orderId(), order.isBid(), order.priceE5(), qtyLots, mdFlags, PublicEntry.DELETE);
        instrument.book().remove(order.orderId());
    }

    /**
     * The slice of an iceberg leaves its book, if there is one.
     *
     * @param reasonFlags why.
     */
    void removeSlice(final PublicInstrument instrument, final UnseenOrder order, final long reasonFlags)
    {
        final BookOrder slice = instrument.book().order(order.sliceId);
        if (null != slice)
        {
            remove(instrument, slice, slice.qtyLots(), slice.mdFlags() | reasonFlags);
        }
        order.sliceId = 0;
    }

    /**
     * What is left in an order of the book changes; it keeps its place.
     *
     * @param qtyLots left.
     * @param mdFlags of the message.
     */
    void resize(
        final PublicInstrument instrument, final BookOrder order, final long qtyLots, final long mdFlags)
    {
        instrument.book().resize(order.orderId(), qtyLots);
        transaction.order(
            instrument, order.orderId(), order.isBid(), order.priceE5(), qtyLots, mdFlags, PublicEntry.CHANGE);
    }

    /** The events contradict each other. */
    static IllegalStateException broken(
        final String reason, final EventGroup group, final int instrumentId, final long orderId)
    {
        return new IllegalStateException(reason + ", market data cannot go on: instrumentId=" + instrumentId +
            " orderId=" + orderId + " commandPosition=" + group.commandPosition() +
            " frameSequence=" + group.frameSequence());
    }
}
