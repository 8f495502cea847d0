// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongBiFunction;

/**
 * rec_packages: every member has every report of the waves that are written, each with the rows and the sum of the
 * tables and nothing else (I10). What is in the files is counted again when they are verified.
 */
public final class PackageReconciliation
{
    /** Reports whose rows depend on how registers belong together, not on the tables alone. */
    private static final Set<ReportType> SUMS_ONLY = EnumSet.of(
        ReportType.FPOS, ReportType.OPOS, ReportType.MON, ReportType.F08, ReportType.O08, ReportType.EQM13,
        ReportType.CCX04, ReportType.CCX10);
    /** Reports of legs: sums of both sides of a trade are not a table's. */
    private static final Set<ReportType> ROWS_ONLY =
        EnumSet.of(ReportType.F04, ReportType.O04, ReportType.SEM03, ReportType.CCX03);
    /** Reports that follow from no table. */
    private static final Set<ReportType> UNCOUNTED = EnumSet.of(ReportType.CALL, ReportType.CCX11, ReportType.EQM14);

    private final ReportInput input;
    private final ToLongBiFunction<String, ReportType> orderRows;
    private PackageTotals totals;

    /**
     * Reconciliation of the reports of a run.
     *
     * @param input what the reports were written from.
     * @param orderRows counts the order events of a clearing firm that a report of {@link ReportWave#ORDERS} has to
     *     tell of.
     */
    public PackageReconciliation(final ReportInput input, final ToLongBiFunction<String, ReportType> orderRows)
    {
        this.input = input;
        this.orderRows = orderRows;
    }

    /**
     * Whether a wave has the reports that this version writes for members, so that its rows can be compared with what
     * this version counts. Another version may have signed others, which stay as they were sent.
     *
     * @param wave of the reports.
     * @param entries of its manifest.
     * @return true if all of them are there and every one is known.
     */
    public static boolean isComparable(final ReportWave wave, final List<ManifestEntry> entries)
    {
        final Set<ReportType> wanted = EnumSet.noneOf(ReportType.class);
        for (final ReportType type : ReportType.values())
        {
            if (isCounted(type, wave))
            {
                wanted.add(type);
            }
        }
        for (final ManifestEntry entry : entries)
        {
            if (null == entry.type())
            {
                return false;
            }
            wanted.remove(entry.type());
        }
        return wanted.isEmpty();
    }

    private static boolean isCounted(final ReportType type, final ReportWave wave)
    {
        return type.isForMembers() && wave == type.wave() && !UNCOUNTED.contains(type);
    }

    /**
     * Writes the report. The tables are counted the first time.
     *
     * @param directory to be made; a file of the same name in it is written over.
     * @param waves whose reports are {@link #isComparable comparable}.
     * @param entries of their manifests, of no others.
     * @return how it has ended.
     * @throws IOException when writing fails.
     */
    public ReconciliationResult write(
        final Path directory, final Set<ReportWave> waves, final List<ManifestEntry> entries) throws IOException
    {
        final Map<String, Map<ReportType, ManifestEntry>> byMember = new TreeMap<>();
        for (final ManifestEntry entry : entries)
        {
            byMember.computeIfAbsent(entry.member(), member -> new TreeMap<>()).put(entry.type(), entry);
        }
        totals = null == totals ? new PackageTotals(input) : totals;
        DurableFile.createDirectories(directory);
        return ReconciliationFile.write(directory, "rec_packages",
            "member;report;rows;table_rows;sum;table_sum", file -> writeRows(file, waves, byMember));
    }

    private void writeRows(
        final ReconciliationFile file,
        final Set<ReportWave> waves,
        final Map<String, Map<ReportType, ManifestEntry>> byMember) throws IOException
    {
        final Map<String, Map<ReportType, PackageTotals.Total>> wanted = totals.byMember();
        for (final Map.Entry<String, Map<ReportType, PackageTotals.Total>> member : wanted.entrySet())
        {
            for (final ReportType type : ReportType.values())
            {
                if (waves.contains(type.wave()) && isCounted(type, type.wave()))
                {
                    writeRow(file, member.getKey(), type, member.getValue(),
                        byMember.getOrDefault(member.getKey(), Map.of()).get(type));
                }
            }
        }
        for (final String member : byMember.keySet())
        {
            if (!wanted.containsKey(member) && !ReportType.REGULATOR.equals(member))
            {
                file.text(member).text("").text("").text("").text("").text("")
                    .endRow(true, "member=" + member + " has reports and no registers");
            }
        }
    }

    private void writeRow(
        final ReconciliationFile file,
        final String member,
        final ReportType type,
        final Map<ReportType, PackageTotals.Total> wanted,
        final ManifestEntry entry) throws IOException
    {
        if (null == entry)
        {
            file.text(member).text(type.reportName()).text("").text("").text("").text("")
                .endRow(true, "member=" + member + " lacks the report " + type.reportName());
            return;
        }
        final boolean countsRows = !SUMS_ONLY.contains(type);
        final boolean countsSum = !ROWS_ONLY.contains(type);
        final long rows = ReportWave.ORDERS == type.wave() ?
            orderRows.applyAsLong(member, type) : wanted.get(counted(type)).rows();
        final Sum128 sum = wanted.get(counted(type)).sum();
        final boolean isBroken = countsRows && rows != entry.rows() ||
            countsSum && 0 != new BigDecimal(CsvWriter.money(sum)).compareTo(new BigDecimal(entry.sum()));
        file.text(member)
            .text(type.reportName())
            .number(entry.rows())
            .text(countsRows ? Long.toString(rows) : "")
            .text(entry.sum())
            .text(countsSum ? CsvWriter.money(sum) : "")
            .endRow(isBroken, "member=" + member + " report=" + type.reportName() + " rows=" + entry.rows() +
                " tableRows=" + rows + " sum=" + entry.sum() + " tableSum=" + CsvWriter.money(sum));
    }

    /** The report of single registers that a report of sums must add up to. */
    private static ReportType counted(final ReportType type)
    {
        return switch (type)
        {
            case FPOS, F08 -> ReportType.FPOSCL;
            case OPOS, O08 -> ReportType.OPOSCL;
            case MON -> ReportType.MONCL;
            case EQM13 -> ReportType.EQM06;
            default -> type;
        };
    }
}
