// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.ReplayResult;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is made of the end of {@code bourse verify-journal --json}, and of a run of clearing. */
class OwnProcessesTest
{
    private static final String WHOLE = """
        {"events": {"rollingHash": "aa"}, "replay": {"commands": 7, "rollingHash": "aa"}, "findings": []}""";
    private static final String OTHER = """
        {"events": {"rollingHash": "aa"}, "replay": {"commands": 7, "rollingHash": "bb"},
         "findings": [{"name": "EVENTS_DIFFER", "facts": "frame=3"}]}""";
    private static final String BROKEN = """
        {"events": null, "replay": null, "findings": [{"name": "CHECKSUM", "facts": "position=96"}]}""";

    private final Progress progress = new Progress(new PrintStream(OutputStream.nullOutputStream()));

    private static final String RUN = """
        PREPARE         100.0 ms
        SUSPEND          20.5 ms
        CALCULATE       300.0 ms
        PUBLISH          79.5 ms
        REPORTS        1500.0 ms
        ORDER_REPORTS   250.0 ms
        run        2026112302 EVENING
        trades     12800
        positions  77
        checks     9 OK
        """;

    /** Trading stands still from the suspension on; what is prepared before it and written behind it is no halt. */
    @Test
    void shouldTakeTheHaltAndTheReportsOfARunFromWhatItPrints() throws IOException
    {
        final List<ClearingTime> times = OwnProcesses.times(false, RUN, 20_000, "1g");
        assertEquals(List.of("evening clearing", "main reports", "order reports"),
            times.stream().map(ClearingTime::step).toList());
        assertEquals(List.of(0.4, 1.5, 0.25), times.stream().map(ClearingTime::seconds).toList());
        assertEquals("12,800 trades, 77 positions, 20,000 added registers", times.getFirst().volume());
        assertTrue(times.getFirst().condition().startsWith("suspend to published; what the venue itself has traded"));
        assertEquals("intraday clearing: main reports", OwnProcesses.times(true, RUN, 0, "1g").get(1).step());
        assertThrows(IOException.class, () -> OwnProcesses.times(true, "held       run 1", 0, "1g"));
    }

    private ReplayResult replayed(final int exitCode, final String output) throws IOException
    {
        return OwnProcesses.replayed(
            "day", new JavaProcess.Ended("replay", List.of("verify-journal"), exitCode, output), 1, progress);
    }

    @Test
    void shouldFindAReplayTheSameWhenNothingIsFound() throws IOException
    {
        final ReplayResult replay = replayed(ExitCode.OK, WHOLE);
        assertTrue(replay.isSame());
        assertEquals(7, replay.commands());
        assertEquals(List.of(), progress.troubles());
    }

    @Test
    void shouldFindAReplayDifferentWhenEventsDiffer() throws IOException
    {
        final ReplayResult replay = replayed(ExitCode.DAMAGED, OTHER);
        assertFalse(replay.isSame());
        assertEquals("aa", replay.liveHash());
        assertEquals("bb (exit code 12)", replay.replayHash());
        assertEquals(List.of("replay of day: EVENTS_DIFFER frame=3",
            "replay of day differs from what was recorded: exitCode=12"), progress.troubles());
    }

    @Test
    void shouldFindAReplayDifferentWhenThereIsAnythingToRepair() throws IOException
    {
        assertFalse(replayed(ExitCode.REPAIRABLE, WHOLE).isSame());
    }

    @Test
    void shouldFindAReplayDifferentWhenTheJournalCannotBeReplayed() throws IOException
    {
        assertFalse(replayed(ExitCode.DAMAGED, BROKEN).isSame());
        assertFalse(replayed(ExitCode.DAMAGED, "").isSame());
    }

    @Test
    void shouldMakeNothingOfAReplayThatDidNotHappen()
    {
        final IOException ex = assertThrows(IOException.class, () -> replayed(ExitCode.IO, ""));
        assertTrue(ex.getMessage().contains("exitCode=7"), ex.getMessage());
        assertThrows(IOException.class, () -> replayed(ExitCode.OK, "{\"replay\": null}"));
    }
}
