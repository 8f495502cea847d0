// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.ledger.check.CheckInput;
import io.bourse.clearing.ledger.check.MatcherTotals;
import io.bourse.clearing.ledger.check.RunTotals;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.LongWindow;
import io.bourse.clearing.table.ShortWindow;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/**
 * The reconciliation reports of a run: rec_matcher, rec_positions, rec_cash, rec_members and rec_runs.
 */
public final class Reconciliation
{
    private static final int BLOCK = 4_096;
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
        this.byInstrumentId = IntStream.range(0, calculation.contracts().length).boxed()
            .sorted(Comparator.comparing(i -> calculation.contracts()[i].instrumentId()))
            .mapToInt(Integer::intValue).toArray();
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
                final long interest = totals.positions(i).longTraded();
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
            final RunTotals.OfInstrument of = totals.positions(i);
            final long difference = Math.abs(left[i] - of.longBegin()) +
                Math.abs(of.begin()) +
                Math.abs(totals.lots(i) - of.buys()) +
                Math.abs(totals.lots(i) - of.sells()) +
                Math.abs(of.moved()) +
                Math.abs(of.begin() + of.buys() - of.sells() + of.moved() - of.end());
            if (0 != of.rows() || 0 != difference)
            {
                file.number(contract.instrumentId())
                    .text(contract.symbol())
                    .number(of.rows())
                    .number(left[i])
                    .number(of.longBegin())
                    .number(of.longBegin() - of.begin())
                    .number(totals.lots(i))
                    .number(of.buys())
                    .number(of.sells())
                    .number(of.moved())
                    .number(of.longEnd())
                    .number(of.longEnd() - of.end())
                    .number(difference)
                    .endRow(0 != difference, "isin_id=" + contract.instrumentId() + " difference=" + difference);
            }
        }
    }

    /** Bought positions that the previous evening run has left, by instrument. */
    private long[] longLeft()
    {
        final long[] left = new long[byInstrumentId.length];
        final Table carried = calculation.carried();
        if (null != carried)
        {
            final ShortWindow instruments = carried.shortWindow(RunTables.POSITION_INSTRUMENT);
            final IntWindow ends = carried.intWindow(RunTables.POSITION_END);
            for (long row = 0; row < carried.rows(); row++)
            {
                left[instruments.get(row)] += Math.max(0, ends.get(row));
            }
        }
        return left;
    }

    private void writeCash(final ReconciliationFile file) throws IOException
    {
        final Sum128 left = new Sum128();
        final Table previous = input.opening().previous();
        addColumn(left, previous, RunTables.MONEY_END);
        final Sum128 news = newMoney();
        final Sum128 begin = new Sum128();
        final Table money = input.books().money();
        addColumn(begin, money, RunTables.MONEY_BEGIN);
        cashLine(file, "AMOUNT_LEFT", left, new Sum128());
        cashLine(file, "AMOUNT_NEW", news, new Sum128());
        final Sum128 beginDifference = sum(begin);
        beginDifference.subtract(left);
        beginDifference.subtract(news);
        cashLine(file, "AMOUNT_BEG", begin, beginDifference);
        final Sum128 paid = new Sum128();
        addColumn(paid, money, RunTables.MONEY_PAID);
        cashLine(file, "VM_PAID", paid, new Sum128());
        final Sum128 payPaid = new Sum128();
        addColumn(payPaid, money, RunTables.MONEY_PAY_PAID);
        cashLine(file, "PAY_PAID", payPaid, new Sum128());
        final Sum128 expected = sum(begin);
        expected.add(paid);
        expected.add(payPaid);
        for (final PostingCode code : PostingCode.values())
        {
            final Sum128 net = sum(totals.received(code));
            net.subtract(totals.paid(code));
            expected.add(net);
            file.text(code.name())
                .number(totals.postings(code))
                .money(totals.received(code))
                .money(totals.paid(code))
                .money(net)
                .money(new Sum128())
                .endRow(false, "");
        }
        final Sum128 end = new Sum128();
        addColumn(end, money, RunTables.MONEY_END);
        final Sum128 endDifference = sum(end);
        endDifference.subtract(expected);
        cashLine(file, "AMOUNT_END", end, endDifference);
    }

    /** What registers that are newer than the previous evening run begin with. */
    private Sum128 newMoney()
    {
        final Sum128 news = new Sum128();
        final Table money = input.books().money();
        final IntWindow accounts = money.intWindow(RunTables.MONEY_ACCOUNT);
        final LongWindow begins = money.longWindow(RunTables.MONEY_BEGIN);
        for (long row = 0; row < money.rows(); row++)
        {
            if (accounts.get(row) >= input.opening().previousRegisters())
            {
                news.add(begins.get(row));
            }
        }
        return news;
    }

    /** The lower and the upper halves of fewer than 2^31 amounts are added up apart: neither sum overflows. */
    private static void addColumn(final Sum128 sum, final Table table, final int column)
    {
        if (null != table)
        {
            final LongColumn amounts = table.longs(column);
            final long[] values = new long[BLOCK];
            long lower = 0;
            long upper = 0;
            int count;
            for (long row = 0; row < table.rows(); row += count)
            {
                count = (int)Math.min(BLOCK, table.rows() - row);
                amounts.copy(row, values, count);
                for (int i = 0; i < count; i++)
                {
                    lower += values[i] & LOWER_HALF;
                    upper += values[i] >> Integer.SIZE;
                }
            }
            sum.add(lower);
            sum.addUpperHalves(upper);
        }
    }

    private static Sum128 sum(final Sum128 of)
    {
        final Sum128 copy = new Sum128();
        copy.add(of);
        return copy;
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
