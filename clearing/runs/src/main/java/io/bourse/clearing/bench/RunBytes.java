// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.table.TableManifest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Digests of a run directory, to compare whether two runs have come to the same bytes. Left out is what may differ:
 * times, progress, the page, the head of the audit trail and the signed manifest of the run, which have times in them,
 * and signatures, which are randomised.
 */
final class RunBytes
{
    private static final Set<String> LEFT_OUT =
        Set.of("timings.json", "progress.json", "audit-head.json", "run-manifest.json", "report.html",
            "effective.json");
    private static final String SIGNATURE = ".p7s";
    /** Encrypted with a new key every time. */
    private static final String PACKAGES = "packages";

    private RunBytes()
    {
    }

    /**
     * One digest of all files. A column is represented by its digest in {@code table.json}.
     *
     * @param directory of the run.
     * @return lower-case hexadecimal.
     * @throws IOException when a file cannot be read.
     */
    static String sha256(final Path directory) throws IOException
    {
        final MessageDigest all = Digests.sha256();
        for (final Path file : files(directory))
        {
            if (!isColumn(file))
            {
                final String line = directory.relativize(file) + " " + Digests.sha256Of(file) + "\n";
                all.update(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        return HexFormat.of().formatHex(all.digest());
    }

    private static boolean isColumn(final Path file)
    {
        return file.getFileName().toString().endsWith(".bin") &&
            Files.exists(file.resolveSibling(TableManifest.FILE_NAME));
    }

    /** All that count, sorted. */
    static List<Path> files(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.walk(directory))
        {
            return files
                .filter(Files::isRegularFile)
                .filter(file -> !LEFT_OUT.contains(file.getFileName().toString()))
                .filter(file -> !file.getFileName().toString().endsWith(SIGNATURE))
                .filter(file -> !file.startsWith(directory.resolve(PACKAGES)))
                .sorted()
                .toList();
        }
    }
}
