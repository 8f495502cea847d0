// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.file.JsonText;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is signed: the list of all report files of a run.
 *
 * @param format {@link #FORMAT}.
 * @param runId of the run.
 * @param kind I or E.
 * @param sessionId of the session.
 * @param tradingDate YYYYMMDD.
 * @param revision from 1.
 * @param files ascending by name.
 */
public record Manifest(
    String format,
    long runId,
    String kind,
    int sessionId,
    int tradingDate,
    int revision,
    List<ManifestEntry> files)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-reports/1";
    /** Name of the file. */
    public static final String FILE_NAME = "manifest.json";
    /** Name of the detached signature. */
    public static final String SIGNATURE_NAME = "manifest.json.p7s";

    private static final Pattern SAFE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern SUM = Pattern.compile("-?[0-9]{1,40}\\.[0-9]{2}");

    /**
     * The bytes that are written and signed.
     *
     * @return UTF-8, the same for the same manifest.
     */
    public byte[] toBytes()
    {
        return JsonText.bytes(this);
    }

    /**
     * Reads and checks a manifest.
     *
     * @param bytes of the file.
     * @return manifest whose names are safe to resolve in its directory.
     * @throws IOException when it is not a manifest of this format, with the reason.
     */
    public static Manifest parse(final byte[] bytes) throws IOException
    {
        final Manifest manifest = JsonText.readWhole(bytes, Manifest.class);
        if (null == manifest || !FORMAT.equals(manifest.format))
        {
            throw new IOException("unknown format: format=" + (null == manifest ? null : manifest.format));
        }
        if (null == manifest.files)
        {
            throw new IOException("no list of files: files=null");
        }
        final Set<String> names = new HashSet<>();
        for (final ManifestEntry entry : manifest.files)
        {
            requireValid(entry);
            if (!names.add(entry.name()))
            {
                throw new IOException("file is listed twice: name=" + entry.name());
            }
        }
        return manifest;
    }

    private static void requireValid(final ManifestEntry entry) throws IOException
    {
        if (null == entry || null == entry.name() || !SAFE_NAME.matcher(entry.name()).matches())
        {
            throw new IOException("bad file name: entry=" + entry);
        }
        if (null == entry.sha256() || !SHA256.matcher(entry.sha256()).matches())
        {
            throw new IOException("bad digest: entry=" + entry);
        }
        if (null == entry.sum() || !SUM.matcher(entry.sum()).matches() || entry.bytes() < 0 || entry.rows() < 0)
        {
            throw new IOException("bad length, row count or sum: entry=" + entry);
        }
    }
}
