// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Runs that stop behind a step or are killed at any instant, and what the next one makes of what they left. Nothing may
 * be posted or published twice, and the bytes must be those of a run that nobody disturbed.
 */
@Timeout(900)
@Tag("drill")
class CrashDrillTest
{
    private static final int RANDOM_KILLS = Integer.getInteger("bourse.drill.kills", 4);

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
    void shouldSendEveryPriceOnce() throws Exception
    {
        final List<String> sent = Drill.sent(calm);
        final List<String> prices = sent.stream().filter(line -> line.startsWith("PUBLISH")).toList();
        // One contract ends in the intraday run.
        assertEquals(2 * BenchVolumes.INSTRUMENTS - 1, prices.size());
        assertEquals(prices.size(), prices.stream().map(line -> line.replaceAll("^(\\S+ \\S+ \\S+).*", "$1"))
            .distinct().count());
        assertEquals(2, sent.stream().filter(line -> line.startsWith("SUSPEND")).count());
        assertEquals(2, sent.stream().filter(line -> line.startsWith("COMPLETE")).count());
        assertEquals(1, sent.stream().filter(line -> line.startsWith("RESUME")).count());
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
            assertTrue(missed.containsAll(EnumSet.complementOf(Drill.steps(kind))), kind + " missed=" + missed);
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
        final long runMs = runMs();
        final SyntheticStore store = drill.copy("random");
        final StringBuilder how = new StringBuilder("seed=" + seed + " runMs=" + runMs);
        int kills = 0;
        for (final ClearingKind kind : Drill.KINDS)
        {
            // The shortest first: a run that comes to its end leaves the others nothing to kill.
            final List<Long> instantsMs = random.longs(RANDOM_KILLS, 0, runMs).sorted().boxed().toList();
            how.append(" kind=").append(kind).append(" killedAfterMs=").append(instantsMs);
            for (final long instantMs : instantsMs)
            {
                final Integer exit = Drill.killAfter(store, kind, instantMs);
                if (null == exit)
                {
                    kills++;
                }
                else
                {
                    assertDone(exit, how.toString());
                }
            }
            assertDone(Drill.finish(store, kind), how.toString());
        }
        assertTrue(kills > 0, how.toString());
        Drill.assertSame(calm, store, how.toString());
    }

    /** What a process takes here and now, from its start to the end of the run. */
    private static long runMs() throws Exception
    {
        final SyntheticStore store = drill.copy("timed");
        final long beganNs = System.nanoTime();
        assertEquals(0, Drill.finish(store, ClearingKind.INTRADAY));
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs));
    }

    private static void assertDone(final int exit, final String how)
    {
        assertTrue(0 == exit || ClearingException.EXIT_ALREADY_DONE == exit, how + " exit=" + exit);
    }
}
