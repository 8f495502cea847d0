// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.function.BiConsumer;

/**
 * Random operations on the fast book and on the plain one, half a million in all; what they say and everything they
 * hold is compared after every one. A seed is in the name or printed; run one again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class OrderBookPropertyTest
{
    @Test
    void shouldAgreeWhenPricesAreFew()
    {
        assertBooksAgree(1, 200_000, random -> random.nextInt(8) - 4);
    }

    @Test
    void shouldAgreeWhenPricesSpanPages()
    {
        assertBooksAgree(2, 150_000, random -> random.nextInt(30) * 37L);
    }

    @Test
    void shouldAgreeWhenPricesAreExtreme()
    {
        final long[] centres = {Long.MIN_VALUE + 2, -1L << 40, -64, 0, 4096, 1L << 60, Long.MAX_VALUE - 2};
        assertBooksAgree(3, 60_000, random -> centres[random.nextInt(centres.length)] + random.nextInt(5) - 2);
    }

    @Test
    void shouldAgreeWhenSeedIsNew()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("OrderBookPropertyTest bourse.seed=" + seed);
        assertBooksAgree(seed, 100_000, random -> random.nextInt(12));
    }

    private static void assertBooksAgree(final long seed, final int steps, final RandomOperations.Prices prices)
    {
        final RandomOperations fast = new RandomOperations(seed, new FastOrderBook<>(), prices);
        final RandomOperations plain = new RandomOperations(seed, new PlainOrderBook<>(), prices);
        final BiConsumer<RandomOperations, RandomOperations> same = (first, second) ->
        {
            if (!first.log.isSame(second.log))
            {
                assertArrayEquals(second.log.toArray(), first.log.toArray(),
                    "seed=" + seed + " step=" + first.steps() + " operation=" + first.lastOperation());
            }
        };
        long trades = 0;
        for (int i = 0; i < steps; i++)
        {
            fast.next();
            plain.next();
            same.accept(fast, plain);
            trades += fast.log.trades();
        }
        assertTrue(trades > steps / 10, "the operations must trade: seed=" + seed + " trades=" + trades);
    }
}
