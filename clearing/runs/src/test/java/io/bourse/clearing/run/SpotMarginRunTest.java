// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.monitor.RiskMonitor;
import io.bourse.clearing.monitor.RiskRow;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.EngineSource;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Shares that are bought for tomorrow need margin until they are delivered and paid, through a real engine. */
@Tag("venue")
class SpotMarginRunTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final List<String> CLIENTS = List.of(A, B);
    private static final int SHARE = 21;
    private static final long E5 = ClearingFixture.E5;
    private static final int TUESDAY = 20_261_124;
    private static final int WEDNESDAY = 20_261_125;
    /** A tenth of ten shares at 260 roubles. */
    private static final long LOT = 26_000;

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, CLIENTS);
        venue.spot(SHARE, "SBER", "SBER", 10, 1);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private RunResult evening()
    {
        final String json = "{\"groups\": {\"SBER\": {\"instruments\": [" + SHARE + "], \"risk\": {" +
            "\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1000000, " +
            "\"limit2Units\": 2000000}}}}";
        final TreeMap<String, AssetParameters> assets = new TreeMap<>();
        // Covers nothing, so that what is free is money less margin.
        assets.put("SBER", new AssetParameters(AssetKind.SECURITY, 250_000_000L, null, 1_000_000, null));
        final ClearingContext ctx = venue.context()
            .withFunds(new FundsParameters(0, null, 0, 0, 0, assets, null, null))
            .withMargin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)))
            .settlementOverrideE5(SHARE, 260 * E5);
        return ClearingFixture.evening(ctx);
    }

    private void instruct(
        final InstructionKind kind, final String client, final String asset, final long amount) throws IOException
    {
        venue.instruct(
            new InstructionRequest(kind, client, asset, amount, client + kind + amount, "tester"));
    }

    @Test
    void shouldAskForMarginUntilWhatWasTradedIsDelivered() throws IOException
    {
        instruct(InstructionKind.PAY_IN, A, "", 30_000_00);
        instruct(InstructionKind.DEPOSIT, B, "SBER", 45);
        venue.trade(SHARE, 250, 10, A, B, true);
        final RunResult traded = evening();
        assertEquals(List.of(A + " " + 10 * LOT + " " + 10 * LOT, B + " " + 10 * LOT + " " + 10 * LOT),
            margin(traded));
        assertEquals(
            List.of(
                "level;code;settlement_account;go_positions;go;go_matcher",
                "BROKERAGE_FIRM;AA01;AA;2600.00;2600.00;0.00",
                "BROKERAGE_FIRM;BB01;BB;2600.00;2600.00;0.00",
                "SETTLEMENT_ACCOUNT;AA;AA;2600.00;2600.00;0.00",
                "SETTLEMENT_ACCOUNT;BB;BB;2600.00;2600.00;0.00"),
            Files.readAllLines(traded.directory().resolve("margin-levels.csv")).subList(0, 5));
        assertEquals(List.of("AA 260000 2740000", "BB 260000 -260000"), free(traded));
        assertEquals(List.of("BB MARGIN 260000"), calls(traded));
        requireProof(traded);

        venue.engine.operator().openSession(2, TUESDAY);
        assertEquals(List.of("AA 260000 260000 2740000", "BB 260000 260000 -260000"), now());
        // Four lots are delivered; six fail, and are the seller's and the buyer's risk for another day.
        final RunResult failed = evening();
        assertEquals(List.of(A + " " + 6 * LOT + " " + 6 * LOT, B + " " + 6 * LOT + " " + 6 * LOT), margin(failed));
        assertEquals(List.of("AA 156000 1904000", "BB 156000 784000"), free(failed));
        requireProof(failed);

        venue.engine.operator().openSession(3, WEDNESDAY);
        instruct(InstructionKind.DEPOSIT, B, "SBER", 55);
        final RunResult settled = evening();
        assertEquals(List.of(), margin(settled));
        assertEquals(List.of("AA 0 500000", "BB 0 2500000"), free(settled));
        requireProof(settled);
    }

    private List<String> margin(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.MARGIN))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(CLIENTS.get(table.ints(RunTables.MARGIN_ACCOUNT).get(row)) + " " +
                    table.longs(RunTables.MARGIN_POSITIONS).get(row) + " " +
                    table.longs(RunTables.MARGIN_REQUIRED).get(row));
            }
        }
        return rows;
    }

    private static List<String> free(final RunResult run) throws IOException
    {
        return Json.read(run.directory().resolve(FundsFile.FILE_NAME), FundsFile.class).accounts().stream()
            .map((AccountFunds account) ->
                account.settlementAccount() + " " + account.go() + " " + account.free())
            .toList();
    }

    private static List<String> calls(final RunResult run) throws IOException
    {
        return Json.read(run.directory().resolve(CallsFile.FILE_NAME), CallsFile.class).raised().stream()
            .map(call -> call.settlementAccount() + " " + (CallKind.MARGIN == call.kind() ? "MARGIN" : "CASH") + " " +
                call.kopecks())
            .toList();
    }

    /** Settlement accounts while trading goes on: margin at the run, now, and what is free. */
    private List<String> now() throws IOException
    {
        try (RunSource source = new EngineSource(venue.context()); IngestedDay day = source.catchUp())
        {
            return new RiskMonitor(venue.baseDir, Long.MIN_VALUE).look(day).accounts().stream()
                .map((RiskRow row) ->
                    row.settlementAccount() + " " + row.marginAtRun() + " " + row.margin() + " " + row.free())
                .toList();
        }
    }

    private void requireProof(final RunResult run) throws IOException
    {
        final RunFinding finding =
            new RunControl(venue.baseDir, System::currentTimeMillis).margin(run.header().runId(), 1);
        assertTrue(finding.ok(), finding::toString);
    }
}
