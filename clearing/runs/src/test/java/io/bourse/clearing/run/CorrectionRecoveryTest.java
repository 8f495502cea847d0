// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.engine.protocol.PublishSettlementEncoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A correction that dies anywhere is taken up where it stopped, and posts and publishes nothing twice. */
@Timeout(600)
@Tag("venue")
class CorrectionRecoveryTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final long FIRST = 2_026_112_301L;
    private static final long SECOND = FIRST + 1;
    private static final String REASON = "wrong price";
    /** Corrections write down when they begin. */
    private static final long NOW_MS = System.currentTimeMillis();
    private static final String CORRECTION = "20261123/2-I";
    private static final List<ClearingStep> STEPS = List.of(
        ClearingStep.PREPARE, ClearingStep.PRICES, ClearingStep.EXPIRY, ClearingStep.FUNDS, ClearingStep.CALCULATE,
        ClearingStep.WRITE, ClearingStep.CHECK, ClearingStep.COMPARE, ClearingStep.RECONCILE, ClearingStep.PUBLISH);

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void publishAWrongPrice()
    {
        venue = new ClearingFixture(dir, List.of(B, A));
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
        venue.trade(ClearingFixture.RI, 112_350, 2, B, A, false);
        final ClearingContext ctx =
            context().settlementOverrideE5(ClearingFixture.SI, 92_900 * ClearingFixture.E5);
        ClearingFixture.intraday(ctx);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldComeToTheSameWhenItDiesBehindEveryStep() throws IOException
    {
        final Path calm = dir.resolve("calm");
        copy(venue.baseDir, calm);
        final List<ClearingStep> died = new ArrayList<>();
        for (final ClearingStep step : STEPS)
        {
            assertThrows(RuntimeException.class, () -> correct(context().withProgress(dyingBehind(step, died))));
        }
        assertEquals(STEPS, died);
        assertThrows(RuntimeException.class,
            () -> resume(context().withProgress(dyingBehind(ClearingStep.REPORTS, died))));
        assertEquals(ClearingStep.REPORTS, died.getLast());
        resume(context());
        correct(context().withBaseDir(calm));
        for (final String run : List.of(CORRECTION, "20261123/1-I"))
        {
            assertEquals(RunTexts.digests(calm.resolve(run)), RunTexts.digests(venue.baseDir.resolve(run)));
        }
        // Two prices of the run, one of the correction.
        assertEquals(3, venue.engine.collectToEnd(0).count("SETTLEMENT_PUBLISHED"));
        assertEquals(2, new RunControl(venue.baseDir, System::currentTimeMillis).runs().size());
    }

    @Test
    void shouldKeepTheNextRunBackUntilTheEngineKnowsAllOfIt() throws IOException
    {
        assertThrows(PreconditionException.class, () -> correct(context().withEngineClient(
            new DyingClient(venue.client, PublishSettlementEncoder.TEMPLATE_ID, 1))));
        final PreconditionException refused = assertThrows(PreconditionException.class, this::evening);
        assertTrue(refused.getMessage().contains("runId=" + SECOND), refused::getMessage);
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
        // As a process leaves it that dies between the engine's answer and its own note.
        resume(context());
        final RunDirectory directory = new RunDirectory(venue.baseDir, ClearingFixture.DATE, 2, "I");
        final RunState state = directory.state();
        directory.enter(RunPhase.PUBLISHING, RunPhase.PUBLISHING, state.cut(), "",
            state.files().stream().map(RunState.FileDigest::name).toList());
        resume(context());
        assertEquals(3, venue.engine.collectToEnd(0).count("SETTLEMENT_PUBLISHED"));
        assertEquals(3, RunIds.number(evening().header().runId()));
    }

    @Test
    void shouldLeaveNothingToTheNextRunWhenItDiesInItsFirstStep() throws IOException
    {
        final Path next = venue.baseDir.resolve(CORRECTION);
        final Path inTheWay = next.resolve("reversed_ledger");
        Files.createDirectories(next);
        Files.writeString(inTheWay, "not a table");
        assertThrows(ClearingException.class, () -> correct(context()));
        Files.delete(inTheWay);
        final RunControl control = new RunControl(venue.baseDir, System::currentTimeMillis);
        assertTrue(Files.exists(next.resolve(CorrectionFile.FILE_NAME)));
        assertEquals(List.of(FIRST), control.runs().stream().map(RunStatus::runId).toList());
        assertEquals(SECOND, ClearingFixture.intraday(context()).header().runId());
        assertFalse(Files.exists(next.resolve(CorrectionFile.FILE_NAME)));
        assertEquals(0, control.run(SECOND).corrects());
        assertEquals(SECOND + 1, evening().header().runId());
    }

    @Test
    void shouldLeaveTheNumberUnusedOfARunThatDiedBeforeTheCorrectionBegan() throws IOException
    {
        assertThrows(RuntimeException.class,
            () -> ClearingFixture.intraday(
                context().withProgress(dyingBehind(ClearingStep.PREPARE, new ArrayList<>()))));
        final RunControl control = new RunControl(venue.baseDir, System::currentTimeMillis);
        assertEquals(RunPhase.OPEN, control.run(SECOND).phase());
        correct(context());
        assertEquals(FIRST, control.run(SECOND + 1).corrects());
        final ClearingContext dead = control.resumeOptions(context(), SECOND);
        assertThrows(PreconditionException.class, () -> ClearingFixture.intraday(dead));
        assertEquals(SECOND + 2, ClearingFixture.intraday(context()).header().runId());
        assertEquals(RunPhase.OPEN, control.run(SECOND).phase());
    }

    private RunResult evening()
    {
        return ClearingFixture.evening(context());
    }

    /** Members' first reports and no second opinion: many attempts, each as short as can be. */
    private ClearingContext context()
    {
        return venue.context().withOptions(options -> options.withReportWaves(Set.of(ReportWave.FIRST))
            .withSecondOpinionRows(0).withRehearses(false).withClockMs(() -> NOW_MS));
    }

    private static ClearingProgress dyingBehind(final ClearingStep last, final List<ClearingStep> died)
    {
        return new ClearingProgress()
        {
            @Override
            public void onStep(final ClearingStep step, final long elapsedNs)
            {
                if (last == step)
                {
                    died.add(step);
                    throw new IllegalStateException("the process died behind " + step);
                }
            }
        };
    }

    private static void correct(final ClearingContext ctx) throws IOException
    {
        ClearingCorrection.correct(
            new RunControl(ctx.baseDir(), System::currentTimeMillis).correctionOptions(ctx, FIRST)
                .settlementOverrideE5(ClearingFixture.SI, 92_500 * ClearingFixture.E5), FIRST, REASON);
    }

    private static void resume(final ClearingContext ctx) throws IOException
    {
        ClearingCorrection.resume(
            new RunControl(ctx.baseDir(), System::currentTimeMillis).resumeOptions(ctx, SECOND), SECOND);
    }

    private static void copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : files.toList())
            {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
