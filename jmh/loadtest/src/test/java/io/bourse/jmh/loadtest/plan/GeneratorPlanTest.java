// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/** One load for several generators. */
class GeneratorPlanTest
{
    private static SessionPlan session(final String protocol, final String login)
    {
        return new SessionPlan(protocol, login, "AA01001", login.startsWith("C"));
    }

    private static GeneratorPlan plan(final String orderFile)
    {
        return new GeneratorPlan("host", 1, "host", 2,
            List.of(session("TWIME", "T1"), session("TWIME", "T2"), session("TWIME", "T3"), session("FIX", "F1"),
                session("FIX", "F2"), session("TWIME", "C1")), 0, 50, 0, null,
            new FlowPlan(7, List.of(), 0.5, 0.1, 0.2, 10, orderFile), List.of(), "logs", 20_000, null, true, 0, 1);
    }

    @Test
    void shouldDealOutMembersSoThatEachHasTheMixAndLeaveClientsWithTheFirst()
    {
        final List<GeneratorPlan> parts = plan(null).split(2);
        assertEquals(
            List.of(List.of("T1", "T3", "F2", "C1"), List.of("T2", "F1")),
            parts.stream().map((part) -> part.sessions().stream().map(SessionPlan::login).toList()).toList());
        assertEquals(List.of(0, 1), parts.stream().map(GeneratorPlan::generator).toList());
        assertEquals(List.of(2, 2), parts.stream().map(GeneratorPlan::generators).toList());
        assertEquals(2, parts.stream().map((part) -> part.flow().seed()).distinct().count());
        assertEquals(List.of(Path.of("logs", "generator-1").toString(), Path.of("logs", "generator-2").toString()),
            parts.stream().map(GeneratorPlan::directory).toList());
    }

    @Test
    void shouldStayAsItIsWhenThereIsOneGenerator()
    {
        assertEquals(List.of(plan("orders.csv")), plan("orders.csv").split(1));
    }

    @Test
    void shouldRefuseToSplitWhatIsOneSequenceOrHasTooFewSessions()
    {
        assertThrows(IllegalArgumentException.class, () -> plan("orders.csv").split(2));
        assertEquals("the load cannot be split: generators=6 members=5 orderFile=null; have one generator",
            assertThrows(IllegalArgumentException.class, () -> plan(null).split(6)).getMessage());
    }
}
