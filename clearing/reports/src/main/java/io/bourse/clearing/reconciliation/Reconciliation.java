// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.ledger.check.CheckInput;
import io.bourse.clearing.ledger.check.InstrumentSums;
import io.bourse.clearing.ledger.check.MatcherTotals;
import io.bourse.clearing.ledger.check.RunTotals;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The reconciliation reports of a run: rec_matcher, rec_positions, rec_cash, rec_members and rec_runs.
 */
public final class Reconciliation
{
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private final CheckInput input;
    private final CalculationInput calculation;
    private final RunTotals totals;
    private final List<RunBooks> earlierRuns;
    private final int[] byInstrumentId;

    /**
     * Reconciliation of one run.
     *
     * @param input that was checked.
     * @param totals that the checks have counted.
     * @param earlierRuns completed runs of the day before this one, in their order.
     */
    public Reconciliation(final CheckInput input, final RunTotals totals, final List<RunBooks> earlierRuns)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.totals = totals;
        this.earlierRuns = List.copyOf(earlierRuns);
        this.byInstrumentId = new InstrumentOrder(calculation.contracts()).ordinals();
    }

    /**
     * Writes the reports.
     *
     * @param directory to be made; files in it are written over.
     * @return how each has ended.
     * @throws IOException when writing fails.
     */
    public List<ReconciliationResult> write(final Path directory) throws IOException
    {
        DurableFile.createDirectories(directory);
        final List<Callable<ReconciliationResult>> reports = new ArrayList<>();
        if (null != input.matcher())
        {
            reports.add(() -> ReconciliationFile.write(directory, "rec_matcher",
                "isin_id;isin;trades;matcher_trades;lots;matcher_lots;open_interest;matcher_open_interest;difference",
                this::writeMatcher));
        }
        reports.add(() -> ReconciliationFile.write(directory, "rec_positions",
            "isin_id;isin;registers;long_left;long_beg;short_beg;trade_lots;buys;sells;moved;long_end;short_end;" +
            "difference",
            this::writePositions));
        reports.add(() -> ReconciliationFile.write(directory, "rec_cash",
            "item;postings;received;paid;amount;difference",
            this::writeCash));
        reports.add(() -> new MemberReconciliation(totals).write(directory));
        reports.add(() -> new RunReconciliation(calculation, totals, earlierRuns).write(directory));
        try
        {
            return Workers.run(calculation.threads(), reports);
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    private void writeMatcher(final ReconciliationFile file) throws IOException
    {
        final MatcherTotals matcher = input.matcher();
        for (final int i : byInstrumentId)
        {
            final Contract contract = calculation.contracts()[i];
            if (ContractStyle.STRATEGY != contract.terms().style())
            {
                final long interest = totals.positions(InstrumentSums.LONG_TRADED, i);
                final boolean isInterestKnown = null != matcher.openInterestLots();
                final long matcherInterest = isInterestKnown ? matcher.openInterestLots()[i] : interest;
                final long difference = Math.abs(totals.trades(i) - matcher.sessionTrades()[i]) +
                    Math.abs(totals.lots(i) - matcher.sessionLots()[i]) + Math.abs(interest - matcherInterest);
                file.number(contract.instrumentId())
                    .text(contract.symbol())
                    .number(totals.trades(i))
                    .number(matcher.sessionTrades()[i])
                    .number(totals.lots(i))
                    .number(matcher.sessionLots()[i])
                    .number(interest)
                    .text(isInterestKnown ? Long.toString(matcherInterest) : "")
                    .number(difference)
                    .endRow(0 != difference, "isin_id=" + contract.instrumentId() + " difference=" + difference);
            }
        }
    }

    private void writePositions(final ReconciliationFile file) throws IOException
    {
        final long[] left = longLeft();
        for (final int i : byInstrumentId)
        {
            final Contract contract = calculation.contracts()[i];
            final long begin = totals.positions(InstrumentSums.BEGIN, i);
            final long buys = totals.positions(InstrumentSums.BUYS, i);
            final long sells = totals.positions(InstrumentSums.SELLS, i);
            final long moved = totals.positions(InstrumentSums.MOVED, i);
            final long end = totals.positions(InstrumentSums.END, i);
            final long longBegin = totals.positions(InstrumentSums.LONG_BEGIN, i);
            final long longEnd = totals.positions(InstrumentSums.LONG_END, i);
            final long rows = totals.positions(InstrumentSums.ROWS, i);
            final long difference = Math.abs(left[i] - longBegin) +
                Math.abs(begin) +
                Math.abs(totals.lots(i) - buys) +
                Math.abs(totals.lots(i) - sells) +
                Math.abs(moved) +
                Math.abs(begin + buys - sells + moved - end);
            if (0 != rows || 0 != difference)
            {
                file.number(contract.instrumentId())
                    .text(contract.symbol())
                    .number(rows)
                    .number(left[i])
                    .number(longBegin)
                    .number(longBegin - begin)
                    .number(totals.lots(i))
                    .number(buys)
                    .number(sells)
                    .number(moved)
                    .number(longEnd)
                    .number(longEnd - end)
                    .number(difference)
                    .endRow(0 != difference, "isin_id=" + contract.instrumentId() + " difference=" + difference);
            }
        }
    }

    /** Bought positions that the previous evening run has left, by instrument. */
    private long[] longLeft()
    {
        final long[] left = new long[byInstrumentId.length];
        for (final TableCursor row = new TableCursor(calculation.carried()); row.next();)
        {
            left[row.ints(RunTables.POSITION_INSTRUMENT)] += Math.max(0, row.ints(RunTables.POSITION_END));
        }
        return left;
    }

    private void writeCash(final ReconciliationFile file) throws IOException
    {
        final Table money = input.books().money();
        final Sum128 left = sum(input.opening().previous(), RunTables.MONEY_END);
        final Sum128 news = newMoney();
        final Sum128 begin = sum(money, RunTables.MONEY_BEGIN);
        final Sum128 paid = sum(money, RunTables.MONEY_PAID);
        final Sum128 payPaid = sum(money, RunTables.MONEY_PAY_PAID);
        cashLine(file, "AMOUNT_LEFT", left, new Sum128());
        cashLine(file, "AMOUNT_NEW", news, new Sum128());
        cashLine(file, "AMOUNT_BEG", begin, new Sum128().add(begin).subtract(left).subtract(news));
        cashLine(file, "VM_PAID", paid, new Sum128());
        cashLine(file, "PAY_PAID", payPaid, new Sum128());
        final Sum128 expected = new Sum128().add(begin).add(paid).add(payPaid);
        for (final PostingCode code : PostingCode.values())
        {
            final Sum128 net = new Sum128().add(totals.received(code)).subtract(totals.paid(code));
            expected.add(net);
            file.text(code.name())
                .number(totals.postings(code))
                .money(totals.received(code))
                .money(totals.paid(code))
                .money(net)
                .money(new Sum128())
                .endRow(false, "");
        }
        final Sum128 end = sum(money, RunTables.MONEY_END);
        cashLine(file, "AMOUNT_END", end, new Sum128().add(end).subtract(expected));
    }

    /** What registers that are newer than the previous evening run begin with. */
    private Sum128 newMoney()
    {
        final Sum128 news = new Sum128();
        for (final TableCursor row = new TableCursor(input.books().money()); row.next();)
        {
            if (row.ints(RunTables.MONEY_ACCOUNT) >= input.opening().previousRegisters())
            {
                news.add(row.longs(RunTables.MONEY_BEGIN));
            }
        }
        return news;
    }

    /** The lower and the upper halves of fewer than 2^31 amounts are added up apart: neither sum overflows. */
    private static Sum128 sum(final Table table, final int column)
    {
        long lower = 0;
        long upper = 0;
        for (final TableCursor row = new TableCursor(table); row.next();)
        {
            lower += row.longs(column) & LOWER_HALF;
            upper += row.longs(column) >> Integer.SIZE;
        }
        final Sum128 sum = new Sum128();
        sum.add(lower);
        sum.addUpperHalves(upper);
        return sum;
    }

    private static void cashLine(
        final ReconciliationFile file, final String item, final Sum128 amount, final Sum128 difference)
        throws IOException
    {
        file.text(item)
            .text("")
            .text("")
            .text("")
            .money(amount)
            .money(difference)
            .endRow(!difference.isZero(), "item=" + item + " differenceKopecks=" + difference);
    }
}
