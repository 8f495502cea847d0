// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderRestatedEncoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionDateMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeSideEncoder;
import io.bourse.testing.BareGroup;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes engine events by hand and shows them to a listener: for transactions whose bytes were computed by hand.
 */
public final class EventScript implements BareGroup
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final EventListener listener;
    private long engineTimeNs;
    private long cursor;
    private boolean isMoreWaiting;

    EventScript(final EventListener listener)
    {
        this.listener = listener;
    }

    EventScript begin(final long engineTimeNs)
    {
        this.engineTimeNs = engineTimeNs;
        cursor += 64;
        listener.onGroupBegin(this);
        return this;
    }

    /** The next transaction follows this one at once. */
    EventScript more(final boolean isMoreWaiting)
    {
        this.isMoreWaiting = isMoreWaiting;
        return this;
    }

    void end()
    {
        listener.onGroupEnd(this);
    }

    EventScript instrument(final int instrumentId)
    {
        new InstrumentDefinedEncoder().wrap(buffer, 0).instrumentId(instrumentId);
        listener.onInstrumentDefined(this, new InstrumentDefinedDecoder().wrap(
            buffer, 0, InstrumentDefinedDecoder.BLOCK_LENGTH, InstrumentDefinedDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript session(final int sessionId)
    {
        return session(sessionId, 20_261_122);
    }

    EventScript session(final int sessionId, final int tradingDate)
    {
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(tradingDate);
        listener.onSessionOpened(this, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedDecoder.BLOCK_LENGTH, SessionOpenedDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript dateMoved(final int sessionId, final int tradingDate)
    {
        new SessionDateMovedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(tradingDate);
        listener.onSessionDateMoved(this, new SessionDateMovedDecoder().wrap(
            buffer, 0, SessionDateMovedDecoder.BLOCK_LENGTH, SessionDateMovedDecoder.SCHEMA_VERSION));
        return this;
    }

    /** A GTC order comes into the new session. */
    EventScript restated(
        final int instrumentId, final long orderId, final Side side, final long priceE5, final long restLots)
    {
        new OrderRestatedEncoder().wrap(buffer, 0)
            .instrumentId(instrumentId)
            .orderId(orderId)
            .side(side)
            .priceE5(priceE5)
            .restLots(restLots)
            .timeInForce(TimeInForce.GTC)
            .conditions((short)0)
            .shown((short)1);
        listener.onOrderRestated(this, new OrderRestatedDecoder().wrap(
            buffer, 0, OrderRestatedDecoder.BLOCK_LENGTH, OrderRestatedDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript accepted(
        final int instrumentId,
        final long orderId,
        final Side side,
        final long priceE5,
        final long qtyLots,
        final TimeInForce timeInForce)
    {
        new OrderAcceptedEncoder().wrap(buffer, 0)
            .instrumentId(instrumentId)
            .orderId(orderId)
            .side(side)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .timeInForce(timeInForce)
            .conditions((short)0)
            .shown((short)1);
        listener.onOrderAccepted(this, new OrderAcceptedDecoder().wrap(
            buffer, 0, OrderAcceptedDecoder.BLOCK_LENGTH, OrderAcceptedDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript replaced(
        final int instrumentId,
        final long orderId,
        final long prevOrderId,
        final Side side,
        final long priceE5,
        final long prevPriceE5,
        final long qtyLots,
        final long prevQtyLots)
    {
        new OrderReplacedEncoder().wrap(buffer, 0)
            .instrumentId(instrumentId)
            .orderId(orderId)
            .prevOrderId(prevOrderId)
            .side(side)
            .priceE5(priceE5)
            .prevPriceE5(prevPriceE5)
            .qtyLots(qtyLots)
            .prevQtyLots(prevQtyLots)
            .shown((short)1);
        listener.onOrderReplaced(this, new OrderReplacedDecoder().wrap(
            buffer, 0, OrderReplacedDecoder.BLOCK_LENGTH, OrderReplacedDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript cancelled(
        final int instrumentId,
        final long orderId,
        final Side side,
        final long priceE5,
        final long qtyLots,
        final CancelReason reason)
    {
        new OrderCancelledEncoder().wrap(buffer, 0)
            .instrumentId(instrumentId)
            .orderId(orderId)
            .side(side)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .reason(reason);
        listener.onOrderCancelled(this, new OrderCancelledDecoder().wrap(
            buffer, 0, OrderCancelledDecoder.BLOCK_LENGTH, OrderCancelledDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript trade(
        final int instrumentId,
        final long tradeId,
        final Side aggressor,
        final long priceE5,
        final long qtyLots,
        final long[] buy,
        final long[] sell)
    {
        final TradeEncoder trade = new TradeEncoder().wrap(buffer, 0)
            .instrumentId(instrumentId)
            .tradeId(tradeId)
            .aggressorSide(aggressor)
            .priceE5(priceE5)
            .qtyLots(qtyLots);
        side(trade.buy(), buy);
        side(trade.sell(), sell);
        listener.onTrade(this, new TradeDecoder().wrap(
            buffer, 0, TradeDecoder.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION));
        return this;
    }

    EventScript bookCleared(final int sessionId)
    {
        new BookClearedEncoder().wrap(buffer, 0).sessionId(sessionId);
        listener.onBookCleared(this, new BookClearedDecoder().wrap(
            buffer, 0, BookClearedDecoder.BLOCK_LENGTH, BookClearedDecoder.SCHEMA_VERSION));
        return this;
    }

    private static void side(final TradeSideEncoder side, final long[] idPriceRest)
    {
        side.orderId(idPriceRest[0]).orderPriceE5(idPriceRest[1]).restLots(idPriceRest[2]);
    }

    @Override
    public long cursor()
    {
        return cursor;
    }

    @Override
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    @Override
    public boolean isMoreWaiting()
    {
        return isMoreWaiting;
    }

    @Override
    public long frameSequence()
    {
        return cursor / 64;
    }
}
