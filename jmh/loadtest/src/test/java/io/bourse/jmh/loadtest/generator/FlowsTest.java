// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.flow.OwnOrders;
import io.bourse.jmh.loadtest.flow.Wanted;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What the sessions of a generator send. */
class FlowsTest
{
    private static final int ORDERS = 20_000;
    private static final long MIDDLE_E5 = 92_345_00000L;
    private static final List<InstrumentPlan> INSTRUMENTS =
        List.of(new InstrumentPlan(1001, "Si-12.26", 1_00000, 83_000_00000L, 101_000_00000L, MIDDLE_E5));

    @TempDir
    private Path directory;

    private GeneratorPlan plan()
    {
        return new GeneratorPlan("localhost", 1, "localhost", 2,
            List.of(
                new SessionPlan("TWIME", "ONE", "AA01000", false),
                new SessionPlan("TWIME", "TWO", "AA01001", false),
                new SessionPlan("TWIME", "CLIENT", "AA01002", true)),
            0, 20, 0, null, new FlowPlan(20261122, INSTRUMENTS, 0, 0, 0, 10, null), List.of(), directory.toString(),
            20_000, null, false, 0, 1);
    }

    /** Orders, none of which is to trade at once, on the far side of where prices began. */
    private static long beyondTheMiddle(final OrderFlow flow)
    {
        final OwnOrders own = new OwnOrders(1);
        final Wanted wanted = new Wanted();
        long beyond = 0;
        for (int i = 0; i < ORDERS; i++)
        {
            assertTrue(flow.next(0, own, wanted));
            beyond += wanted.isBuy == wanted.priceE5 < MIDDLE_E5 ? 0 : 1;
            flow.sent(0, own, wanted, own.nextSlot());
        }
        return beyond;
    }

    @Test
    void shouldLetAllPricesWanderWhenThereIsOneGenerator() throws IOException
    {
        final Flows flows = Flows.of(plan());
        assertTrue(beyondTheMiddle(flows.members()) > 0);
        assertTrue(beyondTheMiddle(flows.clients()) > 0);
    }

    @Test
    void shouldKeepPricesOfMembersAndClientsWhereTheyAreWhenThereAreSeveralGenerators() throws IOException
    {
        final List<GeneratorPlan> parts = plan().split(2);
        final Flows first = Flows.of(parts.getFirst());
        assertEquals(0, beyondTheMiddle(first.members()));
        assertEquals(0, beyondTheMiddle(first.clients()));
        assertEquals(0, beyondTheMiddle(Flows.of(parts.getLast()).members()));
    }
}
