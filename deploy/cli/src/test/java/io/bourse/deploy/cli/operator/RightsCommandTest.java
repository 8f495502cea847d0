// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.engine.protocol.LoginRights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RightsCommandTest
{
    @Test
    void shouldTakeAwayTheRightsThatAreLeftOut()
    {
        assertEquals(LoginRights.QUOTES, rights("--quotes").rights());
        assertEquals(LoginRights.KILL_SWITCH, rights("--kill-switch").rights());
        assertEquals(LoginRights.DONT_CHECK_LIMITS, rights("--dont-check-limits").rights());
        assertEquals(
            LoginRights.QUOTES | LoginRights.KILL_SWITCH | LoginRights.DONT_CHECK_LIMITS,
            rights("--dont-check-limits --quotes --kill-switch").rights());
        assertEquals(0, rights("--cancel-on-disconnect 5s").rights());
        assertEquals(0, rights("--off").rights());
    }

    @ParameterizedTest
    @CsvSource({
        "5s, 5000000000",
        "0s, 0",
        "PT0.0005S, 500000",
        "24h, 86400000000000"})
    void shouldTakeAGraceOfUpToADay(final String grace, final long graceNs)
    {
        assertEquals(graceNs, rights("--cancel-on-disconnect " + grace).disconnectGraceNs());
    }

    @Test
    void shouldNeverCancelOnDisconnectWhenThatIsLeftOut()
    {
        assertTrue(rights("--quotes").disconnectGraceNs() < 0);
        assertTrue(rights("--off").disconnectGraceNs() < 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "--off",
        "--quotes",
        "--login 1",
        "--login 0 --quotes",
        "--login TWAA01 --quotes",
        "--login 1 --off --quotes",
        "--login 1 --off --keep",
        "--login 1 --keep",
        "--login 1 --off --cancel-on-disconnect 5s",
        "--login 1 --cancel-on-disconnect",
        "--login 1 --cancel-on-disconnect 5",
        "--login 1 --cancel-on-disconnect never",
        "--login 1 --cancel-on-disconnect -PT1S",
        "--login 1 --cancel-on-disconnect PT24H0.000000001S",
        "--login 1 --cancel-on-disconnect 999999999h"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new RightsCommand(), line);
    }

    private static RightsCommand rights(final String line)
    {
        final RightsCommand command = new RightsCommand();
        new CommandLine(command).parseArgs(("--login 1 " + line).split(" "));
        return command;
    }
}
