// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.ingest.DayRecorder;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Options of a run: what is refused, what holds by default, and whose slices and parameters a run has. */
class ClearingContextTest
{
    private static final int DATE = 20_261_123;
    private static final long RUN = 2_026_112_301L;
    private static final int SI = 1001;
    private static final PriceParameters FIFTEEN_SLICES = new PriceParameters(15, 0, 0, null, null);

    @TempDir
    Path dir;
    private ClearingContext ctx;

    @BeforeEach
    void build()
    {
        ctx = ClearingContext.builder().baseDir(dir.resolve("runs")).build();
    }

    private static void assertRefused(final String option, final Executable work)
    {
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, work);
        assertTrue(refused.getMessage().startsWith("bad option of clearing: " + option + "="), refused::getMessage);
    }

    private void assertRefusedOption(final String option, final UnaryOperator<ClearingRunOptions> change)
    {
        assertRefused(option, () -> ctx.withOptions(change));
    }

    @Test
    void shouldRefuseImpossibleOptions()
    {
        assertRefused("baseDir", () -> ClearingContext.builder().build());
        assertRefused("engineClient", () -> RunSource.of(ctx));
        assertRefused("sliceIntervalNs", () -> ctx.withSliceIntervalNs(0L));
        assertRefused("windowSlices", () -> ctx.withWindowSlices(0));
        assertRefused("minValidSlices", () -> ctx.withWindowSlices(9));
        assertRefused("minValidSlices", () -> ctx.withPrices(FIFTEEN_SLICES));
        assertRefused("timeoutNs", () -> ctx.withTimeoutNs(0));
        assertRefused("runNumber", () -> ctx.withRunNumber(-1));
        assertRefused("runNumber", () -> ctx.withRunNumber(100));
        assertRefused("resumedRunId", () -> ctx.withResumedRunId(RUN));
        assertEquals(1, ctx.withResumedRun(RUN).runNumber());
    }

    @Test
    void shouldRefuseImpossibleOptionsOfHowARunIsDone()
    {
        assertRefusedOption("requester", options -> options.withRequester(null));
        assertRefusedOption("requester", options -> options.withRequester(" "));
        assertRefusedOption("operators", options -> options.withOperators(null));
        assertRefusedOption("approvalPolicy", options -> options.withApprovalPolicy(null));
        assertRefusedOption("approvalWaitNs", options -> options.withApprovalWaitNs(-1));
        assertRefusedOption("threads", options -> options.withThreads(0));
        assertRefusedOption("clockMs", options -> options.withClockMs(null));
        assertRefusedOption("secondOpinionRows", options -> options.withSecondOpinionRows(-1));
        assertEquals("somebody", ctx.options().withRequester(" somebody ").requester());
    }

    @Test
    void shouldHaveTheDefaultsThatItNames()
    {
        assertEquals(dir.toAbsolutePath().resolve("keys"), ctx.keysDir());
        assertEquals(TimeUnit.SECONDS.toNanos(60), ctx.timeoutNs());
        assertEquals(FeePrice.TRADE, ctx.feePrice());
        assertEquals(PriceParameters.DEFAULT, ctx.prices());
        assertNull(ctx.margin());
        assertNull(ctx.sliceIntervalNs());
        assertNull(ctx.windowSlices());
        final ClearingRunOptions options = ctx.options();
        assertEquals(ApprovalPolicy.EXCEPTIONS, options.approvalPolicy());
        assertEquals(0, options.approvalWaitNs());
        assertEquals(2, options.threads());
        assertTrue(options.rehearses() && !options.holdsBeforePublication() && !options.leavesPackages());
        assertEquals(ClearingRunOptions.SECOND_OPINION_ROWS_DEFAULT, options.secondOpinionRows());
        assertEquals(Set.of(ReportWave.values()), options.reportWaves());
    }

    private void assertSlices(final long intervalNs, final int slices, final ClearingContext resolved)
    {
        assertEquals(intervalNs, resolved.sliceIntervalNs());
        assertEquals(slices, resolved.windowSlices());
        final IngestContext elsewhere = resolved.ingest(dir.resolve("elsewhere"));
        assertEquals(dir.resolve("elsewhere"), elsewhere.directory());
        assertEquals(intervalNs, elsewhere.sliceIntervalNs());
        assertEquals(slices, elsewhere.windowSlices());
    }

    @Test
    void shouldTakeTheSlicesOfItsIngestUnlessOneIsChosen()
    {
        assertSlices(TimeUnit.SECONDS.toNanos(5), 12, ctx.withSlices());
        try (DayRecorder recorder = new DayRecorder(IngestContext.builder()
            .directory(ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY))
            .sliceIntervalNs(1_000).windowSlices(20).build()))
        {
            new EventScript(recorder).begin()
                .event(new SessionOpenedEncoder(), (e) -> e.sessionId(1).tradingDate(DATE)).end();
            recorder.checkpoint();
        }
        assertSlices(1_000, 20, ctx.withSlices());
        assertSlices(7, 12, ctx.withSliceIntervalNs(7L).withSlices());
        assertSlices(TimeUnit.SECONDS.toNanos(5), 30, ctx.withWindowSlices(30).withSlices());
    }

    @Test
    void shouldTakeUpTheParametersOfARunAndWhatIsGivenBesideThem() throws IOException
    {
        final RunDirectory run = new RunDirectory(ctx.baseDir(), DATE, 1, "I");
        run.create();
        Files.write(run.file(RunDirectory.PARAMETERS), FIFTEEN_SLICES.json());
        Json.write(run.file(RunDirectory.INPUT), new RunParameters(RunParameters.FORMAT, RUN, "I", 1, DATE, 0, 0,
            Map.of("sliceIntervalNs", "7", "windowSlices", "20"), Map.of()));
        assertSame(ctx, ctx.takingUp(run));
        final ClearingContext given = ctx.given(options -> options.settlementOverrideE5(SI, 5));
        assertEquals(PriceParameters.DEFAULT.minValidSlices(), given.prices().minValidSlices());
        final ClearingContext resumed = given.takingUp(run);
        assertEquals(FIFTEEN_SLICES.with(SI, given.prices().of(SI)), resumed.prices());
        assertEquals(5, resumed.prices().of(SI).overrideE5());
        assertSlices(7, 20, resumed);
    }
}
