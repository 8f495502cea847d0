// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Runs that stop behind a step or are killed at any instant, and what the next one makes of what they left. Nothing may
 * be posted or published twice, and the bytes must be those of a run that nobody disturbed.
 */
@Timeout(900)
class CrashDrillTest
{
    private static final int RANDOM_KILLS = Integer.getInteger("bourse.drill.kills", 4);
    /** About what a run takes on a machine that does little else. */
    private static final int LONGEST_MS = 3_000;
    private static final Set<ClearingStep> INTRADAY_ONLY = EnumSet.of(ClearingStep.RESUME);

    @TempDir
    private static Path directory;

    private static Drill drill;
    private static SyntheticStore calm;

    @BeforeAll
    static void clearWithoutDisturbance() throws Exception
    {
        drill = new Drill(directory);
        calm = drill.calm("calm", 2);
        drill.train();
    }

    @Test
    void shouldTellEveryPriceOnce() throws Exception
    {
        final List<String> told = Drill.told(calm);
        final List<String> prices = told.stream().filter(line -> line.startsWith("PUBLISH")).toList();
        // One contract ends in the intraday run.
        assertEquals(2 * BenchVolumes.INSTRUMENTS - 1, prices.size());
        assertEquals(prices.size(), prices.stream().map(line -> line.replaceAll("^(\\S+ \\S+ \\S+).*", "$1"))
            .distinct().count());
        assertEquals(2, told.stream().filter(line -> line.startsWith("SUSPEND")).count());
        assertEquals(2, told.stream().filter(line -> line.startsWith("COMPLETE")).count());
        assertEquals(1, told.stream().filter(line -> line.startsWith("RESUME")).count());
    }

    /** Every step is one that a process was killed behind, in one of the runs; in the other it goes no further. */
    @Test
    void shouldComeToTheSameWhenStoppedBehindEveryStep() throws Exception
    {
        final SyntheticStore store = drill.copy("steps");
        for (final ClearingKind kind : Drill.KINDS)
        {
            final List<ClearingStep> missed = new ArrayList<>();
            for (final ClearingStep step : ClearingStep.values())
            {
                final boolean isKilled = step.ordinal() % Drill.KINDS.size() == Drill.KINDS.indexOf(kind);
                if (isKilled ? !Drill.killBehind(store, kind, step) : !Drill.stopBehind(store, kind, step))
                {
                    missed.add(step);
                }
            }
            assertTrue(ClearingKind.INTRADAY == kind || missed.containsAll(INTRADAY_ONLY));
            assertTrue(missed.size() < ClearingStep.values().length / 2, kind + " missed=" + missed);
            assertDone(Drill.finish(store, kind), kind + " after the last stop");
        }
        Drill.assertSame(calm, store, "stopped behind every step");
    }

    @Test
    void shouldComeToTheSameWhenKilledAtRandomInstants() throws Exception
    {
        final long seed = Long.getLong("bourse.drill.seed", System.nanoTime());
        final Random random = new Random(seed);
        final SyntheticStore store = drill.copy("random");
        for (final ClearingKind kind : Drill.KINDS)
        {
            final List<Integer> instants = new ArrayList<>();
            for (int i = 0; i < RANDOM_KILLS; i++)
            {
                instants.add(random.nextInt(LONGEST_MS));
                Drill.killAfter(store, kind, instants.getLast());
            }
            assertDone(Drill.finish(store, kind), "seed=" + seed + " kind=" + kind + " killedAfterMs=" + instants);
        }
        Drill.assertSame(calm, store, "seed=" + seed);
    }

    private static void assertDone(final int exit, final String how)
    {
        assertTrue(0 == exit || ClearingException.EXIT_ALREADY_DONE == exit, how + " exit=" + exit);
    }
}
