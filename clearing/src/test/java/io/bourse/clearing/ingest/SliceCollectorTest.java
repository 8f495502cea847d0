// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.Side;

class SliceCollectorTest
{
    private static final int INSTRUMENT = 0;
    private static final long MAX_SPREAD = 40;
    private static final long TICK = 1;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final OrderRegister orders = new OrderRegister();
    private final SliceCollector slices = new SliceCollector(10, 3);

    @BeforeEach
    void openTrading()
    {
        orders.onInstrument(INSTRUMENT);
        slices.onInstrument(INSTRUMENT);
        slices.onOpen(5);
    }

    @Test
    void shouldHaveNoValidSliceOfAnEmptyBook()
    {
        slices.advance(1_000, orders);
        assertEquals(0, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
    }

    @Test
    void shouldSliceTheBookAsItWasAtEachMoment()
    {
        accept(1, Side.BUY, 100);
        accept(2, Side.SELL, 110);
        slices.advance(11, orders);
        accept(3, Side.BUY, 104);
        slices.advance(20, orders);
        assertEquals(1, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
        // Stamped exactly at the moment of the slice: still part of it.
        accept(4, Side.BUY, 106);
        slices.advance(31, orders);
        // Mids 105, 108 and 108 of the slices at 10, 20 and 30.
        assertEquals(3, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
        assertEquals(108, slices.window(INSTRUMENT, MAX_SPREAD).medianE5(TICK));
        cancel(3, Side.BUY, 104);
        cancel(4, Side.BUY, 106);
        slices.advance(41, orders);
        slices.advance(51, orders);
        // Mids 108, 105 and 105: the oldest slices have left the window.
        assertEquals(105, slices.window(INSTRUMENT, MAX_SPREAD).medianE5(TICK));
    }

    @Test
    void shouldUseATradeInItsOwnSliceOnly()
    {
        accept(1, Side.BUY, 100);
        accept(2, Side.SELL, 110);
        slices.onTrade(INSTRUMENT, 109);
        slices.advance(11, orders);
        assertEquals(109, slices.window(INSTRUMENT, MAX_SPREAD).medianE5(TICK));
        slices.advance(31, orders);
        // 109, then mids 105 and 105.
        assertEquals(105, slices.window(INSTRUMENT, MAX_SPREAD).medianE5(TICK));
    }

    @Test
    void shouldFillTheWindowAfterALongSilenceAndForgetTheTrade()
    {
        accept(1, Side.BUY, 100);
        accept(2, Side.SELL, 110);
        slices.onTrade(INSTRUMENT, 109);
        slices.advance(1_000_000_000_001L, orders);
        assertEquals(3, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
        assertEquals(105, slices.window(INSTRUMENT, MAX_SPREAD).medianE5(TICK));
    }

    @Test
    void shouldBeginANewWindowWhenTradingOpens()
    {
        accept(1, Side.BUY, 100);
        accept(2, Side.SELL, 110);
        slices.advance(100, orders);
        slices.onOpen(100);
        assertEquals(0, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
        slices.advance(110, orders);
        assertEquals(0, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
        slices.advance(111, orders);
        assertEquals(1, slices.window(INSTRUMENT, MAX_SPREAD).validCount());
    }

    @Test
    void shouldNoteWhenAnOrderIsNotWhatTheRegisterHas()
    {
        accept(1, Side.BUY, 100);
        accept(1, Side.BUY, 100);
        cancel(9, Side.BUY, 100);
        assertFalse(orders.anomalies().isEmpty());
        assertEquals(2, orders.anomalies().size());
        assertEquals(true, orders.anomalies().get(1).contains("orderId=9"));
    }

    private void accept(final long orderId, final Side side, final long priceE5)
    {
        new OrderAcceptedEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .orderId(orderId).side(side).priceE5(priceE5).qtyLots(5).shown((short)1);
        orders.onAccepted(
            INSTRUMENT, new OrderAcceptedDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder()));
    }

    private void cancel(final long orderId, final Side side, final long priceE5)
    {
        new OrderCancelledEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .orderId(orderId).side(side).priceE5(priceE5).qtyLots(5);
        orders.onCancelled(
            new OrderCancelledDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder()));
    }
}
