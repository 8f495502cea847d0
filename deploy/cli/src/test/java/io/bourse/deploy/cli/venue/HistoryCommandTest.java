// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.Pace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class HistoryCommandTest
{
    private static final int LENGTH = 65_536;

    @TempDir
    private Path dir;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String... args)
    {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new CommandLine(new HistoryCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setParameterExceptionHandler(ExitCode::explainUsage)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    }

    @Test
    void shouldShowAndVerifyWhatIsArchivedAndNameWhatIsLost() throws IOException
    {
        final HistoryArchive archive = HistoryArchive.openOrCreate(dir, dir.resolve(HistoryArchive.NAME));
        final Path live = Files.write(dir.resolve("0-0.rec"), new byte[LENGTH]);
        final ArchivedSegment segment = archive.add(live, new ArchivedSegment(
            ArchivedSegment.Stream.EVENTS, 0, 0, LENGTH, 0, "", 1, 1_000_000_000L, 0xAB), new Pace(1L << 40));

        assertEquals(0, run("--data", dir.toString()), err::toString);
        assertTrue(out.toString().contains("public key      " + archive.publicKey() + "\n"), out::toString);
        assertTrue(out.toString().contains("journal         nothing\n"), out::toString);
        assertTrue(out.toString().contains("events          from 0 to 65536, 1 segments, " + segment.bytes() +
            " bytes of 65536 recorded, up to 1970-01-01T00:00:01Z rollingHash ab\n"), out::toString);
        assertEquals(0, run("verify", "--data", dir.toString()), err::toString);
        assertEquals("verified        1 segments\n", out.toString());

        Files.delete(archive.file(segment));
        assertEquals(ExitCode.DAMAGED, run("verify", "--data", dir.toString()));
        assertTrue(err.toString().contains("an archived segment is lost") &&
            err.toString().contains("fromPosition=0 toPosition=65536"), err::toString);
    }

    @Test
    void shouldRefuseWhatCannotBeDone()
    {
        assertEquals(ExitCode.PRECONDITION, run("--data", dir.toString()));
        assertTrue(err.toString().contains("nothing of this venue was archived"), err::toString);
        assertEquals(ExitCode.PRECONDITION, run("restore", "--data", dir.toString()));
        assertTrue(err.toString().contains("nothing of this venue was archived"), err::toString);
        assertEquals(ExitCode.USAGE, run("verify", "--rate", "0", "--data", dir.toString()));
        assertEquals(ExitCode.USAGE, run("restore", "--from", "-1", "--data", dir.toString()));
    }
}
