// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SyntheticFlowTest
{
    private static final int[] WEIGHTS = {3, 1, 2};
    private static final long COUNT = 50_000;

    private final List<InstrumentSpec> instruments =
        ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120).instruments().stream()
            .filter(spec -> InstrumentKind.FUTURE == spec.kind()).toList();

    @Test
    void shouldSayTheSameForTheSameSeedOnly()
    {
        final List<String> first = Actions.all(flow(5_000, 7));
        assertEquals(first, Actions.all(flow(5_000, 7)));
        assertNotEquals(first, Actions.all(flow(5_000, 8)));
    }

    @Test
    void shouldHaveExactlyAsManyNewOrdersAsAskedFor()
    {
        for (final long count : new long[]{0, 1, 2, 1_000, COUNT})
        {
            final SyntheticFlow flow = flow(count, 3);
            assertEquals(count, flow.newOrderCount());
            assertEquals(count, Actions.all(flow).stream().filter(line -> line.startsWith("NEW ")).count());
        }
    }

    @Test
    void shouldStayOnTheTickAndWithinTheLimits()
    {
        final Map<Integer, InstrumentSpec> specs = instruments.stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, Function.identity()));
        final long seed = System.nanoTime();
        final SyntheticFlow flow = flow(COUNT, seed);
        final OrderAction action = new OrderAction();
        while (flow.next(action))
        {
            final InstrumentSpec spec = specs.get(action.instrumentId);
            if (OrderAction.Kind.NEW == action.kind || OrderAction.Kind.REPLACE == action.kind)
            {
                final String line = "seed=" + seed + " instrument=" + spec.symbol() + " " + Actions.text(action);
                assertEquals(0, action.priceE5 % spec.priceTickE5(), line);
                assertTrue(action.priceE5 >= spec.lowLimitE5() && action.priceE5 <= spec.highLimitE5(), line);
                assertTrue(action.qtyLots >= 1 && action.qtyLots <= 25, line);
            }
        }
    }

    @Test
    void shouldNameOnlyOrdersThatTheSameClientHasLeftInTheBook()
    {
        final SyntheticFlow flow = flow(COUNT, 11);
        final Map<Long, Integer> clientOf = new HashMap<>();
        final Map<Long, Integer> instrumentOf = new HashMap<>();
        final Set<Long> cancelled = new HashSet<>();
        final OrderAction action = new OrderAction();
        while (flow.next(action))
        {
            if (OrderAction.Kind.NEW == action.kind)
            {
                assertEquals(null, clientOf.put(action.key, action.client));
                instrumentOf.put(action.key, action.instrumentId);
                if (action.immediate)
                {
                    cancelled.add(action.key);
                }
                continue;
            }
            assertEquals(clientOf.get(action.key), action.client, () -> Actions.text(action));
            assertEquals(instrumentOf.get(action.key), action.instrumentId, () -> Actions.text(action));
            assertFalse(cancelled.contains(action.key), () -> Actions.text(action));
            if (OrderAction.Kind.CANCEL == action.kind)
            {
                cancelled.add(action.key);
            }
        }
    }

    @Test
    void shouldLookLikeAMarket()
    {
        final SyntheticFlow flow = flow(COUNT, 5);
        final Map<OrderAction.Kind, Integer> kinds = new EnumMap<>(OrderAction.Kind.class);
        final int[] byClient = new int[WEIGHTS.length];
        final Map<Integer, Integer> byInstrument = new HashMap<>();
        int immediate = 0;
        final OrderAction action = new OrderAction();
        while (flow.next(action))
        {
            kinds.merge(action.kind, 1, Integer::sum);
            byClient[action.client]++;
            if (OrderAction.Kind.NEW == action.kind)
            {
                byInstrument.merge(action.instrumentId, 1, Integer::sum);
                immediate += action.immediate ? 1 : 0;
            }
        }
        assertTrue(kinds.get(OrderAction.Kind.CANCEL) > COUNT / 2, kinds::toString);
        assertTrue(kinds.get(OrderAction.Kind.REPLACE) > COUNT / 50, kinds::toString);
        assertTrue(kinds.get(OrderAction.Kind.REDUCE) > COUNT / 50, kinds::toString);
        assertTrue(immediate > COUNT / 50, "immediate=" + immediate);
        assertEquals(instruments.size(), byInstrument.size());
        assertTrue(byInstrument.get(1001) > byInstrument.get(1008), byInstrument::toString);
        assertTrue(byClient[0] > byClient[2] && byClient[2] > byClient[1], List.of(
            byClient[0], byClient[1], byClient[2])::toString);
    }

    private SyntheticFlow flow(final long count, final long seed)
    {
        return new SyntheticFlow(instruments, WEIGHTS, count, seed);
    }
}
