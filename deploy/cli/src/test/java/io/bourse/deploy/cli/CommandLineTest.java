// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a person sees who types a command that is not right. */
class CommandLineTest
{
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(final String line)
    {
        final String[] args = line.split(" ");
        return Bourse.commandLine(args).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    @Test
    void shouldSayWhatIsWrongInsteadOfAPageOfUsage()
    {
        assertEquals(ExitCode.USAGE, execute("clearing funds deposit --no-such-option"));
        final List<String> lines = err.toString().lines().toList();
        assertTrue(lines.size() <= 4, err::toString);
        assertTrue(lines.getFirst().startsWith("bourse clearing funds deposit: "), err::toString);
        assertEquals("See `bourse clearing funds deposit --help`.", lines.getLast());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-command --help", "no-such-command", "clearing no-such-command --help",
        "reports verfy --help", "clearing verify --help --no-such-option"})
    void shouldRefuseWhatIsNoCommandAlsoWithHelp(final String line)
    {
        assertEquals(ExitCode.USAGE, execute(line), out::toString);
        assertTrue(err.toString().contains("no-such") || err.toString().contains("verfy"), err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "clearing --help", "clearing verify --help", "reports verify --help",
        "--version"})
    void shouldGiveHelp(final String line)
    {
        assertEquals(ExitCode.OK, execute(line), err::toString);
        assertTrue(out.toString().contains("Usage: bourse") || out.toString().contains("Bourse 0"), out::toString);
    }
}
