// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.bundle.VenueBundle;
import io.bourse.deploy.cli.support.CliCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what a developer needs of a sick venue.
 */
@Command(
    name = "debug-bundle",
    sortOptions = false,
    description = {
        "Writes one archive (zip), for its owner alone, with what a developer needs of a venue that runs or has " +
            "died: versions, masked configuration, metrics, health, threads, counters, errors, positions, logs.",
        "It has no secrets and no data of clients: only what is known to be harmless is shown. What cannot be " +
            "collected is named in errors.txt. Nothing is changed; a running venue stands for some milliseconds " +
            "while its threads are listed."},
    footer = {
        "",
        "Exit status: 0 written, 2 the command line is wrong, 7 a data directory is not there, or the file is, or it " +
            "cannot be written.",
        "",
        "Examples:",
        "  bourse debug-bundle --config venue.conf --data /var/lib/bourse",
        "  bourse debug-bundle --data DIR --log venue.log --out sick.zip"})
public final class DebugBundleCommand extends CliCommand
{
    private static final DateTimeFormatter NAME =
        DateTimeFormatter.ofPattern("'bourse-debug-'yyyyMMdd-HHmmss'Z.zip'").withZone(ZoneOffset.UTC);

    @Mixin private MetricsSources sources;

    @Option(names = "--log", paramLabel = "FILE",
        description = "Log of a process of the venue; may be repeated. Default: where running processes write to.")
    private List<Path> logs = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE",
        description = "Archive to write, which must not be there. Default: bourse-debug-TIME.zip in this directory.")
    private Path file;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final Path target = null == file ? Path.of(NAME.format(Instant.now())) : file;
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS))
        {
            throw new FileAlreadyExistsException(target.toString());
        }
        final Path directory = target.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory))
        {
            throw new NotDirectoryException(directory.toString());
        }
        final List<Path> dataDirs = sources.givenOrConfigured();
        for (final Path dataDir : dataDirs)
        {
            if (!Files.isDirectory(dataDir))
            {
                throw new NotDirectoryException(dataDir.toString());
            }
        }
        final VenueBundle bundle = new VenueBundle(sources.configFile(), dataDirs);
        bundle.collect(commandLine().getCommandSpec().root().version()[0], logs);
        final VenueBundle.Written written = bundle.write(target);
        out.println(target + "  files " + written.files() + "  bytes " + Files.size(target) +
            (0 == written.failedParts() ? "" : "  parts that failed " + written.failedParts() + ", see errors.txt"));
        out.println("Look through it before you send it: manifest.txt names every file, *** is what is masked.");
    }
}
