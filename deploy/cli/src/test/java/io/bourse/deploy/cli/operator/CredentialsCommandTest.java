// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.security.CredentialStore;
import org.junit.jupiter.api.BeforeEach;
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
import java.util.Arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CredentialsCommandTest
{
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path dir;

    @BeforeEach
    void create()
    {
        CredentialStore.in(dir).createMissing();
    }

    @Test
    void shouldShowWhoHasKeysAndNoKey() throws IOException
    {
        assertEquals(ExitCode.OK, run("show"), err::toString);
        assertTrue(out.toString().contains("operator       keys 1  fingerprint "), out::toString);
        assertTrue(out.toString().contains("gateway-2"), out::toString);
        assertNoKey("operator");
    }

    @Test
    void shouldRotateAndRetire() throws IOException
    {
        assertEquals(ExitCode.OK, run("rotate", "operator"), err::toString);
        assertEquals(2, Files.readAllLines(dir.resolve("credentials/operator.key")).size());
        assertEquals(ExitCode.PRECONDITION, run("rotate", "operator"));
        assertTrue(err.toString().contains("retire the former key first"), err::toString);
        assertEquals(ExitCode.OK, run("rotate", "operator", "--retire"));
        assertEquals(1, Files.readAllLines(dir.resolve("credentials/operator.key")).size());
        assertEquals(ExitCode.PRECONDITION, run("rotate", "operator", "--retire"));
        assertNoKey("operator");
    }

    @Test
    void shouldAddAnotherGatewayOnce() throws IOException
    {
        assertEquals(ExitCode.OK, run("add", "gateway-3"), err::toString);
        assertTrue(Files.exists(dir.resolve("credentials/gateway-3.key")));
        assertEquals(ExitCode.PRECONDITION, run("add", "gateway-3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"engine", "gateway", "gateway-0", "gateway-65001", "../operator", ""})
    void shouldExplainWhichNamesThereAre(final String name) throws IOException
    {
        assertEquals(ExitCode.USAGE, run("add", name));
        assertTrue(err.toString().contains("gateway-N"), err::toString);
    }

    @Test
    void shouldMakeNothingWhereNoVenueWasStarted() throws IOException
    {
        final Path nowhere = dir.resolve("nowhere");
        assertEquals(ExitCode.PRECONDITION, new CommandLine(new CredentialsCommand())
            .setExecutionExceptionHandler(ExitCode::explain).setErr(new PrintWriter(err))
            .execute("add", "gateway-3", "--data", nowhere.toString()));
        assertFalse(Files.exists(nowhere));
    }

    private void assertNoKey(final String name) throws IOException
    {
        for (final String key : Files.readAllLines(dir.resolve("credentials").resolve(name + ".key")))
        {
            assertFalse((out + " " + err).contains(key.substring(0, 16)));
        }
    }

    private int run(final String... args)
    {
        final String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = dir.toString();
        return new CommandLine(new CredentialsCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(all);
    }
}
