// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.AbortedException;
import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.AuditHead;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.EngineSource;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.Publication;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What operators do to runs, with a real engine. */
@Tag("venue")
class RunOperationsTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final long RUN = 2_026_112_301L;
    private static final String STARTER = "first";
    private static final String OTHER = "second";

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private RunControl control;
    private long nowMs = 1_795_000_000_000L;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        control = new RunControl(venue.baseDir, () -> nowMs, TestOperators::register);
        venue.trade(SI, 92_400, 3, A, B, true);
        awaitTrades(1);
    }

    private void awaitTrades(final long trades)
    {
        venue.engine.collect(0, events -> trades == events.count("TRADE "));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext context()
    {
        return venue.context()
            .withOptions(options -> options.withSigner(TestOperators.of(STARTER)).withClockMs(() -> nowMs));
    }

    private ClearingContext under(final ApprovalPolicy policy)
    {
        return context().withOptions(options -> options.withApprovalPolicy(policy));
    }

    private static RunResult evening(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.EVENING))
        {
            return service.run();
        }
    }

    private static RunResult intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    private ClearingContext resumed(final ClearingContext ctx, final long runId) throws IOException
    {
        return control.resumeOptions(ctx, runId);
    }

    private void hold(final ClearingKind kind) throws IOException
    {
        final ClearingContext ctx = context().withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () ->
        {
            if (ClearingKind.EVENING == kind)
            {
                evening(ctx);
            }
            else
            {
                intraday(ctx);
            }
        });
        assertEquals(RunPhase.READY_TO_PUBLISH, control.run(RUN).phase());
    }

    private long count(final String event)
    {
        return venue.engine.collectToEnd(0).count(event);
    }

    private Path run(final String name)
    {
        return venue.baseDir.resolve(Integer.toString(ClearingFixture.DATE)).resolve(name);
    }

    private String stateOf(final String file) throws IOException
    {
        return Digests.sha256Of(run("1-E").resolve(file));
    }

    @Test
    void shouldPublishAHeldRun() throws IOException
    {
        hold(ClearingKind.EVENING);
        assertEquals(0, count("SETTLEMENT_PUBLISHED"));
        assertEquals(RUN, control.unfinished());
        assertEquals(RUN, evening(resumed(context(), RUN)).header().runId());
        assertEquals(2, count("SETTLEMENT_PUBLISHED"));
        assertEquals(1, count("CLEARING_COMPLETED"));
        assertThrows(PreconditionException.class, () -> control.unfinished());
    }

    @Test
    void shouldGoOnWithAHeldRunThatWasAborted() throws IOException
    {
        hold(ClearingKind.EVENING);
        final String positions = stateOf("positions/table.json");
        final String checks = stateOf("checks.json");
        assertTrue(control.abort(RUN, OTHER, "wait"));
        assertEquals(RunPhase.ABORTED, control.run(RUN).phase());
        assertEquals(RUN, evening(resumed(context(), RUN)).header().runId());
        assertEquals(positions, stateOf("positions/table.json"));
        assertEquals(checks, stateOf("checks.json"));
        assertEquals(1, count("TRADING_SUSPENDED"));
        assertEquals(1, count("CLEARING_COMPLETED"));
        final PreconditionException late =
            assertThrows(PreconditionException.class, () -> control.abort(RUN, OTHER, "too late"));
        assertTrue(late.getMessage().contains("publication"), late.getMessage());
    }

    @Test
    void shouldTakeEverythingInTheEveningWhenTradingWasReopenedWithoutResults() throws IOException
    {
        hold(ClearingKind.INTRADAY);
        final ClearingContext reopening = under(ApprovalPolicy.EXCEPTIONS);
        assertThrows(ApprovalException.class, () -> control.reopen(reopening, RUN, "no time"));
        assertThrows(ApprovalException.class, () ->
            control.answer(RUN, ApprovalStep.REOPEN, TestOperators.of(STARTER), true, null));
        control.answer(RUN, ApprovalStep.REOPEN, TestOperators.of(OTHER), true, null);
        control.reopen(under(ApprovalPolicy.EXCEPTIONS), RUN, "no time");
        assertEquals(1, count("TRADING_RESUMED"));
        assertEquals(0, count("SETTLEMENT_PUBLISHED"));
        assertThrows(PreconditionException.class, () -> control.unfinished());
        assertThrows(PreconditionException.class, () -> intraday(resumed(context(), RUN)));
        assertEquals(1, count("TRADING_SUSPENDED"));

        venue.trade(SI, 92_500, 2, A, B, true);
        awaitTrades(2);
        final RunResult evening = evening(context());
        assertEquals(2, evening.header().number());
        assertEquals(2, evening.counts().trades());
        for (final List<String> row : RunTexts.positions(evening.directory()))
        {
            assertEquals(A.equals(row.get(0)) ? "5" : "-5", row.get(5));
            assertEquals("0.00", row.get(7), "nothing was paid before");
        }
    }

    @Test
    void shouldLeaveNothingInTheStreamByADryRun() throws IOException
    {
        final List<String> before = venue.engine.collectToEnd(0).transactions();
        final DryRunResult dry = DryRun.run(context(), ClearingKind.EVENING);
        assertTrue(dry.isClean(), dry.checks()::toString);
        assertEquals(1, dry.trades());
        assertEquals(2, dry.positions());
        assertEquals(before, venue.engine.collectToEnd(0).transactions());
        assertEquals(List.of(), control.runs());
        final RunResult evening = evening(context());
        assertEquals(
            Json.read(evening.directory().resolve(RunDirectory.PUBLICATION), Publication.class).postedKopecks(),
            dry.postedKopecks());
    }

    @Test
    void shouldCalculateADryRunAtACutOfItsOwn() throws IOException
    {
        final long before = venue.client.endCursor();
        final DryRunResult then = DryRun.run(context(), ClearingKind.EVENING);
        venue.trade(SI, 92_500, 2, A, B, true);
        awaitTrades(2);
        assertEquals(2, DryRun.run(context(), ClearingKind.EVENING).trades());
        final DryRunResult again = DryRun.run(context(), ClearingKind.EVENING, before);
        assertEquals(1, again.trades());
        assertEquals(then.postedKopecks(), again.postedKopecks());
        final String message = assertThrows(PreconditionException.class,
            () -> DryRun.run(context(), ClearingKind.EVENING, before + 1)).getMessage();
        assertTrue(message.contains("before=" + before + " after="), message);
        assertThrows(PreconditionException.class, () -> DryRun.run(context(), ClearingKind.EVENING, Long.MAX_VALUE));
        assertFalse(Files.exists(context().baseDir().resolve("dry-run/ingest")));
    }

    @Test
    void shouldAskForPricesAndPublicationUnderPolicyAllNoMatterWhoTakesTheRunUp() throws IOException
    {
        assertThrows(ApprovalException.class, () -> evening(under(ApprovalPolicy.ALL)));
        assertEquals(RunPhase.PRICES_PROPOSED, control.run(RUN).phase());
        control.answer(RUN, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        final ClearingContext taken = under(ApprovalPolicy.ALL)
            .withOptions(options -> options.withSigner(TestOperators.of(OTHER)));
        assertThrows(ApprovalException.class, () -> evening(resumed(taken, RUN)));
        assertEquals(RunPhase.READY_TO_PUBLISH, control.run(RUN).phase());
        assertEquals(0, count("SETTLEMENT_PUBLISHED"));
        assertThrows(ApprovalException.class, () ->
            control.answer(RUN, ApprovalStep.PUBLISH, TestOperators.of(STARTER), true, null));
        // Who has signed the request because of taking the run up is no second person either.
        assertThrows(ApprovalException.class, () ->
            control.answer(RUN, ApprovalStep.PUBLISH, TestOperators.of(OTHER), true, null));
        control.answer(RUN, ApprovalStep.PUBLISH, TestOperators.of("third"), true, null);
        assertEquals(RUN, evening(resumed(under(ApprovalPolicy.ALL), RUN)).header().runId());
        assertEquals(2, count("SETTLEMENT_PUBLISHED"));
    }

    @Test
    void shouldNotTakeAnApprovalThatHasExpired() throws IOException
    {
        assertThrows(ApprovalException.class, () -> evening(under(ApprovalPolicy.ALL)));
        control.answer(RUN, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        nowMs += Approvals.LIFE_MS + 1;
        final ApprovalException expired =
            assertThrows(ApprovalException.class, () -> evening(resumed(under(ApprovalPolicy.ALL), RUN)));
        assertTrue(expired.getMessage().contains("expired"), expired.getMessage());
        assertEquals(RunPhase.PRICES_PROPOSED, control.run(RUN).phase());
        control.answer(RUN, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null);
        assertThrows(ApprovalException.class, () -> evening(resumed(under(ApprovalPolicy.ALL), RUN)));
        assertEquals(RunPhase.READY_TO_PUBLISH, control.run(RUN).phase());
    }

    @Test
    void shouldNotTakeAnApprovalThatTheAuditTrailDoesNotKnow() throws IOException
    {
        assertThrows(ApprovalException.class, () -> evening(under(ApprovalPolicy.ALL)));
        Files.writeString(venue.baseDir.resolve(ClearingAuditTrail.FILE_NAME), "no line of a trail\n");
        assertThrows(
            InputCorruptException.class, () ->
                control.answer(RUN, ApprovalStep.PRICES, TestOperators.of(OTHER), true, null));
        assertNull(new Approvals(run("1-E")).answer(ApprovalStep.PRICES));
    }

    @Test
    void shouldNotBeginARunOfTheNextDateWhenThatOfTheLastOneIsTakenUp() throws IOException
    {
        evening(context());
        // As a process leaves it whose reports failed.
        venue.setBack("E", RunPhase.PUBLISHED);
        venue.engine.operator().openSession(2, 20_261_124);
        assertEquals(RUN, control.unfinished());
        final PreconditionException late =
            assertThrows(PreconditionException.class, () -> evening(resumed(context(), RUN)));
        assertTrue(late.getMessage().contains("date"), late.getMessage());
        assertEquals(1, count("TRADING_SUSPENDED"));
        assertFalse(Files.exists(venue.baseDir.resolve("20261124")));
    }

    @Test
    void shouldFollowAnAbortThatComesWhileTheRunPrepares() throws IOException
    {
        final ClearingContext dying =
            context().withEngineClient(new DyingClient(venue.client, SuspendTradingEncoder.TEMPLATE_ID, 1));
        assertThrows(PreconditionException.class, () -> evening(dying));
        final ClearingContext watched = context();
        final RunSource engine = new EngineSource(watched);
        final RunSource aborting = (RunSource)Proxy.newProxyInstance(
            RunSource.class.getClassLoader(), new Class<?>[]{RunSource.class}, (proxy, method, arguments) ->
            {
                if ("catchUp".equals(method.getName()))
                {
                    assertFalse(control.abort(RUN, OTHER, "not today"), "somebody works at it");
                }
                try
                {
                    return method.invoke(engine, arguments);
                }
                catch (final InvocationTargetException ex)
                {
                    throw ex.getCause();
                }
            });
        assertThrows(AbortedException.class, () -> evening(context().withSource(aborting)));
        assertEquals(0, count("TRADING_SUSPENDED"));
        assertEquals(RunPhase.ABORTED, control.run(RUN).phase());
        assertEquals(RUN, evening(resumed(context(), RUN)).header().runId());
    }

    @Test
    void shouldSignTheHeadOfTheTrailWhenTheRunDiedBeforeIt() throws IOException
    {
        intraday(context());
        venue.setBack("I", RunPhase.PUBLISHED);
        final Path signature = run("1-I").resolve(AuditHead.SIGNATURE_NAME);
        Files.delete(signature);
        intraday(resumed(context(), RUN));
        assertTrue(Files.exists(signature));
    }

    @Test
    void shouldCompareWhatItCarriesOverWhenItIsTakenUpBehindItsSuspension() throws IOException
    {
        evening(context());
        venue.engine.operator().openSession(2, 20_261_124);
        assertThrows(ApprovalException.class, () -> intraday(under(ApprovalPolicy.ALL)));
        final Path column = run("1-E").resolve("money").resolve("amount_end.bin");
        final byte[] left = Files.readAllBytes(column);
        final byte[] changed = left.clone();
        changed[0] ^= 1;
        Files.write(column, changed);
        assertThrows(InputCorruptException.class, () -> intraday(resumed(context(), 2_026_112_401L)));
        Files.write(column, left);
        final RunResult next = intraday(resumed(context(), 2_026_112_401L));
        final List<String> names = next.checks().stream().map(CheckResult::name).toList();
        assertTrue(names.stream().anyMatch(name -> name.startsWith("I5 previous settlement prices")), names::toString);
        assertTrue(names.stream().anyMatch(name -> name.startsWith("I5 positions from before")), names::toString);
        final Map<String, List<String>> money = RunTexts.money(next.directory());
        assertEquals(2, money.size());
    }
}
