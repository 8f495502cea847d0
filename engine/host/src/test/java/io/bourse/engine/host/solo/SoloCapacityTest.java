// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.VenueLimitsOperator;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.FeatureLevels;
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
class SoloCapacityTest
{
    private static final VenueLimitsSpec LIMITS = new VenueLimitsSpec(1_000, 100, 30, 40, 50, 6_000);

    @TempDir
    private Path dir;
    private final List<VenueLimitsSpec> seen = new ArrayList<>();

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

    private TestEngine start()
    {
        return TestEngine.start(TestEngine.options(dir, host -> host.capacityCheck(seen::add)));
    }
}
