// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.engine.client.operator.PriceControlsSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;

class PriceControlsCommandTest
{
    private static final long E5 = 100_000;

    @Test
    void shouldSwitchOffTheControlsThatAreLeftOut()
    {
        assertEquals(
            PriceControlsSpec.off(1001).withCollar(2_000 * E5).withProtection(5),
            controls("--instrument 1001 --collar 2000 --protection 0.00005"));
        assertEquals(PriceControlsSpec.off(1001), controls("--instrument 1001 --off"));
    }

    @Test
    void shouldTakeEveryControl()
    {
        assertEquals(
            PriceControlsSpec.off(1001)
                .withCollar(2_000 * E5)
                .withProtection(300 * E5)
                .withVolatility(
                    500 * E5, 1_500 * E5, TimeUnit.MINUTES.toNanos(2), TimeUnit.SECONDS.toNanos(30))
                .withLimitShifts(TimeUnit.MINUTES.toNanos(5), 10, 50, 2)
                .withPassiveDelay(500_000),
            controls("--instrument 1001 --collar 2000 --protection 300 --dynamic-range 500 --static-range 1500 " +
                "--volatility-auction 2m --volatility-random PT30S --limit-watch 5m --limit-watch-pct 10 " +
                "--limit-shift-pct 50 --max-limit-shifts 2 --passive-delay PT0.0005S"));
    }

    @Test
    void shouldLeaveTheEndOfAVolatilityAuctionToAnOperatorWhenNoneIsGiven()
    {
        assertEquals(
            PriceControlsSpec.off(1001).withVolatility(500 * E5, 0, 0, 0),
            controls("--instrument 1001 --dynamic-range 500"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "--collar 2000",
        "--instrument 1001",
        "--instrument 0 --collar 2000",
        "--instrument 1001 --collar 2000 --off",
        "--instrument 1001 --off --keep",
        "--instrument 1001 --keep",
        "--instrument 1001 --collar 0",
        "--instrument 1001 --collar -1",
        "--instrument 1001 --collar 0.000001",
        "--instrument 1001 --collar 1e3",
        "--instrument 1001 --volatility-auction 2m",
        "--instrument 1001 --dynamic-range 500 --volatility-random 30s",
        "--instrument 1001 --limit-watch 5m",
        "--instrument 1001 --limit-watch 5m --limit-watch-pct 10 --limit-shift-pct 50",
        "--instrument 1001 --limit-watch 5m --limit-watch-pct 101 --limit-shift-pct 50 --max-limit-shifts 2",
        "--instrument 1001 --limit-watch 5m --limit-watch-pct 10 --limit-shift-pct 50 --max-limit-shifts 256",
        "--instrument 1001 --passive-delay 0ms",
        "--instrument 1001 --passive-delay -PT1S",
        "--instrument 1001 --passive-delay 999999999h",
        "--instrument 1001 --passive-delay 5"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new PriceControlsCommand(), line);
    }

    private static PriceControlsSpec controls(final String line)
    {
        final PriceControlsCommand command = new PriceControlsCommand();
        new CommandLine(command).parseArgs(line.split(" "));
        return command.controls();
    }
}
