// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Consumer;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * After warm-up no kind of order allocates: those with triggers are parked and triggered, icebergs show slices, GTD
 * timers come and go, own orders meet. Every round leaves an empty book.
 */
@Tag("venue")
class OrderAllocationTest
{
    private static final int ROUNDS = 20_000;

    private final AllocationFixture core = new AllocationFixture();

    @Test
    void shouldNotAllocatePerOrderWhenWarm()
    {
        core.feed(core.venue.selfTrade("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT));
        core.open();
        keepRound();

        core.assertNothingAllocated(ROUNDS);
        assertEquals(0, core.events(CommandRejectedDecoder.TEMPLATE_ID));
        assertEquals(3 * ROUNDS, core.events(OrderActivatedDecoder.TEMPLATE_ID));
    }

    private void keepRound()
    {
        special(2, Side.SELL, OrderType.LIMIT, 10, encoder -> encoder.displayLots(3).displayVarianceLots(1));
        special(1, Side.BUY, OrderType.STOP, 2, encoder -> encoder.stopPriceE5(101));
        special(1, Side.BUY, OrderType.STOP_LIMIT, 2, encoder -> encoder.stopPriceE5(101).priceE5(99));
        special(1, Side.SELL, OrderType.MARKET_IF_TOUCHED, 2, encoder -> encoder.stopPriceE5(101));
        special(1, Side.BUY, OrderType.LIMIT, 4, encoder -> encoder.minLots(2));
        special(1, Side.BUY, OrderType.MARKET_TO_LIMIT, 3, OrderAllocationTest::nothingElse);
        special(1, Side.SELL, OrderType.LIMIT, 1, encoder -> encoder.priceE5(98).timeInForce(TimeInForce.IOC.value()));
        special(2, Side.SELL, OrderType.LIMIT, 1, encoder -> encoder.priceE5(101));
        special(1, Side.BUY, OrderType.MARKET, 4, OrderAllocationTest::nothingElse);
        special(1, Side.BUY, OrderType.LIMIT, 5, encoder -> encoder
            .priceE5(90)
            .conditions((short)(OrderConditions.HIDDEN | OrderConditions.POST_ONLY))
            .timeInForce(TimeInForce.GTD.value())
            .expireDateNs(Long.MAX_VALUE - 1));
        special(1, Side.SELL, OrderType.LIMIT, 2, encoder -> encoder.priceE5(90));
        special(2, Side.SELL, OrderType.LIMIT, 1_000, encoder ->
            encoder.priceE5(1).timeInForce(TimeInForce.IOC.value()));
        special(1, Side.BUY, OrderType.MARKET, 1_000, OrderAllocationTest::nothingElse);
        // The last price goes back below the triggers for the next round.
        special(2, Side.SELL, OrderType.LIMIT, 1, OrderAllocationTest::nothingElse);
        special(1, Side.BUY, OrderType.LIMIT, 1, OrderAllocationTest::nothingElse);
    }

    private void special(
        final int login,
        final Side side,
        final OrderType type,
        final long lots,
        final Consumer<NewSpecialOrderEncoder> change)
    {
        core.keep(core.commands.newSpecialOrder(login, encoder ->
        {
            encoder
                .accountCode(CoreFixture.ACCOUNTS[login])
                .side(side.value())
                .orderType(type.value())
                .qtyLots(lots);
            change.accept(encoder);
        }));
    }

    private static void nothingElse(final NewSpecialOrderEncoder encoder)
    {
        encoder.displayLots(0);
    }
}
