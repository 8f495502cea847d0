// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.file.JsonText;
import io.bourse.clearing.report.file.ManifestEntry;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is signed in a package: its files, and the root of the hash tree over the lines of the member's clients.
 *
 * @param format {@link #FORMAT}.
 * @param member clearing firm or other receiver.
 * @param runId of the run.
 * @param kind I or E.
 * @param sessionId of the session.
 * @param tradingDate YYYYMMDD.
 * @param wave part of the reports, for instance w1.
 * @param revision from 1.
 * @param profile of keys: ecdsa, rsa or gost.
 * @param files ascending by name.
 * @param streebog256 GOST R 34.11-2012 digests of the files by name, lower-case hexadecimal; empty but in profile gost.
 * @param proofs tree over the clients.
 */
public record PackageManifest(
    String format,
    String member,
    long runId,
    String kind,
    int sessionId,
    int tradingDate,
    String wave,
    int revision,
    String profile,
    List<ManifestEntry> files,
    Map<String, String> streebog256,
    Proofs proofs)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-package/2";
    /** Name of the file. */
    public static final String FILE_NAME = "manifest.json";
    /** Name of the detached signature. */
    public static final String SIGNATURE_NAME = "manifest.json.p7s";
    /** Name of the file that the member makes proofs from. Clients never get it. */
    public static final String SECRET_NAME = "proofs.json";

    private static final Pattern SAFE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /**
     * Tree over the clients of a package.
     *
     * @param clients number of leaves.
     * @param root lower-case hexadecimal.
     * @param files whose lines are in the leaves, ascending.
     */
    public record Proofs(int clients, String root, List<String> files)
    {
    }

    /**
     * What salts are made from.
     *
     * @param secret lower-case hexadecimal.
     */
    record Secret(String secret)
    {
        byte[] toBytes()
        {
            return JsonText.bytes(this);
        }

        static Secret parse(final byte[] bytes) throws IOException
        {
            final Secret secret = JsonText.readWhole(bytes, Secret.class);
            if (null == secret || null == secret.secret || !SHA256.matcher(secret.secret).matches())
            {
                throw new IOException("it is not the secret of a package: file=" + SECRET_NAME);
            }
            return secret;
        }
    }

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
     * Whether bytes claim to be a manifest of a package, not one of a directory of reports.
     *
     * @param bytes of a file manifest.json.
     * @return true if they name the format.
     */
    public static boolean isPackage(final byte[] bytes)
    {
        try
        {
            return JsonText.readTree(bytes).path("format").asText().startsWith("bourse-package/");
        }
        catch (final IOException ex)
        {
            // What is no JSON is no manifest of a package either; who reads it as the other kind says what is wrong.
            return false;
        }
    }

    /**
     * Reads and checks a manifest.
     *
     * @param bytes of the file.
     * @return manifest whose names are safe to resolve in its directory.
     * @throws IOException when it is not a manifest of this format, with the reason.
     */
    public static PackageManifest parse(final byte[] bytes) throws IOException
    {
        final PackageManifest manifest = JsonText.readWhole(bytes, PackageManifest.class);
        if (null == manifest || !FORMAT.equals(manifest.format))
        {
            throw new IOException("unknown format: format=" + (null == manifest ? null : manifest.format));
        }
        if (null == manifest.files || null == manifest.member || null == manifest.wave || null == manifest.profile ||
            null == manifest.streebog256 || null == manifest.proofs || null == manifest.proofs.files ||
            null == manifest.proofs.root || !SHA256.matcher(manifest.proofs.root).matches() ||
            manifest.proofs.clients < 0)
        {
            throw new IOException("something is missing that every manifest of a package has: member=" +
                manifest.member + " wave=" + manifest.wave + " proofs=" + manifest.proofs);
        }
        final Set<String> names = new HashSet<>();
        for (final ManifestEntry entry : manifest.files)
        {
            if (null == entry || null == entry.name() || !isSafe(entry.name()) || null == entry.sha256() ||
                !SHA256.matcher(entry.sha256()).matches() || null == entry.sum() || entry.bytes() < 0)
            {
                throw new IOException("bad entry of a file: entry=" + entry);
            }
            if (!names.add(entry.name()))
            {
                throw new IOException("file is listed twice: name=" + entry.name());
            }
        }
        if (!names.containsAll(manifest.proofs.files))
        {
            throw new IOException("proofs name a file that is not listed: files=" + manifest.proofs.files);
        }
        return manifest;
    }

    /** Whether a name is one of a file and nothing else, wherever it is resolved. */
    static boolean isSafe(final String name)
    {
        return SAFE_NAME.matcher(name).matches();
    }
}
