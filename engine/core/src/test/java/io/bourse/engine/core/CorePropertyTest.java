// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.book.PlainOrderBook;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.function.Supplier;

/**
 * Long random sequences of commands through two cores. The seed is in the name or printed; run one again with
 * {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class CorePropertyTest
{
    private static final int COMMANDS = 200_000;
    private static final int DEPTH_EVERY = 5_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 20261121})
    void shouldAgreeWithTheOracleWhenSeedIs(final long seed)
    {
        assertBooksAgree(seed);
    }

    @Test
    void shouldAgreeWithTheOracleWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("CorePropertyTest bourse.seed=" + seed);
        assertBooksAgree(seed);
    }

    @Test
    void shouldGiveTheSameBytesWhenTheSameCommandsComeAgain()
    {
        final long seed = 42;
        final CoreFixture first = core(FastOrderBook::new);
        final CoreFixture second = core(FastOrderBook::new);
        final RandomCommands firstCommands = new RandomCommands(seed, first);
        for (int i = 0; i < 50_000; i++)
        {
            firstCommands.sendNext();
        }
        final RandomCommands secondCommands = new RandomCommands(seed, second);
        for (int i = 0; i < 50_000; i++)
        {
            secondCommands.sendNext();
        }
        assertEquals(first.stateHash(), second.stateHash());
        assertEquals(first.recorder.rollingHash, second.recorder.rollingHash);
        assertEquals(first.recorder.frames.size(), second.recorder.frames.size());
        for (int i = 0; i < first.recorder.frames.size(); i++)
        {
            assertArrayEquals(first.recorder.frames.get(i), second.recorder.frames.get(i));
        }
    }

    private static void assertBooksAgree(final long seed)
    {
        final CoreFixture fast = core(FastOrderBook::new);
        final CoreFixture oracle = core(PlainOrderBook::new);
        final RandomCommands fastCommands = new RandomCommands(seed, fast);
        final RandomCommands oracleCommands = new RandomCommands(seed, oracle);
        long trades = 0;
        for (int i = 0; i < COMMANDS; i++)
        {
            fast.recorder.frames.clear();
            oracle.recorder.frames.clear();
            fastCommands.sendNext();
            oracleCommands.sendNext();
            trades += fastCommands.tradesOfLast();
            if (!fastCommands.hasSameEvents(oracleCommands))
            {
                assertEquals(oracle.texts(), fast.texts(), "seed=" + seed + " command=" + i);
            }
            assertEquals(oracle.recorder.rollingHash, fast.recorder.rollingHash, "seed=" + seed + " command=" + i);
            if (0 == i % DEPTH_EVERY)
            {
                assertDepthAgrees(seed, i, oracle, fast);
            }
        }
        assertDepthAgrees(seed, COMMANDS, oracle, fast);
        assertEquals(oracle.stateHash(), fast.stateHash(), "seed=" + seed);
        assertTrue(trades > COMMANDS / 20, "the flow must trade: seed=" + seed + " trades=" + trades);
    }

    private static void assertDepthAgrees(
        final long seed, final int command, final CoreFixture oracle, final CoreFixture fast)
    {
        for (int book = 0; book < RandomCommands.INSTRUMENTS; book++)
        {
            for (final Side side : new Side[]{Side.BUY, Side.SELL})
            {
                final String at = "seed=" + seed + " command=" + command + " book=" + book + " side=" + side;
                assertEquals(oracle.depth(book, side), fast.depth(book, side), at);
            }
        }
        oracle.send(oracle.commands.reportState(command));
        fast.send(fast.commands.reportState(command));
        assertEquals(oracle.texts(), fast.texts(), "seed=" + seed + " command=" + command);
    }

    private static CoreFixture core(final Supplier<OrderBook<Order>> bookSupplier)
    {
        final CoreFixture core = new CoreFixture(0, bookSupplier).withMembers().open();
        core.returnsTexts = false;
        return core;
    }
}
