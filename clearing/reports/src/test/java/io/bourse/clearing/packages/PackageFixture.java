// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.MemberKeys;
import io.bourse.clearing.crypto.RecipientKey;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.report.file.XmlWriter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Reports of a few members, keys and packages in a temporary directory.
 */
final class PackageFixture
{
    static final RunHeader RUN = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);
    static final String WAVE = "w1";

    final Path root;
    final Path reports;
    final Path packages;
    final ClearingKeys keys;
    final List<ManifestEntry> entries = new ArrayList<>();
    private final RunHeader run;
    private final Map<String, RecipientKey> read = new HashMap<>();

    PackageFixture(final Path root) throws IOException
    {
        this(root, RUN);
    }

    PackageFixture(final Path root, final RunHeader run) throws IOException
    {
        this.run = run;
        this.root = root;
        this.reports = Files.createDirectories(root.resolve("reports"));
        this.packages = root.resolve("packages");
        this.keys = ClearingKeys.openDemo(root.resolve("keys"));
    }

    /** Money of every client, and trades in an order of their own. */
    void report(final String member, final int clients, final int trades, final long seed) throws IOException
    {
        final Random random = new Random(seed);
        entries.add(ReportFileWriter.write(reports, run.reportName(member, ReportType.F04), "trade_id;client;vm", csv ->
        {
            for (int i = 0; i < trades; i++)
            {
                csv.number(i).text(client(member, random.nextInt(clients))).summed(random.nextInt()).endRow();
            }
        }));
        entries.add(ReportFileWriter.write(reports, run.reportName(member, ReportType.MONCL), "client;vm;amount_end",
            csv ->
        {
            for (int i = 0; i < clients; i++)
            {
                csv.text(client(member, i)).summed(random.nextInt()).money(random.nextInt()).endRow();
            }
        }));
        entries.add(ReportFileWriter.write(reports, run.reportName(member, ReportType.FSETTL), "isin;vm", csv ->
            csv.text("Si-12.26").summed(0).endRow()));
    }

    /** XML: an obligation of every client, and what settlement accounts owe, which is no client's. */
    void obligations(final String member, final int clients) throws IOException
    {
        final String name = run.reportName(member, ReportType.EQM06);
        entries.add(ReportFileWriter.write(reports, name, out -> new XmlWriter(out, ReportType.EQM06, run, member),
            xml ->
        {
            for (int i = 0; i < clients; i++)
            {
                xml.text(client(member, i)).number(7).text("SBER").number(20_261_122).number(i).summed(-1_000L * i)
                    .optional("").endRow();
            }
        }));
        final String net = run.reportName(member, ReportType.EQM13);
        entries.add(ReportFileWriter.write(reports, net, out -> new XmlWriter(out, ReportType.EQM13, run, member),
            xml ->
            xml.text(member).text("SBER").number(20_261_122).number(10).summed(0).optional("").endRow()));
    }

    static String client(final String member, final int number)
    {
        return member + String.format("%05d", number);
    }

    PackageIndex pack() throws IOException
    {
        return new PackageWriter(run, WAVE, keys, 2).write(reports, entries, packages, null);
    }

    Path packageOf(final String member)
    {
        return packages.resolve(PackageWriter.name(member, run, WAVE));
    }

    /** Kept: taking a key out of its store is slow on purpose. */
    RecipientKey keyOf(final String member) throws IOException
    {
        if (read.containsKey(member))
        {
            return read.get(member);
        }
        final Path directory = keys.members().directory();
        read.put(member, RecipientKey.read(
            directory.resolve(member + MemberKeys.STORE_SUFFIX),
            Files.readString(directory.resolve(member + MemberKeys.PASSWORD_SUFFIX)).toCharArray()));
        return read.get(member);
    }

    List<ReportFinding> open(final String member, final String keyOf, final String target) throws IOException
    {
        return PackageOpener.open(packageOf(member), keyOf(keyOf), keys.trustedSigner(), root.resolve(target));
    }
}
