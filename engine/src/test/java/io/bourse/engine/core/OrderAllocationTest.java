// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import com.sun.management.ThreadMXBean;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * After warm-up no kind of order allocates: stops are parked and triggered, icebergs show slices, GTD timers come and
 * go, own orders meet. Every round leaves an empty book.
 */
class OrderAllocationTest
{
    private static final int ROUNDS = 50_000;

    private final CoreFixture core = new CoreFixture();
    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private final List<UnsafeBuffer> round = new ArrayList<>();
    private long refused;
    private long activated;
    private boolean isCounting;

    @Test
    void shouldNotAllocatePerOrderWhenWarm()
    {
        setUpMembers();
        prepareRound();
        isCounting = true;
        play();
        refused = 0;
        activated = 0;
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        play();
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        final long commands = (long)ROUNDS * round.size();
        assertEquals(0, refused);
        assertEquals(2L * ROUNDS, activated);
        assertTrue(allocated < commands, "bytes=" + allocated + " commands=" + commands);
    }

    private void prepareRound()
    {
        special(2, Side.SELL, OrderType.LIMIT, 10, encoder -> encoder.displayLots(3).displayVarianceLots(1));
        special(1, Side.BUY, OrderType.STOP, 2, encoder -> encoder.stopPriceE5(101));
        special(1, Side.BUY, OrderType.STOP_LIMIT, 2, encoder -> encoder.stopPriceE5(101).priceE5(99));
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
        final CommandWriter command = core.commands.newSpecialOrder(login, encoder ->
        {
            encoder
                .accountCode(CoreFixture.ACCOUNTS[login])
                .side(side.value())
                .orderType(type.value())
                .qtyLots(lots);
            change.accept(encoder);
        });
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[command.length]);
        copy.putBytes(0, command.buffer, CommandWriter.OFFSET, command.length);
        round.add(copy);
    }

    private static void nothingElse(final NewSpecialOrderEncoder encoder)
    {
        encoder.displayLots(0);
    }

    private void play()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            for (int j = 0; j < round.size(); j++)
            {
                engine.onCommand(1_000, i, round.get(j), 0, round.get(j).capacity());
            }
        }
    }

    private void setUpMembers()
    {
        final CommandWriter commands = core.commands;
        feed(commands.clearingFirm("AA"));
        feed(commands.clearingFirm("BB"));
        feed(commands.brokerageFirm("AA01"));
        feed(commands.brokerageFirm("BB01"));
        feed(commands.account("AA01001", 0));
        feed(commands.account("BB01001", 1));
        feed(commands.login(1, LoginProtocol.TWIME, "alpha", "AA01"));
        feed(commands.login(2, LoginProtocol.FIX, "beta", "BB01"));
        feed(commands.instrument(1, "ONE-12.26", 1, 0, 1_000_000));
        feed(new VenueCommandWriter(commands).selfTrade("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT));
        feed(commands.openSession(1, 20261121));
    }

    private void feed(final CommandWriter command)
    {
        engine.onCommand(1_000, 0, command.buffer, CommandWriter.OFFSET, command.length);
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isCounting)
        {
            return;
        }
        int position = offset + 8 + EventGroupDecoder.BLOCK_LENGTH + 1;
        while (position < offset + length)
        {
            final int templateId = buffer.getShort(position + 2);
            refused += CommandRejectedDecoder.TEMPLATE_ID == templateId ? 1 : 0;
            activated += OrderActivatedDecoder.TEMPLATE_ID == templateId ? 1 : 0;
            position += 8 + buffer.getShort(position);
        }
    }
}
