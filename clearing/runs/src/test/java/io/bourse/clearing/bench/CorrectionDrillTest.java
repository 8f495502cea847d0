// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A correction whose processes are killed with SIGKILL comes to the bytes of one that nobody disturbed. */
@Timeout(600)
@Tag("drill")
class CorrectionDrillTest
{
    private static final long FIRST = SyntheticDay.DATE * 100L + 1;
    private static final String THERE = "THERE";
    private static final String REASON = "wrong price";
    private static final List<ClearingStep> STEPS =
        List.of(ClearingStep.PREPARE, ClearingStep.WRITE, ClearingStep.PUBLISH);

    @TempDir
    private Path directory;

    @Test
    void shouldComeToTheSameWhenItsProcessesAreKilled() throws Exception
    {
        final Drill drill = new Drill(directory);
        final SyntheticStore calm = drill.copy("calm");
        Drill.clear(calm, ClearingKind.INTRADAY, 2);
        final Map<String, String> corrected = Drill.digests(Drill.runDirectory(calm, ClearingKind.INTRADAY));
        final SyntheticStore drilled = new SyntheticStore(directory.resolve("drilled"));
        Drill.copy(calm.baseDir(), drilled.baseDir());
        final int sent = Drill.sent(calm).size();
        correct(calm, ClearingProgress.NONE);
        assertTrue(Drill.sent(calm).size() > sent + 1, "prices and limits follow from the price");
        for (final ClearingStep step : STEPS)
        {
            assertTrue(killBehind(drilled, step), step::toString);
        }
        // The last one was killed behind its publication: what is left are reports.
        correct(drilled, ClearingProgress.NONE);
        assertEquals(Drill.digests(correction(calm)), Drill.digests(correction(drilled)));
        assertEquals(corrected, Drill.digests(Drill.runDirectory(drilled, ClearingKind.INTRADAY)));
        assertEquals(Drill.sent(calm), Drill.sent(drilled));
    }

    private static Path correction(final SyntheticStore store)
    {
        return store.baseDir().resolve(Integer.toString(SyntheticDay.DATE)).resolve("2-I");
    }

    private static void correct(final SyntheticStore store, final ClearingProgress progress)
    {
        final SyntheticDay day = Drill.day();
        new BenchRun(store, day, 2).correct(FIRST, REASON, otherPrice(day), progress);
    }

    /** Of a future that no run of the day ends, a hundred ticks above where it began. */
    private static Map<Integer, Long> otherPrice(final SyntheticDay day)
    {
        final SyntheticInstrument future = day.instruments().all().get(3);
        return Map.of(future.instrumentId(), future.previousE5() + 100 * future.priceTickE5());
    }

    private static boolean killBehind(final SyntheticStore store, final ClearingStep step) throws Exception
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClearingBench.opens());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=ERROR", "-cp",
            System.getProperty("java.class.path"), Killed.class.getName(), store.baseDir().toString(), step.name()));
        final Process process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = process.inputReader())
        {
            return out.lines().anyMatch(THERE::equals);
        }
        finally
        {
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
    }

    /** Corrects until it is behind a step, says so and waits to be killed. */
    static final class Killed
    {
        private Killed()
        {
        }

        /**
         * Does it.
         *
         * @param args base directory, step.
         */
        public static void main(final String[] args) throws IOException
        {
            final ClearingStep behind = ClearingStep.valueOf(args[1]);
            correct(new SyntheticStore(Path.of(args[0])), (step, elapsedNs) ->
            {
                if (behind == step)
                {
                    System.out.println(THERE);
                    System.out.flush();
                    while (true)
                    {
                        LockSupport.park();
                    }
                }
            });
        }
    }
}
