// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.file.UnsyncedFiles;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.report.file.LineListeners;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Writes the reports of the members of one run (rules 3.1), a wave at a time, from the tables. A firm with registers
 * gets all its files, with no rows if there is nothing to say. Files are written by several threads, those of the
 * largest member first, each by one, or by more when it is more than a thread's share; the bytes do not depend on that.
 */
public final class MemberReports
{
    private final ReportInput input;
    private final LineListeners listeners;
    private final int threads;
    private final MemberRanges members;

    /**
     * Reports of one run.
     *
     * @param input what they are written from.
     * @param listeners are shown the lines.
     * @param threads 1 or more.
     */
    public MemberReports(final ReportInput input, final LineListeners listeners, final int threads)
    {
        this.input = input;
        this.listeners = listeners;
        this.threads = threads;
        this.members = new MemberRanges(input.calculation().registers());
    }

    /**
     * Writes the reports of a wave that follow from tables: of {@link ReportWave#FIRST} and {@link ReportWave#SECOND}.
     *
     * @param wave to be written.
     * @param directory that exists.
     * @return entries for the manifest, ascending by name.
     * @throws IOException when writing fails.
     */
    public List<ManifestEntry> write(final ReportWave wave, final Path directory) throws IOException
    {
        final List<Task> tasks = ReportWave.FIRST == wave ? first() : second();
        final long[] rowsOf = new long[members.size()];
        final int[] filesOf = new int[members.size()];
        for (final Task task : tasks)
        {
            rowsOf[task.member()] += task.rows();
            filesOf[task.member()]++;
        }
        // Member by member: what a listener keeps of one's lines goes when its last file is written.
        tasks.sort(Comparator.comparingLong((Task task) -> -rowsOf[task.member()])
            .thenComparingInt(Task::member)
            .thenComparing(Comparator.comparingLong(Task::rows).reversed()));
        final MemberFiles[] written = new MemberFiles[members.size()];
        for (int member = 0; member < written.length; member++)
        {
            written[member] = new MemberFiles(members.name(member), filesOf[member], listeners);
        }
        final long rows = Arrays.stream(rowsOf).sum();
        try (UnsyncedFiles files = new UnsyncedFiles(directory))
        {
            final List<Callable<ManifestEntry>> writes = new ArrayList<>();
            for (final Task task : tasks)
            {
                final boolean isLargest = ReportFileWriter.isLargest(task.rows(), rows, threads);
                writes.add(() -> written[task.member()].add(write(task, files, isLargest)));
            }
            final List<ManifestEntry> entries = new ArrayList<>(Workers.run(threads, writes));
            files.sync();
            entries.sort(Comparator.comparing(ManifestEntry::name));
            return entries;
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    private List<Task> first()
    {
        final LegFees fees = LegFees.of(input.calculation());
        final NegotiatedFees negotiated = new NegotiatedFees(input.calculation(), () -> fees);
        final List<Task> tasks = new ArrayList<>();
        final int[][][] legs = members.legs(input.calculation());
        final TradeReport trades = new TradeReport(input.run(), input.calculation(), fees);
        final CashReport cash = new CashReport(input, members);
        final int[][] cashLegs = legs[ReportMarket.CASH.ordinal()];
        final PositionReport positions = new PositionReport(input, members, negotiated);
        final MoneyReport money = new MoneyReport(input, members);
        final ContractReport contracts = new ContractReport(input);
        final RegisterReport registers = new RegisterReport(input, members);
        for (int m = 0; m < members.size(); m++)
        {
            final int member = m;
            final long positionRows = members.rows(input.books().positions(), member);
            final long moneyRows = members.rows(input.books().money(), member);
            for (final boolean ofOptions : new boolean[]{false, true})
            {
                final ReportMarket market = ofOptions ? ReportMarket.OPTIONS : ReportMarket.FUTURES;
                final int[] ofMember = legs[market.ordinal()][member];
                tasks.add(new Task(member, ofOptions ? ReportType.O04 : ReportType.F04, ofMember.length, out ->
                {
                    trades.writeLegs(out, ofMember);
                    trades.writeMovements(out, members.cursor(input.calculation().paidMovements(), member), market);
                    trades.writeMovements(out, members.cursor(input.calculation().movements(), member), market);
                }));
                tasks.add(new Task(member, ofOptions ? ReportType.OPOSCL : ReportType.FPOSCL, positionRows,
                    out -> positions.writeClients(out, member, market)));
                tasks.add(new Task(member, ofOptions ? ReportType.OPOS : ReportType.FPOS, positionRows / 4,
                    out -> positions.writeAccounts(out, member, market)));
                tasks.add(new Task(member, ofOptions ? ReportType.OSETTL : ReportType.FSETTL, 0,
                    out -> contracts.writeSettlement(out, market)));
            }
            tasks.add(new Task(member, ReportType.MONCL, moneyRows, out -> money.writeClients(out, member)));
            tasks.add(new Task(member, ReportType.MON, moneyRows / 4, out -> money.writeAccounts(out, member)));
            tasks.add(new Task(member, ReportType.PLEDGE, 0, out -> registers.writePledges(out, member)));
            tasks.add(new Task(member, ReportType.PAY, 0, out -> registers.writePayments(out, member)));
            tasks.add(new Task(member, ReportType.CALL, 0, out -> registers.writeCalls(out, member)));
            for (final boolean ofCurrencies : new boolean[]{false, true})
            {
                tasks.add(new Task(member, ofCurrencies ? ReportType.CCX03 : ReportType.SEM03,
                    cashLegs[member].length, out -> cash.writeTrades(out, cashLegs[member], fees, ofCurrencies)));
                tasks.add(new Task(member, ofCurrencies ? ReportType.CCX04 : ReportType.EQM13, 0,
                    out -> cash.writeNet(out, member, ofCurrencies)));
            }
            tasks.add(new Task(member, ReportType.EQM14, moneyRows / 4, out -> cash.writeCover(out, member)));
            tasks.add(new Task(member, ReportType.CCX11, 0, out -> registers.writeCalls(out, member)));
        }
        return tasks;
    }

    private List<Task> second()
    {
        final PositionReport positions = new PositionReport(input, members,
            new NegotiatedFees(input.calculation(), () -> LegFees.of(input.calculation())));
        final ContractReport contracts = new ContractReport(input);
        final RegisterReport registers = new RegisterReport(input, members);
        final CashReport cash = new CashReport(input, members);
        final List<Task> tasks = new ArrayList<>();
        for (int m = 0; m < members.size(); m++)
        {
            final int member = m;
            final long positionRows = members.rows(input.books().positions(), member);
            tasks.add(new Task(member, ReportType.VMCL, positionRows, out -> registers.writeMargins(out, member)));
            for (final boolean ofOptions : new boolean[]{false, true})
            {
                final ReportMarket market = ofOptions ? ReportMarket.OPTIONS : ReportMarket.FUTURES;
                tasks.add(new Task(member, ofOptions ? ReportType.O08 : ReportType.F08, positionRows / 4,
                    out -> positions.writeFirms(out, member, market)));
                tasks.add(new Task(member, ofOptions ? ReportType.O07 : ReportType.F07, 0,
                    out -> contracts.writeResults(out, market)));
            }
            for (final ReportType type : List.of(ReportType.EQM06, ReportType.CCX37, ReportType.CCX17))
            {
                tasks.add(new Task(member, type, 0, out -> cash.writeObligations(out, member, type)));
            }
            tasks.add(new Task(member, ReportType.CCX10, 0, out -> cash.writeFees(out, member)));
            tasks.add(new Task(member, ReportType.CCX99, 0, out -> cash.writeFlow(out, member)));
            tasks.add(new Task(member, ReportType.CLIENTS, members.registers(member),
                out -> registers.writeClients(out, member)));
        }
        return tasks;
    }

    private ManifestEntry write(final Task task, final UnsyncedFiles files, final boolean isLargest)
        throws IOException
    {
        final String member = members.name(task.member());
        return ReportFileWriter.write(files, input.run(), member, task.type(), listeners.of(member, task.type()),
            task.body(), isLargest);
    }

    /** Files of a member, as they are written by several threads; the writer of the last one says so. */
    private static final class MemberFiles
    {
        private final String member;
        private final int count;
        private final LineListeners listeners;
        private final List<ManifestEntry> entries = new ArrayList<>();

        private MemberFiles(final String member, final int count, final LineListeners listeners)
        {
            this.member = member;
            this.count = count;
            this.listeners = listeners;
        }

        private ManifestEntry add(final ManifestEntry entry) throws IOException
        {
            final boolean isLast;
            synchronized (entries)
            {
                entries.add(entry);
                isLast = count == entries.size();
            }
            if (isLast)
            {
                entries.sort(Comparator.comparing(ManifestEntry::name));
                listeners.end(member, entries);
            }
            return entry;
        }
    }

    /** A file to be written, and about how many rows have to be looked at for it. */
    private record Task(int member, ReportType type, long rows, ReportFileWriter.Rows body)
    {
    }
}
