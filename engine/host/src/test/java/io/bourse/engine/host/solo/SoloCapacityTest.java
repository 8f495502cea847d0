// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.VenueLimitsOperator;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.host.CapacityCheck;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * A restart shows the limits of its history to the check of the heap, and is refused when they are too much for it.
 */
@Tag("venue")
class SoloCapacityTest implements CapacityCheck
{
    private static final VenueLimitsSpec LIMITS = new VenueLimitsSpec(1_000, 100, 30, 40, 50, 6_000);

    @TempDir
    private Path dir;
    private final List<VenueLimitsSpec> seen = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private boolean isHeldTooMuch;

    @Test
    void shouldStartOnlyWhenTheProcessCanKeepWhatItsHistoryLimits()
    {
        try (TestEngine engine = start())
        {
            assertEquals(VenueLimitsSpec.NONE, seen.getLast());
            for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
            {
                new SessionOperator(engine.operator()).setFeatureLevel(level);
            }
            new VenueLimitsOperator(engine.operator()).set(LIMITS);
        }
        assertThrows(RuntimeException.class, () -> TestEngine.start(TestEngine.options(dir, host -> host
            .capacityCheck(limits ->
            {
                if (LIMITS.equals(limits))
                {
                    throw new IllegalStateException("too much: limits=" + limits);
                }
            }))));
        try (TestEngine engine = start())
        {
            assertEquals(LIMITS, seen.getLast());
            assertEquals(0, engine.operator().reportState().orderCount());
        }
    }

    /** A heap that is too small is found before it is filled: the check is asked in time, and with what matters. */
    @Test
    void shouldAskAboutTheHistoryBeforeItIsLoadedAndReplayed()
    {
        final VenueLimitsSpec former = new VenueLimitsSpec(2_000, 100, 3_000, 40, 50, 6_000);
        final VenueLimitsSpec last = new VenueLimitsSpec(1_000, 100, 3_000, 40, 50, 6_000);
        final int commands = 1_100;
        try (TestEngine engine = start())
        {
            final OperatorClient operator = engine.operator();
            for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
            {
                new SessionOperator(operator).setFeatureLevel(level);
            }
            new VenueLimitsOperator(operator).set(former);
            engine.withDemoReferenceData();
            for (int i = 0; i < commands; i++)
            {
                operator.reportState();
            }
            new VenueLimitsOperator(operator).set(last);
        }
        final VenueLimitsSpec held = new VenueLimitsSpec(0, 0, DemoReferenceData.ACCOUNTS.size(), 2, 4, 0);
        asked.clear();
        start().close();
        // Limits that are no longer in force, and were higher, are not asked about.
        assertEquals(List.of("limits " + last, "held " + held, "limits " + last), asked);

        try (TestEngine engine = start())
        {
            engine.operator().takeSnapshot();
            TestEngine.await("snapshot", () -> 1 == engine.engine().counters().get(EngineCounter.SNAPSHOTS_TAKEN));
            new VenueLimitsOperator(engine.operator()).set(LIMITS);
        }
        asked.clear();
        start().close();
        assertEquals(List.of("held " + held, "limits " + LIMITS, "limits " + LIMITS), asked);
        // A snapshot that is too large is no bad snapshot: nothing else is tried in its place.
        asked.clear();
        isHeldTooMuch = true;
        assertThrows(RuntimeException.class, this::start);
        assertEquals(List.of("held " + held), asked);
        isHeldTooMuch = false;
        start().close();
    }

    private TestEngine start()
    {
        return TestEngine.start(TestEngine.options(dir, host -> host.capacityCheck(this)));
    }

    @Override
    public void requireLimits(final VenueLimitsSpec limits)
    {
        seen.add(limits);
        asked.add("limits " + limits);
    }

    @Override
    public void requireHeld(final VenueLimitsSpec held)
    {
        asked.add("held " + held);
        if (isHeldTooMuch)
        {
            throw new IllegalStateException("too much: held=" + held);
        }
    }
}
