// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.bourse.engine.host.cluster.LogInspection;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.recording.RecordedSnapshot;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.ProcessMarks;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Gets from the other members what a member lacks, before it joins them. Nothing is done unless a person asks for it: a
 * member whose directory is gone has also forgotten what it voted for.
 *
 * <p>An empty directory is filled like a backup, from the leader: log, latest snapshot and events, at least up to where
 * the leader's log stood when the copy began and while it still led, so that the member knows everything that its
 * former life helped to commit. A directory whose events end before its snapshot gets the events only, from any member.
 */
public final class PeerCopy
{
    private static final Logger LOGGER = LoggerFactory.getLogger(PeerCopy.class);
    private static final int POLL_INTERVAL_MS = 20;

    /** What was done. */
    public enum Outcome
    {
        /** Log, snapshot and events were copied into an empty directory. */
        ALL_COPIED,
        /** The events that were missing before the snapshot were copied. */
        EVENTS_COPIED,
        /** The member has what it needs. */
        NOTHING_MISSING
    }

    private PeerCopy()
    {
    }

    /**
     * Completes the directory of a member that does not run. What was begun and not ended is taken up again.
     *
     * @param options of the copy: the member's directory, and the other members.
     * @param timeoutNs how long the copy may make no progress, in nanoseconds.
     * @return what was done.
     * @throws IllegalStateException when the member runs, no other member can be copied from, or the directory is of
     *     another kind.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when recorded events are damaged: move the
     *     directory away and copy all.
     */
    public static Outcome complete(final BackupOptions options, final long timeoutNs)
    {
        final Path dataDir = options.host().dataDir();
        try (DataDirectoryLock ignored = DataDirectoryLock.acquireAny(dataDir))
        {
            final boolean isNew = !Files.exists(EngineDirectories.archiveDir(dataDir)) &&
                !Files.exists(EngineDirectories.clusterDir(dataDir));
            if (isNew || BackupMark.isSet(dataDir))
            {
                BackupMark.set(dataDir);
                copyAll(options, timeoutNs);
                ProcessMarks.remove(dataDir);
                FreshVote.write(EngineDirectories.clusterDir(dataDir));
                BackupStatus.remove(dataDir);
                BackupMark.remove(dataDir);
                return Outcome.ALL_COPIED;
            }
            return completeEvents(options, timeoutNs) ? Outcome.EVENTS_COPIED : Outcome.NOTHING_MISSING;
        }
    }

    private static void copyAll(final BackupOptions options, final long timeoutNs)
    {
        try (BackupSite site = BackupSite.launchLocked(options, ClusterBackup.SourceType.LEADER))
        {
            final LeaderCopy copy = new LeaderCopy(site::positionsOf);
            final Wait wait = new Wait("no leader gives its log", timeoutNs);
            LogAnswers answers = site.logAnswers();
            BackupStatus status = site.status();
            while (!copy.isEnough(status, answers))
            {
                wait.step(status.logPosition() + status.eventPosition(), copy + " " + status);
                answers = site.logAnswers();
                status = site.status();
            }
        }
        requireWhole(options);
    }

    private static void requireWhole(final BackupOptions options)
    {
        final Path archiveDir = EngineDirectories.archiveDir(options.host().dataDir());
        final RecordedEvents events = RecordedEvents.repair(archiveDir);
        LogInspection.repairCopy(archiveDir, EngineDirectories.clusterDir(options.host().dataDir()));
        try (OfflineArchive offline = new OfflineArchive(options))
        {
            final Path clusterDir = EngineDirectories.clusterDir(options.host().dataDir());
            final CopiedLog log = CopiedLog.read(clusterDir, offline.archive());
            CopyCheck.requireWhole(archiveDir, log, events);
            log.invalidateOthers(clusterDir);
        }
    }

    private static boolean completeEvents(final BackupOptions options, final long timeoutNs)
    {
        final Path archiveDir = EngineDirectories.archiveDir(options.host().dataDir());
        final RecordedEvents events = RecordedEvents.repair(archiveDir);
        LogInspection.repairCopy(archiveDir, EngineDirectories.clusterDir(options.host().dataDir()));
        try (OfflineArchive offline = new OfflineArchive(options))
        {
            final CopiedLog log =
                CopiedLog.read(EngineDirectories.clusterDir(options.host().dataDir()), offline.archive());
            if (null == log)
            {
                // Started by mistake, or emptied: as a voter that knows nothing it must not join either.
                throw new IllegalStateException("this directory holds no log, move it away so that all is copied:" +
                    " dataDir=" + options.host().dataDir());
            }
            if (null == log.snapshot())
            {
                return false;
            }
            final RecordedSnapshot snapshot = RecordedSnapshot.read(archiveDir, log.snapshot().recordingId());
            if (!CopyCheck.areEventsShort(snapshot, events))
            {
                return false;
            }
            LOGGER.warn("the event recording ends before the snapshot and is completed from another member: " +
                "recordedFrameSequence={} snapshotFrameSequence={}", null == events ? 0 : events.lastFrameSequence(),
                snapshot.frameSequence());
            copyEvents(options, offline, timeoutNs);
        }
        final RecordedEvents completed = RecordedEvents.repair(archiveDir);
        try (OfflineArchive offline = new OfflineArchive(options))
        {
            CopyCheck.requireWhole(archiveDir,
                CopiedLog.read(EngineDirectories.clusterDir(options.host().dataDir()), offline.archive()), completed);
        }
        return true;
    }

    private static void copyEvents(final BackupOptions options, final OfflineArchive offline, final long timeoutNs)
    {
        try (EventReplicator replicator = new EventReplicator(options, offline.media(), offline.aeron(), 0))
        {
            final Wait wait = new Wait("no other member gives its events", timeoutNs);
            long target = AeronArchive.NULL_POSITION;
            while (AeronArchive.NULL_POSITION == target || replicator.position() < target)
            {
                replicator.doWork();
                if (AeronArchive.NULL_POSITION == target && Aeron.NULL_VALUE != replicator.sourceMember())
                {
                    target = replicator.venuePosition();
                }
                wait.step(replicator.position(), replicator.problem());
            }
            replicator.onClose();
            final Wait end = new Wait("the copied recording does not end", timeoutNs);
            while (!replicator.isStopped())
            {
                end.step(0, replicator.problem());
            }
        }
    }

    /** Waits as long as something moves. */
    private static final class Wait
    {
        private final SleepingMillisIdleStrategy idle = new SleepingMillisIdleStrategy(POLL_INTERVAL_MS);
        private final String what;
        private final long timeoutNs;
        private long progress = Long.MIN_VALUE;
        private long sinceNs = System.nanoTime();

        private Wait(final String what, final long timeoutNs)
        {
            this.what = what;
            this.timeoutNs = timeoutNs;
        }

        private void step(final long newProgress, final Object facts)
        {
            if (newProgress != progress)
            {
                progress = newProgress;
                sinceNs = System.nanoTime();
            }
            else if (System.nanoTime() - sinceNs > timeoutNs)
            {
                throw new IllegalStateException(what + ", is a majority of the others running? waitedMs=" +
                    TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " " + facts);
            }
            idle.idle();
        }
    }
}
