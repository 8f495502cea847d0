// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SimulateCommandTest
{
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldPrintTheSameDigestWhenTheSeedIsTheSame()
    {
        assertEquals(ExitCode.OK, run("--seed", "5", "--schedules", "20"));
        final String first = out.toString();
        assertTrue(first.contains("seed=5 host=both") && first.contains("runs=20 "), first);
        assertTrue(first.contains("digest="), first);
        out.getBuffer().setLength(0);
        assertEquals(ExitCode.OK, run("--seed", "5", "--schedules", "20"));
        assertEquals(first, out.toString());
    }

    @Test
    void shouldPrintEveryStepOfOneScheduleWhenTraced()
    {
        assertEquals(ExitCode.OK, run("--seed", "5", "--host", "cluster", "--schedule", "3", "--trace"));
        assertTrue(out.toString().contains("elect") && out.toString().contains("runs=1 "), out::toString);
    }

    @Test
    void shouldCrashBehindOneStepWhenAsked()
    {
        assertEquals(ExitCode.OK, run("--seed", "5", "--host", "solo", "--crash-step", "17"));
        assertTrue(out.toString().contains("engineCrashes=1 "), out::toString);
    }

    @Test
    void shouldRefuseWhatItCannotRun()
    {
        assertEquals(ExitCode.USAGE, run("--host", "both-at-once"));
        assertTrue(err.toString().contains("host=both-at-once"), err::toString);
        assertEquals(ExitCode.USAGE, run("--schedules", "0"));
        assertEquals(ExitCode.USAGE, run("--schedule", "-1"));
    }

    private int run(final String... args)
    {
        return new CommandLine(new SimulateCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(ExitCode::explain)
            .execute(args);
    }
}
