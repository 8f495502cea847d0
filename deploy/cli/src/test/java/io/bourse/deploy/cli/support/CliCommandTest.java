// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

import static org.junit.jupiter.api.Assertions.assertEquals;

class CliCommandTest
{
    @Test
    void shouldPrintWhatACommandHasWrittenWhenItFails()
    {
        final StringWriter out = new StringWriter();
        assertEquals(ExitCode.IO, new CommandLine(new Failing())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(new BufferedWriter(out), true))
            .setErr(new PrintWriter(new StringWriter()))
            .execute());
        assertEquals("half a table", out.toString());
    }

    @Command(name = "failing")
    private static final class Failing extends CliCommand
    {
        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            out.print("half a table");
            throw new IOException("the disk is gone");
        }
    }
}
