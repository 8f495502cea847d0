// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.ClearingSchedule;
import io.bourse.clearing.run.RunIds;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Model.CommandSpec;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Does the runs of a kind at the times of the schedule until none is left of the date; each once, whatever becomes of
 * it: a run that stopped or is held is for people to look at.
 */
final class ScheduledRuns
{
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final ClearingRunner runner;
    private final CommandSpec spec;

    ScheduledRuns(final ClearingRunner runner, final CommandSpec spec)
    {
        this.runner = runner;
        this.spec = spec;
    }

    int run(final ClearingKind kind, final ClearingRunner.Options options) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        final int date = ClearingSchedule.tradingDate(LocalDate.now(ClearingSchedule.ZONE));
        long doneMs = 0;
        while (true)
        {
            final long nextMs = ClearingSchedule.read(VenueClearing.baseDir(runner.dataDir())).nextMs(
                date, RunIds.letter(kind), runner.control().runs(), System.currentTimeMillis(),
                doneMs);
            if (0 == nextMs)
            {
                out.println("schedule   no run of kind " + kind + " is left of " + date);
                out.flush();
                return ExitCode.OK;
            }
            out.println("schedule   next " + kind + " at " + Instant.ofEpochMilli(nextMs).atOffset(
                ClearingSchedule.ZONE));
            out.flush();
            while (System.currentTimeMillis() < nextMs)
            {
                LockSupport.parkNanos(LOOK_INTERVAL_NS);
            }
            runner.run(kind, options, out, spec.commandLine().getErr());
            doneMs = nextMs;
        }
    }
}
