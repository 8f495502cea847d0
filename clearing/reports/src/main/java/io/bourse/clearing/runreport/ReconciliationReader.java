// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.report.file.CsvReader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the reconciliation reports of a run: how each has ended, and what the clearing firms add up to.
 */
public final class ReconciliationReader
{
    private static final String PREFIX = "rec_";
    private static final String SUFFIX = ".csv";
    private static final String RESULT = "RESULT";
    private static final String MEMBERS = "rec_members.csv";
    private static final String MEMBER = "CF";
    private static final int CODE = 1;
    private static final int REGISTERS = 2;
    private static final int BEGIN = 3;
    private static final int MARGIN = 5;
    private static final int PREMIUM = 6;
    private static final int FEE = 7;
    private static final int END = 8;
    private static final int PAY = 14;

    private ReconciliationReader()
    {
    }

    /**
     * Reads all reports of a directory.
     *
     * @param directory of the reconciliation reports of a run.
     * @return by name.
     * @throws IOException when a file cannot be read or has not the form of a report.
     */
    public static List<RunReportInput.Reconciliation> outcomes(final Path directory) throws IOException
    {
        final List<RunReportInput.Reconciliation> outcomes = new ArrayList<>();
        final List<Path> files;
        try (Stream<Path> listed = Files.list(directory))
        {
            files = listed.filter(ReconciliationReader::isReport).sorted().toList();
        }
        for (final Path file : files)
        {
            final String name = file.getFileName().toString();
            outcomes.add(read(file, name.substring(0, name.length() - SUFFIX.length())));
        }
        return outcomes;
    }

    private static boolean isReport(final Path file)
    {
        final String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    private static RunReportInput.Reconciliation read(final Path file, final String name) throws IOException
    {
        final long[] counts = new long[2];
        final String[] result = {ReconciliationResult.BREAK};
        read(file, row ->
        {
            if (RESULT.equals(row.getFirst()))
            {
                result[0] = row.getLast();
            }
            else
            {
                counts[0]++;
                counts[1] += ReconciliationResult.BREAK.equals(row.getLast()) ? 1 : 0;
            }
        });
        return new RunReportInput.Reconciliation(name, counts[0], counts[1], result[0]);
    }

    /**
     * Reads what clearing firms add up to.
     *
     * @param directory of the reconciliation reports of a run.
     * @return by code.
     * @throws IOException when the file cannot be read or has not the form of a report.
     */
    public static List<RunReportInput.Member> members(final Path directory) throws IOException
    {
        final List<RunReportInput.Member> members = new ArrayList<>();
        read(directory.resolve(MEMBERS), row ->
        {
            if (MEMBER.equals(row.getFirst()))
            {
                members.add(new RunReportInput.Member(
                    row.get(CODE), Long.parseLong(row.get(REGISTERS)), CsvReader.kopecks(row.get(BEGIN)),
                    CsvReader.kopecks(row.get(MARGIN)), CsvReader.kopecks(row.get(PREMIUM)),
                    CsvReader.kopecks(row.get(PAY)), CsvReader.kopecks(row.get(FEE)),
                    CsvReader.kopecks(row.get(END))));
            }
        });
        return members;
    }

    private static void read(final Path file, final CsvReader.RowConsumer consumer) throws IOException
    {
        try (InputStream in = Files.newInputStream(file))
        {
            CsvReader.read(in, "", consumer);
        }
    }
}
