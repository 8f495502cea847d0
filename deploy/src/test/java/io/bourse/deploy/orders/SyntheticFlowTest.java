// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.InstrumentSpec;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SyntheticFlowTest
{
    private static final int[] WEIGHTS = {10, 10, 1};
    private static final long COUNT = 20_000;

    private final List<InstrumentSpec> instruments = ReferenceDataReader.read(VenueConfig.EMBEDDED).instruments();

    @Test
    void shouldGiveTheSameRequestsWhenTheSeedIsTheSame()
    {
        final List<String> first = Actions.of(new SyntheticFlow(instruments, WEIGHTS, COUNT, 42));

        assertEquals(first, Actions.of(new SyntheticFlow(instruments, WEIGHTS, COUNT, 42)));
        assertNotEquals(first, Actions.of(new SyntheticFlow(instruments, WEIGHTS, COUNT, 43)));
    }

    @Test
    void shouldSendExactlyTheNewOrdersAskedForWithUniqueKeys()
    {
        final SyntheticFlow flow = new SyntheticFlow(instruments, WEIGHTS, COUNT, 7);

        final List<String> orders = Actions.of(flow).stream().filter(line -> line.startsWith("NEW ")).toList();

        assertEquals(COUNT, flow.newOrderCount());
        assertEquals(COUNT, orders.size());
        assertEquals(COUNT, orders.stream().map(line -> line.split(" ")[1]).distinct().count());
    }

    @Test
    void shouldStayOnTheTickAndWithinTheLimitsAndShareByWeight()
    {
        final Map<Integer, InstrumentSpec> byId = instruments.stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, Function.identity()));
        final SyntheticFlow flow = new SyntheticFlow(instruments, WEIGHTS, COUNT, 11);
        final OrderAction action = new OrderAction();
        final long[] byClient = new long[WEIGHTS.length];
        while (flow.next(action))
        {
            byClient[action.client]++;
            if (OrderAction.Kind.NEW == action.kind || OrderAction.Kind.REPLACE == action.kind)
            {
                final InstrumentSpec spec = byId.get(action.instrumentId);
                assertEquals(0, action.priceE5 % spec.priceTickE5());
                assertTrue(action.priceE5 >= spec.lowLimitE5() && action.priceE5 <= spec.highLimitE5());
                assertTrue(action.qtyLots > 0);
            }
        }
        assertTrue(byClient[0] > 5 * byClient[2] && byClient[2] > 0, "third client sent " + byClient[2]);
    }
}
