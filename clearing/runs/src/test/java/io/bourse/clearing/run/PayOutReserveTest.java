// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionOutcome;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

import static io.bourse.clearing.run.ClearingFixture.SI;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** What a real matcher has reserved at the cut does not go out. */
@Tag("venue")
class PayOutReserveTest
{
    private static final String A = "AA01001";
    private static final String A_TOO = "AA02001";
    private static final String B = "BB01001";
    private static final String SHARE = "SBER";
    /** Ten per cent of 92 345 roubles. */
    private static final long LOT = 923_450;
    private static final long OPENS = 10_000_000;
    /** Three lots bought 55 roubles above the settlement price. */
    private static final long FREE = OPENS - 16_500 - 3 * LOT;

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, A_TOO, B));
        final RiskOperator risk = new RiskOperator(venue.engine.operator());
        risk.defineSettlementAccount("HOUSE");
        risk.assignSettlementAccount("AA01", "HOUSE");
        risk.assignSettlementAccount("AA02", "HOUSE");
        venue.trade(SI, 92_400, 3, A, B, true);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private RunResult intraday()
    {
        final String json = "{\"groups\": {\"Si\": {\"instruments\": [" + SI + "], \"risk\": {" +
            "\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1000000, " +
            "\"limit2Units\": 2000000}}}}";
        final TreeMap<String, AssetParameters> assets = new TreeMap<>();
        // A rouble each.
        assets.put(SHARE, new AssetParameters(AssetKind.SECURITY, 1_000_000L, null, 0, null));
        final ClearingContext ctx = venue.context()
            .withFunds(new FundsParameters(0, null, 0, 0, 0, assets, null, null))
            .withMargin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)))
            .openingBalance(A, OPENS)
            .openingBalance(B, OPENS);
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    private void instruct(
        final InstructionKind kind, final String client, final String asset, final long amount) throws IOException
    {
        venue.instruct(
            new InstructionRequest(kind, client, asset, amount, kind.name() + amount, "tester"));
    }

    private static List<String> refusals(final RunResult run) throws IOException
    {
        return Json.read(run.directory().resolve(InstructionsFile.FILE_NAME), InstructionsFile.class)
            .outcomes().stream().map(InstructionOutcome::refusal).toList();
    }

    private static long free(final RunResult run) throws IOException
    {
        final AccountFunds funds =
            Json.read(run.directory().resolve(FundsFile.FILE_NAME), FundsFile.class).account("HOUSE");
        return funds.free();
    }

    @Test
    void shouldPayOutOnlyWhatPositionsAndOrdersSinceTheLastRunHaveLeft() throws IOException
    {
        instruct(InstructionKind.DEPOSIT, A, SHARE, 100);
        assertEquals(FREE + 100_00, free(intraday()));
        // The account has bought two more and sold one by another firm, and two are ordered: from three lots to six.
        venue.trade(SI, 92_345, 2, A, B, true);
        venue.trade(SI, 92_345, 1, B, A_TOO, true);
        venue.sender(A).newOrder(SI, Side.BUY, 90_000 * ClearingFixture.E5, 2);
        final long reserved = 3 * LOT;
        final long free = FREE + 100_00 - reserved;
        instruct(InstructionKind.PAY_OUT, A, "", free + 1);
        instruct(InstructionKind.PAY_OUT, A, "", free - 99_00);
        instruct(InstructionKind.WITHDRAW, A, SHARE, 100);
        instruct(InstructionKind.WITHDRAW, A, SHARE, 99);
        // An account that the matcher does not check.
        instruct(InstructionKind.PAY_OUT, B, "", OPENS + 16_500 - 3 * LOT);
        final RunResult second = intraday();
        assertEquals(List.of(
            "less is free on the settlement account: freeKopecks=" + free + " reservedKopecks=" + reserved,
            "",
            "less is free on the settlement account: freeKopecks=9900 reservedKopecks=" + reserved +
                " countedKopecks=10000",
            "",
            ""), refusals(second));
        assertEquals(0, free(second));
    }

    /** What a firm has done as one of the account, and what it goes on doing, is still owed by its money there. */
    @Test
    void shouldCountAFirmThatWasAssignedElsewhereSinceTheLastRun() throws IOException
    {
        venue.trade(SI, 92_345, 1, A_TOO, B, true);
        assertEquals(FREE - LOT, free(intraday()));
        venue.trade(SI, 92_345, 2, A_TOO, B, true);
        final RiskOperator risk = new RiskOperator(venue.engine.operator());
        risk.defineSettlementAccount("OTHER");
        risk.assignSettlementAccount("AA02", "OTHER");
        final long reserved = 2 * LOT;
        final long free = FREE - LOT - reserved;
        instruct(InstructionKind.PAY_OUT, A, "", free + 1);
        instruct(InstructionKind.PAY_OUT, A, "", free);
        final RunResult second = intraday();
        assertEquals(
            List.of("less is free on the settlement account: freeKopecks=" + free + " reservedKopecks=" + reserved,
                ""),
            refusals(second));
        // Three lots of the firm have left with it.
        assertEquals(3 * LOT, free(second));
    }

    @Test
    void shouldPayOutNoMoreThanWasFreeWhenPositionsWereClosedSince() throws IOException
    {
        assertEquals(FREE, free(intraday()));
        venue.trade(SI, 92_345, 3, B, A, true);
        instruct(InstructionKind.PAY_OUT, A, "", FREE + 1);
        instruct(InstructionKind.PAY_OUT, A, "", FREE);
        final RunResult second = intraday();
        assertEquals(
            List.of("less is free on the settlement account: freeKopecks=" + FREE, ""), refusals(second));
        assertEquals(3 * LOT, free(second));
    }
}
