// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.ingest.order.BestPrices;
import io.bourse.clearing.ingest.order.LotsByPrice;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SliceCollectorTest
{
    private static final int INSTRUMENT = 0;
    private static final long MAX_SPREAD = 40;
    private static final long TICK = 1;

    private final LotsByPrice bids = new LotsByPrice(true);
    private final LotsByPrice asks = new LotsByPrice(false);
    private final BestPrices orders = new BestPrices()
    {
        @Override
        public long bestBidE5(final int instrument)
        {
            return bids.bestE5();
        }

        @Override
        public long bestAskE5(final int instrument)
        {
            return asks.bestE5();
        }
    };
    private final SliceCollector slices = new SliceCollector(10, 3);

    @BeforeEach
    void openTrading()
    {
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

    private void accept(final long orderId, final Side side, final long priceE5)
    {
        (Side.BUY == side ? bids : asks).add(priceE5, orderId);
    }

    private void cancel(final long orderId, final Side side, final long priceE5)
    {
        (Side.BUY == side ? bids : asks).add(priceE5, -orderId);
    }
}
