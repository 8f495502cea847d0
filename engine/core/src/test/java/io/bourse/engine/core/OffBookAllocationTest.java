// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * After warm-up neither orders of a strategy, entered, replaced, traded in legs and cancelled, nor negotiated orders,
 * waiting and meeting, nor requests for quotes and kill switches allocate.
 */
@Tag("venue")
class OffBookAllocationTest
{
    private static final int ROUNDS = 50_000;
    private static final int SPREAD = 20;
    private static final int ORDERS_PER_ROUND = 8;

    private final AllocationFixture core = new AllocationFixture();
    private UnsafeBuffer replace;
    private UnsafeBuffer cancel;
    private long orders;

    @Test
    void shouldNotAllocateWhenWarm()
    {
        setUpStrategy();
        core.keep(core.order(1, SPREAD, Side.BUY, 5, 7));
        replace = core.keep(core.commands.replaceOrder(1, encoder ->
            encoder.mode(ReplaceMode.SET_REST.value()).qtyLots(6).priceE5(8)));
        core.keep(core.order(2, SPREAD, Side.SELL, 4, 8));
        cancel = core.keep(core.commands.cancelOrder(1, encoder -> encoder.clOrdId(1)));
        // Position back to zero, so that no limit is ever reached.
        core.keep(core.order(2, SPREAD, Side.BUY, 4, -8));
        core.keep(core.order(1, SPREAD, Side.SELL, 4, -8));
        core.keep(core.venue.negotiated(1, 1, 3, Side.BUY.value(), 5, 100, "BB01"));
        core.keep(core.venue.negotiated(2, 1, 3, Side.SELL.value(), 5, 100, "AA01"));
        core.keep(core.venue.negotiated(1, 1, 4, Side.SELL.value(), 5, 100, "BB01"));
        core.keep(core.quotes.request(1, 1, 5, Side.BUY.value()));
        core.keep(core.venue.killSwitch(0, 1, "AA01", KillAction.STOP));
        core.keep(core.venue.killSwitch(0, 1, "AA01", KillAction.LIFT));

        core.assertNothingAllocated(ROUNDS, this::nextOrders);
        assertEquals(0, core.events(CommandRejectedDecoder.TEMPLATE_ID));
        assertEquals(ROUNDS, core.events(OrderReplacedDecoder.TEMPLATE_ID));
        assertEquals(5 * ROUNDS, core.events(OffBookTradeDecoder.TEMPLATE_ID));
    }

    private void nextOrders()
    {
        AllocationFixture.orderId(replace, orders + 1);
        AllocationFixture.orderId(cancel, orders + 2);
        orders += ORDERS_PER_ROUND;
    }

    private void setUpStrategy()
    {
        core.feed(core.commands.instrument(2, "FAR", 1, 0, 1_000_000));
        core.feed(core.commands.instrument(SPREAD, "SPREAD", encoder -> encoder.kind(InstrumentKind.SPREAD)
            .priceTickE5(1).lowLimitE5(-1_000).highLimitE5(1_000).settlementPriceE5(0)));
        core.feed(core.venue.legs(SPREAD, new int[]{1, 2}, new int[]{-2, 1}));
        core.feed(core.venue.margin(1, 10, 20));
        core.feed(core.venue.margin(2, 10, 20));
        core.open();
    }
}
