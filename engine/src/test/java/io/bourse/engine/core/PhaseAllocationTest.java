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
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Neither whole auctions, begun, indicated and uncrossed, nor trading inside a volatility corridor allocates once warm.
 */
class PhaseAllocationTest
{
    private static final int ROUNDS = 50_000;
    private static final int COMMANDS_PER_ROUND = 7;

    private final CommandWriter commands = new CommandWriter();
    private final VenueCommandWriter venue = new VenueCommandWriter(commands);
    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private int refused;

    @Test
    void shouldNotAllocatePerCommandWhenWarm()
    {
        setUp();
        final UnsafeBuffer[] round = {
            copy(venue.changePhase(1, Phase.INTRADAY_AUCTION, 0, 0, Phase.CONTINUOUS)),
            copy(order(1, Side.BUY, 5, 505)),
            copy(order(2, Side.SELL, 3, 500)),
            copy(order(2, Side.SELL, 2, 500)),
            copy(venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS)),
            copy(order(2, Side.SELL, 2, 501)),
            copy(order(1, Side.BUY, 2, 501))
        };
        assertEquals(COMMANDS_PER_ROUND, round.length);
        play(round);
        play(round);

        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        play(round);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        final long commandCount = (long)ROUNDS * COMMANDS_PER_ROUND;
        assertEquals(0, refused);
        assertTrue(allocated < commandCount, "bytes=" + allocated + " commands=" + commandCount);
    }

    private void play(final UnsafeBuffer[] round)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            for (int j = 0; j < COMMANDS_PER_ROUND; j++)
            {
                engine.onCommand(i, i, round[j], 0, round[j].capacity());
            }
        }
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        final int firstEvent = offset + 8 + EventGroupDecoder.BLOCK_LENGTH + 1;
        if (CommandRejectedDecoder.TEMPLATE_ID == buffer.getShort(firstEvent + 2))
        {
            refused++;
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
        feed(commands.instrument(1, "ONE-12.26", 1, 0, 1_000_000));
        feed(commands.openSession(1, 20261121));
        feed(venue.priceControls(1, encoder -> encoder.dynamicRangeE5(100).staticRangeE5(100)));
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
