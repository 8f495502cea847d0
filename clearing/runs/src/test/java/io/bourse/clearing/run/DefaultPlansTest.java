// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.proof.RunManifestProof;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Plans of a default at the edges of runs: taken back, left by a run that died, for deliveries of several dates. */
@Timeout(120)
@Tag("venue")
class DefaultPlansTest
{
    private static final String OWN = "AA01000";
    private static final String GOING = "AA01C01";
    private static final String NEW_HOME = "BB01C01";
    private static final String THIRD = "CC01000";
    private static final List<String> CLIENTS = List.of(OWN, GOING, NEW_HOME, THIRD);
    private static final String ASSET = "SBER";
    private static final long CASH = 1_000_000;
    private static final int TODAY = 3;
    private static final int TOMORROW = 4;
    private static final long E5 = ClearingFixture.E5;
    private static final long FIRST = 2_026_112_301L;

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private DefaultControl control;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, CLIENTS);
        control = new DefaultControl(context());
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext context()
    {
        final Map<String, AssetParameters> assets =
            Map.of(ASSET, new AssetParameters(AssetKind.SECURITY, 100_000_000L, null, 0, null));
        return venue.context()
            .withFunds(new FundsParameters(0, null, 0, 0, 0, new TreeMap<>(assets), null, null))
            .withDefaultOpeningBalanceKopecks(CASH)
            .settlementOverrideE5(ClearingFixture.SI, 92_400 * E5)
            .settlementOverrideE5(ClearingFixture.RI, 112_340 * E5)
            .withOptions(options -> options.withSigner(TestOperators.of("first")));
    }

    private static void intraday(final ClearingContext ctx)
    {
        ClearingFixture.intraday(ctx);
    }

    private void declare() throws IOException
    {
        control.declare("AA", 0, "the call was not met");
        control.approve(1, 0, TestOperators.of("second"), true, null);
    }

    /** Plan 1 ports the client. */
    private void planToPort() throws IOException
    {
        declare();
        control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME)));
        control.approve(1, 1, TestOperators.of("second"), true, null);
    }

    @Test
    void shouldNotCarryOutAPlanWhoseApprovalTheAuditTrailDoesNotKnow() throws IOException
    {
        declare();
        control.port(1, new TreeMap<>(Map.of(GOING, NEW_HOME)));
        final Path plan = venue.baseDir.resolve("defaults/1/plan-1");
        new Approvals(plan, TestOperators.register()).answer(
            ApprovalStep.DEFAULT, TestOperators.of("second"), true, null, System.currentTimeMillis());
        assertThrows(ApprovalException.class, () -> intraday(context()));
        Files.delete(plan.resolve("approvals/default.json"));
        control.approve(1, 1, TestOperators.of("second"), true, null);
        intraday(context());
        final Path run = venue.baseDir.resolve("20261123/1-I");
        final TrustedSigner trusted = ClearingKeys.open(venue.keysDir).trustedSigner();
        final Operators operators = TestOperators.register();
        assertTrue(RunManifestProof.verify(run, trusted, operators).stream().allMatch(ReportFinding::isOk));
        final Path approval = plan.resolve("approvals/default.json");
        Files.writeString(approval, Files.readString(approval).replace("second", "third"));
        assertEquals(List.of("WRONG_TRAIL defaults.json"), RunManifestProof.verify(run, trusted, operators).stream()
            .filter(each -> !each.isOk()).map(each -> each.status() + " " + each.file()).toList());
    }

    private String refused(final int plan)
    {
        return assertThrows(PreconditionException.class, () ->
            control.approve(1, plan, TestOperators.of("second"), true, null))
            .getMessage();
    }

    /** Throws where a process dies. */
    private static ClearingContext dying(final ClearingContext ctx, final ClearingStep behind)
    {
        return ctx.withProgress((step, elapsedNs) ->
        {
            if (behind == step)
            {
                throw new IllegalStateException("dies behind " + step);
            }
        });
    }

    @Test
    void shouldNotCarryOutAnotherPlanThanTheOneThatWasApproved() throws IOException
    {
        planToPort();
        assertThrows(IllegalStateException.class, () -> intraday(dying(context(), ClearingStep.PRICES)));
        final Path taken = lastRun().file(RunDirectory.DEFAULTS);
        final String good = Files.readString(taken);
        Files.writeString(taken, good.replace(NEW_HOME, THIRD));
        final String refused = assertThrows(ApprovalException.class, () -> intraday(context())).getMessage();
        assertTrue(refused.startsWith("the run does not carry out a plan of a default"), refused);
        Files.writeString(taken, good);
        intraday(context());
        assertEquals(List.of(1), control.all().getFirst().done());
    }

    private RunDirectory lastRun() throws IOException
    {
        return new RunStore(venue.baseDir).all().getLast();
    }

    private void requireNothingDone() throws IOException
    {
        assertEquals(List.of(), control.all().getFirst().done());
        assertEquals(List.of(1), control.all().getFirst().withdrawn());
        assertEquals(RunPhase.REPORTED, lastRun().phase());
        assertEquals(List.of(), RunDefaults.of(lastRun()).plans());
    }

    @Test
    void shouldNotTakeAPlanBackWhileARunIsWorking() throws IOException
    {
        planToPort();
        control.withdraw(1, 1);
        final List<String> refusals = new ArrayList<>();
        intraday(context().withProgress((step, elapsedNs) ->
        {
            if (ClearingStep.PREPARE == step)
            {
                refusals.add(refused(2));
            }
        }));
        assertEquals(List.of("a run is working and may carry out what is to be withdrawn, approve when it has ended: " +
            "defaultId=1 plan=2 withdraws=1"), refusals);
        assertEquals(List.of(1), control.all().getFirst().done());
        assertEquals(List.of(), control.all().getFirst().withdrawn());
        assertTrue(refused(2).startsWith("the plan was carried out already"), refused(2));
        try (RunLock next = RunLock.acquire(venue.baseDir))
        {
            assertEquals(RunPhase.REPORTED, lastRun().phase(), "who is refused has given the lock back");
        }
    }

    @Test
    void shouldTakeAPlanBackFromARunThatDiedBeforeItSuspendedTrading() throws IOException
    {
        planToPort();
        assertThrows(IllegalStateException.class, () -> intraday(dying(context(), ClearingStep.PREPARE)));
        assertEquals(RunPhase.OPEN, lastRun().phase());
        control.withdraw(1, 1);
        new RunControl(venue.baseDir, System::currentTimeMillis).abort(lastRun().runId(), "third", "not now");
        assertEquals(RunPhase.ABORTED, lastRun().phase());
        control.approve(1, 2, TestOperators.of("second"), true, null);
        intraday(context());
        requireNothingDone();
    }

    @Test
    void shouldLeaveOutWhatWasTakenBackWhenAnAbortedRunFindsTradingSuspended() throws IOException
    {
        planToPort();
        assertThrows(IllegalStateException.class, () -> intraday(dying(context(), ClearingStep.SUSPEND)));
        assertEquals(RunPhase.SUSPENDING, lastRun().phase());
        assertTrue(assertThrows(PreconditionException.class, () -> control.withdraw(1, 1)).getMessage()
            .startsWith("a run under way carries the plan out"));
        new RunControl(venue.baseDir, System::currentTimeMillis).abort(lastRun().runId(), "third", "not now");
        control.withdraw(1, 1);
        control.approve(1, 2, TestOperators.of("second"), true, null);
        intraday(context());
        requireNothingDone();
    }

    @Test
    void shouldRefuseToSellWhatIsNotKnownOrBringsNothing() throws IOException
    {
        declare();
        final PreconditionException unknown = assertThrows(PreconditionException.class,
            () -> control.sellCollateral(1, List.of(new CollateralSale(OWN, "GAZP", 1, E5, THIRD))));
        assertTrue(unknown.getMessage().startsWith("the asset is not known"), unknown.getMessage());
        for (final CollateralSale bad : List.of(new CollateralSale(OWN, ASSET, 499, 1, THIRD),
            new CollateralSale(OWN, ASSET, Long.MAX_VALUE, Long.MAX_VALUE, THIRD)))
        {
            assertThrows(IllegalArgumentException.class, () -> control.sellCollateral(1, List.of(bad)));
        }
        final CollateralSale half = new CollateralSale(OWN, ASSET, 500, 1, THIRD);
        assertEquals(List.of(half), control.sellCollateral(1, List.of(half)).sales());
    }

    /** Plan 1 sells what the defaulter has pledged, if it has. */
    private void planToSell() throws IOException
    {
        declare();
        control.sellCollateral(1, List.of(new CollateralSale(OWN, ASSET, 10, E5, THIRD)));
        control.approve(1, 1, TestOperators.of("second"), true, null);
    }

    private ClearingContext correcting() throws IOException
    {
        return new RunControl(venue.baseDir, System::currentTimeMillis).correctionOptions(context(), FIRST);
    }

    @Test
    void shouldNotBeTakenBackByACorrectionThatCannotCarryItOut() throws IOException
    {
        venue.instruct(
            new InstructionRequest(InstructionKind.DEPOSIT, OWN, ASSET, 10, "deposit", "tester"));
        planToSell();
        intraday(context());
        assertEquals(List.of(1), control.all().getFirst().done());
        final ClearingContext unknowing = correcting().withFunds(FundsParameters.DEFAULT);
        final PreconditionException refused = assertThrows(PreconditionException.class,
            () -> ClearingCorrection.correct(unknowing, FIRST, "the asset was not to be taken"));
        assertTrue(refused.getMessage().contains(" waited=[] waiting={1-1="), refused::getMessage);
        assertEquals(RunPhase.CALCULATING, lastRun().phase());
        assertEquals(List.of(1), control.all().getFirst().done());
    }

    @Test
    void shouldBeTakenBackWhenACorrectionWasAborted() throws IOException
    {
        planToSell();
        intraday(context());
        assertEquals(List.of(), control.all().getFirst().done());
        final ClearingContext held = correcting().withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> ClearingCorrection.correct(held, FIRST, "to be looked at"));
        assertTrue(assertThrows(PreconditionException.class, () -> control.withdraw(1, 1)).getMessage()
            .startsWith("a run under way carries the plan out"));
        new RunControl(venue.baseDir, System::currentTimeMillis).abort(FIRST + 1, "third", "it was right");
        control.withdraw(1, 1);
        control.approve(1, 2, TestOperators.of("second"), true, null);
        assertEquals(List.of(1), control.all().getFirst().withdrawn());
    }

    @Test
    void shouldKnowWhatWaitsWhenACorrectionIsTakenUpBehindItsChecks() throws IOException
    {
        planToSell();
        intraday(context());
        final Set<String> waiting = RunDefaults.outcome(lastRun()).waiting().keySet();
        assertEquals(Set.of("1-1"), waiting);
        final ClearingContext dying = dying(correcting(), ClearingStep.COMPARE);
        assertThrows(IllegalStateException.class, () -> ClearingCorrection.correct(dying, FIRST, "to be looked at"));
        assertEquals(RunPhase.CHECKED, lastRun().phase());
        final ClearingContext resumed = new RunControl(venue.baseDir, System::currentTimeMillis)
            .resumeOptions(context(), FIRST + 1);
        ClearingCorrection.resume(resumed, FIRST + 1);
        assertEquals(RunPhase.REPORTED, lastRun().phase());
        assertEquals(waiting, RunDefaults.outcome(lastRun()).waiting().keySet());
    }

    @Test
    void shouldLeaveWhatDeliveriesOfEachDateNeed() throws IOException
    {
        venue.spot(TODAY, "SBER_TOD", ASSET, 1, 0);
        venue.spot(TOMORROW, "SBER_TOM", ASSET, 1, 1);
        venue.instruct(
            new InstructionRequest(InstructionKind.DEPOSIT, GOING, ASSET, 10, "deposit", "tester"));
        venue.trade(TODAY, 100, 4, GOING, THIRD, true);
        venue.trade(TOMORROW, 100, 4, THIRD, GOING, true);
        planToPort();
        intraday(context().settlementOverrideE5(TODAY, 100 * E5).settlementOverrideE5(TOMORROW, 100 * E5));
        assertEquals(List.of(1), control.all().getFirst().done());
        // What is bought today does not pay for itself by what is sold for tomorrow.
        assertEquals(Map.of(GOING, 40_000L, NEW_HOME, 2 * CASH - 40_000, OWN, CASH, THIRD, CASH),
            amounts(RunTables.MONEY, RunTables.MONEY_ACCOUNT, RunTables.MONEY_END));
        assertEquals(Map.of(GOING, 4L, NEW_HOME, 6L),
            amounts(RunTables.PLEDGES, RunTables.PLEDGE_ACCOUNT, RunTables.PLEDGE_UNITS));
    }

    private Map<String, Long> amounts(
        final TableSpec spec, final int accounts, final int amounts) throws IOException
    {
        final Map<String, Long> found = new TreeMap<>();
        try (Table table = lastRun().open(spec))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                found.put(CLIENTS.get(table.ints(accounts).get(row)), table.longs(amounts).get(row));
            }
        }
        return found;
    }
}
