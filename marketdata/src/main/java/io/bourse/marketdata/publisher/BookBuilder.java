// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.SimbaFlags;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.util.ArrayList;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * Keeps the publisher's books from the engine's events and turns every transaction into SIMBA messages. What comes out
 * depends on the events alone, so a restarted publisher counts the same messages again.
 */
final class BookBuilder implements EventListener
{
    private static final long TIME_IN_FORCE_FLAGS = SimbaFlags.DAY | SimbaFlags.IOC | SimbaFlags.FOK;

    private final BookPool pool = new BookPool();
    private final Int2ObjectHashMap<InstrumentState> instrumentById = new Int2ObjectHashMap<>();
    // Lists keep the order of definition and of first touch: what is sent must not depend on hashing.
    private final ArrayList<InstrumentState> instruments = new ArrayList<>();
    private final ArrayList<InstrumentState> touched = new ArrayList<>();
    private final ArrayList<InstrumentState> changedTouches = new ArrayList<>();
    private final TransactionEncoder encoder;
    private final TransactionSink sink;
    private long sessionId = SimbaPacketDescriptor.NULL_UINT32;
    private boolean isBookCleared;

    BookBuilder(final int maxPacketLength, final TransactionSink sink)
    {
        encoder = new TransactionEncoder(maxPacketLength);
        this.sink = sink;
    }

    List<InstrumentState> instruments()
    {
        return instruments;
    }

    long sessionId()
    {
        return sessionId;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        encoder.reset();
        touched.clear();
        isBookCleared = false;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        changedTouches.clear();
        for (int i = 0, size = touched.size(); i < size; i++)
        {
            final InstrumentState instrument = touched.get(i);
            if (instrument.settleTouch())
            {
                changedTouches.add(instrument);
            }
        }
        encoder.finish(changedTouches);
        sink.onTransaction(encoder, sessionId, group);
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        if (!instrumentById.containsKey(instrumentId))
        {
            final InstrumentState instrument = new InstrumentState(instrumentId, pool);
            instrumentById.put(instrumentId, instrument);
            instruments.add(instrument);
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        sessionId = event.sessionId();
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        final long mdFlags = timeInForceFlag(event.timeInForce());
        enter(
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
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final InstrumentState instrument = touch(event.instrumentId(), group);
        final boolean isBid = Side.BUY == event.side();
        final long orderId = event.orderId();
        final long prevOrderId = event.prevOrderId();
        final long timeInForce = order(instrument, prevOrderId, group).mdFlags();
        final long mdFlags = timeInForce | SimbaFlags.REPLACE;
        if (orderId == prevOrderId)
        {
            instrument.book().resize(orderId, event.qtyLots());
            encoder.orderUpdate(
                instrument, orderId, isBid, event.priceE5(), event.qtyLots(), mdFlags, MDUpdateAction.Change);
            return;
        }

        instrument.book().remove(prevOrderId);
        encoder.orderUpdate(
            instrument, prevOrderId, isBid, event.prevPriceE5(), event.prevQtyLots(), mdFlags, MDUpdateAction.Delete);
        enter(instrument, group, orderId, isBid, event.priceE5(), event.qtyLots(), timeInForce, mdFlags);
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final CancelReason reason = event.reason();
        if (isBookCleared && CancelReason.SESSION_END == reason)
        {
            // EmptyBook has said it for all of them.
            return;
        }
        final InstrumentState instrument = touch(event.instrumentId(), group);
        final long orderId = event.orderId();
        final long timeInForce = order(instrument, orderId, group).mdFlags();
        // The flag marks the result of somebody's request; the rest of an IOC order just ends.
        final long mdFlags = CancelReason.IOC_REST == reason ? timeInForce : timeInForce | SimbaFlags.CANCEL;
        instrument.book().remove(orderId);
        encoder.orderUpdate(
            instrument,
            orderId,
            Side.BUY == event.side(),
            event.priceE5(),
            event.qtyLots(),
            mdFlags,
            MDUpdateAction.Delete);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final InstrumentState instrument = touch(event.instrumentId(), group);
        if (Side.BUY == event.aggressorSide())
        {
            execute(instrument, group, event, event.buy(), true, SimbaFlags.ACTIVE_SIDE);
            execute(instrument, group, event, event.sell(), false, SimbaFlags.PASSIVE_SIDE);
        }
        else
        {
            execute(instrument, group, event, event.sell(), false, SimbaFlags.ACTIVE_SIDE);
            execute(instrument, group, event, event.buy(), true, SimbaFlags.PASSIVE_SIDE);
        }
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        isBookCleared = true;
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            instruments.get(i).book().clear();
        }
        encoder.emptyBook();
    }

    private void enter(
        final InstrumentState instrument,
        final EventGroup group,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long qtyLots,
        final long timeInForce,
        final long mdFlags)
    {
        final MarketBook book = instrument.book();
        if (null == book.add(orderId, isBid, priceE5, qtyLots, group.engineTimeNs(), timeInForce))
        {
            throw broken("The event stream enters an order twice", group, book.securityId(), orderId);
        }
        encoder.orderUpdate(instrument, orderId, isBid, priceE5, qtyLots, mdFlags, MDUpdateAction.New);
    }

    private void execute(
        final InstrumentState instrument,
        final EventGroup group,
        final TradeDecoder trade,
        final TradeSideDecoder side,
        final boolean isBid,
        final long sideFlag)
    {
        final long orderId = side.orderId();
        final long restLots = side.restLots();
        final long mdFlags = (order(instrument, orderId, group).mdFlags() & TIME_IN_FORCE_FLAGS) | sideFlag;
        if (0 == restLots)
        {
            instrument.book().remove(orderId);
        }
        else
        {
            instrument.book().resize(orderId, restLots);
        }
        encoder.orderExecution(
            instrument,
            orderId,
            isBid,
            side.orderPriceE5(),
            restLots,
            trade.tradeId(),
            trade.priceE5(),
            trade.qtyLots(),
            mdFlags);
    }

    private InstrumentState touch(final int instrumentId, final EventGroup group)
    {
        final InstrumentState instrument = instrumentById.get(instrumentId);
        if (null == instrument)
        {
            throw broken("The event stream names an instrument it has not defined", group, instrumentId, 0);
        }
        if (instrument.touch())
        {
            touched.add(instrument);
        }
        return instrument;
    }

    private static BookOrder order(final InstrumentState instrument, final long orderId, final EventGroup group)
    {
        final BookOrder order = instrument.book().order(orderId);
        if (null == order)
        {
            throw broken(
                "The event stream names an order it has not entered", group, instrument.book().securityId(), orderId);
        }
        return order;
    }

    private static IllegalStateException broken(
        final String reason, final EventGroup group, final int instrumentId, final long orderId)
    {
        return new IllegalStateException(reason + ", market data cannot go on: instrumentId=" + instrumentId +
            " orderId=" + orderId + " commandPosition=" + group.commandPosition() +
            " frameSequence=" + group.frameSequence());
    }

    private static long timeInForceFlag(final TimeInForce timeInForce)
    {
        return switch (timeInForce)
        {
            case IOC -> SimbaFlags.IOC;
            case FOK -> SimbaFlags.FOK;
            default -> SimbaFlags.DAY;
        };
    }
}
