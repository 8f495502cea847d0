// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/**
 * The fast limit book and the plain one, half a million random requests: valid, repeated and mistaken ones.
 */
class LimitOrderBookPropertyTest
{
    private static final int REQUESTS = 250_000;
    private static final int IDS = 400;
    private static final int PRICES = 200;

    private final LimitBookText fastText = new LimitBookText();
    private final LimitBookText plainText = new LimitBookText();
    private final LimitOrderBook fast = new FastLimitOrderBook(fastText);
    private final LimitOrderBook plain = new PlainLimitOrderBook(plainText);

    @Test
    void shouldAgree()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("LimitOrderBookPropertyTest bourse.seed=" + seed);
        final Random random = new Random(seed);
        long trades = 0;
        for (int i = 0; i < REQUESTS; i++)
        {
            final long requestSeed = random.nextLong();
            request(new Random(requestSeed), fast);
            request(new Random(requestSeed), plain);
            final List<String> said = plainText.take();
            assertEquals(said, fastText.take(), "seed=" + seed + " request=" + i);
            trades += said.stream().filter(line -> line.startsWith("trade")).count();
            assertEquals(plain.bestBidTicks(), fast.bestBidTicks(), "seed=" + seed + " request=" + i);
            assertEquals(plain.bestAskTicks(), fast.bestAskTicks(), "seed=" + seed + " request=" + i);
            assertEquals(plain.size(), fast.size(), "seed=" + seed + " request=" + i);
            if (0 == i % 100)
            {
                assertDepthAgrees(seed, i);
            }
        }
        assertTrue(trades > REQUESTS / 10, "the requests must trade: seed=" + seed + " trades=" + trades);
    }

    private static void request(final Random random, final LimitOrderBook book)
    {
        final long orderId = random.nextInt(IDS);
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        final long priceTicks = random.nextInt(PRICES) - (Side.BUY == side ? PRICES * 3 / 4 : PRICES / 4);
        final long lots = random.nextInt(20);
        final int kind = random.nextInt(10);
        if (kind < 6)
        {
            book.newOrder(orderId, side, priceTicks, lots, 0 == kind);
        }
        else if (kind < 8)
        {
            book.cancel(orderId);
        }
        else
        {
            book.replace(orderId, priceTicks, lots);
        }
    }

    private void assertDepthAgrees(final long seed, final int request)
    {
        for (long priceTicks = -PRICES; priceTicks <= PRICES; priceTicks++)
        {
            for (final Side side : new Side[]{Side.BUY, Side.SELL})
            {
                final String at = "seed=" + seed + " request=" + request + " " + side + "@" + priceTicks;
                assertEquals(plain.depthLots(side, priceTicks), fast.depthLots(side, priceTicks), at);
                assertEquals(plain.depthOrders(side, priceTicks), fast.depthOrders(side, priceTicks), at);
            }
        }
    }
}
