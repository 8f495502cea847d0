// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.file.JsonText;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Packages of one wave of a run, signed, so that a receiver knows what there is to fetch and whether it has come whole
 * before it opens anything.
 *
 * @param format {@link #FORMAT}.
 * @param runId of the run.
 * @param kind I or E.
 * @param tradingDate YYYYMMDD.
 * @param wave part of the reports.
 * @param revision from 1.
 * @param packages ascending by name.
 * @param missing receivers that have no package, because there is no certificate to encrypt to; ascending.
 */
public record PackageIndex(
    String format,
    long runId,
    String kind,
    int tradingDate,
    String wave,
    int revision,
    List<Entry> packages,
    List<String> missing)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-packages/2";
    /** Formats of earlier versions. Their packages were sent, and are not made again in the same way. */
    private static final Set<String> EARLIER_FORMATS = Set.of("bourse-packages/1");
    /** Name of the file. */
    public static final String FILE_NAME = "index.json";
    /** Name of the detached signature. */
    public static final String SIGNATURE_NAME = "index.json.p7s";

    /**
     * One package.
     *
     * @param name of the file.
     * @param member it is for.
     * @param profile of the member's key.
     * @param recipientSerial serial number of the member's certificate, hexadecimal.
     * @param bytes length of the file.
     * @param sha256 of the file, lower-case hexadecimal.
     * @param manifestSha256 of the manifest inside, which is the same whenever the package is made.
     */
    public record Entry(
        String name,
        String member,
        String profile,
        String recipientSerial,
        long bytes,
        String sha256,
        String manifestSha256)
    {
    }

    /**
     * The bytes that are written and signed.
     *
     * @return UTF-8.
     */
    public byte[] toBytes()
    {
        return JsonText.bytes(this);
    }

    /**
     * Revision that an index tells of, be it of this format or of an earlier one.
     *
     * @param bytes of a file that the venue has signed.
     * @param runId of the run that it must be of.
     * @return 0 when it is of no known format, or of another run.
     * @throws IOException when it is no JSON.
     */
    public static int revision(final byte[] bytes, final long runId) throws IOException
    {
        final JsonNode index = JsonText.readTree(bytes);
        final String format = index.path("format").asText();
        final boolean isKnown = FORMAT.equals(format) || EARLIER_FORMATS.contains(format);
        return isKnown && runId == index.path("runId").asLong() ? index.path("revision").asInt() : 0;
    }

    /**
     * Reads and checks an index.
     *
     * @param bytes of the file.
     * @return index whose names are safe to resolve in its directory.
     * @throws IOException when it is not an index of this format, with the reason.
     */
    public static PackageIndex parse(final byte[] bytes) throws IOException
    {
        final PackageIndex index = JsonText.readWhole(bytes, PackageIndex.class);
        if (null == index || !FORMAT.equals(index.format) || null == index.packages ||
            null == index.missing)
        {
            throw new IOException("unknown format: format=" + (null == index ? null : index.format));
        }
        for (final Entry entry : index.packages)
        {
            if (null == entry || null == entry.name || !PackageManifest.isSafe(entry.name) || null == entry.sha256)
            {
                throw new IOException("bad entry of a package: entry=" + entry);
            }
        }
        return index;
    }
}
