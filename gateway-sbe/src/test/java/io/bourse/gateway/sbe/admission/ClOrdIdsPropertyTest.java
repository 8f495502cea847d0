// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import org.junit.jupiter.api.RepeatedTest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A login that sends at random, an engine that decides at random, and a gateway that is started again from the events:
 * the ids that are taken are at any time those of a model that keeps every order.
 */
class ClOrdIdsPropertyTest
{
    private static final int STEPS = 3_000;
    private static final int IDS = 200;
    private static final long NO_ORDER = -1;

    /** A request under way; it replaces the order with an id, or makes a new one. */
    private record Request(long sequence, long clOrdId, long replaced, boolean isDated)
    {
    }

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<Consumer<ClOrdIds>> events = new ArrayList<>();
    private final ArrayDeque<Request> underWay = new ArrayDeque<>();
    /** Ids of live orders and whether they live until a date. */
    private final Map<Long, Boolean> orders = new HashMap<>();
    private final Set<Long> usedInSession = new HashSet<>();
    private ClOrdIds ids = new ClOrdIds(new IdBudget(1_000_000, 1_000_000));
    private long sequence;

    @RepeatedTest(10)
    void shouldTakeTheIdsOfTheModelAlsoAfterARestart()
    {
        int refused = 0;
        for (int step = 0; step < STEPS; step++)
        {
            final int dice = random.nextInt(100);
            if (dice < 45)
            {
                refused += isRequestRefused(step) ? 1 : 0;
            }
            else if (dice < 85)
            {
                decide();
            }
            else if (dice < 96)
            {
                end();
            }
            else if (dice < 99)
            {
                openSession();
            }
            else
            {
                restart();
            }
            assertEquals(expected(), taken(), "seed=" + seed + " step=" + step);
        }
        assertTrue(refused > 0, "no id was ever repeated: seed=" + seed);
    }

    private boolean isRequestRefused(final int step)
    {
        final long id = random.nextInt(IDS);
        final boolean isTaken = expected().contains(id);
        assertEquals(isTaken, ids.isTaken(id), "seed=" + seed + " step=" + step + " id=" + id);
        if (!isTaken)
        {
            // A number is also used by requests that carry no id of an order, as cancels.
            sequence += 1 + random.nextInt(3);
            final long replaced = random.nextBoolean() ? NO_ORDER : anyOrder();
            underWay.addLast(new Request(sequence, id, replaced, random.nextBoolean()));
            ids.onRequest(id, sequence);
        }
        return isTaken;
    }

    private void decide()
    {
        if (underWay.size() > 1 && 0 == random.nextInt(20))
        {
            // Lost on its way: no event will ever speak of it, but of one behind it.
            underWay.pollFirst();
        }
        final Request request = underWay.pollFirst();
        if (null == request)
        {
            return;
        }
        apply((target) -> target.onDecided(request.sequence()));
        underWay.removeIf((other) -> other.sequence() <= request.sequence());
        final boolean isReplace = NO_ORDER != request.replaced();
        if (0 == random.nextInt(4) || isReplace && !orders.containsKey(request.replaced()))
        {
            return;
        }
        if (isReplace)
        {
            orders.put(request.clOrdId(), orders.remove(request.replaced()));
            apply((target) -> target.onReplaced(request.replaced(), request.clOrdId()));
        }
        else
        {
            orders.put(request.clOrdId(), request.isDated());
            apply((target) -> target.onAccepted(request.clOrdId(), request.isDated()));
        }
        usedInSession.add(request.clOrdId());
    }

    private void end()
    {
        final long id = anyOrder();
        if (NO_ORDER != id)
        {
            orders.remove(id);
            apply((target) -> target.onEnded(id));
        }
    }

    private void openSession()
    {
        for (final long id : List.copyOf(orders.keySet()))
        {
            if (!orders.get(id))
            {
                orders.remove(id);
                apply((target) -> target.onEnded(id));
            }
        }
        usedInSession.clear();
        apply(ClOrdIds::onSessionOpened);
    }

    /** What is under way is decided before the barrier of a new gateway, or it is lost. */
    private void restart()
    {
        while (random.nextBoolean() && !underWay.isEmpty())
        {
            decide();
        }
        underWay.clear();
        ids = new ClOrdIds(new IdBudget(1_000_000, 1_000_000));
        events.forEach((event) -> event.accept(ids));
    }

    private void apply(final Consumer<ClOrdIds> event)
    {
        events.add(event);
        event.accept(ids);
    }

    private long anyOrder()
    {
        return orders.keySet().stream().sorted().skip(orders.isEmpty() ? 0 : random.nextInt(orders.size()))
            .findFirst().orElse(NO_ORDER);
    }

    private Set<Long> expected()
    {
        final Set<Long> expected = new HashSet<>(usedInSession);
        orders.forEach((id, isDated) ->
        {
            if (isDated)
            {
                expected.add(id);
            }
        });
        underWay.forEach((request) -> expected.add(request.clOrdId()));
        return expected;
    }

    private Set<Long> taken()
    {
        final Set<Long> taken = new HashSet<>();
        for (long id = 0; id < IDS; id++)
        {
            if (ids.isTaken(id))
            {
                taken.add(id);
            }
        }
        return taken;
    }
}
