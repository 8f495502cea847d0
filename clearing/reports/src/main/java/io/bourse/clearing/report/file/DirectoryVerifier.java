// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.crypto.TrustedSigner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Looks at the files of a directory and notes what it finds.
 */
public abstract class DirectoryVerifier
{
    /** Where the files are. */
    protected final Path directory;
    /** Whose signatures are good. */
    protected final TrustedSigner trusted;
    /** What was found, in order. */
    protected final List<ReportFinding> findings = new ArrayList<>();

    /**
     * Looks at nothing yet.
     *
     * @param directory that is looked at.
     * @param trusted whose signatures are good.
     */
    protected DirectoryVerifier(final Path directory, final TrustedSigner trusted)
    {
        this.directory = directory;
        this.trusted = trusted;
    }

    /**
     * Notes a finding.
     *
     * @param status of the file.
     * @param file name.
     * @param message for an operator.
     */
    protected final void add(final ReportFinding.Status status, final String file, final String message)
    {
        findings.add(new ReportFinding(status, file, message));
    }

    /**
     * Whether nothing bad was found so far.
     *
     * @return true if so.
     */
    protected final boolean isClean()
    {
        return findings.stream().allMatch(ReportFinding::isOk);
    }

    /**
     * Reads a file.
     *
     * @param name of the file.
     * @return bytes; null when there is no such file.
     * @throws IOException when it cannot be read.
     */
    protected final byte[] readOrNull(final String name) throws IOException
    {
        try
        {
            return Files.readAllBytes(directory.resolve(name));
        }
        catch (final NoSuchFileException ex)
        {
            return null;
        }
    }

    /**
     * Names of the files.
     *
     * @param passedOver that are left out.
     * @return ascending, may be changed.
     * @throws IOException when the directory cannot be read.
     */
    protected final Set<String> names(final Set<String> passedOver) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return new TreeSet<>(files.map(file -> file.getFileName().toString())
                .filter(name -> !passedOver.contains(name)).toList());
        }
    }
}
