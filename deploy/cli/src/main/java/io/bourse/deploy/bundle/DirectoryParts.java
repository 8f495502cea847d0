// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CountersFileReader;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecurityLog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is in and about one data directory.
 */
final class DirectoryParts
{
    private static final int MOST_FILES = 20_000;
    private static final int MOST_RUNS = 10;
    private static final int MOST_LOGS = 7;
    private static final Pattern EVENT = Pattern.compile("\"event\":\"([a-z-]{1,40})\"");
    private static final Pattern DESCRIPTOR = Pattern.compile("venue\\.json|component-[a-z-]+\\.json");
    private static final List<String> HARMLESS_FIELDS = List.of("component", "pid", "partition", "durability", "heap");

    private final Path dataDir;
    private final Mask mask;

    DirectoryParts(final Path dataDir, final Mask mask)
    {
        this.dataDir = dataDir;
        this.mask = mask;
    }

    void addTo(final VenueBundle bundle, final String prefix)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        final Path clusterDir = EngineDirectories.clusterDir(dataDir);
        bundle.add(prefix + "descriptions.txt", "What the processes have said of themselves when they were ready.",
            this::descriptions);
        bundle.add(prefix + "disk.txt", "Space and type of the file system of the data directory.",
            () -> MachineFacts.space(dataDir));
        bundle.add(prefix + "files.txt", "Mode, length and time of every file; names that others chose are masked.",
            this::files);
        bundle.add(prefix + "driver-counters.txt", "Counters of media driver, archive and cluster: id, type, value.",
            () -> DriverFacts.counters(driver()));
        bundle.add(prefix + "driver-errors.txt", "Error log of the media driver, masked.",
            () -> DriverFacts.errors(driver(), mask));
        if (Files.isDirectory(archiveDir))
        {
            bundle.add(prefix + "archive-errors.txt", "Error log of the archive, masked.",
                () -> DriverFacts.archiveErrors(archiveDir, mask));
            bundle.add(prefix + "archive.txt", "Catalog of the archive: recordings, positions, lengths.",
                () -> ArchiveFacts.catalog(archiveDir));
            bundle.add(prefix + "journal.txt", "Commands and events by kind, at most of the last GiB; no contents.",
                () -> ArchiveFacts.streams(archiveDir));
        }
        if (Files.isDirectory(clusterDir))
        {
            bundle.add(prefix + "cluster-errors.txt", "Error log of the consensus module, masked.",
                () -> DriverFacts.clusterErrors(clusterDir, mask));
        }
        bundle.add(prefix + "snapshots.txt", "Headers of the snapshots of the core.", this::snapshots);
        bundle.add(prefix + "clearing.txt", "The last clearing runs, how far they are and how long steps took.",
            this::clearing);
        bundle.add(prefix + "security.txt", "How many events of each kind the security log has; no lines of it.",
            this::security);
    }

    private Path driver() throws IOException
    {
        return Path.of(Files.exists(dataDir.resolve(VenueDescriptor.FILE_NAME)) ?
            VenueDescriptor.readLast(dataDir).aeronDirectory() : EngineDirectories.aeronDirectoryName(dataDir));
    }

    /** Processes that counters files and descriptions name. */
    List<ProcessFacts> processes(final BiConsumer<String, Throwable> errorHandler)
    {
        final List<ProcessFacts> processes = new ArrayList<>();
        try
        {
            for (final Path file : CountersFileReader.list(EngineDirectories.countersDir(dataDir)))
            {
                try (CountersFileReader counters = CountersFileReader.open(file))
                {
                    processes.add(new ProcessFacts(counters.pid(), counters.startMs()));
                }
                catch (final IOException | RuntimeException | InternalError ex)
                {
                    errorHandler.accept(FileNames.masked(file.getFileName()), ex);
                }
            }
            for (final Path file : descriptors())
            {
                processes.add(new ProcessFacts(new ObjectMapper().readTree(file.toFile()).path("pid").asLong(),
                    Files.getLastModifiedTime(file).toMillis()));
            }
        }
        catch (final IOException | UncheckedIOException ex)
        {
            errorHandler.accept("names of processes", ex);
        }
        return processes;
    }

    private List<Path> descriptors() throws IOException
    {
        try (Stream<Path> files = Files.list(dataDir))
        {
            return files.filter((file) -> DESCRIPTOR.matcher(file.getFileName().toString()).matches())
                .sorted().toList();
        }
    }

    private String descriptions() throws IOException
    {
        final StringBuilder text = new StringBuilder();
        for (final Path file : descriptors())
        {
            final JsonNode json = new ObjectMapper().readTree(file.toFile());
            text.append(file.getFileName()).append('\n');
            for (final String field : HARMLESS_FIELDS)
            {
                if (json.has(field))
                {
                    text.append("  ").append(field).append(' ').append(json.get(field)).append('\n');
                }
            }
        }
        return text.isEmpty() ? "none: nothing runs, and nothing has died" : text.toString();
    }

    private String files() throws IOException
    {
        final List<String> lines = new ArrayList<>();
        Files.walkFileTree(dataDir, new SimpleFileVisitor<Path>()
        {
            @Override
            public FileVisitResult preVisitDirectory(final Path path, final BasicFileAttributes attributes)
                throws IOException
            {
                return visitFile(path, attributes);
            }

            @Override
            public FileVisitResult visitFile(final Path path, final BasicFileAttributes attributes) throws IOException
            {
                lines.add(String.format("%s %15d %s %s", PosixFilePermissions.toString(Files.getPosixFilePermissions(
                    path, LinkOption.NOFOLLOW_LINKS)), attributes.size(),
                    attributes.lastModifiedTime().toInstant().truncatedTo(ChronoUnit.SECONDS),
                    FileNames.masked(dataDir.relativize(path)) + (attributes.isDirectory() ? "/" : "")));
                return lines.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path path, final IOException cause)
            {
                // Removed meanwhile, or not ours to read.
                lines.add("unreadable " + FileNames.masked(dataDir.relativize(path)));
                return FileVisitResult.CONTINUE;
            }
        });
        if (lines.size() >= MOST_FILES)
        {
            lines.add("there are more");
        }
        return String.join("\n", lines);
    }

    private String snapshots()
    {
        final StringBuilder text = new StringBuilder();
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(dataDir).newestFirst())
        {
            text.append(entry.journalPosition()).append("  length ").append(entry.file().toFile().length())
                .append("  ");
            try
            {
                text.append(SnapshotFile.header(entry.file()));
            }
            catch (final RuntimeException ex)
            {
                text.append("cannot be used: ").append(mask.messages(ex.toString()));
            }
            text.append('\n');
        }
        return text.isEmpty() ? "none" : text.toString();
    }

    private String clearing() throws IOException
    {
        final List<RunDirectory> runs = new RunStore(VenueClearing.baseDir(Partitions.venue(dataDir))).all();
        final StringBuilder text = new StringBuilder("runs " + runs.size() + '\n');
        for (final RunDirectory run : runs.subList(Math.max(0, runs.size() - MOST_RUNS), runs.size()))
        {
            text.append(run.name()).append("  ").append(run.phase()).append('\n');
            for (final StepTiming step : run.find(RunDirectory.TIMINGS, StepTiming[].class).orElse(new StepTiming[0]))
            {
                text.append(String.format("  %-18s %12d ns%n", step.step(), step.elapsedNs()));
            }
        }
        return text.toString();
    }

    private String security() throws IOException
    {
        final Path directory = dataDir.resolve(SecurityLog.DIRECTORY);
        if (!Files.isDirectory(directory))
        {
            return "none";
        }
        final List<Path> logs;
        try (Stream<Path> files = Files.list(directory))
        {
            logs = files.filter((file) -> file.getFileName().toString().matches("security-[0-9]{8}\\.jsonl"))
                .sorted().toList();
        }
        final StringBuilder text = new StringBuilder();
        for (final Path log : logs.subList(Math.max(0, logs.size() - MOST_LOGS), logs.size()))
        {
            final Map<SecurityEvent.Type, Long> counts = new TreeMap<>();
            try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1))
            {
                lines.map(EVENT::matcher).filter(Matcher::find).forEach((matcher) -> Stream.of(
                    SecurityEvent.Type.values()).filter((type) -> type.name().toLowerCase(Locale.ROOT)
                    .replace('_', '-').equals(matcher.group(1))).forEach((type) -> counts.merge(type, 1L, Long::sum)));
            }
            text.append(log.getFileName()).append('\n');
            counts.forEach((type, count) -> text.append(String.format("  %10d  %s%n", count, type)));
        }
        return text.isEmpty() ? "none" : text.toString();
    }
}
