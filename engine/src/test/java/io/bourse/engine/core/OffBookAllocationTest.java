// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * After warm-up neither orders of a strategy, entered, replaced, traded in legs and cancelled, nor negotiated orders,
 * waiting and meeting, nor requests for quotes and kill switches allocate.
 */
class OffBookAllocationTest
{
    private static final int ROUNDS = 50_000;
    private static final int SPREAD = 20;
    private static final int ORDERS_PER_ROUND = 8;
    private static final int ORDER_ID_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH + 32 + 8;

    private final CommandWriter commands = new CommandWriter();
    private final VenueCommandWriter venue = new VenueCommandWriter(commands);
    private final QuoteCommandWriter quotes = new QuoteCommandWriter(commands);
    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private final int[] counts = new int[256];
    private final List<UnsafeBuffer> round = new ArrayList<>();
    private UnsafeBuffer replace;
    private UnsafeBuffer cancel;
    private long orders;

    @Test
    void shouldNotAllocateWhenWarm()
    {
        setUp();
        keep(spread(1, Side.BUY, 5, 7));
        replace = keep(commands.replaceOrder(1, e -> e.instrumentId(0).accountCode(0)
            .mode(ReplaceMode.SET_REST.value()).qtyLots(6).priceE5(8)));
        keep(spread(2, Side.SELL, 4, 8));
        cancel = keep(commands.cancelOrder(1, e -> e.instrumentId(0).accountCode(0)));
        // Position back to zero, so that no limit is ever reached.
        keep(spread(2, Side.BUY, 4, -8));
        keep(spread(1, Side.SELL, 4, -8));
        keep(venue.negotiated(1, 1, 3, Side.BUY.value(), 5, 100, "BB01"));
        keep(venue.negotiated(2, 1, 3, Side.SELL.value(), 5, 100, "AA01"));
        keep(venue.negotiated(1, 1, 4, Side.SELL.value(), 5, 100, "BB01"));
        keep(quotes.request(1, 1, 5, Side.BUY.value()));
        keep(venue.killSwitch(0, 1, "AA01", KillAction.STOP));
        keep(venue.killSwitch(0, 1, "AA01", KillAction.LIFT));
        play();

        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        play();
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, counts[CommandRejectedDecoder.TEMPLATE_ID]);
        assertEquals(2 * ROUNDS, counts[OrderReplacedDecoder.TEMPLATE_ID]);
        assertEquals(2 * ROUNDS * 5, counts[OffBookTradeDecoder.TEMPLATE_ID]);
        assertTrue(allocated < (long)ROUNDS * round.size(), "bytes=" + allocated + " rounds=" + ROUNDS);
    }

    private void play()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            replace.putLong(ORDER_ID_OFFSET, orders + 1);
            cancel.putLong(ORDER_ID_OFFSET, orders + 2);
            for (int j = 0; j < round.size(); j++)
            {
                engine.onCommand(i, i, round.get(j), 0, round.get(j).capacity());
            }
            orders += ORDERS_PER_ROUND;
        }
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        int position = offset + MessageHeaderDecoder.ENCODED_LENGTH + EventGroupDecoder.BLOCK_LENGTH + 1;
        while (position < offset + length)
        {
            counts[buffer.getShort(position + 2)]++;
            position += MessageHeaderDecoder.ENCODED_LENGTH + buffer.getShort(position);
        }
    }

    private void setUp()
    {
        feed(commands.clearingFirm("AA"));
        feed(commands.clearingFirm("BB"));
        feed(commands.brokerageFirm("AA01"));
        feed(commands.brokerageFirm("BB01"));
        feed(commands.account("AA01001", 0));
        feed(commands.account("BB01001", 1));
        feed(commands.login(1, LoginProtocol.TWIME, "alpha", "AA01"));
        feed(commands.login(2, LoginProtocol.FIX, "beta", "BB01"));
        feed(commands.instrument(1, "NEAR", 1, 0, 1_000_000));
        feed(commands.instrument(2, "FAR", 1, 0, 1_000_000));
        feed(commands.instrument(SPREAD, "SPREAD", e -> e.kind(InstrumentKind.SPREAD).priceTickE5(1)
            .lowLimitE5(-1_000).highLimitE5(1_000).settlementPriceE5(0)));
        feed(venue.legs(SPREAD, new int[]{1, 2}, new int[]{-2, 1}));
        feed(venue.margin(1, 10, 20));
        feed(venue.margin(2, 10, 20));
        feed(commands.openSession(1, 20261121));
    }

    private CommandWriter spread(final int login, final Side side, final long lots, final long priceE5)
    {
        return commands.newOrder(login, e -> e
            .accountCode(CoreFixture.ACCOUNTS[login])
            .instrumentId(SPREAD)
            .side(side.value())
            .qtyLots(lots)
            .priceE5(priceE5));
    }

    private void feed(final CommandWriter command)
    {
        engine.onCommand(0, 0, command.buffer, CommandWriter.OFFSET, command.length);
    }

    private UnsafeBuffer keep(final CommandWriter command)
    {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[command.length]);
        copy.putBytes(0, command.buffer, CommandWriter.OFFSET, command.length);
        round.add(copy);
        return copy;
    }
}
