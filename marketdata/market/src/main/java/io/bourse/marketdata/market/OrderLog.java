// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.EndMoveDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.statistics.MarketStatistics;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Orders and trades of the public market: keeps the public books from the engine's events and says what becomes of
 * them. Nothing leaves that would show what is hidden: see {@link UnseenOrders} and {@link UnseenAggressor}.
 */
abstract class OrderLog extends CheckpointedListener
{
    private final BookPool pool = new BookPool();
    private final Int2ObjectHashMap<PublicInstrument> instrumentById = new Int2ObjectHashMap<>();
    // Lists keep the order of definition and of first touch: what is published must not depend on hashing.
    private final ArrayList<PublicInstrument> instruments = new ArrayList<>();
    private final List<PublicInstrument> instrumentsView = Collections.unmodifiableList(instruments);
    private final ArrayList<PublicInstrument> touched = new ArrayList<>();
    private final PublicSession session = new PublicSession();
    private final PublicTransaction transaction = new PublicTransaction(session);
    private final BookChanges changes = new BookChanges(transaction);
    private final UnseenOrders unseenOrders = new UnseenOrders();
    private final UnseenAggressor unseenAggressor = new UnseenAggressor(transaction);
    private final PublicTransactionListener listener;
    private BookWatch[] watches = {};
    /** Trade of a strategy whose first leg has been seen. */
    private long strategyTradeId;

    OrderLog(final PublicTransactionListener listener)
    {
        this.listener = listener;
    }

    /**
     * All instruments, in the order of their definition.
     *
     * @return view, as long as the market.
     */
    public final List<PublicInstrument> instruments()
    {
        return instrumentsView;
    }

    /**
     * The trading session.
     *
     * @return the same object always.
     */
    public final PublicSession session()
    {
        return session;
    }

    /**
     * Adds a watch over the books.
     *
     * @param watch called before any book changes.
     */
    public final void watch(final BookWatch watch)
    {
        watches = Arrays.copyOf(watches, watches.length + 1);
        watches[watches.length - 1] = watch;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        transaction.begin(group);
        touched.clear();
        strategyTradeId = 0;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        super.onGroupEnd(group);
        unseenAggressor.complete();
        for (int i = 0, size = touched.size(); i < size; i++)
        {
            final PublicInstrument instrument = touched.get(i);
            if (instrument.settleTouch())
            {
                transaction.addChangedTouch(instrument);
            }
        }
        transaction.end();
        listener.onTransaction(transaction);
    }

    final PublicInstrument define(final int instrumentId)
    {
        PublicInstrument instrument = instrumentById.get(instrumentId);
        if (null == instrument)
        {
            instrument = new PublicInstrument(instrumentId, instruments.size(), pool);
            instrumentById.put(instrumentId, instrument);
            instruments.add(instrument);
        }
        return instrument;
    }

    /**
     * Finds an instrument.
     *
     * @param instrumentId of the engine.
     * @return the instrument, or null.
     */
    public final PublicInstrument instrument(final int instrumentId)
    {
        return instrumentById.get(instrumentId);
    }

    /**
     * The instrument that an event names.
     *
     * @param instrumentId of the engine.
     * @param group of the event.
     * @return the instrument.
     * @throws IllegalStateException if it was not defined.
     */
    protected final PublicInstrument instrument(final int instrumentId, final EventGroup group)
    {
        final PublicInstrument instrument = instrumentById.get(instrumentId);
        if (null == instrument)
        {
            throw BookChanges.broken("The event stream names an instrument it has not defined", group, instrumentId, 0);
        }
        return instrument;
    }

    final void changed(final PublicInstrument instrument, final int change)
    {
        transaction.addChange(instrument, change);
    }

    final void changed(final int sessionChange)
    {
        transaction.addSessionChange(sessionChange);
    }

    /** The session is in another state, and so is every instrument. */
    final void changed(final PublicSession.State state, final int sessionChange)
    {
        session.state = state;
        transaction.addSessionChange(sessionChange);
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            transaction.affect(instruments.get(i));
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        final long mdFlags = OrderMdFlags.of(event.timeInForce(), event.conditions());
        if (0 == event.shown())
        {
            unseenOrders.add(event.orderId(), mdFlags);
            return;
        }
        if (EndMoveDecoder.TEMPLATE_ID == group.commandTemplateId())
        {
            // It has come from another partition between two sessions: the next one restates it.
            unseenOrders.sleep(event.orderId());
            return;
        }
        changes.enter(
            touch(event.instrumentId(), group),
            group,
            event.orderId(),
            Side.BUY == event.side(),
            event.priceE5(),
            event.qtyLots(),
            mdFlags,
            mdFlags);
    }

    @Override
    public final void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        final long orderId = event.orderId();
        final long mdFlags = unseen(orderId, event.instrumentId(), group).mdFlags;
        if (0 != event.shown())
        {
            unseenOrders.remove(orderId);
            final boolean isBid = Side.BUY == event.side();
            final PublicInstrument instrument = touch(event.instrumentId(), group);
            changes.enter(instrument, group, orderId, isBid, event.priceE5(), event.restLots(), mdFlags, mdFlags);
        }
    }

    @Override
    public final void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        final long orderId = event.orderId();
        final long mdFlags = OrderMdFlags.of(event.timeInForce(), event.conditions());
        if (0 != event.shown())
        {
            unseenOrders.wake(orderId);
            final boolean isBid = Side.BUY == event.side();
            final PublicInstrument instrument = touch(event.instrumentId(), group);
            changes.enter(instrument, group, orderId, isBid, event.priceE5(), event.restLots(), mdFlags, mdFlags);
        }
    }

    @Override
    public final void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        final PublicInstrument instrument = touch(event.instrumentId(), group);
        final UnseenOrder order = unseen(event.orderId(), event.instrumentId(), group);
        final long sliceId = event.displayOrderId();
        final boolean isBid = Side.BUY == event.side();
        if (sliceId == order.sliceId)
        {
            final BookOrder slice = instrument.book().order(sliceId);
            changes.resize(instrument, slice, event.shownLots(), order.mdFlags | MdFlags.REPLACE);
            return;
        }
        changes.removeSlice(instrument, order, MdFlags.REPLACE);
        order.sliceId = sliceId;
        changes.enter(
            instrument, group, sliceId, isBid, event.priceE5(), event.shownLots(), order.mdFlags, order.mdFlags);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final PublicInstrument instrument = touch(event.instrumentId(), group);
        final BookOrder previous = instrument.book().order(event.prevOrderId());
        if (null == previous)
        {
            onUnseenReplaced(instrument, group, event);
            return;
        }
        final long kindFlags = previous.mdFlags();
        final long mdFlags = kindFlags | MdFlags.REPLACE;
        final long orderId = event.orderId();
        final boolean isBid = Side.BUY == event.side();
        if (orderId == event.prevOrderId())
        {
            changes.resize(instrument, previous, event.qtyLots(), mdFlags);
            return;
        }
        changes.remove(instrument, previous, event.prevQtyLots(), mdFlags);
        if (0 == event.shown())
        {
            unseenOrders.add(orderId, kindFlags);
        }
        else
        {
            changes.enter(instrument, group, orderId, isBid, event.priceE5(), event.qtyLots(), kindFlags, mdFlags);
        }
    }

    /** An order that keeps its id keeps its slice too, or its new size follows as SliceShown. */
    private void onUnseenReplaced(
        final PublicInstrument instrument, final EventGroup group, final OrderReplacedDecoder event)
    {
        final long orderId = event.orderId();
        final long prevOrderId = event.prevOrderId();
        final UnseenOrder order = unseen(prevOrderId, event.instrumentId(), group);
        if (orderId == prevOrderId)
        {
            return;
        }
        final long kindFlags = order.mdFlags;
        changes.removeSlice(instrument, order, MdFlags.REPLACE);
        unseenOrders.remove(prevOrderId);
        if (0 == event.shown())
        {
            unseenOrders.add(orderId, kindFlags);
        }
        else
        {
            changes.enter(
                instrument,
                group,
                orderId,
                Side.BUY == event.side(),
                event.priceE5(),
                event.qtyLots(),
                kindFlags,
                kindFlags | MdFlags.REPLACE);
        }
    }

    @Override
    public final void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        final PublicInstrument instrument = touch(event.instrumentId(), group);
        BookOrder order = instrument.book().order(event.orderId());
        if (null == order)
        {
            order = instrument.book().order(unseen(event.orderId(), event.instrumentId(), group).sliceId);
        }
        if (null != order)
        {
            final long restLots = Math.max(0, order.qtyLots() - event.reducedLots());
            final long mdFlags = order.mdFlags() | MdFlags.DUE_TO_CROSS_CANCEL;
            if (0 == restLots)
            {
                changes.remove(instrument, order, order.qtyLots(), mdFlags);
            }
            else
            {
                changes.resize(instrument, order, restLots, mdFlags);
            }
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final long orderId = event.orderId();
        if (unseenOrders.wake(orderId))
        {
            // It was in no public book any more: EmptyBook has said it for all of them.
            return;
        }
        final PublicInstrument instrument = touch(event.instrumentId(), group);
        final BookOrder order = instrument.book().order(orderId);
        final long reasonFlags = OrderMdFlags.ofCancelReason(event.reason());
        if (null == order)
        {
            changes.removeSlice(instrument, unseen(orderId, event.instrumentId(), group), reasonFlags);
            unseenOrders.remove(orderId);
        }
        else
        {
            changes.remove(instrument, order, event.qtyLots(), order.mdFlags() | reasonFlags);
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final PublicInstrument instrument = touch(event.instrumentId(), group);
        final Side aggressor = event.aggressorSide();
        if (Side.BUY == aggressor)
        {
            aggress(instrument, group, event, event.buy(), true);
            rest(instrument, group, event, event.sell(), false, MdFlags.PASSIVE_SIDE);
        }
        else if (Side.SELL == aggressor)
        {
            aggress(instrument, group, event, event.sell(), false);
            rest(instrument, group, event, event.buy(), true, MdFlags.PASSIVE_SIDE);
        }
        else
        {
            final long mdFlags = MdFlags.PASSIVE_SIDE | MdFlags.DURING_DISCRETE_AUCTION;
            rest(instrument, group, event, event.buy(), true, mdFlags);
            rest(instrument, group, event, event.sell(), false, mdFlags);
        }
    }

    private void aggress(
        final PublicInstrument instrument,
        final EventGroup group,
        final TradeDecoder trade,
        final TradeSideDecoder side,
        final boolean isBid)
    {
        final BookOrder order = instrument.book().order(side.orderId());
        if (null != order)
        {
            changes.execute(instrument, order, trade, side.restLots(), MdFlags.ACTIVE_SIDE);
            return;
        }
        final long kindFlags = unseen(side.orderId(), trade.instrumentId(), group).mdFlags;
        unseenAggressor.onTrade(
            instrument,
            side.orderId(),
            isBid,
            trade.tradeId(),
            trade.priceE5(),
            trade.qtyLots(),
            kindFlags,
            kindFlags | MdFlags.ACTIVE_SIDE);
        forgetIfFilled(side);
    }

    private void rest(
        final PublicInstrument instrument,
        final EventGroup group,
        final TradeDecoder trade,
        final TradeSideDecoder side,
        final boolean isBid,
        final long sideFlags)
    {
        final BookOrder order = instrument.book().order(side.orderId());
        if (null != order)
        {
            changes.execute(instrument, order, trade, side.restLots(), sideFlags);
            return;
        }
        final UnseenOrder unseen = unseen(side.orderId(), trade.instrumentId(), group);
        final BookOrder slice = instrument.book().order(unseen.sliceId);
        if (null == slice)
        {
            transaction.unseenExecution(
                instrument, isBid, trade.tradeId(), trade.priceE5(), trade.qtyLots(), unseen.mdFlags | sideFlags);
        }
        else
        {
            // In an auction an iceberg trades more than its slice, which then just ends.
            changes.execute(instrument, slice, trade, Math.max(0, slice.qtyLots() - trade.qtyLots()), sideFlags);
        }
        forgetIfFilled(side);
    }

    private void forgetIfFilled(final TradeSideDecoder side)
    {
        if (0 == side.restLots())
        {
            unseenOrders.remove(side.orderId());
        }
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        final PublicInstrument instrument = touch(event.instrumentId(), group);
        final long mdFlags;
        if (OffBookKind.SPREAD_LEG == event.kind())
        {
            mdFlags = event.parentTradeId() == strategyTradeId ?
                MdFlags.MULTI_LEG | MdFlags.SECOND_LEG : MdFlags.MULTI_LEG;
            strategyTradeId = event.parentTradeId();
        }
        else
        {
            mdFlags = MdFlags.NEGOTIATED | MdFlags.NEGOTIATED_MATCH_BY_REF;
            forgetIfFilled(event.buy());
            forgetIfFilled(event.sell());
        }
        transaction.unseenExecution(instrument, true, event.tradeId(), event.priceE5(), event.qtyLots(), mdFlags);
        transaction.unseenExecution(instrument, false, event.tradeId(), event.priceE5(), event.qtyLots(), mdFlags);
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        transaction.correct(new PublicCorrection(
            instrument(event.instrumentId(), group),
            event.tradeId(),
            event.priceE5(),
            event.qtyLots(),
            event.newTradeId(),
            event.newPriceE5(),
            event.newQtyLots(),
            mdFlags(event)));
    }

    private static long mdFlags(final TradeCorrectedDecoder event)
    {
        return switch (event.offBookKind())
        {
            case SPREAD_LEG -> MdFlags.MULTI_LEG;
            case NEGOTIATED -> MdFlags.NEGOTIATED | MdFlags.NEGOTIATED_MATCH_BY_REF;
            case NULL_VAL -> Side.NULL_VAL == event.aggressorSide() ? MdFlags.DURING_DISCRETE_AUCTION : 0;
        };
    }

    @Override
    public final void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        unseenOrders.onBooksCleared(instruments);
        for (final BookWatch watch : watches)
        {
            watch.beforeAllCleared();
        }
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            final PublicInstrument instrument = instruments.get(i);
            if (0 != instrument.book().orderCount() || 0 != instrument.indicativeLots)
            {
                transaction.affect(instrument);
            }
            instrument.endIndication();
            instrument.book().clear();
        }
        transaction.emptyBook();
    }

    private UnseenOrder unseen(final long orderId, final int instrumentId, final EventGroup group)
    {
        final UnseenOrder order = unseenOrders.get(orderId);
        if (null == order)
        {
            throw BookChanges.broken(
                "The event stream names an order it has not entered", group, instrumentId, orderId);
        }
        return order;
    }

    private PublicInstrument touch(final int instrumentId, final EventGroup group)
    {
        final PublicInstrument instrument = instrument(instrumentId, group);
        if (instrument.touch())
        {
            touched.add(instrument);
            for (final BookWatch watch : watches)
            {
                watch.beforeChange(instrument);
            }
        }
        return instrument;
    }

    /** All but the statistics, which are there already when this is read. */
    final void state(final CheckpointState state, final MarketStatistics statistics)
    {
        positionState(state);
        session.state(state);
        for (int i = 0, count = state.count(instruments.size()); i < count; i++)
        {
            final int instrumentId = state.number(state.isReading() ? 0 : instruments.get(i).instrumentId());
            define(instrumentId).state(state, statistics.statistics(instrumentId));
        }
        for (int i = 0, count = instruments.size(); i < count; i++)
        {
            legs(state, instruments.get(i));
        }
        unseenOrders.state(state);
    }

    private void legs(final CheckpointState state, final PublicInstrument strategy)
    {
        for (int i = 0, count = state.count(strategy.legs().size()); i < count; i++)
        {
            final PublicLeg leg = state.isReading() ? null : strategy.legs().get(i);
            final int instrumentId = state.number(null == leg ? 0 : leg.instrument().instrumentId());
            final int ratio = state.number(null == leg ? 0 : leg.ratio());
            if (null == leg)
            {
                strategy.addLeg(new PublicLeg(instrument(instrumentId), ratio));
            }
        }
    }
}
