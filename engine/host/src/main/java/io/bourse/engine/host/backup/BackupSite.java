// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.Archive;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.aeron.cluster.ClusterBackupEventsListener;
import io.aeron.cluster.ClusterMember;
import io.aeron.cluster.RecordingLog;
import io.aeron.driver.MediaDriver;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.cluster.DutyErrors;
import io.bourse.engine.host.cluster.LogInspection;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.site.FileOrigin;
import io.bourse.engine.host.site.SiteFollower;
import io.bourse.engine.host.site.SiteGreeter;
import io.bourse.engine.host.site.SitePositions;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.DescriptorTable;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.host.storage.ProcessMarks;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A copy of a cluster that is kept up to date and takes no part in it: committed log, latest snapshots and event
 * recording, and the files of the venue. Launching it on the directory of a former copy continues that one; that of a
 * venue which runs at another site is set aside, and a copy begins.
 */
public final class BackupSite implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(BackupSite.class);
    private static final int CHECK_INTERVAL_MS = 20;
    private static final int STATUS_INTERVAL_MS = 1_000;
    private static final int LAG_INTERVAL_MS = 1;

    private final OpenResources resources = new OpenResources();
    private final List<SiteFollower> files = new ArrayList<>();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final BackupOptions options;
    private BackupMedia media;
    private Aeron aeron;
    private EventReplicator events;
    private LogCounters log;
    private CopyRetention retention;
    private long formerWholeMs = AeronArchive.NULL_POSITION;
    private SortedMap<String, Long> formerFilesMs = new TreeMap<>();
    private volatile int logSource = Aeron.NULL_VALUE;
    private volatile LogAnswers logAnswers = LogAnswers.NONE;
    private volatile String logProblem = "";
    private volatile long logPosition;
    private volatile long lagNs = AeronArchive.NULL_POSITION;
    private volatile long snapshotPosition = AeronArchive.NULL_POSITION;

    private BackupSite(final BackupOptions options)
    {
        this.options = options;
    }

    /**
     * Starts copying, and returns at once; see {@link #status()}.
     *
     * @param options of the copy.
     * @return running copy, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when another process has the directory, or it belongs to a venue.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when the copied events are damaged.
     */
    public static BackupSite launch(final BackupOptions options)
    {
        final DataDirectoryLock lock = DataDirectoryLock.acquireAny(options.host().dataDir());
        final BackupSite site = new BackupSite(options);
        site.resources.add(lock);
        try
        {
            mark(options.host().dataDir());
            site.readFormerStatus();
            // A leader that is alone must be copied from; otherwise followers have more time for it.
            site.start(1 == options.members().size() ?
                ClusterBackup.SourceType.ANY : ClusterBackup.SourceType.FOLLOWER);
            return site;
        }
        catch (final Throwable ex)
        {
            site.close();
            throw ex;
        }
    }

    private static void mark(final Path dataDir)
    {
        if (!BackupMark.isSet(dataDir))
        {
            FormerVenue.setAside(dataDir);
            if (Files.exists(EngineDirectories.archiveDir(dataDir)))
            {
                throw new IllegalStateException("this data directory belongs to a venue, a backup needs one of its" +
                    " own: dataDir=" + dataDir);
            }
            BackupMark.set(dataDir);
        }
    }

    /** Copies into a directory that the caller has locked. */
    static BackupSite launchLocked(final BackupOptions options, final ClusterBackup.SourceType sourceType)
    {
        final BackupSite site = new BackupSite(options);
        try
        {
            site.start(sourceType);
            return site;
        }
        catch (final Throwable ex)
        {
            site.close();
            throw ex;
        }
    }

    private void start(final ClusterBackup.SourceType sourceType)
    {
        DescriptorTable.grow();
        options.host().credentials().requireKey(Principal.BACKUP);
        final Path dataDir = options.host().dataDir();
        ProcessMarks.remove(dataDir);
        RecordedEvents.repair(EngineDirectories.archiveDir(dataDir));
        LogInspection.repairCopy(EngineDirectories.archiveDir(dataDir), EngineDirectories.clusterDir(dataDir));
        media = new BackupMedia(options);
        resources.add(MediaDriver.launch(media.driver()));
        resources.add(Archive.launch(media.archive()));
        aeron = resources.add(Aeron.connect(media.client()));
        readFormer();
        events = resources.add(new EventReplicator(options, media, aeron, options.members().size() - 1));
        startAgent(CHECK_INTERVAL_MS, events);
        final ClusterBackup.Context logContext = media.clusterBackup(sourceType).eventsListener(new Progress());
        resources.add(ClusterBackup.launch(logContext));
        log = new LogCounters(aeron.countersReader(), logContext);
        retention = new CopyRetention(options, aeron, () -> snapshotPosition, this::logPosition, events::position);
        startAgent(STATUS_INTERVAL_MS, retention);
        if (!options.origins().isEmpty())
        {
            startFiles();
        }
        startAgent(LAG_INTERVAL_MS, new LagAgent());
        startAgent(STATUS_INTERVAL_MS, new RegisterAgent(dataDir));
        startAgent(STATUS_INTERVAL_MS, new StatusAgent(this, dataDir));
        LOGGER.info("backup launched: partition={} members={} durability={} dataDir={} eventPosition={}",
            options.host().partition(), options.members().size(), options.host().durability(), dataDir,
            events.position());
    }

    private void startFiles()
    {
        final HostOptions host = options.host();
        for (final FileOrigin origin : options.origins())
        {
            try
            {
                files.add(new SiteFollower(origin, host.credentials(), host.dataDir(),
                    () -> new SitePositions(logPosition(), events.position(), snapshotPosition),
                    (cursors) -> cursors.entrySet().stream().allMatch((each) ->
                        options.copies().size() > each.getKey() &&
                        has(options.copies().get(each.getKey()), each.getValue()))));
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("the files of the venue cannot be copied here: dataDir=" +
                    host.dataDir() + " origin=" + origin.name(), ex);
            }
            startAgent(CHECK_INTERVAL_MS, files.getLast());
        }
        startAgent(STATUS_INTERVAL_MS,
            new SiteGreeter(options.origins().getFirst().address(), host.credentials(), host.dataDir()));
        // Closed before their threads are, which may wait for the venue.
        files.forEach(resources::add);
    }

    /** Events beyond the end of their log would be cut off. */
    private static boolean has(final Path copy, final long cursor)
    {
        if (!BackupStatus.isIn(copy))
        {
            return false;
        }
        final BackupStatus status = BackupStatus.read(copy);
        return status.eventPosition() >= cursor && status.logPosition() >=
            RecordedEvents.lastCommandPosition(EngineDirectories.archiveDir(copy), cursor);
    }

    /** What is known of the venue must outlive a restart of the copy when the venue is gone. */
    private void readFormerStatus()
    {
        if (BackupStatus.isIn(options.host().dataDir()))
        {
            final BackupStatus former = BackupStatus.read(options.host().dataDir());
            formerWholeMs = former.wholeMs();
            formerFilesMs = former.files();
        }
    }

    private void readFormer()
    {
        try (AeronArchive archive = AeronArchive.connect(options.host().ownArchive(aeron)))
        {
            final CopiedLog former = CopiedLog.read(EngineDirectories.clusterDir(options.host().dataDir()), archive);
            if (null != former)
            {
                logPosition = former.endPosition();
                snapshotPosition =
                    null == former.snapshot() ? AeronArchive.NULL_POSITION : former.snapshot().logPosition();
            }
        }
    }

    private void startAgent(final int intervalMs, final Agent agent)
    {
        final AgentRunner runner = resources.add(new AgentRunner(new SleepingMillisIdleStrategy(intervalMs),
            new DutyErrors("copy in " + options.host().dataDir(), agent.roleName(), isClosed::get,
                options.host().failStop()), null,
            agent));
        AgentRunner.startOnThread(runner);
    }

    /**
     * How far the copy has come.
     *
     * @return status of this moment.
     */
    public BackupStatus status()
    {
        return new BackupStatus(
            System.currentTimeMillis(),
            ProcessHandle.current().pid(),
            null == log ? "STARTING" : log.state().name(),
            logSource,
            logPosition(),
            events.venueLogPosition(),
            snapshotPosition,
            events.sourceMember(),
            events.position(),
            events.venuePosition(),
            Math.max(formerWholeMs, events.looks().wholeMs()),
            lagNs,
            filesMs(),
            members(),
            Stream.concat(Stream.of(events.problem(), logProblem, retention.problem()),
                files.stream().filter((each) -> !each.problem().isEmpty())
                    .map((each) -> "files of " + each.origin().name() + ": " + each.problem()))
                .filter((problem) -> !problem.isEmpty()).findFirst().orElse(""));
    }

    private SortedMap<String, Long> filesMs()
    {
        final SortedMap<String, Long> all = new TreeMap<>();
        final long never = AeronArchive.NULL_POSITION;
        files.forEach((each) -> all.put(each.origin().name(),
            Math.max(formerFilesMs.getOrDefault(each.origin().name(), never), each.filesMs())));
        return files.isEmpty() ? formerFilesMs : all;
    }

    private SortedMap<String, String> members()
    {
        final SortedMap<String, String> all = new TreeMap<>();
        options.origins().stream().filter((origin) -> !FileOrigin.isGateway(origin.name())).forEach((origin) ->
            all.put(origin.name(), origin.address().getHostString() + ":" + origin.address().getPort()));
        return all;
    }

    /** What the member has said that the log comes from; with {@code LEADER} as source: who leads. */
    LogAnswers logAnswers()
    {
        return logAnswers;
    }

    /**
     * Where log and event recording of a member end now, what is not committed yet included.
     *
     * @return both; {@link AeronArchive#NULL_POSITION} for a log that is not recorded at the moment.
     * @throws IllegalStateException when the member records no events.
     * @throws io.aeron.exceptions.AeronException when it does not answer.
     */
    long[] positionsOf(final int memberId)
    {
        final MemberEndpoints member = options.members().get(memberId);
        try (SourceArchive source =
            SourceArchive.connect(memberId, media.member(aeron, member.host(), member.archivePort())))
        {
            return new long[]{source.logPosition(), source.eventPosition()};
        }
    }

    /** A log that does not move is only in the counter. */
    private long logPosition()
    {
        return Math.max(logPosition, null == log ? 0 : log.logPosition());
    }

    /** Stops copying and leaves nothing open but the data. */
    @Override
    public void close()
    {
        if (isClosed.compareAndSet(false, true))
        {
            resources.close();
        }
    }

    /** Sees when the copy has come to where the venue was when it was asked. */
    private final class LagAgent implements Agent
    {
        private long dueNs = System.nanoTime();

        @Override
        public int doWork()
        {
            final long nowNs = System.nanoTime();
            events.looks().reached(nowNs, logPosition(), events.recordedPosition());
            if (nowNs - dueNs >= 0)
            {
                lagNs = events.looks().takeLagNs(nowNs);
                dueNs = nowNs + TimeUnit.MILLISECONDS.toNanos(STATUS_INTERVAL_MS);
            }
            return 0;
        }

        @Override
        public String roleName()
        {
            return "bourse-backup-lag";
        }
    }

    /** Calls of {@code ClusterBackup}, on its thread. */
    private final class Progress implements ClusterBackupEventsListener
    {
        @Override
        public void onBackupQuery()
        {
            // Every few seconds; of no interest.
        }

        @Override
        public void onPossibleFailure(final Exception ex)
        {
            if (!logProblem.equals(ex.getMessage()))
            {
                LOGGER.info("log is not copied at the moment: partition={} memberId={} position={} reason={}",
                    options.host().partition(), logSource, logPosition, ex.getMessage());
            }
            logProblem = String.valueOf(ex.getMessage());
            logSource = Aeron.NULL_VALUE;
            logAnswers = logAnswers.interrupted();
        }

        @Override
        public void onBackupResponse(
            final ClusterMember[] clusterMembers,
            final ClusterMember logSourceMember,
            final List<RecordingLog.Snapshot> snapshotsToRetrieve)
        {
            if (logSource != logSourceMember.id() || !snapshotsToRetrieve.isEmpty())
            {
                LOGGER.info("log is copied from a member: partition={} memberId={} position={} newSnapshots={}",
                    options.host().partition(), logSourceMember.id(), logPosition, snapshotsToRetrieve);
            }
            logSource = logSourceMember.id();
            logAnswers = logAnswers.answeredBy(logSource);
        }

        @Override
        public void onUpdatedRecordingLog(
            final RecordingLog recordingLog, final List<RecordingLog.Snapshot> snapshotsRetrieved)
        {
            logProblem = "";
            for (final RecordingLog.Snapshot snapshot : snapshotsRetrieved)
            {
                snapshotPosition = Math.max(snapshotPosition, snapshot.logPosition());
            }
        }

        @Override
        public void onLiveLogProgress(
            final long recordingId, final long recordingPositionCounterId, final long newLogPosition)
        {
            logPosition = newLogPosition;
            if (!logProblem.isEmpty())
            {
                logProblem = "";
            }
        }
    }
}
