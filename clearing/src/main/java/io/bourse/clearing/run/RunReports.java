// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.crypto.ManifestSigner;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.reconciliation.PackageReconciliation;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.report.Manifest;
import io.bourse.clearing.report.ManifestEntry;
import io.bourse.clearing.report.MemberReports;
import io.bourse.clearing.report.RunHeader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Members' reports of a run, from its tables alone, and their signature.
 */
final class RunReports
{
    private final RunHeader header;
    private final Path reports;

    RunReports(final RunHeader header, final Path reports)
    {
        this.header = header;
        this.reports = reports;
    }

    List<ManifestEntry> write(final RunFigures figures, final Path directory, final int threads) throws IOException
    {
        DurableFile.createDirectories(reports);
        try (RunBooks books = RunBooks.open(directory))
        {
            final CalculationInput input = figures.input();
            final List<ManifestEntry> entries =
                new MemberReports(header, input, LegFees.of(input), books, threads).write(reports);
            final ReconciliationResult result = new PackageReconciliation(input, books, entries)
                .write(directory.resolve(RunDirectory.RECONCILIATION));
            if (!result.isOk())
            {
                throw new CheckFailedException(result.name(), result.line());
            }
            return entries;
        }
    }

    void sign(final List<ManifestEntry> entries, final ManifestSigner signer) throws IOException
    {
        final byte[] manifest = new Manifest(
            Manifest.FORMAT,
            header.runId(),
            header.kind(),
            header.sessionId(),
            header.tradingDate(),
            header.revision(),
            entries).toBytes();
        DurableFile.write(reports.resolve(Manifest.FILE_NAME), manifest);
        DurableFile.write(reports.resolve(Manifest.SIGNATURE_NAME), signer.sign(manifest));
    }
}
