// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * After warm-up the core allocates nothing but an occasional page.
 */
class CoreAllocationTest
{
    private static final int ROUNDS = 200_000;
    private static final int COMMANDS_PER_ROUND = 6;

    private final CoreFixture fixture = new CoreFixture();
    private final CommandWriter commands = fixture.commands;
    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private int refused;
    private long orderCounter;

    @Test
    void shouldNotAllocatePerCommandWhenWarm()
    {
        final UnsafeBuffer[] buffers = new UnsafeBuffer[COMMANDS_PER_ROUND];
        setUpMembers();
        buffers[0] = copy(order(2, Side.SELL, 10, 100));
        buffers[1] = copy(order(1, Side.BUY, 4, 101));
        buffers[2] = copy(order(1, Side.BUY, 5, 90));
        buffers[3] = copy(commands.replaceOrder(2, encoder ->
            encoder.qtyLots(5).priceE5(102).mode(ReplaceMode.SET_REST.value())));
        buffers[4] = copy(commands.cancelOrder(2, encoder -> encoder.clOrdId(1)));
        buffers[5] = copy(commands.cancelOrder(1, encoder -> encoder.clOrdId(1)));
        play(buffers);

        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        play(buffers);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        final long perCommandLimit = (long)ROUNDS * COMMANDS_PER_ROUND;
        assertEquals(0, refused);
        assertTrue(allocated < perCommandLimit, "bytes=" + allocated + " commands=" + perCommandLimit);
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        final int firstEvent = offset + 8 + EventGroupDecoder.BLOCK_LENGTH + 1;
        if (CommandRejectedDecoder.TEMPLATE_ID == buffer.getShort(firstEvent + 2))
        {
            refused++;
        }
    }

    private void play(final UnsafeBuffer[] buffers)
    {
        final int replacedIdOffset = 8 + 32 + 8;
        for (int i = 0; i < ROUNDS; i++)
        {
            final long sellId = orderCounter + 1;
            final long restingBuyId = orderCounter + 3;
            final long replacedId = orderCounter + 4;
            orderCounter += 4;
            buffers[3].putLong(replacedIdOffset, sellId);
            buffers[4].putLong(replacedIdOffset, replacedId);
            buffers[5].putLong(replacedIdOffset, restingBuyId);
            for (int j = 0; j < COMMANDS_PER_ROUND; j++)
            {
                engine.onCommand(i, i, buffers[j], 0, buffers[j].capacity());
            }
        }
    }

    private void setUpMembers()
    {
        feed(commands.clearingFirm("AA"));
        feed(commands.clearingFirm("BB"));
        feed(commands.brokerageFirm("AA01"));
        feed(commands.brokerageFirm("BB01"));
        feed(commands.account("AA01001", 0));
        feed(commands.account("BB01001", 1));
        feed(commands.login(1, LoginProtocol.TWIME, "alpha", "AA01"));
        feed(commands.login(2, LoginProtocol.FIX, "beta", "BB01"));
        feed(commands.instrument(1, "ONE-12.26", 1, 0, 1_000_000));
        feed(commands.openSession(1, 20261121));
    }

    private CommandWriter order(final int login, final Side side, final long lots, final long priceE5)
    {
        return commands.newOrder(login, encoder -> encoder
            .accountCode(CoreFixture.ACCOUNTS[login])
            .side(side.value())
            .qtyLots(lots)
            .priceE5(priceE5));
    }

    private void feed(final CommandWriter command)
    {
        engine.onCommand(0, 0, command.buffer, CommandWriter.OFFSET, command.length);
    }

    private static UnsafeBuffer copy(final CommandWriter command)
    {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[command.length]);
        copy.putBytes(0, command.buffer, CommandWriter.OFFSET, command.length);
        return copy;
    }
}
