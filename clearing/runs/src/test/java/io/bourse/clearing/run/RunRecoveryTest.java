// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.proof.RunManifestProof;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.CompleteClearingEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.PublishSettlementEncoder;
import io.bourse.engine.protocol.ResumeTradingEncoder;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.testing.FlightEvents;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A run that dies anywhere is taken up where it stopped. */
@Tag("venue")
class RunRecoveryTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
        venue.trade(ClearingFixture.RI, 112_500, 2, B, A, false);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @ParameterizedTest
    @CsvSource({
        SuspendTradingEncoder.TEMPLATE_ID + ",1",
        PublishSettlementEncoder.TEMPLATE_ID + ",1",
        PublishSettlementEncoder.TEMPLATE_ID + ",2",
        CompleteClearingEncoder.TEMPLATE_ID + ",1",
        ResumeTradingEncoder.TEMPLATE_ID + ",1"})
    void shouldGoOnAfterAnIntradayRunDied(final int templateId, final int nth) throws IOException
    {
        final Path run = venue.baseDir.resolve("20261123").resolve("1-I");
        final ClearingContext dying = venue.context().withEngineClient(new DyingClient(venue.client, templateId, nth));
        try (FlightEvents events = new FlightEvents("bourse.ClearingStep"))
        {
            assertThrows(PreconditionException.class, () -> ClearingFixture.intraday(dying));
            final List<Boolean> done =
                events.stop().stream().map((event) -> event.getBoolean("isComplete")).toList();
            assertEquals(List.of(false), done.stream().filter((isComplete) -> !isComplete).toList());
            assertEquals(false, done.getLast());
        }
        final Map<String, String> before = RunTexts.digests(run);
        before.remove("state.json");
        final RunResult result = ClearingFixture.intraday(venue.context());
        assertEquals(2_026_112_301L, result.header().runId());
        final Map<String, String> after = RunTexts.digests(run);
        before.forEach((name, sha256) -> assertEquals(sha256, after.get(name), name));
        assertTrue(after.containsKey("positions/table.json"), after::toString);
        final List<ClearingStep> steps = Arrays.stream(Json.read(run.resolve("timings.json"), StepTiming[].class))
            .map(StepTiming::step).toList();
        assertTrue(steps.containsAll(List.of(ClearingStep.PUBLISH, ClearingStep.RESUME, ClearingStep.REPORTS)),
            steps::toString);
        final RecordingListener events = venue.engine.collectToEnd(0);
        assertEquals(1, events.count("TRADING_SUSPENDED"));
        assertEquals(2, events.count("SETTLEMENT_PUBLISHED"));
        assertEquals(1, events.count("CLEARING_COMPLETED"));
        assertEquals(1, events.count("TRADING_RESUMED"));
        assertTrue(ReportsVerifier.isClean(
            ReportsVerifier.verify(result.reportsDirectory(), ClearingKeys.open(venue.keysDir).trustedSigner())));
    }

    @Test
    void shouldGoOnAfterAnEveningRunDied() throws IOException
    {
        final ClearingContext dying = venue.context()
            .withEngineClient(new DyingClient(venue.client, PublishSettlementEncoder.TEMPLATE_ID, 2));
        assertThrows(PreconditionException.class, () -> ClearingFixture.evening(dying));
        assertThrows(PreconditionException.class, () -> ClearingFixture.intraday(venue.context()));
        assertEquals(2_026_112_301L, ClearingFixture.evening(venue.context()).header().runId());
        assertEquals(2, venue.engine.collectToEnd(0).count("SETTLEMENT_PUBLISHED"));
        venue.engine.operator().openSession(2, 20_261_124);
    }

    @Test
    void shouldCarryTheMoneyOfAnEveningRunThatDiedBeforeItNotedItsPublication() throws IOException
    {
        final RunResult evening = ClearingFixture.evening(venue.context().openingBalance(A, 1_000_00));
        // As a process leaves it that dies between the engine's answer and its own note.
        venue.setBack("E", RunPhase.PUBLISHING);
        venue.engine.operator().openSession(2, 20_261_124);
        final RunResult next = ClearingFixture.intraday(venue.context());
        final Map<String, List<String>> left = RunTexts.money(evening.directory());
        final Map<String, List<String>> found = RunTexts.money(next.directory());
        assertEquals(left.get(A).getLast(), found.get(A).getFirst());
        assertEquals(left.get(B).getLast(), found.get(B).getFirst());
    }

    @Test
    void shouldStopBeforeTradingDoesWhenThePreviousEveningIsNotHere()
    {
        ClearingFixture.evening(venue.context());
        venue.engine.operator().openSession(2, 20_261_124);
        assertThrows(PreconditionException.class,
            () -> ClearingFixture.intraday(venue.context().withBaseDir(dir.resolve("elsewhere"))));
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldRefuseToGoOnWithOtherOptionsThanThoseOfTheFilesItWrote() throws IOException
    {
        final Path run = venue.baseDir.resolve("20261123").resolve("1-E");
        final ClearingContext dying =
            venue.context().withEngineClient(new DyingClient(venue.client, CompleteClearingEncoder.TEMPLATE_ID, 1));
        assertThrows(PreconditionException.class, () -> ClearingFixture.evening(dying));
        final Map<String, String> before = RunTexts.digests(run);
        before.remove("state.json");
        assertThrows(PreconditionException.class,
            () -> ClearingFixture.evening(venue.context().withFeePrice(FeePrice.PREV_SP)));
        final byte[] money = Files.readAllBytes(run.resolve("money").resolve("amount_end.bin"));
        Files.writeString(run.resolve("money").resolve("amount_end.bin"), "changed\n");
        assertThrows(InputCorruptException.class, () -> ClearingFixture.evening(venue.context()));
        assertEquals(0, venue.engine.collectToEnd(0).count("CLEARING_COMPLETED"));
        Files.write(run.resolve("money").resolve("amount_end.bin"), money);
        ClearingFixture.evening(venue.context());
        // Files that come with the reports may be added, none may change.
        final Map<String, String> after = RunTexts.digests(run);
        before.forEach((name, sha256) -> assertEquals(sha256, after.get(name), name));
    }

    /** What has results keeps the names that it was begun with; of another market no run is taken up. */
    @ParameterizedTest
    @CsvSource({SuspendTradingEncoder.TEMPLATE_ID + ",currencies_r1", PublishSettlementEncoder.TEMPLATE_ID + ",r1"})
    void shouldGoOnWithARunOfAProgramThatWroteNoMarket(final int templateId, final String end) throws IOException
    {
        assertThrows(PreconditionException.class, () -> ClearingFixture.evening(
            venue.context().withEngineClient(new DyingClient(venue.client, templateId, 1))));

        final RunResult result = ClearingFixture.evening(venue.context().withMarket("currencies"));

        assertEquals(2_026_112_301L, result.header().runId());
        assertTrue(Files.exists(
            result.reportsDirectory().resolve("w1/AA_mon_E_20261123_000000001_" + end + ".csv.zst")));
        final TrustedSigner trusted = ClearingKeys.open(venue.keysDir).trustedSigner();
        final RunIdentity identity = RunManifestProof.identity(result.directory());
        assertTrue(ReportsVerifier.isClean(
            ReportsVerifier.verifyRun(result.reportsDirectory(), identity, trusted)));
    }

    @Test
    void shouldNotGoOnWithARunOfAnotherMarket()
    {
        final ClearingContext currencies = venue.context().withMarket("currencies");
        assertThrows(PreconditionException.class, () -> ClearingFixture.evening(
            currencies.withEngineClient(new DyingClient(venue.client, PublishSettlementEncoder.TEMPLATE_ID, 1))));

        for (final String market : List.of("securities", ""))
        {
            assertTrue(assertThrows(PreconditionException.class, () ->
                ClearingFixture.evening(venue.context().withMarket(market))).getMessage()
                .contains("market=currencies"));
        }
    }

    @Test
    void shouldFinishTheReportsOfARunThatDiedAfterTradingResumed() throws IOException
    {
        final RunResult first = intraday();
        final Path wave = first.reportsDirectory().resolve(ReportWave.FIRST.directory());
        final Path manifest = wave.resolve(Manifest.FILE_NAME);
        final byte[] signed = Files.readAllBytes(manifest);
        // As a process leaves it that dies between the resumption and the reports.
        venue.setBack("I", RunPhase.PUBLISHED);
        Files.delete(manifest);
        Files.delete(wave.resolve(Manifest.SIGNATURE_NAME));
        venue.trade(ClearingFixture.SI, 92_300, 1, A, B, true);
        venue.engine.operator().defineAccount("AA01002", 2);
        venue.engine.operator().defineInstrument(new InstrumentSpec(
            3, "GD-12.26", InstrumentKind.FUTURE, "GD", "RUB", 1, 1, 1, 9, 5, 0, 0, 20_261_217));
        assertEquals(first.header(), intraday().header());
        assertArrayEquals(signed, Files.readAllBytes(manifest));
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
        assertEquals(2, intraday().header().number());
    }

    private RunResult intraday()
    {
        return ClearingFixture.intraday(venue.context().withDefaultOpeningBalanceKopecks(1_000_00));
    }
}
