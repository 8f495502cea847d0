// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.report.CsvWriter;
import io.bourse.clearing.report.ReportFile;

import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Digests of the tables of a run as they would be written, without writing them.
 */
final class TableDigests implements TableSink
{
    private final Map<String, String> sha256ByName = new TreeMap<>();

    @Override
    public void write(final String name, final String columns, final ReportFile.Rows rows) throws IOException
    {
        final MessageDigest digest = Digests.sha256();
        final CsvWriter csv =
            new CsvWriter(new DigestOutputStream(OutputStream.nullOutputStream(), digest), columns);
        rows.writeTo(csv);
        csv.finish();
        sha256ByName.put(name, HexFormat.of().formatHex(digest.digest()));
    }

    Map<String, String> sha256ByName()
    {
        return sha256ByName;
    }
}
