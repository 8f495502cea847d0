// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.PhaseChangeSpec;
import io.bourse.engine.protocol.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PhaseCommandTest
{
    @Test
    void shouldNameWhatChanges()
    {
        assertEquals(PhaseChangeSpec.ofInstrument(1001, Phase.HALTED), change("--instrument", "1001", "HALTED"));
        assertEquals(PhaseChangeSpec.ofUnderlying("SI", Phase.PRE_OPEN), change("--underlying", "SI", "pre-open"));
        assertEquals(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS), change("--market", "CONTINUOUS"));
    }

    @Test
    void shouldDrawAnotherSeedEachTimeWhenTheEndIsRandom()
    {
        final String[] args =
            {"--market", "CLOSING_AUCTION", "--for", "5m", "--then", "POST_TRADE", "--random-end", "PT30S"};
        final PhaseChangeSpec first = change(args);
        assertEquals(
            PhaseChangeSpec.ofMarket(Phase.CLOSING_AUCTION)
                .then(TimeUnit.MINUTES.toNanos(5), Phase.POST_TRADE)
                .randomEnd(TimeUnit.SECONDS.toNanos(30), first.seed()),
            first);
        assertNotEquals(first.seed(), change(args).seed());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "HALTED",
        "--market",
        "--market HALT",
        "--market --instrument 1 HALTED",
        "--instrument 0 HALTED",
        "--market HALTED --for 5m",
        "--market HALTED --then CONTINUOUS",
        "--market HALTED --random-end 5s",
        "--market HALTED --for 0s --then CONTINUOUS",
        "--market HALTED --for 5 --then CONTINUOUS"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        final StringWriter err = new StringWriter();
        final int exitCode = new CommandLine(new PhaseCommand())
            .setErr(new PrintWriter(err))
            .execute(line.split(" "));
        assertEquals(ExitCode.USAGE, exitCode);
        assertTrue(err.toString().contains("Usage: "), err::toString);
    }

    private static PhaseChangeSpec change(final String... args)
    {
        final PhaseCommand command = new PhaseCommand();
        new CommandLine(command).parseArgs(args);
        return command.change();
    }
}
