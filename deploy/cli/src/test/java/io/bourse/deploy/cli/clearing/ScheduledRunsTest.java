// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.LockedException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a schedule does when runs end otherwise than well. */
@Timeout(60)
class ScheduledRunsTest
{
    /** A Monday, behind the times of all runs. */
    private static final long NOW_MS = Instant.parse("2026-11-23T18:00:00Z").toEpochMilli();

    @TempDir
    private Path dataDir;
    private final StringWriter out = new StringWriter();
    private ScheduledRuns runs;
    private int begun;

    @BeforeEach
    void schedule() throws IOException
    {
        final Path base = Files.createDirectories(dataDir.resolve("clearing"));
        Files.writeString(base.resolve(ClearingSchedule.FILE_NAME), "time;kind\n12:00;I\n14:00;I\n18:50;E\n");
        runs = new ScheduledRuns(
            base, ClearingSchedule::tradingDate, new PrintWriter(out), () -> NOW_MS);
    }

    private int repeat(final RuntimeException... failures) throws IOException
    {
        final Queue<RuntimeException> left = new ArrayDeque<>(List.of(failures));
        return runs.repeat(ClearingKind.INTRADAY, () ->
        {
            begun++;
            if (!left.isEmpty())
            {
                throw left.remove();
            }
        });
    }

    @Test
    void shouldDoTheNextRunWhenReportsOfOneAreNotComplete() throws IOException
    {
        assertEquals(10,
            repeat(new ReportsFailedException("packages are missing: members=AA", null)));
        assertEquals(2, begun);
        assertTrue(out.toString().contains("goes on, although packages are missing: members=AA"), out.toString());
        assertTrue(out.toString().contains("no run of kind INTRADAY is left of 20261123"), out.toString());
    }

    @Test
    void shouldBeginARunWhenTheDirectoryIsFreeAgain() throws IOException
    {
        assertEquals(ExitCode.OK, repeat(new LockedException("a run is at work: lock=x")));
        assertEquals(3, begun);
        assertTrue(out.toString().contains("waits, because a run is at work: lock=x"), out.toString());
    }

    @Test
    void shouldWaitForTheNextTradingDayOnAHoliday() throws IOException
    {
        final AtomicLong clockMs = new AtomicLong(NOW_MS);
        runs = new ScheduledRuns(runs.baseDir(), day -> 20261124, new PrintWriter(out),
            () -> clockMs.getAndAdd(Duration.ofHours(10).toMillis()));
        assertEquals(ExitCode.OK, repeat());
        assertEquals(2, begun);
        assertTrue(out.toString().contains("2026-11-23 is no trading day, runs are those of 20261124"), out.toString());
        assertTrue(out.toString().contains("next INTRADAY at 2026-11-24T12:00+03:00"), out.toString());
    }

    @Test
    void shouldEndWhenARunCannotBeDone()
    {
        assertThrows(PreconditionException.class, () -> repeat(new PreconditionException("no session: date=0")));
        assertEquals(1, begun);
    }
}
