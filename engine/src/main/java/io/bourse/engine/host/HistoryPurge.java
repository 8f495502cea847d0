// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.host.retention.KeptRecording;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.retention.RetentionPlan;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes what the retention rule lets go, after a snapshot and on the thread that wrote it. The archive moves the
 * beginning of a recording, and refuses while somebody replays what would go; the files are deleted here and not by the
 * archive, which may run on the matcher's thread.
 */
final class HistoryPurge
{
    private static final Logger LOGGER = LoggerFactory.getLogger(HistoryPurge.class);
    private static final Pattern SEGMENT = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})\\.rec");

    private final Path dataDir;
    private final RetentionOptions options;
    private final Aeron aeron;
    private final long messageTimeoutNs;

    HistoryPurge(
        final Path dataDir, final RetentionOptions options, final Aeron aeron, final long messageTimeoutNs)
    {
        this.dataDir = dataDir;
        this.options = options;
        this.aeron = aeron;
        this.messageTimeoutNs = messageTimeoutNs;
    }

    /** Removes what may go now; what the archive refuses is tried again next time. */
    void run()
    {
        final RetentionView view =
            RetentionView.of(dataDir, options, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
        final RetentionPlan plan = view.plan();
        if (null == plan.base())
        {
            LOGGER.debug("nothing is purged: {}", plan.reason());
            return;
        }
        boolean isDone = true;
        if (plan.journalStart() > view.journal().startPosition() || plan.eventsStart() > view.events().startPosition())
        {
            try (AeronArchive archive = AeronArchive.connect(ArchiveAccess.context(aeron, messageTimeoutNs)))
            {
                isDone = purge(archive, "journal", view.journal(), plan.journalStart());
                isDone = purge(archive, "event stream", view.events(), plan.eventsStart()) && isDone;
            }
        }
        if (isDone)
        {
            removeSnapshots(view);
        }
    }

    private boolean purge(
        final AeronArchive archive, final String name, final KeptRecording recording, final long newStart)
    {
        if (newStart <= recording.startPosition())
        {
            return true;
        }
        try
        {
            archive.detachSegments(recording.recordingId(), newStart);
        }
        catch (final ArchiveException ex)
        {
            LOGGER.info("the {} is not purged now, somebody replays it: newStart={} reason=\"{}\"", name, newStart,
                ex.getMessage());
            return false;
        }
        forceCatalog();
        final int files = deleteBefore(recording.recordingId(), newStart);
        LOGGER.info("{} purged: recordingId={} startPosition={} segmentFiles={}", name, recording.recordingId(),
            newStart, files);
        return true;
    }

    /** The new beginning must be on the disk before the files are gone, whatever the durability. */
    private void forceCatalog()
    {
        final Path catalog = EngineMedia.archiveDir(dataDir).resolve("archive.catalog");
        try (FileChannel channel = FileChannel.open(catalog, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            channel.force(true);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot force the catalog: file=" + catalog, ex);
        }
    }

    /** Also deletes what a purge has left that was interrupted. */
    private int deleteBefore(final long recordingId, final long newStart)
    {
        int count = 0;
        try (Stream<Path> files = Files.list(EngineMedia.archiveDir(dataDir)))
        {
            for (final Path file : (Iterable<Path>)files::iterator)
            {
                final Matcher name = SEGMENT.matcher(file.getFileName().toString());
                if (name.matches() && recordingId == Long.parseLong(name.group(1)) &&
                    Long.parseLong(name.group(2)) < newStart)
                {
                    Files.deleteIfExists(file);
                    count++;
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot delete segment files: recordingId=" + recordingId, ex);
        }
        return count;
    }

    private void removeSnapshots(final RetentionView view)
    {
        final SnapshotDirectory directory = new SnapshotDirectory(dataDir);
        view.plan().snapshots().forEach(unneeded ->
            directory.newestFirst().stream()
                .filter(entry -> entry.journalPosition() == unneeded.journalPosition())
                .forEach(directory::delete));
    }
}
