// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Command lines that are wrong.
 */
public final class BadLine
{
    private BadLine()
    {
    }

    /** The command must not run, and must say what is wrong and how it is used. */
    public static void assertExplained(final Object command, final String line)
    {
        final StringWriter err = new StringWriter();
        final int exitCode = new CommandLine(command)
            .setExecutionExceptionHandler(ExitCode::explain)
            .setErr(new PrintWriter(err))
            .execute(line.isEmpty() ? new String[0] : line.split(" "));
        assertEquals(ExitCode.USAGE, exitCode, err::toString);
        assertTrue(err.toString().contains("Usage: "), err::toString);
    }
}
