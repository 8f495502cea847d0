// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.ThreadMXBean;

import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.Side;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * After warm-up nothing that a market maker does allocates: quotes of every fate, a trip, a reset, a mass cancel, a
 * disconnect.
 */
class QuoteAllocationTest
{
    private static final int ROUNDS = 50_000;

    private final CommandWriter commands = new CommandWriter();
    private final VenueCommandWriter venue = new VenueCommandWriter(commands);
    private final QuoteCommandWriter quotes = new QuoteCommandWriter(commands);
    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private final int[] counts = new int[MessageHeaderDecoder.SCHEMA_ID];
    private final List<UnsafeBuffer> round = new ArrayList<>();
    private long timeNs;

    @Test
    void shouldNotAllocateWhenWarm()
    {
        setUpMembers();
        keep(quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], 2)
            .entry(1, 1, 5, 99, 5, 101)
            .entry(2, 2, 5, 99, 5, 101)
            .end());
        keep(quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], 2)
            .entry(1, 1, 4, 99, 6, 102)
            .entry(2, 2, 0, 0, 5, 98)
            .end());
        keep(commands.newOrder(2, encoder -> encoder
            .accountCode(CoreFixture.ACCOUNTS[2]).side(Side.SELL.value()).qtyLots(2).priceE5(99)));
        keep(venue.resetProtection(1));
        keep(quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], 1).entry(1, 1, 4, 99, 6, 102).end());
        keep(venue.massCancel(1, encoder -> encoder.side((short)1)));
        keep(venue.disconnected(1));
        keep(venue.connected(1));
        play();

        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        play();
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(2 * ROUNDS, counts[MarketMakerProtectionTrippedDecoder.TEMPLATE_ID]);
        assertEquals(10 * ROUNDS, counts[QuoteAcknowledgedDecoder.TEMPLATE_ID]);
        assertEquals(2 * ROUNDS, counts[MassCancelledDecoder.TEMPLATE_ID]);
        assertTrue(allocated < (long)ROUNDS * round.size(), "bytes=" + allocated + " rounds=" + ROUNDS);
    }

    private void play()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            for (int j = 0; j < round.size(); j++)
            {
                engine.onCommand(++timeNs, timeNs, round.get(j), 0, round.get(j).capacity());
            }
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
        feed(commands.instrument(2, "TWO-12.26", 1, 0, 1_000_000));
        feed(commands.openSession(1, 20261121));
        feed(venue.loginRights(1, LoginRights.QUOTES, 1_000_000));
        feed(venue.protection(1, 1_000_000, 2, 0, 0));
    }

    private void feed(final CommandWriter command)
    {
        engine.onCommand(0, 0, command.buffer, CommandWriter.OFFSET, command.length);
    }

    private void keep(final CommandWriter command)
    {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[command.length]);
        copy.putBytes(0, command.buffer, CommandWriter.OFFSET, command.length);
        round.add(copy);
    }
}
