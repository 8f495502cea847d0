// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.gateway.fix.password.PasswordEntry;
import io.bourse.gateway.fix.password.PasswordFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FixPasswordCommandTest
{
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path data;
    /** What a hash costs who guesses it costs a test, too. */
    private Path config;

    @BeforeEach
    void makeHashesCheap() throws IOException
    {
        config = Files.writeString(data.resolve("venue.conf"), "venue.fix.passwords.iterations = 10000");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "FIX:AA",
        "FIX/../AA",
        "A23456789012345678901",
        "FIXAA02 --generate --remove",
        "FIXAA02 --remove --must-change",
        "FIXAA02 FIXBB01"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new FixPasswordCommand(), line);
    }

    @Test
    void shouldSetThePasswordThatItReads()
    {
        assertEquals(ExitCode.OK, run("a good password\n".replace(' ', '-'), "FIXAA02", "--must-change"));
        final PasswordEntry entry = file().entries().get("FIXAA02");
        assertTrue(entry.mustChange());
        assertTrue(entry.hash().matches("FIXAA02", "a-good-password".toCharArray()));
        assertEquals("password set name=FIXAA02, to be changed at the next logon", out.toString().strip());
    }

    @Test
    void shouldNotSetThePasswordOfALoginThatIsNotKnown()
    {
        assertEquals(ExitCode.PRECONDITION, run("", "FIXZZ99", "--generate"));
        assertTrue(err.toString().contains("there is no such FIX login, nothing was done: FIX-login=FIXZZ99 " +
            "known=[FIXAA02, FIXBB01] referenceData=embedded; no venue runs on this data directory"), err::toString);
        assertEquals(ExitCode.PRECONDITION, run("", "TWAA01", "--generate"), "that one speaks TWIME");
        assertEquals(Map.of(), file().entries());
        assertEquals(ExitCode.OK, run("", "FIXZZ99", "--generate", "--yes"));
        assertEquals(Set.of("FIXZZ99"), file().entries().keySet());
    }

    @Test
    void shouldMakeAPasswordAndPrintIt()
    {
        assertEquals(ExitCode.OK, run("", "FIXAA02", "--generate"));
        final String[] lines = out.toString().split(System.lineSeparator());
        assertEquals(2, lines.length);
        final PasswordEntry entry = file().entries().get("FIXAA02");
        assertFalse(entry.mustChange());
        assertTrue(entry.hash().matches("FIXAA02", lines[1].toCharArray()));
    }

    @Test
    void shouldTakeAPasswordAway()
    {
        run("", "FIXAA02", "--generate");
        run("", "FIXBB01", "--generate");
        assertEquals(ExitCode.OK, run("", "FIXAA02", "--remove"));
        assertEquals(Set.of("FIXBB01"), file().entries().keySet());
        assertEquals(ExitCode.PRECONDITION, run("", "FIXAA02", "--remove"));
        assertTrue(err.toString().contains("this login has no password: name=FIXAA02"), err::toString);
    }

    @Test
    void shouldRefuseAPasswordThatDoesNotComplyWithoutRepeatingIt()
    {
        assertEquals(ExitCode.USAGE, run("sesame\n", "FIXAA02"));
        assertTrue(err.toString().contains("from 12 to 64 characters"), err::toString);
        assertFalse(err.toString().contains("sesame"), err::toString);
        assertEquals(Map.of(), file().entries());
    }

    @Test
    void shouldGoByThePolicyOfTheVenueFile() throws IOException
    {
        Files.writeString(config, "venue.fix.passwords { file = \"" +
            data.resolve("elsewhere") + "\", least-length = 20, iterations = 10000 }");
        assertEquals(ExitCode.USAGE, run("a-good-password\n", "FIXAA02"));
        assertEquals(ExitCode.OK, run("a-good-password-of-more\n", "FIXAA02"));
        assertTrue(Files.exists(data.resolve("elsewhere")));
    }

    @Test
    void shouldSayThatThereIsNoSuchDirectory()
    {
        data = data.resolve("nowhere");
        assertEquals(ExitCode.IO, run("a-good-password\n", "FIXAA02"));
        assertTrue(err.toString().contains("file=" + data.resolve("fix-passwords")), err::toString);
    }

    private int run(final String input, final String... args)
    {
        final InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII)));
        try
        {
            final List<String> all = new ArrayList<>(List.of(args));
            all.addAll(List.of("--data", data.toString(), "--config", config.toString()));
            return new CommandLine(new FixPasswordCommand())
                .setExecutionExceptionHandler(ExitCode::explain)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        }
        finally
        {
            System.setIn(before);
        }
    }

    private PasswordFile file()
    {
        return new PasswordFile(data.resolve("fix-passwords"));
    }
}
