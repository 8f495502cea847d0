// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixExecution;
import io.bourse.gateway.fix.client.FixNewOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two clients send orders, replaces and cancels without waiting for answers, so that many requests meet orders in
 * flight, and the gateway restarts in the middle. Whatever the seed: every request is answered, every report is new,
 * every order's arithmetic holds, every trade has two sides, and gateway and engine agree at the end.
 */
@Tag("venue")
class FixRandomFlowTest
{
    private static final OrderType[] TYPES =
        EnumSet.complementOf(EnumSet.of(OrderType.NULL_VAL)).toArray(new OrderType[0]);
    private static final int REQUESTS = Integer.getInteger("flow.requests", 1_500);

    @TempDir
    private Path directory;

    @Test
    void shouldAnswerEveryRequestWhenFlowIsRandom()
    {
        final long seed = Long.getLong("flow.seed", System.nanoTime());
        final String failed = "seed=" + seed;
        final Random random = new Random(seed);
        try (Venue venue = new Venue(directory).startGateway())
        {
            venue.operator.raiseFeatureLevel();
            final List<Trader> traders = List.of(venue.logOn("ALPHA"), venue.logOn("BETA"));
            final List<Set<String>> open = List.of(new TreeSet<>(), new TreeSet<>());
            for (int half = 0; half < 2; half++)
            {
                traders.forEach((trader) -> Venue.await(trader::isLoggedOn, failed));
                for (int i = 0; i < REQUESTS; i++)
                {
                    final int who = random.nextInt(2);
                    open.get(who).add(request(traders.get(who), random, half * REQUESTS + i));
                }
                for (int who = 0; who < 2; who++)
                {
                    awaitAnswers(venue, traders.get(who), open.get(who), failed);
                }
                venue.stopGateway();
                venue.startGateway();
            }
            final Operator.State state = venue.operator.state();
            assertEquals(state.orders(), venue.gateway().workingOrders(), failed);
            check(traders, state, failed);
        }
    }

    private static String request(final Trader trader, final Random random, final int number)
    {
        final String clOrdId = "q" + number;
        final long priceE5 = 10_000_000 + random.nextInt(20) * 1_000;
        final long qtyLots = 1 + random.nextInt(20);
        final String orig = "q" + Math.max(0, number - 1 - random.nextInt(6));
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        switch (random.nextInt(6))
        {
            case 0 -> trader.cancel(clOrdId, orig, side);
            case 1 -> trader.replace(clOrdId, orig, side, qtyLots, priceE5);
            case 2 -> trader.order(clOrdId, side, qtyLots, priceE5, TimeInForce.IOC);
            case 3 -> trader.client().newOrder(ofAnyType(
                TYPES[random.nextInt(TYPES.length)],
                new FixNewOrder(clOrdId, trader.account, Operator.CHEAP, side, qtyLots),
                priceE5,
                10_000_000 + random.nextInt(20) * 1_000));
            default -> trader.order(clOrdId, side, qtyLots, priceE5, TimeInForce.DAY);
        }
        return clOrdId;
    }

    private static FixNewOrder ofAnyType(
        final OrderType type, final FixNewOrder order, final long priceE5, final long triggerE5)
    {
        return switch (type)
        {
            case LIMIT -> order.limit(priceE5);
            case MARKET -> order;
            case MARKET_TO_LIMIT -> order.marketToLimit();
            case STOP -> order.stop(triggerE5);
            case STOP_LIMIT -> order.stop(triggerE5).limit(priceE5);
            case MARKET_IF_TOUCHED -> order.ifTouched(triggerE5);
            case NULL_VAL -> throw new AssertionError(type);
        };
    }

    /** An answer to a request is a report that is no trade, or a reject. */
    private static void awaitAnswers(
        final Venue venue, final Trader trader, final Set<String> open, final String failed)
    {
        while (!open.isEmpty())
        {
            final String line = trader.next();
            assertTrue(!line.startsWith("("), () -> failed + " unanswered=" + open + " isLoggedOn=" +
                trader.isLoggedOn() + " answer=" + line + ' ' + venue.counters());
            final String[] words = line.split(" ");
            final boolean isReject = line.startsWith("reject");
            if (isReject || !line.startsWith("F"))
            {
                open.remove(words[1].split("<")[0]);
            }
        }
    }

    private static void check(final List<Trader> traders, final Operator.State state, final String failed)
    {
        final Map<String, Integer> sidesOfTrade = new HashMap<>();
        long working = 0;
        for (final Trader trader : traders)
        {
            final List<FixExecution> executions = trader.executions();
            final Map<String, FixExecution> last = new HashMap<>();
            for (final FixExecution e : executions)
            {
                final FixExecution before = "NONE".equals(e.orderId()) ? null : last.put(e.orderId(), e);
                final long cumBefore = null == before ? 0 : before.cumQty();
                assertEquals(cumBefore + e.lastQty(), e.cumQty(), () -> failed + " " + e);
                final boolean isWorking = '0' == e.ordStatus() || '1' == e.ordStatus();
                assertEquals(isWorking ? e.orderQty() - e.cumQty() : 0, e.leavesQty(), () -> failed + " " + e);
                if (!e.tradeId().isEmpty())
                {
                    sidesOfTrade.merge(e.tradeId(), 1, Integer::sum);
                }
            }
            final List<String> execIds = executions.stream().map(FixExecution::execId).collect(Collectors.toList());
            assertEquals(execIds.size(), Set.copyOf(execIds).size(), failed);
            final List<FixExecution> ends = new ArrayList<>(last.values());
            working += ends.stream().filter((e) -> e.leavesQty() > 0).count();
        }
        assertEquals(state.orders(), working, failed);
        assertEquals(state.trades(), sidesOfTrade.size(), failed);
        assertTrue(sidesOfTrade.values().stream().allMatch((sides) -> 2 == sides), failed);
        assertTrue(state.trades() > 0, failed);
    }
}
