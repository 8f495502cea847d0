// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the watch makes of the engine's counters; {@code AttackTest} has it in a venue.
 */
class IngressWatchTest
{
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final List<SecurityEvent> events = new ArrayList<>();
    private final IngressWatch watch = new IngressWatch(
        () -> counters.get(EngineCounter.UNAUTHENTICATED_COMMANDS),
        () -> counters.get(EngineCounter.FORBIDDEN_COMMANDS),
        events::add);

    @Test
    void shouldWriteOneLineOfAKindInASecondWithAllThatWasDropped()
    {
        counters.add(EngineCounter.UNAUTHENTICATED_COMMANDS, 3);
        final long beganNs = System.nanoTime();
        look();
        assertEquals(List.of(line(SecurityEvent.Type.COMMANDS_UNAUTHENTICATED, "commands=3 ofAll=3")), events);
        counters.add(EngineCounter.UNAUTHENTICATED_COMMANDS, 40_000);
        counters.increment(EngineCounter.FORBIDDEN_COMMANDS);
        look();
        assertTrue(System.nanoTime() - beganNs >= TimeUnit.SECONDS.toNanos(1), "it looks more than once in a second");
        final List<SecurityEvent> expected = List.of(
            line(SecurityEvent.Type.COMMANDS_UNAUTHENTICATED, "commands=3 ofAll=3"),
            line(SecurityEvent.Type.COMMANDS_UNAUTHENTICATED, "commands=40000 ofAll=40003"),
            line(SecurityEvent.Type.COMMANDS_FORBIDDEN, "commands=1 ofAll=1"));
        assertEquals(expected, events);
        look();
        assertEquals(expected, events, "nothing was dropped since");
    }

    /** Until it has looked once more. */
    private void look()
    {
        while (0 == watch.doWork())
        {
            Thread.onSpinWait();
        }
    }

    private static SecurityEvent line(final SecurityEvent.Type type, final String reason)
    {
        return SecurityEvent.of(type, "engine", null, null, reason);
    }
}
