// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.cluster.LogInspection;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.recording.RecordedLog;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.recording.RecordedSnapshot;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.ProcessMarks;
import io.bourse.engine.host.storage.SiteTerm;
import org.agrona.IoUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Makes the data directory of a one-member venue from a backup. The backup is not changed and can go on afterwards.
 *
 * <p>The log decides: what was copied of the events beyond its end is cut off, because the venue will give other
 * events at those positions; what is missing before its end is made again when the venue starts.
 */
public final class BackupRestore
{
    private static final Logger LOGGER = LoggerFactory.getLogger(BackupRestore.class);
    private static final String UNFINISHED = ".unfinished";
    private static final String LOCK = "engine.lock";

    private BackupRestore()
    {
    }

    /**
     * Makes it, all of it or nothing.
     *
     * @param backupDir of a backup that does not run.
     * @param dataDir of the new venue; must not exist or be empty.
     * @return what was made.
     * @throws IllegalStateException when the backup runs, is none, or lacks what a venue needs.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when the copied events are damaged.
     */
    public static RestoredVenue restore(final Path backupDir, final Path dataDir)
    {
        return restore(backupDir, dataDir, (unfinished) -> { });
    }

    /**
     * The same.
     *
     * @param backupDir of a backup that does not run.
     * @param dataDir of the new venue; must not exist or be empty.
     * @param finish changes the directory before it gets its name.
     * @return what was made, of the term of the copy.
     * @throws IllegalStateException when the backup runs, is none, or lacks what a venue needs.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when the copied events are damaged.
     */
    public static RestoredVenue restore(final Path backupDir, final Path dataDir, final Consumer<Path> finish)
    {
        return make(backupDir, dataDir, (unfinished, venue) ->
        {
            final SiteTerm copied = SiteTerm.read(backupDir);
            if (copied.term() > SiteTerm.FIRST.term())
            {
                copied.with(SiteTerm.State.VENUE).write(unfinished);
            }
            finish.accept(unfinished);
        });
    }

    /**
     * Makes the venue of the next term from a backup, with the files that were copied.
     *
     * @param backupDir of a backup that does not run.
     * @param dataDir of the new venue; must not exist or be empty.
     * @param finish changes the directory before it gets its name.
     * @return what was made.
     * @throws IllegalStateException when the backup runs, is none, or lacks what a venue needs.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when the copied events are damaged.
     */
    public static RestoredVenue failOver(final Path backupDir, final Path dataDir, final Consumer<Path> finish)
    {
        return make(backupDir, dataDir, (unfinished, venue) ->
        {
            FileCopy.copyTree(new FileCopy(backupDir).root(), unfinished);
            new SiteTerm(SiteTerm.read(backupDir).term() + 1, SiteTerm.State.VENUE, venue.logPosition(),
                venue.eventPosition()).write(unfinished);
            finish.accept(unfinished);
        });
    }

    /**
     * Makes the data directories of a venue of several partitions, all of them or none.
     *
     * @param venueDir data directory of the venue; must not exist or be empty.
     * @param maker makes those of the partitions below a directory that gets this name at the end.
     * @throws IllegalStateException when the directory has something in it.
     */
    public static void makeAll(final Path venueDir, final Consumer<Path> maker)
    {
        requireEmpty(venueDir);
        makeWhole(venueDir, (unfinished) ->
        {
            maker.accept(unfinished);
            return null;
        });
    }

    /** The last step, in the directory that has no name yet. */
    @FunctionalInterface
    private interface Step
    {
        void run(Path unfinished, RestoredVenue venue) throws IOException;
    }

    /**
     * Refuses what cannot be made, before it is begun.
     *
     * @param backupDir of a backup.
     * @param dataDir of the new venue.
     * @throws IllegalStateException when the one is none, or runs, or the other has something in it.
     */
    public static void requirePossible(final Path backupDir, final Path dataDir)
    {
        if (!BackupMark.isSet(backupDir))
        {
            throw new IllegalStateException("this is not the directory of a backup: backupDir=" + backupDir);
        }
        requireEmpty(dataDir);
        DataDirectoryLock.acquireAny(backupDir).close();
    }

    private static RestoredVenue make(final Path backupDir, final Path dataDir, final Step last)
    {
        requirePossible(backupDir, dataDir);
        try (DataDirectoryLock ignored = DataDirectoryLock.acquireAny(backupDir))
        {
            final RestoredVenue venue = makeWhole(dataDir, (unfinished) ->
            {
                copy(EngineDirectories.archiveDir(backupDir), EngineDirectories.archiveDir(unfinished));
                copy(EngineDirectories.clusterDir(backupDir), EngineDirectories.clusterDir(unfinished));
                final RestoredVenue restored = adopt(unfinished, dataDir.toAbsolutePath().normalize());
                ProcessMarks.remove(unfinished);
                copyRegister(backupDir, unfinished);
                FreshVote.write(EngineDirectories.clusterDir(unfinished));
                last.run(unfinished, restored);
                Files.deleteIfExists(unfinished.resolve(LOCK));
                return restored;
            });
            LOGGER.info("venue restored: {}", venue);
            return venue;
        }
    }

    /** What makes the content of a directory that has no name yet. */
    @FunctionalInterface
    private interface Making<T>
    {
        T into(Path unfinished) throws IOException;
    }

    private static <T> T makeWhole(final Path dataDir, final Making<T> making)
    {
        final Path target = dataDir.toAbsolutePath().normalize();
        final Path unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
        if (Files.isSymbolicLink(unfinished))
        {
            throw new IllegalStateException("a link is where the new venue is made, remove it: link=" + unfinished);
        }
        try
        {
            remove(unfinished);
            OwnDirectory.make(unfinished);
            final T made = making.into(unfinished);
            Files.deleteIfExists(target);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            return made;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot make a venue from the backup: dataDir=" + dataDir, ex);
        }
        finally
        {
            remove(unfinished);
        }
    }

    /** One that is of events that were cut off is refused by who reads it. */
    private static void copyRegister(final Path backupDir, final Path unfinished) throws IOException
    {
        final Path checkpoints = RecordedOperators.checkpoints(backupDir);
        if (Files.isDirectory(checkpoints))
        {
            FileCopy.copyTree(checkpoints, RecordedOperators.checkpoints(unfinished));
        }
    }

    /** Not what another user has put there: the name is known, and a link would be followed. */
    private static void remove(final Path unfinished)
    {
        if (OwnDirectory.isOwn(unfinished))
        {
            IoUtil.delete(unfinished.toFile(), true);
        }
    }

    private static void requireEmpty(final Path dataDir)
    {
        if (Files.exists(dataDir))
        {
            try (Stream<Path> files = Files.list(dataDir))
            {
                if (files.findAny().isPresent())
                {
                    throw new IllegalStateException("the directory of the new venue must be empty: dataDir=" + dataDir);
                }
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("cannot look into the directory of the new venue: dataDir=" + dataDir,
                    ex);
            }
        }
    }

    private static void copy(final Path from, final Path to) throws IOException
    {
        Files.createDirectories(to);
        if (!Files.isDirectory(from))
        {
            return;
        }
        try (Stream<Path> files = Files.list(from))
        {
            for (final Path file : files.filter(BackupRestore::isData).toList())
            {
                SparseCopy.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static boolean isData(final Path file)
    {
        final String name = file.getFileName().toString();
        return name.endsWith(".rec") || name.endsWith(".catalog") ||
            name.equals(RecordingLog.RECORDING_LOG_FILE_NAME);
    }

    private static RestoredVenue adopt(final Path unfinished, final Path dataDir)
    {
        final Path archiveDir = EngineDirectories.archiveDir(unfinished);
        final RecordedEvents copied = RecordedEvents.repair(archiveDir);
        LogInspection.repairCopy(archiveDir, EngineDirectories.clusterDir(unfinished));
        final BackupOptions options = BackupOptions.builder()
            .host(HostOptions.builder().dataDir(unfinished).build())
            .members(MemberEndpoints.ephemeral(1))
            .build();
        try (OfflineArchive offline = new OfflineArchive(options))
        {
            final CopiedLog copiedLog = CopiedLog.read(EngineDirectories.clusterDir(unfinished), offline.archive());
            final RecordedEvents events = null == copiedLog || null == copied ? null :
                RecordedEvents.upTo(archiveDir, RecordedLog.lastCommandPosition(
                    archiveDir, copiedLog.recordingId(), copiedLog.endPosition()));
            final CopiedLog log = CopyCheck.withUsableSnapshot(archiveDir, copiedLog, events);
            final RecordedSnapshot snapshot = CopyCheck.requireWhole(archiveDir, log, events);
            final long snapshotPosition = positionOf(log.snapshot());
            log.invalidateOthers(EngineDirectories.clusterDir(unfinished));
            if (snapshotPosition < positionOf(copiedLog.snapshot()))
            {
                LOGGER.warn("the last snapshot is bad or the copied events end before it, an older one is taken: " +
                    "eventPosition={} lastSnapshotPosition={} snapshotPosition={}",
                    null == events ? 0 : events.endPosition(), positionOf(copiedLog.snapshot()), snapshotPosition);
            }
            return new RestoredVenue(
                dataDir,
                snapshotPosition,
                log.startPosition(),
                log.endPosition(),
                null == events ? 0 : events.endPosition(),
                null == events ? 0 : cutOff(offline.archive(), copied, events, log.endPosition()),
                null == snapshot ? 0 : snapshot.stateHash());
        }
    }

    private static long positionOf(final CopiedLog.Snapshot snapshot)
    {
        return null == snapshot ? AeronArchive.NULL_POSITION : snapshot.logPosition();
    }

    private static long cutOff(
        final AeronArchive archive, final RecordedEvents copied, final RecordedEvents events, final long logPosition)
    {
        final long length = copied.endPosition() - events.endPosition();
        if (length > 0)
        {
            archive.truncateRecording(events.recordingId(), events.endPosition());
            LOGGER.warn("events beyond the end of the copied log are cut off: logPosition={} eventPosition={} " +
                "copiedEventPosition={}", logPosition, events.endPosition(), copied.endPosition());
        }
        return length;
    }
}
