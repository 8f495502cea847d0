// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

class ExitCodeTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldSayWhatIsWrongWithAFileAndNotOnlyItsName()
    {
        assertEquals("day: there is no such file: file=20000", explain(new NoSuchFileException("20000")));
        assertEquals("day: this user must not open the file: file=keys", explain(new AccessDeniedException("keys")));
        assertEquals("day: the file cannot be used: file=odd", explain(new FileSystemException("odd")));
    }

    @Test
    void shouldKeepTheReasonThatTheSystemGives()
    {
        assertEquals(
            "day: a -> b: No space left on device",
            explain(new FileSystemException("a", "b", "No space left on device")));
    }

    @Test
    void shouldSayItOfACauseToo()
    {
        final Path missing = dir.resolve("orders.csv");
        final IOException cause = failureOf(missing);
        assertEquals(
            "day: orders cannot be read; because: there is no such file: file=" + missing,
            explain(new UncheckedIOException("orders cannot be read", cause)));
    }

    private static IOException failureOf(final Path file)
    {
        try
        {
            Files.readString(file);
            throw new AssertionError("file=" + file);
        }
        catch (final IOException ex)
        {
            return ex;
        }
    }

    private static String explain(final Exception cause)
    {
        final StringWriter text = new StringWriter();
        final CommandLine commandLine =
            new CommandLine(CommandLine.Model.CommandSpec.create().name("day")).setErr(new PrintWriter(text));
        assertEquals(ExitCode.IO, ExitCode.explain(cause, commandLine, commandLine.parseArgs()));
        return text.toString().trim();
    }
}
