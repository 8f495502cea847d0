// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class StoppedVenueCommandsTest
{
    @ParameterizedTest
    @ValueSource(strings = {
        "--to",
        "--to here",
        "--to 64 --to-cursor 64",
        "--to-time 10:00",
        "--limit 0",
        "--apply"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new ReplayCommand(), line);
    }

    @Test
    void shouldSayThatThereIsNothingAndMakeNothing(@TempDir final Path dir) throws IOException
    {
        final Path nowhere = dir.resolve("nowhere");
        for (final Object command : List.of(new VerifyJournalCommand(), new RecoverCommand(), new ReplayCommand()))
        {
            final StringWriter err = new StringWriter();
            assertEquals(ExitCode.PRECONDITION, run(command, nowhere, new StringWriter(), err), err::toString);
            assertTrue(err.toString().contains("no venue was ever started on this data directory: dataDir=" + nowhere),
                err::toString);
        }
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldNameFilesWithoutCatalog(@TempDir final Path dir) throws IOException
    {
        final Path archive = Files.createDirectory(dir.resolve("archive"));
        Files.write(archive.resolve("0-0.rec"), new byte[64]);
        final StringWriter out = new StringWriter();

        assertEquals(ExitCode.DAMAGED, run(new RecoverCommand(), dir, out, new StringWriter()), out::toString);
        assertTrue(out.toString().contains("DAMAGED CATALOG_DAMAGED in the catalog"), out::toString);
        assertTrue(out.toString().contains("0-0.rec"), out::toString);
    }

    private static int run(
        final Object command, final Path dataDir, final StringWriter out, final StringWriter err)
    {
        return new CommandLine(command)
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute("--data", dataDir.toString());
    }
}
