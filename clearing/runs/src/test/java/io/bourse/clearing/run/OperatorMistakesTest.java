// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.AlreadyDoneException;
import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.clearing.run.operator.PlannedRun;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What operators type wrong costs nothing, and the next step that they are shown is the right one. */
@Tag("venue")
class OperatorMistakesTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final long E5 = ClearingFixture.E5;
    private static final long FIRST = 2_026_112_301L;
    private static final long SECOND = 2_026_112_302L;
    private static final long UNUSED = 2_026_112_350L;
    private static final long OVERRIDE_E5 = 92_500 * E5;
    private static final String OTHER = "second";

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private RunControl control;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        control = new RunControl(venue.baseDir, System::currentTimeMillis, TestOperators::register);
        venue.trade(SI, 92_400, 3, A, B, true);
        venue.engine.collect(0, events -> 1 == events.count("TRADE "));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    /** With exceptions to be approved; reports of the first wave alone are not what is tested here. */
    private ClearingContext context()
    {
        return venue.context().withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.EXCEPTIONS)
            .withRehearses(false).withReportWaves(EnumSet.of(ReportWave.FIRST)));
    }

    /** As from a command line. */
    private ClearingContext given(final ClearingContext.Given given) throws IOException
    {
        return context().given(given);
    }

    private static ClearingContext nothing(final ClearingContext ctx)
    {
        return ctx;
    }

    private static ClearingContext override(final ClearingContext ctx)
    {
        return ctx.settlementOverrideE5(SI, OVERRIDE_E5);
    }

    private long count(final String event)
    {
        return venue.engine.collectToEnd(0).count(event);
    }

    private boolean hasNoRuns()
    {
        return Files.notExists(venue.baseDir.resolve(Integer.toString(ClearingFixture.DATE)));
    }

    private void hold()
    {
        final ClearingContext ctx = context().withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> ClearingFixture.intraday(ctx));
    }

    @Test
    void shouldBeginARunUnderTheNextNumberOnly()
    {
        for (final int wrong : new int[]{2, 50, RunIds.MAX_NUMBER})
        {
            final PreconditionException refused = assertThrows(
                PreconditionException.class, () -> ClearingFixture.intraday(context().withRunNumber(wrong)));
            assertTrue(refused.getMessage().contains("nextNumber=1"), refused::getMessage);
            assertThrows(PreconditionException.class, () -> ClearingFixture.evening(context().withRunNumber(wrong)));
        }
        assertTrue(hasNoRuns());
        assertEquals(0, count("TRADING_SUSPENDED"));
        assertEquals(FIRST, ClearingFixture.intraday(context().withRunNumber(1)).header().runId());
        assertThrows(AlreadyDoneException.class, () -> ClearingFixture.evening(context().withRunNumber(1)));
        assertEquals(SECOND, ClearingFixture.evening(context().withRunNumber(2)).header().runId());
    }

    @Test
    void shouldEndADayWhoseLastNumberWasUsed()
    {
        final long last = RunIds.of(ClearingFixture.DATE, RunIds.MAX_NUMBER);
        venue.engine.operator().suspendTrading(last, ClearingKind.INTRADAY);
        venue.engine.operator().resumeTrading(last);
        assertEquals(FIRST, ClearingFixture.intraday(context()).header().runId());
        assertEquals(SECOND, ClearingFixture.evening(context()).header().runId());
    }

    @Test
    void shouldTakeUpAnEveningRunThatDiedBeforeItsCutAlthoughTheLastNumberWasUsed()
    {
        final long last = RunIds.of(ClearingFixture.DATE, RunIds.MAX_NUMBER);
        venue.engine.operator().suspendTrading(last, ClearingKind.INTRADAY);
        venue.engine.operator().resumeTrading(last);
        final ClearingContext dying =
            context().withEngineClient(new DyingClient(venue.client, SuspendTradingEncoder.TEMPLATE_ID, 1));
        assertThrows(PreconditionException.class, () -> ClearingFixture.evening(dying));
        assertEquals(FIRST, ClearingFixture.evening(context()).header().runId());
    }

    @Test
    void shouldLookBeforeItAsksToReopen() throws IOException
    {
        final PreconditionException open =
            assertThrows(PreconditionException.class, () -> control.reopen(context(), UNUSED, "typo"));
        assertTrue(open.getMessage().contains("nothing to reopen"), open::getMessage);
        assertTrue(hasNoRuns());
        hold();
        final PreconditionException other =
            assertThrows(PreconditionException.class, () -> control.reopen(context(), UNUSED, "typo"));
        assertTrue(other.getMessage().contains("`bourse clearing reopen --run " + FIRST + "`"), other::getMessage);
        assertFalse(Files.exists(venue.baseDir.resolve("20261123/50-I")));
        assertThrows(ApprovalException.class, () -> control.reopen(context(), FIRST, "no time"));
        assertEquals(0, count("TRADING_RESUMED"));
    }

    @Test
    void shouldNotReopenAnEveningRun() throws IOException
    {
        final ClearingContext held = context().withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> ClearingFixture.evening(held));
        final PreconditionException refused =
            assertThrows(PreconditionException.class, () -> control.reopen(context(), FIRST, "no time"));
        assertTrue(refused.getMessage().contains("`bourse clearing resume --run " + FIRST + "`"), refused::getMessage);
        assertFalse(Files.exists(venue.baseDir.resolve("20261123/1-I")));
    }

    @Test
    void shouldNoteThatTradingWasReopenedWhenTheProcessDiedBeforeIt() throws IOException
    {
        hold();
        venue.engine.operator().resumeTrading(FIRST);
        control.reopen(context(), FIRST, "no time");
        assertTrue(control.run(FIRST).givenUp());
        assertEquals(1, count("TRADING_RESUMED"));
        assertNull(control.holder());
    }

    @Test
    void shouldReopenWithTheSlicesOfTheRunsBefore() throws IOException
    {
        final ClearingContext held = context().withSliceIntervalNs(1_000L)
            .withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.NONE).withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> ClearingFixture.intraday(held));
        final ClearingContext reopening = context()
            .withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.NONE));
        control.reopen(reopening, FIRST, "no time");
        assertEquals(1, count("TRADING_RESUMED"));
        final ClearingContext evening = context()
            .withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.NONE));
        assertEquals(SECOND, ClearingFixture.evening(evening).header().runId());
    }

    @Test
    void shouldUseAnApprovedPriceAlthoughItIsNotGivenAgain() throws IOException
    {
        assertThrows(ApprovalException.class,
            () -> ClearingFixture.intraday(given(OperatorMistakesTest::override)));
        control.answer(FIRST, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        final RunResult run = ClearingFixture.intraday(given(OperatorMistakesTest::nothing));
        assertEquals(FIRST, run.header().runId());
        assertEquals(OVERRIDE_E5, run.prices().getFirst().settlementE5());
        assertEquals(1, count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldAskAgainWhenAnotherPriceIsGiven() throws IOException
    {
        assertThrows(ApprovalException.class,
            () -> ClearingFixture.evening(given(OperatorMistakesTest::override)));
        control.answer(FIRST, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        assertThrows(ApprovalException.class,
            () -> ClearingFixture.evening(given(ctx -> ctx.settlementOverrideE5(SI, OVERRIDE_E5 + E5))));
        control.answer(FIRST, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        assertEquals(OVERRIDE_E5 + E5, ClearingFixture.evening(given(OperatorMistakesTest::nothing))
            .prices().getFirst().settlementE5());
    }

    @Test
    void shouldNotGiveThePriceOfARunToTheNextOne() throws IOException
    {
        final ClearingContext first = given(OperatorMistakesTest::override)
            .withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.NONE));
        ClearingFixture.intraday(first);
        final RunResult next = ClearingFixture.intraday(given(OperatorMistakesTest::nothing));
        assertEquals(SECOND, next.header().runId());
        assertEquals("", control.run(SECOND).suspendedSince());
        assertNotEquals(SettlementMethod.OVERRIDE, next.prices().getFirst().method());
    }

    @Test
    void shouldUseTheApprovedPriceOfACorrectionAlthoughItIsNotGivenAgain() throws IOException
    {
        ClearingFixture.intraday(context());
        assertThrows(ApprovalException.class, () -> correct(OperatorMistakesTest::override));
        control.answer(SECOND, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        assertThrows(ApprovalException.class, () -> correct(OperatorMistakesTest::nothing));
        control.answer(SECOND, ApprovalStep.PUBLISH, TestOperators.of(OTHER), true, null);
        assertEquals(OVERRIDE_E5, correct(OperatorMistakesTest::nothing).prices().getFirst().settlementE5());
    }

    private RunResult correct(final ClearingContext.Given given) throws IOException
    {
        return ClearingCorrection.correct(
            control.correctionOptions(context(), FIRST).given(given), FIRST, "typed wrong");
    }

    @Test
    void shouldTakeUpTheRunWhosePackagesAreMissing() throws IOException
    {
        final Path certificate = ClearingKeys.open(venue.keysDir).members().directory().resolve("AA.crt");
        // One of a key that signs: nothing may be encrypted to it.
        Files.copy(venue.keysDir.resolve(ClearingKeys.SIGNER_NAME), certificate, StandardCopyOption.REPLACE_EXISTING);
        assertThrows(ReportsFailedException.class, () -> ClearingFixture.intraday(context()));
        assertThrows(ReportsFailedException.class, () -> ClearingFixture.intraday(context()));
        assertEquals(1, count("TRADING_SUSPENDED"));
        // A schedule does not wait for a certificate, nor does who names the next run.
        final ClearingContext scheduled = context().withOptions(options -> options.withLeavesPackages(true));
        assertThrows(ReportsFailedException.class, () -> ClearingFixture.intraday(scheduled));
        assertEquals(3, control.nextIntraday());
        assertThrows(ReportsFailedException.class, () -> ClearingFixture.intraday(context().withRunNumber(3)));
        assertEquals(3, count("TRADING_SUSPENDED"));
        Files.delete(certificate);
        assertEquals(FIRST, ClearingFixture.intraday(context()).header().runId());
        assertEquals(3, count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldSayWhichRunHoldsTrading() throws IOException
    {
        assertNull(control.holder());
        ClearingFixture.intraday(context());
        assertNull(control.holder());
        hold();
        assertHolding(RunPhase.READY_TO_PUBLISH, PlannedRun.State.BEGUN);
        control.abort(SECOND, OTHER, "not today");
        assertHolding(RunPhase.ABORTED, PlannedRun.State.ABORTED);
        final ClearingContext reopening = context()
            .withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.NONE));
        control.reopen(reopening, SECOND, "no time");
        assertNull(control.holder());
        assertEquals("GIVEN_UP", control.run(SECOND).text());
        assertEquals(PlannedRun.State.GIVEN_UP, ClearingSchedule.state(control.run(SECOND)));
        ClearingFixture.evening(context());
        assertNull(control.holder());
    }

    private void assertHolding(final RunPhase phase, final PlannedRun.State planned) throws IOException
    {
        final RunStatus holder = control.holder();
        assertEquals(SECOND, holder.runId());
        assertEquals(phase, holder.phase());
        assertEquals(phase.name(), holder.text());
        assertEquals(planned, ClearingSchedule.state(holder));
        final long sinceMs = OffsetDateTime.parse(holder.suspendedSince()).toInstant().toEpochMilli();
        final RunState state = Json.read(venue.baseDir.resolve("20261123/2-I/state.json"), RunState.class);
        assertEquals(state.cut().engineTimeNs() / 1_000_000, sinceMs);
    }

    @Test
    void shouldSayThatTradingMayStandWhenARunDiedWhileItSuspends() throws IOException
    {
        final ClearingContext dying =
            context().withEngineClient(new DyingClient(venue.client, SuspendTradingEncoder.TEMPLATE_ID, 1));
        assertThrows(PreconditionException.class, () -> ClearingFixture.intraday(dying));
        assertEquals(RunStatus.UNKNOWN, control.holder().suspendedSince());
        assertEquals(FIRST, ClearingFixture.intraday(context()).header().runId());
        assertNull(control.holder());
    }
}
