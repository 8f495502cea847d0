// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.sun.management.ThreadMXBean;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.Side;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A core that counts its events and drops them, and a round of commands that it executes over and over: what it
 * allocates on the way can be measured. It is given two logins, 1 (account AA01001) and 2 (account BB01001), and
 * instrument 1; a test {@link #feed}s it what else it needs, {@link #keep}s the commands of its round, each round
 * leaving the core as it was found, and asks {@link #assertNothingAllocated}.
 */
final class AllocationFixture
{
    private static final int ORDER_ID_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + ReplaceOrderDecoder.orderIdEncodingOffset();
    /** Length of an empty clientRef, between the block of a frame and its events: no command here has another. */
    private static final int CLIENT_REF_LENGTH = 1;

    final CommandWriter commands = new CommandWriter();
    final VenueCommandWriter venue = new VenueCommandWriter(commands);
    final QuoteCommandWriter quotes = new QuoteCommandWriter(commands);

    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private final List<UnsafeBuffer> round = new ArrayList<>();
    private final int[] events = new int[256];
    private long timeNs;

    AllocationFixture()
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            feed(commands.featureLevel(level));
        }
        feed(commands.clearingFirm("AA"));
        feed(commands.clearingFirm("BB"));
        feed(commands.brokerageFirm("AA01"));
        feed(commands.brokerageFirm("BB01"));
        feed(commands.account("AA01001", 0));
        feed(commands.account("BB01001", 1));
        feed(commands.login(1, LoginProtocol.TWIME, "alpha", "AA01"));
        feed(commands.login(2, LoginProtocol.FIX, "beta", "BB01"));
        feed(commands.instrument(1, "ONE-12.26", 1, 0, 1_000_000));
    }

    AllocationFixture open()
    {
        feed(commands.openSession(1, 20261121));
        return this;
    }

    /** Executes the command just encoded, once, before any round: it must be right. */
    void feed(final CommandWriter command)
    {
        engine.onCommand(timeNs, timeNs, command.buffer, CommandWriter.OFFSET, command.length);
        assertEquals(0, events(CommandRejectedDecoder.TEMPLATE_ID), "refused in the set-up");
    }

    /**
     * Appends the command just encoded to the round.
     *
     * @param command just encoded.
     * @return what the round plays, for {@link #orderId}.
     */
    UnsafeBuffer keep(final CommandWriter command)
    {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[command.length]);
        copy.putBytes(0, command.buffer, CommandWriter.OFFSET, command.length);
        round.add(copy);
        return copy;
    }

    /** Encodes an order for instrument 1 and the login's own account. */
    CommandWriter order(final int login, final Side side, final long lots, final long priceE5)
    {
        return order(login, 1, side, lots, priceE5);
    }

    CommandWriter order(
        final int login, final int instrumentId, final Side side, final long lots, final long priceE5)
    {
        return commands.newOrder(login, encoder -> encoder
            .accountCode(CoreFixture.ACCOUNTS[login])
            .instrumentId(instrumentId)
            .side(side.value())
            .qtyLots(lots)
            .priceE5(priceE5));
    }

    /**
     * Says which order a command of the round is about.
     *
     * @param command kept: a CancelOrder or a ReplaceOrder, which hold it in the same place.
     * @param orderId of the order.
     */
    static void orderId(final UnsafeBuffer command, final long orderId)
    {
        command.putLong(ORDER_ID_OFFSET, orderId);
    }

    /** As {@link #assertNothingAllocated(int, Runnable)}, for a round that is always the same. */
    void assertNothingAllocated(final int rounds)
    {
        assertNothingAllocated(rounds, () ->
        {
        });
    }

    /**
     * Plays the rounds to warm up and once more to measure. An occasional page, less than a byte a command, is nothing.
     *
     * @param rounds of either run.
     * @param beforeRound brings the kept commands up to date.
     */
    void assertNothingAllocated(final int rounds, final Runnable beforeRound)
    {
        play(rounds, beforeRound);
        Arrays.fill(events, 0);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        play(rounds, beforeRound);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        final long commandCount = (long)rounds * round.size();
        assertTrue(allocated < commandCount, () -> "bytes=" + allocated + " commands=" + commandCount);
    }

    /** How many events of this kind there have been, since measuring began if it has. */
    int events(final int templateId)
    {
        return events[templateId];
    }

    private void play(final int rounds, final Runnable beforeRound)
    {
        for (int i = 0; i < rounds; i++)
        {
            beforeRound.run();
            for (int j = 0; j < round.size(); j++)
            {
                final UnsafeBuffer command = round.get(j);
                timeNs++;
                engine.onCommand(timeNs, timeNs, command, 0, command.capacity());
            }
        }
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        int position =
            offset + MessageHeaderDecoder.ENCODED_LENGTH + EventGroupDecoder.BLOCK_LENGTH + CLIENT_REF_LENGTH;
        while (position < offset + length)
        {
            events[buffer.getShort(position + 2)]++;
            position += MessageHeaderDecoder.ENCODED_LENGTH + buffer.getShort(position);
        }
    }
}
