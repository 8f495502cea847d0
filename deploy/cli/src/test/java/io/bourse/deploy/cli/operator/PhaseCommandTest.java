// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.protocol.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

class PhaseCommandTest
{
    @Test
    void shouldNameWhatChanges()
    {
        assertEquals(PhaseChangeSpec.ofInstrument(1001, Phase.HALTED), change("--instrument", "1001", "HALTED"));
        assertEquals(PhaseChangeSpec.ofUnderlying("SI", Phase.PRE_OPEN), change("--underlying", "SI", "pre-open"));
        assertEquals(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS), change("--all", "CONTINUOUS"));
    }

    @Test
    void shouldDrawAnotherSeedEachTimeWhenTheEndIsRandom()
    {
        final String[] args =
            {"--all", "CLOSING_AUCTION", "--for", "5m", "--then", "POST_TRADE", "--random-end", "PT30S"};
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
        "--all",
        "--all HALT",
        "--all --instrument 1 HALTED",
        "--instrument 0 HALTED",
        "--instrument Si HALTED",
        "--underlying THIRTEEN-LONG HALTED",
        "--all HALTED --for 5m",
        "--all HALTED --then CONTINUOUS",
        "--all HALTED --random-end 5s",
        "--all HALTED --for 0s --then CONTINUOUS",
        "--all HALTED --for 5 --then CONTINUOUS",
        "--all HALTED --for 999999999h --then CONTINUOUS",
        "--all HALTED --for 25h --then CONTINUOUS",
        "--all HALTED --for 5m --then CONTINUOUS --random-end 0s",
        "--all HALTED --for 5m --then CONTINUOUS --random-end 999999999h"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new PhaseCommand(), line);
    }

    private static PhaseChangeSpec change(final String... args)
    {
        final PhaseCommand command = new PhaseCommand();
        new CommandLine(command).parseArgs(args);
        return command.change();
    }
}
