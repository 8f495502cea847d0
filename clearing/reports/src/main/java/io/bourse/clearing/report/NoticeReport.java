// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.ledger.MoneyChanges;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Notice of a correction (rules 6): for each member which run was corrected, why, and what that has done to the
 * money of its registers. The same first row for everybody, without a register, then a row for each register whose
 * money is another.
 */
public final class NoticeReport
{
    private final RunHeader run;
    private final long runId;
    private final long correctedRunId;
    private final String reason;
    private final RegisterOrder registers;
    /** Whether there is a register whose member has not been written. */
    private boolean isAny;

    /**
     * Notice of one correction.
     *
     * @param run what identifies the reports.
     * @param runId of the correcting run.
     * @param correctedRunId of the run that it stands in the place of.
     * @param reason in words.
     * @param registers at the cut of both.
     */
    public NoticeReport(
        final RunHeader run,
        final long runId,
        final long correctedRunId,
        final String reason,
        final RegisterOrder registers)
    {
        this.run = run;
        this.runId = runId;
        this.correctedRunId = correctedRunId;
        // A field of CSV has neither separators nor line ends.
        this.reason = reason.replaceAll("[;\\p{Cntrl}]+", " ").strip();
        this.registers = registers;
    }

    /**
     * Writes a file for each member that has registers.
     *
     * @param before RunTables.MONEY of the corrected run.
     * @param after RunTables.MONEY of the correcting run.
     * @param directory that exists.
     * @return entries for the manifest, ascending by name.
     * @throws IOException when writing fails.
     */
    public List<ManifestEntry> write(final Table before, final Table after, final Path directory) throws IOException
    {
        final MemberRanges members = new MemberRanges(registers);
        final MoneyChanges changes = new MoneyChanges(before, after, registers);
        isAny = changes.next();
        final List<ManifestEntry> entries = new ArrayList<>();
        for (int i = 0; i < members.size(); i++)
        {
            final int member = i;
            entries.add(ReportFileWriter.write(directory, run.reportName(members.name(member), ReportType.NOTICE),
                ReportType.NOTICE.columns(), out -> writeRows(out, members, member, changes)));
        }
        return entries;
    }

    /** Rows of a member follow each other, as members do: one pass through the tables writes all files. */
    private void writeRows(
        final RowWriter out, final MemberRanges members, final int member, final MoneyChanges changes)
        throws IOException
    {
        begin(out).text("").money(0).money(0).summed(0).endRow();
        for (; isAny && members.memberOf(changes.accountId()) == member; isAny = changes.next())
        {
            final long kopecks = Math.subtractExact(changes.afterKopecks(), changes.beforeKopecks());
            if (0 != kopecks)
            {
                begin(out)
                    .packed(registers.code(changes.accountId()))
                    .money(changes.beforeKopecks())
                    .money(changes.afterKopecks())
                    .summed(kopecks)
                    .endRow();
            }
        }
    }

    private RowWriter begin(final RowWriter out) throws IOException
    {
        return out.number(runId).number(correctedRunId).text(reason);
    }
}
