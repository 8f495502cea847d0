// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.OpenInterest;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.NewsPublishedDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.util.ArrayList;
import java.util.List;

/**
 * The public books, from the engine's events: what the multicast feed shows, and nothing else. Of an iceberg that is
 * its slice, of hidden and parked orders nothing.
 */
final class PublicBooks extends MarketEvents
{
    /** Side of a request for quotes of both sides. */
    private static final int BOTH_SIDES = 89;

    /**
     * Somebody asks for quotes.
     *
     * @param instrument to quote.
     * @param side as in FIX, 0 for both.
     * @param qtyLots wanted, 0 if not said.
     * @param position in the journal.
     */
    record QuoteWish(PublicInstrument instrument, int side, long qtyLots, long position)
    {
    }

    private final PublicOrders orders = new PublicOrders();
    private final OpenInterest openInterest = new OpenInterest();
    private final List<QuoteWish> quoteWishes = new ArrayList<>();
    private final List<NewsItem> news = new ArrayList<>();
    private long transactionCursor;
    private long transactionPublishedNs;
    private boolean isComplete;

    PublicBooks(final PublicMarket market)
    {
        super(market);
    }

    /** Whether a transaction has ended that changed anything public, and was not settled yet. */
    boolean isPending()
    {
        return isComplete && (market.isChanged() || !market.touched().isEmpty() || !quoteWishes.isEmpty() ||
            !news.isEmpty());
    }

    /** Cursor behind the last transaction. */
    long transactionCursor()
    {
        return transactionCursor;
    }

    /** When the engine told the last transaction, nanoseconds since the Unix epoch; 0 if unknown. */
    long transactionPublishedNs()
    {
        return transactionPublishedNs;
    }

    /** Requests for quotes of the transaction in hand. */
    List<QuoteWish> quoteWishes()
    {
        return quoteWishes;
    }

    /** News of the transaction in hand. */
    List<NewsItem> news()
    {
        return news;
    }

    /** The transaction has been told to everybody. */
    void settle()
    {
        market.settle();
        quoteWishes.clear();
        news.clear();
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        isComplete = false;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        market.timeNs(group.engineTimeNs());
        transactionCursor = group.cursor();
        transactionPublishedNs = group.publishedNs();
        isComplete = true;
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (0 == event.shown())
        {
            orders.addUnseen(event.orderId());
        }
        else
        {
            enter(group, event.orderId(), event.instrumentId(), event.side(), event.priceE5(), event.qtyLots());
        }
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        requireUnseen(event.orderId(), event.instrumentId(), group);
        if (0 != event.shown())
        {
            orders.removeUnseen(event.orderId());
            enter(group, event.orderId(), event.instrumentId(), event.side(), event.priceE5(), event.restLots());
        }
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        if (0 != event.shown())
        {
            orders.wake(event.orderId());
            enter(group, event.orderId(), event.instrumentId(), event.side(), event.priceE5(), event.restLots());
        }
    }

    @Override
    public void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        final PublicOrder order = requireUnseen(event.orderId(), event.instrumentId(), group);
        final long sliceId = event.displayOrderId();
        if (sliceId == order.sliceId && null != orders.shown(sliceId))
        {
            resize(sliceId, event.shownLots());
            return;
        }
        removeSlice(order);
        order.sliceId = sliceId;
        enter(group, sliceId, event.instrumentId(), event.side(), event.priceE5(), event.shownLots());
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final long orderId = event.orderId();
        final long prevOrderId = event.prevOrderId();
        final PublicOrder previous = orders.shown(prevOrderId);
        if (null == previous)
        {
            final PublicOrder unseen = requireUnseen(prevOrderId, event.instrumentId(), group);
            if (orderId == prevOrderId)
            {
                // It keeps its slice too, or its new size follows as SliceShown.
                return;
            }
            removeSlice(unseen);
            orders.removeUnseen(prevOrderId);
        }
        else
        {
            resize(prevOrderId, orderId == prevOrderId ? event.qtyLots() : 0);
            if (orderId == prevOrderId)
            {
                return;
            }
        }
        if (0 == event.shown())
        {
            orders.addUnseen(orderId);
        }
        else
        {
            enter(group, orderId, event.instrumentId(), event.side(), event.priceE5(), event.qtyLots());
        }
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        long publicId = event.orderId();
        if (null == orders.shown(publicId))
        {
            publicId = requireUnseen(publicId, event.instrumentId(), group).sliceId;
        }
        final PublicOrder order = orders.shown(publicId);
        if (null != order)
        {
            resize(publicId, Math.max(0, order.qtyLots - event.reducedLots()));
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final long orderId = event.orderId();
        if (orders.wake(orderId))
        {
            // It was in no public book any more since they were emptied.
            return;
        }
        if (null == orders.shown(orderId))
        {
            removeSlice(requireUnseen(orderId, event.instrumentId(), group));
            orders.removeUnseen(orderId);
        }
        else
        {
            resize(orderId, 0);
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        final Side aggressor = event.aggressorSide();
        final boolean isAuction = Side.BUY != aggressor && Side.SELL != aggressor;
        market.touch(instrument);
        instrument.addTrade(new TradePrint(
            event.tradeId(),
            event.priceE5(),
            event.qtyLots(),
            group.engineTimeNs(),
            isAuction ? TradePrint.Kind.AUCTION : TradePrint.Kind.CONTINUOUS));
        instrument.values().onTrade(event.priceE5(), event.qtyLots());
        if (InstrumentKind.SPREAD != instrument.terms().kind())
        {
            movePositions(instrument, event.buy().accountId(), event.sell().accountId(), event.qtyLots());
        }
        execute(group, instrument, event.buy(), event.qtyLots(), Side.BUY == aggressor);
        execute(group, instrument, event.sell(), event.qtyLots(), Side.SELL == aggressor);
    }

    private void execute(
        final EventGroup group,
        final PublicInstrument instrument,
        final TradeSideDecoder side,
        final long qtyLots,
        final boolean isAggressor)
    {
        final long orderId = side.orderId();
        if (null != orders.shown(orderId))
        {
            resize(orderId, side.restLots());
            return;
        }
        final long sliceId = requireUnseen(orderId, instrument.terms().instrumentId(), group).sliceId;
        final PublicOrder slice = orders.shown(sliceId);
        if (null != slice && !isAggressor)
        {
            // In an auction an iceberg trades more than its slice, which then just ends.
            resize(sliceId, Math.max(0, slice.qtyLots - qtyLots));
        }
        if (0 == side.restLots())
        {
            orders.removeUnseen(orderId);
        }
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        final boolean isLeg = OffBookKind.SPREAD_LEG == event.kind();
        market.touch(instrument);
        instrument.addTrade(new TradePrint(
            event.tradeId(),
            event.priceE5(),
            event.qtyLots(),
            group.engineTimeNs(),
            isLeg ? TradePrint.Kind.SPREAD_LEG : TradePrint.Kind.NEGOTIATED));
        movePositions(instrument, event.buy().accountId(), event.sell().accountId(), event.qtyLots());
        if (!isLeg)
        {
            removeIfFilled(event.buy());
            removeIfFilled(event.sell());
        }
    }

    private void removeIfFilled(final TradeSideDecoder side)
    {
        if (0 == side.restLots())
        {
            orders.removeUnseen(side.orderId());
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        super.onSessionOpened(group, event);
        expire();
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        super.onSessionDateMoved(group, event);
        expire();
    }

    /** What is past its maturity has expired: clearing has closed every position in it. */
    private void expire()
    {
        for (final PublicInstrument instrument : market.instruments())
        {
            final int maturityDate = instrument.terms().maturityDate();
            final boolean isExpired = 0 != maturityDate && maturityDate < market.tradingDate();
            final long lots = openInterest.onDate(instrument.terms().instrumentId(), isExpired);
            if (isExpired || 0 != lots)
            {
                instrument.values().openInterest(lots);
            }
        }
    }

    private void movePositions(
        final PublicInstrument instrument, final int buyAccountId, final int sellAccountId, final long qtyLots)
    {
        instrument.values().openInterest(
            openInterest.onTrade(instrument.terms().instrumentId(), buyAccountId, sellAccountId, qtyLots));
    }

    @Override
    public void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.values().openInterest(
            openInterest.onMoved(event.instrumentId(), event.accountId(), event.lots()));
    }

    @Override
    public void onQuoteRequested(final EventGroup group, final QuoteRequestedDecoder event)
    {
        quoteWishes.add(new QuoteWish(
            instrument(event.instrumentId(), group),
            BOTH_SIDES == event.side() ? 0 : event.side(),
            event.qtyLots(),
            group.commandPosition()));
    }

    @Override
    public void onNewsPublished(final EventGroup group, final NewsPublishedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        final PublicInstrument about = 0 == instrumentId ? null : instrument(instrumentId, group);
        final int loginId = event.loginId();
        final String firm = event.brokerageFirm();
        news.add(new NewsItem(event.headline(), event.text(), about, loginId, firm, group.engineTimeNs()));
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        for (final PublicInstrument instrument : market.instruments())
        {
            if (0 != instrument.side(true).size() + instrument.side(false).size())
            {
                market.touch(instrument);
            }
            endIndication(instrument);
        }
        orders.onBooksCleared();
    }

    private void enter(
        final EventGroup group,
        final long publicId,
        final int instrumentId,
        final Side side,
        final long priceE5,
        final long qtyLots)
    {
        final PublicInstrument instrument = instrument(instrumentId, group);
        market.touch(instrument);
        if (!orders.enter(publicId, instrument, Side.BUY == side, priceE5, qtyLots))
        {
            throw broken("The event stream enters an order twice", group, instrumentId, publicId);
        }
    }

    private void resize(final long publicId, final long restLots)
    {
        market.touch(orders.shown(publicId).instrument);
        orders.resize(publicId, restLots);
    }

    private void removeSlice(final PublicOrder order)
    {
        if (null != orders.shown(order.sliceId))
        {
            resize(order.sliceId, 0);
        }
        order.sliceId = 0;
    }

    private PublicOrder requireUnseen(final long orderId, final int instrumentId, final EventGroup group)
    {
        final PublicOrder order = orders.unseen(orderId);
        if (null == order)
        {
            throw broken("The event stream names an order it has not entered", group, instrumentId, orderId);
        }
        return order;
    }
}
