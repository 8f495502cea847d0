// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.report.file.LineListener;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Trees that are made while reports are written, against those that a reader of the reports makes. */
@Timeout(60)
class WrittenProofsTest
{
    private static final String MEMBER = "AA";

    @TempDir
    private Path root;

    @Test
    void shouldMakeTheTreesThatReadersMake() throws IOException
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (final int clients : new int[]{1, 2, 77, 5_000})
        {
            assertSame(clients, random, "seed=" + seed + " clients=" + clients);
        }
    }

    private void assertSame(final int clients, final Random random, final String message) throws IOException
    {
        final PackageFixture venue = new PackageFixture(root.resolve(Integer.toString(clients)));
        final WrittenProofs proofs =
            new WrittenProofs(PackageFixture.RUN, PackageFixture.WAVE, venue.keys, venue.reports);
        final List<ManifestEntry> entries = new ArrayList<>();
        entries.add(write(venue, proofs, ReportType.F04, 3 * clients, row -> random.nextInt(clients), random));
        entries.add(write(venue, proofs, ReportType.MONCL, clients, row -> row, random));
        // In the order of the codes, and then one that was there before.
        entries.add(write(venue, proofs, ReportType.PAY, clients, row -> row + 2 < clients ? row : 0, random));
        entries.add(write(venue, proofs, ReportType.PLEDGE, 0, row -> row, random));
        entries.add(write(venue, proofs, ReportType.FPOS, 3, row -> row, random));
        venue.obligations(MEMBER, clients);
        entries.addAll(venue.entries);
        assertNull(proofs.of(MEMBER, PackageFixture.RUN));
        proofs.end(MEMBER, entries);
        final PackageManifest.Proofs read = new PackageWriter(PackageFixture.RUN, PackageFixture.WAVE, venue.keys, 2)
            .read(venue.reports, entries).of(MEMBER, PackageFixture.RUN);
        assertEquals(read, proofs.of(MEMBER, PackageFixture.RUN), message);
        assertEquals(5, read.files().size());
        assertEquals(clients, read.clients());
        // Of another revision are other names and another secret.
        assertNull(proofs.of(MEMBER, PackageFixture.RUN.withRevision(2)));
    }

    private static ManifestEntry write(
        final PackageFixture venue,
        final WrittenProofs proofs,
        final ReportType type,
        final int rows,
        final Holder holder,
        final Random random) throws IOException
    {
        final LineListener listener = proofs.of(MEMBER, type);
        final boolean hasClients = type.columnNames().contains("client");
        assertEquals(hasClients, null != listener);
        return ReportFileWriter.write(venue.reports, PackageFixture.RUN.reportName(MEMBER, type),
            out -> new CsvWriter(out, hasClients ? "n;client;vm" : "n;settlement_account;vm", listener), csv ->
            {
                for (int row = 0; row < rows; row++)
                {
                    csv.number(random.nextInt())
                        .client(ClientTree.pack(PackageFixture.client(MEMBER, holder.of(row))))
                        .summed(random.nextInt())
                        .endRow();
                }
            });
    }

    /** Whose a row is. */
    @FunctionalInterface
    private interface Holder
    {
        int of(int row);
    }
}
