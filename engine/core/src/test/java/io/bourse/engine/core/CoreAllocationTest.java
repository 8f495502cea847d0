// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * After warm-up the core allocates nothing but an occasional page.
 */
@Tag("venue")
class CoreAllocationTest
{
    private static final int ROUNDS = 200_000;

    private final AllocationFixture core = new AllocationFixture().open();
    private UnsafeBuffer replaceSell;
    private UnsafeBuffer cancelSell;
    private UnsafeBuffer cancelBuy;
    private long orderCounter;

    @Test
    void shouldNotAllocatePerCommandWhenWarm()
    {
        core.keep(core.order(2, Side.SELL, 10, 100));
        core.keep(core.order(1, Side.BUY, 4, 101));
        core.keep(core.order(1, Side.BUY, 5, 90));
        replaceSell = core.keep(core.commands.replaceOrder(2, encoder ->
            encoder.qtyLots(5).priceE5(102).mode(ReplaceMode.SET_REST.value())));
        cancelSell = core.keep(core.commands.cancelOrder(2, encoder -> encoder.clOrdId(1)));
        cancelBuy = core.keep(core.commands.cancelOrder(1, encoder -> encoder.clOrdId(1)));

        core.assertNothingAllocated(ROUNDS, this::nextOrders);
        assertEquals(0, core.events(CommandRejectedDecoder.TEMPLATE_ID));
        assertEquals(ROUNDS, core.events(TradeDecoder.TEMPLATE_ID));
        assertEquals(ROUNDS, core.events(OrderReplacedDecoder.TEMPLATE_ID));
    }

    private void nextOrders()
    {
        AllocationFixture.orderId(replaceSell, orderCounter + 1);
        AllocationFixture.orderId(cancelSell, orderCounter + 4);
        AllocationFixture.orderId(cancelBuy, orderCounter + 3);
        orderCounter += 4;
    }
}
