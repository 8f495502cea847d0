// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.recording.ClusterSnapshot;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.recording.RecordedSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.retention.ConsumerHold;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.retention.HeapSpace;
import io.bourse.engine.host.retention.SnapshotTrust;
import io.bourse.engine.host.storage.EngineDirectories;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What history a member keeps, who needs it, and what the next purge would remove once all other members and the
 * backup have come beyond it. Only looks; the member may run or not.
 *
 * @param log that is there.
 * @param events that are there.
 * @param snapshots that are there, the newest first.
 * @param holds of the consumers, by name.
 * @param base the oldest snapshot that is kept; null when there are not enough good ones, and nothing may go.
 * @param logStart where the log begins afterwards.
 * @param eventsStart where the event stream begins afterwards.
 * @param reason what decides over the events, for people.
 */
public record LogPlan(
    RecordedStream log,
    RecordedStream events,
    List<Snapshot> snapshots,
    List<ConsumerHold> holds,
    Snapshot base,
    long logStart,
    long eventsStart,
    String reason)
{
    private static final String LOG = "log";
    private static final String EVENTS = "event stream";
    private static final int CORE_SERVICE_ID = 0;

    /**
     * One snapshot.
     *
     * @param logPosition at which it was taken.
     * @param recording of the core's part.
     * @param begin what it says of itself; null when it is bad.
     * @param reason why it is bad, or null.
     */
    public record Snapshot(long logPosition, RecordedStream recording, RecordedSnapshot begin, String reason)
    {
        Path file()
        {
            return recording.segmentFile(recording.segmentBase(recording.startPosition()));
        }
    }

    /**
     * Whether a member of a cluster was ever started on a directory.
     *
     * @param dataDir to look at.
     * @return true when there is the list of a log's terms and snapshots.
     */
    public static boolean isMember(final Path dataDir)
    {
        return Files.exists(EngineDirectories.clusterDir(dataDir).resolve(RecordingLog.RECORDING_LOG_FILE_NAME));
    }

    /**
     * Looks.
     *
     * @param dataDir of a member.
     * @param snapshotsKept how many snapshots are kept, at least 1.
     * @param consumers of the event stream that are known.
     * @return what was seen.
     */
    public static LogPlan of(final Path dataDir, final int snapshotsKept, final List<String> consumers)
    {
        try (RecordingLog recordingLog = new RecordingLog(EngineDirectories.clusterDir(dataDir).toFile(), false))
        {
            return of(dataDir, recordingLog, snapshotsKept, consumers, new SnapshotTrust());
        }
    }

    /**
     * Looks, without the snapshots that were read and are bad.
     *
     * @param dataDir of a member, or a copy.
     * @param recordingLog of the same one.
     * @param snapshotsKept how many snapshots are kept, at least 1.
     * @param consumers of the event stream that are known.
     * @param trust what is known of the snapshots.
     * @return what was seen.
     */
    public static LogPlan of(
        final Path dataDir,
        final RecordingLog recordingLog,
        final int snapshotsKept,
        final List<String> consumers,
        final SnapshotTrust trust)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        final RecordedStream log = RecordedStream.get(archiveDir, LOG, recordingLog.findLastTermRecordingId());
        final RecordedStream events = RecordedStream.find(archiveDir, EVENTS, EngineStreams.EVENTS_STREAM_ID);
        final List<Snapshot> snapshots = snapshots(archiveDir, recordingLog);
        final List<ConsumerHold> holds = new ConsumerRegistry(dataDir).holds(consumers);
        final List<Snapshot> good = snapshots.stream()
            .filter(snapshot -> null == snapshot.reason() && !trust.isBad(snapshot.logPosition())).toList();
        if (good.size() < snapshotsKept)
        {
            return new LogPlan(log, events, snapshots, holds, null, log.startPosition(), events.startPosition(),
                "there are not enough good snapshots: good=" + good.size() + " kept=" + snapshotsKept);
        }
        final Snapshot base = good.get(snapshotsKept - 1);
        long eventsStart = RecordedEvents.segmentAfter(events, base.begin().frameSequence());
        String reason = "the snapshot at " + base.logPosition();
        for (final ConsumerHold hold : holds)
        {
            final long start =
                hold.cursor() <= events.startPosition() ? events.startPosition() : events.segmentBase(hold.cursor());
            if (start < eventsStart)
            {
                eventsStart = start;
                reason = hold.reason();
            }
        }
        return new LogPlan(
            log, events, snapshots, holds, base, log.segmentBase(base.logPosition()), eventsStart, reason);
    }

    /** Those that both the consensus module and the core have taken, and that no purge has removed. */
    private static List<Snapshot> snapshots(final Path archiveDir, final RecordingLog recordingLog)
    {
        final Map<Long, RecordedStream> recordings = new HashMap<>();
        RecordedStream.list(archiveDir, "snapshot of the cluster").stream()
            .filter(recording -> recording.segmentFileCount() > 0)
            .forEach(recording -> recordings.put(recording.recordingId(), recording));
        final Set<Long> whole = new TreeSet<>();
        recordingLog.entries().stream()
            .filter(entry -> isSnapshotOf(entry, ConsensusModule.Configuration.SERVICE_ID))
            .forEach(entry -> whole.add(entry.logPosition));
        final Map<Long, Snapshot> snapshots = new HashMap<>();
        for (final RecordingLog.Entry entry : recordingLog.entries())
        {
            if (isSnapshotOf(entry, CORE_SERVICE_ID) && whole.contains(entry.logPosition) &&
                recordings.containsKey(entry.recordingId))
            {
                snapshots.put(entry.logPosition, snapshot(entry.logPosition, recordings.get(entry.recordingId)));
            }
        }
        final List<Snapshot> newestFirst = new ArrayList<>(snapshots.values());
        newestFirst.sort(Comparator.comparingLong(Snapshot::logPosition).reversed());
        return newestFirst;
    }

    private static boolean isSnapshotOf(final RecordingLog.Entry entry, final int serviceId)
    {
        return entry.isValid && RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && serviceId == entry.serviceId;
    }

    private static Snapshot snapshot(final long logPosition, final RecordedStream recording)
    {
        try
        {
            return new Snapshot(logPosition, recording,
                RecordedSnapshot.read(recording.archiveDir(), recording.recordingId()), null);
        }
        catch (final RuntimeException ex)
        {
            return new Snapshot(logPosition, recording, null, ex.getMessage());
        }
    }

    /** Snapshots that go, the newest first. */
    public List<Snapshot> unneeded()
    {
        return null == base ? List.of() :
            snapshots.stream().filter(snapshot -> snapshot.logPosition() < base.logPosition()).toList();
    }

    /**
     * Whether a core has read each snapshot that the purge would rest on; those that were not read yet are read.
     *
     * @param partition of the core.
     * @param trust what is known of the snapshots.
     * @return false when one is bad: look again.
     */
    public boolean isTrusted(final int partition, final SnapshotTrust trust)
    {
        final Map<Long, Snapshot> relied = reliedOn(trust).collect(Collectors.toMap(
            Snapshot::logPosition, Function.identity()));
        final Map<Long, Path> files = relied.values().stream()
            .collect(Collectors.toMap(Snapshot::logPosition, Snapshot::file));
        return trust.areGood(files, position ->
        {
            final Snapshot snapshot = relied.get(position);
            final RecordedStream recording = snapshot.recording();
            HeapSpace.requireForCoreOf(snapshot.file(), recording.stopPosition() - recording.startPosition());
            new ClusterSnapshot(recording, position).check(partition, snapshot.begin(), events);
        });
    }

    /**
     * The newest snapshot that a member, or a venue made of the copy, would be started from.
     *
     * @param trust what is known of the snapshots.
     * @return snapshot; there is a base.
     */
    public Snapshot latest(final SnapshotTrust trust)
    {
        return reliedOn(trust).findFirst().orElse(base);
    }

    /** The base and all after it, from which the member, or one that copies from it, would be started. */
    private Stream<Snapshot> reliedOn(final SnapshotTrust trust)
    {
        return null == base ? Stream.empty() : snapshots.stream().filter(snapshot ->
            snapshot.logPosition() >= base.logPosition() && null == snapshot.reason() &&
            !trust.isBad(snapshot.logPosition()));
    }

    boolean isNothingToDo()
    {
        return logStart <= log.startPosition() && eventsStart <= events.startPosition() && unneeded().isEmpty();
    }
}
