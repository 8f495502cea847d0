// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.model.SettlementPrice;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The open-addressing tables against maps of the platform. */
class PrimitiveTablesTest
{
    private static final int STEPS = 300_000;

    @Test
    void shouldKnowTheBestLevelsAsASortedMapDoes()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final LotsByPrice bids = new LotsByPrice(true);
        final LotsByPrice asks = new LotsByPrice(false);
        final TreeMap<Long, Long> model = new TreeMap<>();
        for (int i = 0; i < STEPS; i++)
        {
            final long priceE5 = (random.nextInt(400) - 200) * 100_000L;
            final long has = model.getOrDefault(priceE5, 0L);
            final long delta = has > 0 && random.nextInt(3) > 0 ? -has : random.nextInt(5);
            bids.add(priceE5, delta);
            asks.add(priceE5, delta);
            model.put(priceE5, has + delta);
            model.remove(priceE5, 0L);
            if (0 == random.nextInt(3))
            {
                final boolean isEmpty = model.isEmpty();
                assertEquals(isEmpty ? SettlementPrice.NO_PRICE : model.lastKey(), bids.bestE5(), "seed=" + seed);
                assertEquals(isEmpty ? SettlementPrice.NO_PRICE : model.firstKey(), asks.bestE5(), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldFindOrdersAsAMapDoes()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final TrackedOrders orders = new TrackedOrders();
        final Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < STEPS; i++)
        {
            final long id = 1 + random.nextInt(30_000);
            final int at = orders.find(id);
            assertEquals(model.containsKey(id), TrackedOrders.NONE != at, "seed=" + seed);
            if (TrackedOrders.NONE == at)
            {
                final long rest = 1 + random.nextInt(1_000_000);
                orders.put(id, (int)(id % 400), 0 == (id & 1), -id, rest, (int)id * 60_000, (int)id & 0x3FFF);
                model.put(id, rest);
            }
            else
            {
                assertEntry(orders, at, id, model.get(id), "seed=" + seed);
                if (random.nextBoolean())
                {
                    orders.remove(at);
                    model.remove(id);
                }
            }
        }
        assertEquals(model.size(), orders.size());
        final int[] places = orders.placesById();
        final long[] ids = model.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
        for (int i = 0; i < ids.length; i++)
        {
            assertEntry(orders, places[i], ids[i], model.get(ids[i]), "seed=" + seed);
        }
    }

    private static void assertEntry(
        final TrackedOrders orders, final int at, final long id, final long rest, final String message)
    {
        assertEquals(id, orders.orderId(at), message);
        assertEquals(rest, orders.restLots(at), message);
        assertEquals(-id, orders.priceE5(at), message);
        assertEquals(id % 400, orders.instrument(at), message);
        assertEquals((int)id * 60_000, orders.account(at), message);
        assertEquals(id & 0x3FFF, orders.firmKey(at), message);
        assertEquals(0 == (id & 1), orders.isBuy(at), message);
    }
}
