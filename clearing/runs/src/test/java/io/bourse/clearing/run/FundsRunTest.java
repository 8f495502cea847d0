// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.CallDeadline;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionOutcome;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.OpeningFunds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import static io.bourse.clearing.run.ClearingFixture.SI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Money and assets that members bring and take, through whole runs against an engine. */
@Tag("venue")
class FundsRunTest
{
    private static final String A = "AA01000";
    private static final String B = "BB01001";
    private static final String ASSET = "SBER";
    private static final long OPENING = 1_000_000_00L;
    private static final String DIGESTS = "payments/table.json pledges/table.json money/table.json funds.json " +
        "calls.json instructions.json funds.csv";

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private static FundsParameters parameters(final long deadlineSeconds)
    {
        final Map<String, AssetParameters> assets =
            Map.of(ASSET, new AssetParameters(AssetKind.SECURITY, 254_310_000L, null, 210_000, null));
        return new FundsParameters(20_000_000, 500_000L, 100_000, 20_000, 10_000, new TreeMap<>(assets),
            Map.of(CallKind.CASH, new CallDeadline(deadlineSeconds, deadlineSeconds)),
            null);
    }

    private static long value(final long units)
    {
        return Round.divide(units * 254_31L * 79, 100);
    }

    private ClearingContext context(final long deadlineSeconds)
    {
        return venue.context().withFunds(parameters(deadlineSeconds)).withDefaultOpeningBalanceKopecks(OPENING);
    }

    private void instruct(
        final InstructionKind kind, final String client, final String asset, final long amount, final String reference)
        throws IOException
    {
        venue.instruct(new InstructionRequest(kind, client, asset, amount, reference, "tester"));
    }

    private static RunResult intraday(final ClearingContext context)
    {
        try (ClearingService clearing = ClearingService.launch(context, ClearingKind.INTRADAY))
        {
            return clearing.run();
        }
    }

    private static RunResult evening(final ClearingContext context)
    {
        try (ClearingService clearing = ClearingService.launch(context, ClearingKind.EVENING))
        {
            return clearing.run();
        }
    }

    @Test
    void shouldBookWhatIsFreeAndRefuseTheRest() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        instruct(InstructionKind.PAY_IN, A, "", 500_00, "in");
        instruct(InstructionKind.PAY_OUT, A, "", OPENING + 500_01, "too much");
        instruct(InstructionKind.PAY_OUT, B, "", 200_00, "out");
        instruct(InstructionKind.DEPOSIT, B, ASSET, 10, "deposit");
        instruct(InstructionKind.DEPOSIT, B, "GAZP", 10, "unknown");
        instruct(InstructionKind.PAY_IN, "ZZ99999", "", 1, "nobody");
        final RunResult first = intraday(context(3_600));
        assertEquals(List.of("", "register has less money: cashKopecks=100050000", "", "",
            "asset is not taken: asset=GAZP", "register is not defined: client=ZZ99999"), refusals(first));
        assertEquals(List.of(
            List.of(0L, (long)PostingCode.PAY.ordinal(), (long)HouseAccounts.BANK, 0L, 500_00L, 1L),
            List.of(1L, (long)PostingCode.PAY.ordinal(), 1L, (long)HouseAccounts.BANK, 200_00L, 3L)),
            rows(first, RunTables.PAYMENTS));
        assertEquals(List.of(List.of(1L, 0L, 0L, 10L, 10L, value(10))), rows(first, RunTables.PLEDGES));
        instruct(InstructionKind.WITHDRAW, B, ASSET, 4, "withdraw");
        instruct(InstructionKind.WITHDRAW, B, ASSET, 7, "more than there is");
        instruct(InstructionKind.PAY_IN, B, "", 77_00, "later");
        final RunResult last = evening(context(3_600));
        assertEquals(List.of("", "register has less of the asset: asset=SBER units=6", ""), refusals(last));
        assertEquals(List.of(List.of(1L, 0L, 10L, -4L, 6L, value(6))), rows(last, RunTables.PLEDGES));
        final List<List<Long>> money = rows(last, RunTables.MONEY);
        final List<List<Long>> before = rows(first, RunTables.MONEY);
        for (int row = 0; row < money.size(); row++)
        {
            final List<Long> m = money.get(row);
            assertEquals(before.get(row).get(RunTables.MONEY_PAY), m.get(RunTables.MONEY_PAY_PAID));
            assertEquals(m.get(RunTables.MONEY_FEE) * 20 / 100, m.get(RunTables.MONEY_VAT), 2);
        }
        assertEquals(List.of(0L, 77_00L), money.stream().map(m -> m.get(RunTables.MONEY_PAY)).toList());
        assertTrue(money.getFirst().get(RunTables.MONEY_VAT) > 0);
        final AccountFunds funds =
            Json.read(last.directory().resolve(FundsFile.FILE_NAME), FundsFile.class).account("BB");
        assertEquals(new AccountFunds("BB", 1, money.get(1).get(RunTables.MONEY_END), value(6), 0, 0,
            money.get(1).get(RunTables.MONEY_END), 0, 0), funds);
    }

    @Test
    void shouldNotTakeALineThatNoOperatorHasSigned() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        instruct(InstructionKind.PAY_IN, A, "", 500_00, "in");
        final Path book = venue.baseDir.resolve("funds/instructions.jsonl");
        final byte[] good = Files.readAllBytes(book);
        venue.context().instructions().append(
            new InstructionRequest(InstructionKind.PAY_OUT, A, "", 100_00, "forged", "tester"));
        final String refused =
            assertThrows(ApprovalException.class, () -> intraday(context(3_600))).getMessage();
        assertTrue(refused.contains("no operator has signed it") && refused.contains("seq=2"), refused);
        assertEquals(0, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
        Files.write(book, good);
        instruct(InstructionKind.PAY_OUT, A, "", 2_00, "alone");
        final String alone = assertThrows(ApprovalException.class, () -> intraday(context(3_600)
            .withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.EXCEPTIONS)))).getMessage();
        assertTrue(alone.contains("no second person has approved what goes out"), alone);
        assertEquals(List.of("", ""), refusals(intraday(context(3_600))));
    }

    /** As an earlier version may have taken it: nothing of it is looked at but chain and signature. */
    private void instructUnseen(final InstructionKind kind, final String client, final long amount, final String asset)
        throws IOException
    {
        final BookHead head = venue.context().instructions().head();
        final ObjectMapper json = new ObjectMapper();
        final Instruction open = TestOperators.signing("tester").apply(new Instruction(head.seq() + 1, kind, client,
            asset, amount, "r" + head.seq(), "tester", 0, 0 == head.seq() ? InstructionBook.GENESIS : head.sha256(),
            "", null, null));
        final String sha256 =
            Digests.sha256Of((json.writeValueAsString(open) + "\n").getBytes(StandardCharsets.UTF_8));
        final Path directory = Files.createDirectories(venue.baseDir.resolve(InstructionBook.DIRECTORY));
        Files.writeString(directory.resolve(InstructionBook.FILE_NAME), json.writeValueAsString(new Instruction(
            open.seq(), kind, client, asset, amount, open.reference(), "tester", 0, open.previous(), sha256,
            null, open.signed())) + "\n",
            StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void shouldRefuseLinesThatNobodyCanDoAndGoOn() throws IOException
    {
        instruct(InstructionKind.PAY_OUT, A, "", OPENING, "all");
        venue.trade(SI, 92_400, 100, A, B, true);
        intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5));
        instructUnseen(InstructionKind.PAY_IN, "\u0410\u041001000", 5, "");
        instructUnseen(InstructionKind.PAY_IN, A, Long.MAX_VALUE, "");
        instructUnseen(InstructionKind.DEPOSIT, A, Long.MAX_VALUE, ASSET);
        instruct(InstructionKind.DEPOSIT, A, ASSET, Asset.MAX_AMOUNT / 25_431, "in range");
        instruct(InstructionKind.DEPOSIT, A, ASSET, Asset.MAX_AMOUNT, "not in range");
        instruct(InstructionKind.PAY_IN, B, "", Asset.MAX_AMOUNT, "not in range");
        instruct(InstructionKind.PAY_IN, B, "", 5, "in range");
        assertEquals(2, new FundsService(venue.baseDir, System::currentTimeMillis).calls().size());
        final String max = " max=" + Asset.MAX_AMOUNT;
        assertEquals(List.of("register is not defined: client=\u0410\u041001000",
            "amount is out of range: amount=" + Long.MAX_VALUE + max,
            "amount is out of range: amount=" + Long.MAX_VALUE + max, "",
            "register would hold more of the asset than is in range: asset=SBER units=39322087216" + max,
            "register would have more money than is in range: cashKopecks=104000000 maxKopecks=1000000000000000", ""),
            refusals(intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5))));
        assertEquals(List.of(), refusals(intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5))));
        assertEquals(List.of(), refusals(evening(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5))));
    }

    @Test
    void shouldKnowWhatWasRefusedAsLongAsACallIsOpen() throws IOException
    {
        instruct(InstructionKind.PAY_OUT, A, "", OPENING + 1, "before the call");
        instruct(InstructionKind.PAY_OUT, A, "", OPENING, "all");
        venue.trade(SI, 92_400, 100, A, B, true);
        final ClearingContext context = context(3_600).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5);
        assertEquals(List.of(), refusedSince(intraday(context)));
        instruct(InstructionKind.PAY_IN, A, "", 7, "in time");
        instruct(InstructionKind.PAY_OUT, A, "", 1_000, "refused");
        assertEquals(List.of(4L), refusedSince(intraday(context)));
        assertEquals(List.of(4L), refusedSince(intraday(context)));
        try (OpeningFunds later = OpeningFunds.open(
            new RunStore(venue.baseDir).directory(ClearingFixture.DATE, 3, ClearingKind.INTRADAY), null,
            venue.context().instructions(), venue.context().instructions().take()))
        {
            assertEquals(List.of(1L, 2L, 3L), later.done(List.of()).stream().map(Instruction::seq).toList(),
                "what was refused before the call was raised meets none and is not kept");
        }
    }

    private static List<Long> refusedSince(final RunResult run) throws IOException
    {
        return Json.read(run.directory().resolve(InstructionsFile.FILE_NAME), InstructionsFile.class).refused();
    }

    @Test
    void shouldCallForMissingMoneyAndPunishWhoDoesNotPay() throws IOException
    {
        instruct(InstructionKind.PAY_OUT, A, "", OPENING, "all");
        venue.trade(SI, 92_400, 100, A, B, true);
        final RunResult first = intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5));
        final CallsFile calls = Json.read(first.directory().resolve(CallsFile.FILE_NAME), CallsFile.class);
        assertEquals(List.of(CallKind.MARGIN, CallKind.CASH), calls.raised().stream().map(c -> c.kind()).toList());
        assertEquals(List.of(400 * 100_00L, 400 * 100_00L), calls.raised().stream().map(c -> c.kopecks()).toList());
        instruct(InstructionKind.PAY_IN, A, "", 1_000_00, "too late");
        final FundsService service =
            new FundsService(venue.baseDir, System::currentTimeMillis, TestOperators::register);
        assertEquals(List.of(
            new FundsService.CallStatus(calls.raised().getFirst(), 1_000_00, FundsService.CallState.OPEN),
            new FundsService.CallStatus(calls.raised().get(1), 0, FundsService.CallState.MISSED)), service.calls());
        assertEquals(List.of("DONE run 2026112301", "WAITING"),
            service.lines().stream().map(FundsService.Line::state).toList());
        assertTrue(assertThrows(PreconditionException.class, () -> service.take(
            new InstructionRequest(InstructionKind.PAY_OUT, A, "", 1, "out", "tester"), TestOperators.of("tester")))
            .getMessage().contains("free=-39000.00 "));
        assertEquals(3, service.take(new InstructionRequest(InstructionKind.PAY_OUT, B, "", 5, "out", "tester"),
            TestOperators.of("tester")).seq());
        final RunResult last = evening(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5));
        final CallsFile judged = Json.read(last.directory().resolve(CallsFile.FILE_NAME), CallsFile.class);
        final List<JudgedCall> cash = List.of(new JudgedCall(calls.raised().get(1), 0, 400_00L));
        assertEquals(cash, judged.judged());
        assertEquals(List.of(calls.raised().getFirst().withCharged(400_00L)), judged.open());
        assertEquals(List.of(
            List.of(0L, (long)PostingCode.PAY.ordinal(), (long)HouseAccounts.BANK, 0L, 1_000_00L, 2L),
            List.of(0L, (long)PostingCode.PENALTY.ordinal(), 0L, (long)HouseAccounts.PENALTY_INCOME, 400_00L,
                calls.raised().get(1).number()),
            List.of(1L, (long)PostingCode.PAY.ordinal(), 1L, (long)HouseAccounts.BANK, 5L, 3L)),
            rows(last, RunTables.PAYMENTS));
    }

    @Test
    void shouldAskOnceAndJudgeOnlyByABookThatIsComplete() throws IOException
    {
        instruct(InstructionKind.PAY_OUT, A, "", OPENING, "all");
        venue.trade(SI, 92_400, 100, A, B, true);
        final CallsFile first = calls(intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5)));
        // The run looks at the book before the deadline: what comes in time may be missing there.
        final ClearingContext early = context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5)
            .withOptions(options -> options.withClockMs(() -> 1));
        final CallsFile second = calls(intraday(early));
        assertEquals(
            new CallsFile(CallsFile.FORMAT, List.of(), first.raised(), List.of()), second);
        instruct(InstructionKind.PAY_IN, A, "", 100_00, "late");
        final CallsFile third = calls(intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5)));
        assertEquals(List.of(new JudgedCall(first.raised().getLast(), 0, 400_00)), third.judged());
        // Margin: what the penalty costs; money: all of it anew.
        assertEquals(List.of(400_00L, 39_900_00L + 400_00L), third.raised().stream().map(c -> c.kopecks()).toList());
    }

    @Test
    void shouldNotMeetALaterCallWithWhatAJudgedOneHasTaken() throws IOException
    {
        instruct(InstructionKind.PAY_OUT, A, "", OPENING, "all");
        venue.trade(SI, 92_400, 100, A, B, true);
        final MarginCall first =
            calls(intraday(context(0).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5))).raised().getLast();
        final ClearingContext early = context(3_600).settlementOverrideE5(SI, 91_900 * ClearingFixture.E5)
            .withOptions(options -> options.withClockMs(() -> 1));
        final MarginCall second = calls(intraday(early)).raised().getLast();
        assertEquals(List.of(CallKind.CASH, 40_000_00L, CallKind.CASH, 10_000_00L),
            List.of(first.kind(), first.kopecks(), second.kind(), second.kopecks()));
        venue.instruct(
            new InstructionRequest(InstructionKind.PAY_IN, A, "", 40_000_00, "in time", "tester"), first::deadlineNs);
        final CallsFile last = calls(intraday(context(3_600).settlementOverrideE5(SI, 91_900 * ClearingFixture.E5)));
        assertEquals(List.of(new JudgedCall(first, 40_000_00, 0)), last.judged());
        final MarginCall left = second.withSpent(new TreeMap<>(Map.of(first.number(), 40_000_00L)));
        assertEquals(left, last.open().getLast());
        assertEquals(List.of(), last.raised());
        assertEquals(new FundsService.CallStatus(left, 0, FundsService.CallState.OPEN),
            new FundsService(venue.baseDir, System::currentTimeMillis).calls().getLast());
    }

    @Test
    void shouldGiveTimeToMeetWhatOnlyACorrectionAsksFor() throws IOException
    {
        instruct(InstructionKind.PAY_OUT, A, "", OPENING, "all");
        venue.trade(SI, 92_400, 100, A, B, true);
        final long runId = 2_026_112_301L;
        final List<MarginCall> made =
            calls(intraday(context(60).settlementOverrideE5(SI, 92_000 * ClearingFixture.E5))).raised();
        final long lateMs = 1 + TimeUnit.NANOSECONDS.toMillis(made.getFirst().deadlineNs());
        final long lateNs = TimeUnit.MILLISECONDS.toNanos(lateMs);
        final ClearingContext ctx =
            new RunControl(venue.baseDir, System::currentTimeMillis).correctionOptions(context(60), runId)
                .settlementOverrideE5(SI, 91_900 * ClearingFixture.E5)
                .withOptions(options -> options.withClockMs(() -> lateMs));
        final List<MarginCall> expected = new ArrayList<>();
        for (final MarginCall call : made)
        {
            final long number = (runId + 1) * MarginCall.PER_RUN + expected.size();
            expected.add(new MarginCall(number + 1, call.settlementAccount(), call.kind(), 40_000_00, call.raisedNs(),
                call.deadlineNs(), call.takenSeq()));
            expected.add(new MarginCall(number + 2, call.settlementAccount(), call.kind(), 10_000_00, lateNs,
                lateNs + call.deadlineNs() - call.raisedNs(), call.takenSeq()));
        }
        assertEquals(expected, calls(ClearingCorrection.correct(ctx, runId, "wrong price")).raised());
    }

    private static CallsFile calls(final RunResult run) throws IOException
    {
        return Json.read(run.directory().resolve(CallsFile.FILE_NAME), CallsFile.class);
    }

    @Test
    void shouldGiveTheSameBytesWhenTakenUpThoughTheBookWentOn() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        instruct(InstructionKind.PAY_IN, A, "", 500_00, "in");
        instruct(InstructionKind.DEPOSIT, B, ASSET, 10, "deposit");
        final ClearingContext held = context(3_600).withOptions(options -> options.withHoldsBeforePublication(true));
        final Path directory = venue.baseDir.resolve(ClearingFixture.DATE + "/1-I");
        assertThrows(HeldException.class, () -> intraday(held));
        final Map<String, String> before = digests(directory);
        instruct(InstructionKind.PAY_IN, B, "", 1, "afterwards");
        venue.setBack("I", RunPhase.SUSPENDED);
        final RunResult done = intraday(context(3_600));
        assertEquals(before, digests(done.directory()));
        assertEquals(List.of("", ""), refusals(done));
        assertEquals(List.of(""), refusals(evening(context(3_600))));
    }

    private static Map<String, String> digests(final Path run) throws IOException
    {
        final Map<String, String> digests = new TreeMap<>();
        for (final String name : DIGESTS.split(" "))
        {
            digests.put(name, Digests.sha256Of(run.resolve(name)));
        }
        return digests;
    }

    private static List<String> refusals(final RunResult run) throws IOException
    {
        return Json.read(run.directory().resolve(InstructionsFile.FILE_NAME), InstructionsFile.class)
            .outcomes().stream().map(InstructionOutcome::refusal).toList();
    }

    private static List<List<Long>> rows(final RunResult run, final TableSpec spec)
        throws IOException
    {
        final List<List<Long>> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), spec))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                final List<Long> values = new ArrayList<>();
                for (int column = 0; column < spec.columns().size(); column++)
                {
                    values.add(table.longs(column).get(row));
                }
                rows.add(values);
            }
        }
        return rows;
    }
}
