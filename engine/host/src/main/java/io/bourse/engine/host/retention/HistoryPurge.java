// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.recording.LoadedSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotFileException;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CounterSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes what the retention rule lets go, after a snapshot and on a thread of its own. What is removed cannot be had
 * again, so the snapshots that replace it are read into a core first, and compared with the recorded events.
 */
public final class HistoryPurge
{
    private static final Logger LOGGER = LoggerFactory.getLogger(HistoryPurge.class);
    private static final String JOURNAL = "journal";
    private static final String EVENTS = "event stream";

    private final Path dataDir;
    private final RetentionOptions options;
    private final SegmentPurge segments;
    private final Aeron aeron;
    private final long messageTimeoutNs;
    private final CredentialsSupplier owner;

    /**
     * A purge of a running engine.
     *
     * @param dataDir of the engine.
     * @param options how much is kept.
     * @param history where the rest is archived first; null to purge without.
     * @param aeron client of the engine's media driver.
     * @param messageTimeoutNs how long the archive of Aeron may take to answer, in nanoseconds.
     * @param owner may purge its recordings.
     * @param counters to count in.
     */
    public HistoryPurge(
        final Path dataDir,
        final RetentionOptions options,
        final HistoryOptions history,
        final Aeron aeron,
        final long messageTimeoutNs,
        final CredentialsSupplier owner,
        final CounterSet<EngineCounter> counters)
    {
        segments = new SegmentPurge(dataDir, history, counters);
        this.dataDir = dataDir;
        this.options = options;
        this.aeron = aeron;
        this.messageTimeoutNs = messageTimeoutNs;
        this.owner = owner;
    }

    /** What is there, as far as it is not known to be bad, and what may go. */
    private record Look(
        List<SnapshotHeader> snapshots,
        Map<Long, SnapshotDirectory.Entry> entries,
        KeptRecording journal,
        KeptRecording events,
        RetentionPlan plan)
    {
        boolean isNothingToDo()
        {
            return plan.journalStart() <= journal.startPosition() && plan.eventsStart() <= events.startPosition() &&
                plan.snapshots().isEmpty();
        }

        /** The base, and the last ones, from which the venue would be started. */
        Map<Long, Path> reliedOn(final int count)
        {
            return Stream.concat(snapshots.stream().limit(count), Stream.ofNullable(plan.base()))
                .map(SnapshotHeader::journalPosition).distinct()
                .collect(Collectors.toMap(Function.identity(), position -> entries.get(position).file()));
        }
    }

    /**
     * Removes what may go now; what a replay still reads is tried again next time.
     *
     * @throws RuntimeException when something that should work does not.
     */
    public void run()
    {
        final Look look = lookUntilGood();
        final RetentionPlan plan = look.plan();
        if (look.isNothingToDo())
        {
            LOGGER.debug("nothing is purged: {}", plan.reason());
            return;
        }
        boolean isDone = true;
        if (plan.journalStart() > look.journal().startPosition() || plan.eventsStart() > look.events().startPosition())
        {
            try (AeronArchive archive = AeronArchive.connect(ArchiveAccess.context(aeron, messageTimeoutNs, owner)))
            {
                isDone = segments.purge(archive, look.journal().recordingId(), JOURNAL, plan.journalStart());
                isDone = segments.purge(archive, look.events().recordingId(), EVENTS, plan.eventsStart()) && isDone;
            }
        }
        if (isDone)
        {
            final SnapshotDirectory directory = new SnapshotDirectory(dataDir);
            plan.snapshots().forEach(unneeded -> directory.delete(look.entries().get(unneeded.journalPosition())));
        }
    }

    /** Looks again without every snapshot that does not make a core of this history. */
    private Look lookUntilGood()
    {
        final SnapshotTrust trust = new SnapshotTrust();
        while (true)
        {
            final Look look = look(trust);
            if (look.isNothingToDo() || trust.areGood(
                look.reliedOn(options.snapshots()), position -> load(look.entries().get(position).file())))
            {
                return look;
            }
        }
    }

    private Look look(final SnapshotTrust trust)
    {
        final KeptRecording journal = RetentionView.kept(dataDir, JOURNAL, EngineStreams.JOURNAL_STREAM_ID);
        final KeptRecording events = RetentionView.kept(dataDir, EVENTS, EngineStreams.EVENTS_STREAM_ID);
        final List<SnapshotHeader> snapshots = new ArrayList<>();
        final Map<Long, SnapshotDirectory.Entry> entries = new HashMap<>();
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(dataDir).newestFirst())
        {
            final SnapshotHeader header = trust.isBad(entry.journalPosition()) ? null : headerOf(entry);
            if (null != header)
            {
                snapshots.add(header);
                entries.put(header.journalPosition(), entry);
            }
        }
        return new Look(snapshots, entries, journal, events, RetentionRule.plan(options, snapshots,
            new ConsumerRegistry(dataDir).holds(options.consumers()), journal, events,
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())));
    }

    private static SnapshotHeader headerOf(final SnapshotDirectory.Entry entry)
    {
        try
        {
            return SnapshotFile.header(entry.file());
        }
        catch (final SnapshotFileException ex)
        {
            LOGGER.warn("snapshot does not count for a purge: {}", ex.getMessage());
            return null;
        }
    }

    private void load(final Path file)
    {
        HeapSpace.requireForCoreOf(file);
        final RecordedStream events =
            RecordedStream.find(EngineDirectories.archiveDir(dataDir), EVENTS, EngineStreams.EVENTS_STREAM_ID);
        final int partition = SnapshotFile.header(file).partition();
        LoadedSnapshot.of(file, partition, (frameSequence, buffer, offset, length) -> { }, events);
    }
}
