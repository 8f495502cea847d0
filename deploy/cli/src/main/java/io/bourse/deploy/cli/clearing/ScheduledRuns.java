// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.LockedException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.protocol.ClearingKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/**
 * Does the runs of a kind at the times of the schedule until none is left of the date; each once, whatever its outcome:
 * a run that stopped or is held is for people to look at. A run whose reports are not complete is reported, and the
 * next one comes all the same: the market does not wait for a member's certificate. A run whose directory another
 * process holds at its time begins when that is over.
 *
 * @param baseDir of the runs.
 * @param dateOf trading date that runs of a day belong to.
 * @param out where it says what it does.
 * @param clockMs milliseconds since 1970.
 */
record ScheduledRuns(
    Path baseDir, ToIntFunction<LocalDate> dateOf, PrintWriter out, LongSupplier clockMs)
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ScheduledRuns.class);
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LOCK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    /** The exit code of runs whose reports are not complete is returned at the end, when nothing waits for it. */
    int repeat(final ClearingKind kind, final Run run) throws IOException
    {
        final LocalDate today =
            LocalDate.ofInstant(Instant.ofEpochMilli(clockMs.getAsLong()), ClearingSchedule.ZONE);
        final int date = dateOf.applyAsInt(today);
        if (!today.equals(BusinessDays.day(date)))
        {
            tell(today + " is no trading day, runs are those of " + date);
        }
        final RunControl control = new RunControl(baseDir, clockMs);
        int exitCode = ExitCode.OK;
        long doneMs = 0;
        while (true)
        {
            final long nextMs = ClearingSchedule.read(baseDir).nextMs(
                date, RunIds.letter(kind), control.runs(), clockMs.getAsLong(), doneMs);
            if (0 == nextMs)
            {
                tell("no run of kind " + kind + " is left of " + date);
                return exitCode;
            }
            tell("next " + kind + " at " + Instant.ofEpochMilli(nextMs).atOffset(ClearingSchedule.ZONE));
            while (clockMs.getAsLong() < nextMs)
            {
                LockSupport.parkNanos(LOOK_INTERVAL_NS);
            }
            try
            {
                whenFree(run);
            }
            catch (final ReportsFailedException ex)
            {
                // The audit trail has it from the run itself.
                LOGGER.warn(
                    "reports of a scheduled run are not complete: kind={} reason=\"{}\"", kind, ex.getMessage());
                tell("goes on, although " + ex.getMessage());
                exitCode = ex.exitCode();
            }
            doneMs = nextMs;
        }
    }

    private void whenFree(final Run run) throws IOException
    {
        boolean isPrinted = false;
        while (true)
        {
            try
            {
                run.run();
                return;
            }
            catch (final LockedException ex)
            {
                if (!isPrinted)
                {
                    LOGGER.warn("a scheduled run waits: reason=\"{}\"", ex.getMessage());
                    tell("waits, because " + ex.getMessage());
                    isPrinted = true;
                }
                LockSupport.parkNanos(LOCK_INTERVAL_NS);
            }
        }
    }

    private void tell(final String text)
    {
        out.println("schedule   " + text);
    }

    /** A run from start to end. */
    @FunctionalInterface
    interface Run
    {
        void run() throws IOException;
    }
}
