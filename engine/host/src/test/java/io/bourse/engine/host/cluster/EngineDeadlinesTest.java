// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.service.Cluster;
import io.bourse.engine.core.MatchingEngine;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class EngineDeadlinesTest
{
    private static final String NEVER = "schedule " + (Long.MAX_VALUE - 1);

    private final List<String> requests = new ArrayList<>();
    private boolean isRefusing;
    private final EngineDeadlines deadlines = new EngineDeadlines(cluster(), 0);

    @Test
    void shouldAskForATimerOnlyWhenTheDeadlineHasChanged()
    {
        deadlines.schedule(100);
        deadlines.schedule(100);
        deadlines.schedule(50);
        deadlines.schedule(MatchingEngine.NO_DEADLINE);
        deadlines.schedule(MatchingEngine.NO_DEADLINE);
        assertEquals(List.of("schedule 100", "schedule 50", "cancel"), requests);
    }

    @Test
    void shouldAskAgainWhenTheTimerHasFired()
    {
        deadlines.schedule(100);
        deadlines.scheduleAgain(100);
        assertEquals(List.of("schedule 100", "schedule 100"), requests);
    }

    /** The consensus module of a follower that had no timer any more owes one request to the event it saw. */
    @Test
    void shouldUseUpOneRequestWhenTheTimerHasFiredAndNothingIsDue()
    {
        deadlines.schedule(100);
        deadlines.schedule(MatchingEngine.NO_DEADLINE);
        deadlines.scheduleAgain(MatchingEngine.NO_DEADLINE);
        assertEquals(List.of("schedule 100", "cancel", NEVER, "cancel"), requests);
        deadlines.schedule(200);
        assertEquals("schedule 200", requests.get(4));
    }

    @Test
    void shouldInsistWhenTheConsensusModuleTakesNoRequest()
    {
        isRefusing = true;
        deadlines.schedule(100);
        assertEquals(List.of("schedule 100", "idle", "schedule 100"), requests);
    }

    private Cluster cluster()
    {
        return (Cluster)Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[]{Cluster.class},
            (proxy, method, args) -> switch (method.getName())
            {
                case "scheduleTimer" -> take("schedule " + args[1]);
                case "cancelTimer" -> take("cancel");
                case "idleStrategy" -> idle();
                default -> throw new UnsupportedOperationException(method.getName());
            });
    }

    private boolean take(final String request)
    {
        requests.add(request);
        final boolean isTaken = !isRefusing;
        isRefusing = false;
        return isTaken;
    }

    private IdleStrategy idle()
    {
        requests.add("idle");
        return NoOpIdleStrategy.INSTANCE;
    }
}
