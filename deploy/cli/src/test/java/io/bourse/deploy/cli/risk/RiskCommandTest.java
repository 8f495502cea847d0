// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.LimitLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;

class RiskCommandTest
{
    @ParameterizedTest
    @CsvSource({
        "--client AA01000, CLIENT, AA01000",
        "--firm AA01, BROKERAGE_FIRM, AA01",
        "--settlement-account SA-ALPHA, SETTLEMENT_ACCOUNT, SA-ALPHA",
        "--login 17, LOGIN, 17"})
    void shouldNameTheRegisterWhoseLimitsAreSet(final String option, final LimitLevel level, final String code)
    {
        final FundedRegister register = limits(option + " --off").register();
        assertEquals(level, register.level());
        assertEquals(code, register.code());
    }

    @Test
    void shouldSwitchOffTheLimitsThatAreLeftOut()
    {
        assertEquals(
            new TradingLimitsSpec(5, 10, 5_000_000_050L, 20, 100),
            limits("--firm AA01 --position 5 --order-lots 10 --order-notional 50000000.50 --active-orders 20 " +
                "--orders-per-second 100").limits());
        assertEquals(new TradingLimitsSpec(0, 10, 0, 0, 0), limits("--firm AA01 --order-lots 10").limits());
        assertEquals(new TradingLimitsSpec(0, 0, 0, 0, 0), limits("--firm AA01 --off").limits());
    }

    @ParameterizedTest
    @CsvSource({
        "250000000.05, 25000000005",
        "-0.5, -50",
        "0, 0",
        "9999999999999999.99, 999999999999999999"})
    void shouldTakeCollateralInRoublesWithKopecks(final String roubles, final long kopecks)
    {
        final CollateralCommand command = new CollateralCommand();
        new CommandLine(command).parseArgs("--firm", "AA01", "--amount", roubles);
        assertEquals(kopecks, command.kopecks());
        assertEquals(LimitLevel.BROKERAGE_FIRM, command.register().level());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "limits",
        "limits --firm AA01",
        "limits --order-lots 10",
        "limits --firm AA01 --off --order-lots 10",
        "limits --firm AA01 --off --keep",
        "limits --firm AA01 --keep",
        "limits --firm AA01 --block",
        "limits --firm AA01 --of-firm",
        "limits --firm AA01 --of-firm --keep --order-lots 1",
        "limits --settlement-account SA --of-firm --order-lots 1",
        "limits --firm AA01 --login 1 --order-lots 10",
        "limits --firm AA --order-lots 10",
        "limits --client AA01 --order-lots 10",
        "limits --settlement-account THIRTEEN-LONG --order-lots 10",
        "limits --login 0 --order-lots 10",
        "limits --login AA01 --order-lots 10",
        "limits --firm AA01 --order-lots 0",
        "limits --firm AA01 --order-lots -1",
        "limits --firm AA01 --order-lots 1.5",
        "limits --firm AA01 --orders-per-second 2147483648",
        "limits --firm AA01 --order-notional 0",
        "limits --firm AA01 --order-notional -1",
        "limits --firm AA01 --order-notional 0.001",
        "limits --firm AA01 --order-notional 1e9",
        "collateral --amount 1",
        "collateral --firm AA01",
        "collateral --login 1 --amount 1",
        "collateral --firm AA01 --amount 10000000000000000",
        "collateral --firm AA01 --amount 1,5",
        "margin --instrument 1001 --long 1",
        "margin --instrument 1001 --short 1",
        "margin --instrument 0 --long 1 --short 1",
        "margin --instrument 1001 --long -1 --short 1",
        "margin --instrument 1001 --long 1 --short 1000000000000.01",
        "settlement-account",
        "settlement-account define",
        "settlement-account define THIRTEEN-LONG",
        "settlement-account assign SA",
        "settlement-account assign SA --firm AA",
        "watch --interval 5x",
        "watch --threshold 1e9",
        "watch --once twice",
        ""})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new RiskCommand(), line);
    }

    private static TradingLimitsCommand limits(final String line)
    {
        final TradingLimitsCommand command = new TradingLimitsCommand();
        new CommandLine(command).parseArgs(line.split(" "));
        return command;
    }
}
