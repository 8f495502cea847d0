// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.CallCover;
import io.bourse.clearing.funds.CallDeadline;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.funds.SettlementFunds;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Funds of settlement accounts after a run, and the calls that follow: {@code funds.json}, {@code funds.csv} and
 * {@code calls.json}. Needs the money and the pledges that the run has written.
 *
 * @param cut that the run is calculated from.
 */
public record RunCalls(DayAtCut cut)
{
    public static final List<String> FILES = List.of(FundsFile.FILE_NAME, FundsFile.CSV_NAME, CallsFile.FILE_NAME);
    private static final String I11 = "I11 cover that counts is held, and free funds follow from their parts";
    private static final String COLUMNS =
        "settlement_account;registers;cash;collateral;counted;go;free;margin_call;cash_call";

    /**
     * Writes the three files.
     *
     * @param run directory of it, with the margin of settlement accounts if the run asks for any.
     * @param times from when deadlines count.
     * @throws CheckFailedException when funds do not follow from their parts.
     */
    public void write(final RunDirectory run, final CallTimes times) throws IOException
    {
        final Path directory = run.path();
        final long runId = run.runId();
        final InstructionsFile taken =
            Json.read(directory.resolve(InstructionsFile.FILE_NAME), InstructionsFile.class);
        final FundsFile funds = funds(directory, runId, taken.assets(), RunMargin.required(run));
        for (final AccountFunds account : funds.accounts())
        {
            check(account);
        }
        Json.write(directory.resolve(FundsFile.FILE_NAME), funds);
        writeCsv(directory.resolve(FundsFile.CSV_NAME), funds.accounts());
        final OpeningFunds before = cut.opening().funds();
        final List<MarginCall> open = before.open(taken.judged(), cover(before.calls(), taken));
        final CallCover cover = cover(open, taken);
        Json.write(directory.resolve(CallsFile.FILE_NAME), new CallsFile(
            CallsFile.FORMAT, raised(runId, times, funds.accounts(), cover), open, taken.judged()));
    }

    private CallCover cover(final List<MarginCall> calls, final InstructionsFile taken) throws IOException
    {
        return cut.opening().funds().cover(calls, taken.outcomes(), taken.assets(), cut::settlementAccountOf);
    }

    private FundsFile funds(
        final Path directory, final long runId, final List<Asset> assets, final Map<String, Long> marginKopecks)
        throws IOException
    {
        try (Table money = Table.open(directory, RunTables.MONEY);
            Table pledges = Table.open(directory, RunTables.PLEDGES))
        {
            final SettlementFunds funds = new SettlementFunds(
                cut.day().registers(), cut.day().settlementAccounts()::of, assets.size(),
                new CollateralRule(assets, cut.ctx().funds().collateralShareE6()));
            final List<AccountFunds> accounts = funds.compute(money, pledges, marginKopecks);
            return new FundsFile(FundsFile.FORMAT, runId, cut.day().tradingDate(), funds.firms(), accounts);
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "funds reason=\"" + ex.getMessage() + "\"");
        }
    }

    private static void check(final AccountFunds account)
    {
        final boolean isHeld = account.counted() >= 0 && account.counted() <= account.collateral();
        final boolean isFree = account.free() == account.cash() + account.counted() - account.go();
        if (!isHeld || !isFree || account.marginCall() != Math.max(0, -account.free()) ||
            account.cashCall() != Math.max(0, -account.cash()))
        {
            throw new CheckFailedException(I11, account.toString());
        }
    }

    /** What open calls ask for already is not asked for again. */
    private List<MarginCall> raised(
        final long runId, final CallTimes times, final List<AccountFunds> accounts, final CallCover cover)
    {
        final List<MarginCall> raised = new ArrayList<>();
        for (final AccountFunds account : accounts)
        {
            final String code = account.settlementAccount();
            raise(raised, code, CallKind.MARGIN,
                account.marginCall() - cover.askedKopecks(code, CallKind.MARGIN), runId, times);
            raise(raised, code, CallKind.CASH,
                account.cashCall() - cover.askedKopecks(code, CallKind.CASH), runId, times);
        }
        return List.copyOf(raised);
    }

    private void raise(
        final List<MarginCall> raised,
        final String settlementAccount,
        final CallKind callKind,
        final long kopecks,
        final long runId,
        final CallTimes times)
    {
        final CallDeadline deadline = cut.ctx().funds().callDeadlines().get(callKind);
        final long seconds = cut.isEvening() ? deadline.eveningSeconds() : deadline.intradaySeconds();
        final long allowedNs = TimeUnit.SECONDS.toNanos(seconds);
        for (final CallTimes.Part part : times.parts(settlementAccount, callKind, kopecks, allowedNs))
        {
            raised.add(new MarginCall(
                runId * MarginCall.PER_RUN + raised.size() + 1,
                settlementAccount,
                callKind,
                part.kopecks(),
                part.raisedNs(),
                part.deadlineNs(),
                cut.opening().funds().upTo().seq()));
        }
    }

    private static void writeCsv(final Path file, final List<AccountFunds> accounts) throws IOException
    {
        DurableFile.write(file, out ->
        {
            final CsvWriter csv = new CsvWriter(out, COLUMNS);
            for (final AccountFunds account : accounts)
            {
                csv.text(account.settlementAccount())
                    .number(account.registers())
                    .money(account.cash())
                    .money(account.collateral())
                    .money(account.counted())
                    .money(account.go())
                    .money(account.free())
                    .money(account.marginCall())
                    .money(account.cashCall())
                    .endRow();
            }
            csv.finish();
        });
    }
}
