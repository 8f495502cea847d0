// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.CapacityCheck;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.JournalInspector;
import io.bourse.engine.host.recording.LoadedSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotFileException;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.telemetry.CounterSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.util.List;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.EVENT_FRAMES_PUBLISHED;
import static io.bourse.engine.host.execution.EngineCounter.EVENT_FRAMES_SKIPPED;

/**
 * Makes the core again: from the newest snapshot that is good and of this history, and the tail of the journal after
 * it, or from the whole journal. Either way gives the same bytes, which are compared with those recorded.
 */
public final class CoreRecovery implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CoreRecovery.class);

    private final int partition;
    private final JournalInspector.Inspection journal;
    private final JournalInspector.Inspection events;
    private final EventFrameSink publisher;
    private final CounterSet<EngineCounter> counters;
    private final Quarantines quarantines;
    private MatchingEngine engine;
    private EventFrameGate gate;
    private RecordingWalker recorded;
    private SnapshotFile.Contents snapshot;
    private long lastStampedNs;

    /**
     * A recovery.
     *
     * @param partition of the core.
     * @param journal inspected and repaired, or null when there is none.
     * @param events inspected and repaired, or null when there are none.
     * @param publisher of the frames that are not recorded.
     * @param counters to count in.
     * @param quarantines of the history.
     */
    public CoreRecovery(
        final int partition,
        final JournalInspector.Inspection journal,
        final JournalInspector.Inspection events,
        final EventFrameSink publisher,
        final CounterSet<EngineCounter> counters,
        final Quarantines quarantines)
    {
        this.partition = partition;
        this.journal = journal;
        this.events = events;
        this.publisher = publisher;
        this.counters = counters;
        this.quarantines = quarantines;
    }

    /**
     * Refuses a journal that ends before a snapshot: commands are lost that had been executed. To be asked before
     * anything is repaired.
     *
     * @throws JournalDamagedException when it does.
     * @throws IllegalStateException when there are snapshots and no journal.
     * @throws UncheckedIOException when the disk does not give a snapshot.
     */
    public static void requireJournalCoversSnapshots(
        final SnapshotDirectory directory, final JournalInspector.Inspection journal)
    {
        for (final SnapshotDirectory.Entry entry : directory.newestFirst())
        {
            final SnapshotHeader header = headerOf(entry);
            if (null == header)
            {
                continue;
            }
            if (null == journal)
            {
                throw new IllegalStateException("there are snapshots but no journal, restore the archive from a copy:" +
                    " snapshot=" + entry.file());
            }
            if (header.journalPosition() > journal.endPosition())
            {
                throw new JournalDamagedException(journal.recording(), null, journal.endPosition(),
                    "a snapshot has commands that the journal lacks: snapshot=" + entry.file() +
                    " endPosition=" + journal.endPosition() + "; bourse verify-journal says what to do");
            }
            return;
        }
    }

    private static SnapshotHeader headerOf(final SnapshotDirectory.Entry entry)
    {
        try
        {
            return SnapshotFile.header(entry.file());
        }
        catch (final SnapshotFileException ex)
        {
            LOGGER.warn("snapshot cannot be used: {}", ex.getMessage());
            return null;
        }
    }

    /**
     * Makes the core and publishes what is missing.
     *
     * @param directory of the snapshots.
     * @param capacityCheck is given what the snapshot holds before it is loaded, the limits of the history before the
     *     journal is replayed and after, and what there is while it is replayed.
     * @throws JournalDamagedException when neither a snapshot nor the beginning of the journal is there, or the journal
     *     is damaged.
     * @throws DivergenceException when the recorded events are others.
     * @throws CoreFailedException when the core cannot execute a command.
     * @throws io.bourse.engine.host.quarantine.QuarantineException when a quarantine does not fit the journal.
     * @throws UncheckedIOException when the disk does not give a snapshot.
     */
    public void run(final SnapshotDirectory directory, final CapacityCheck capacityCheck)
    {
        final long from =
            null == journal || !load(directory, capacityCheck) ? beginAnew() : snapshot.header().journalPosition();
        capacityCheck.requireLimits(recordedLimits());
        final CommandExecution execution = new CommandExecution(engine, quarantines, counters);
        if (null != journal)
        {
            lastStampedNs = JournalReplay.replay(
                journal.recording(), from, journal.endPosition(), lastStampedNs, execution,
                () -> capacityCheck.requireHeld(CapacityWatch.held(engine.limits())));
        }
        execution.requireAllReached();
        gate.onReplayed();
        capacityCheck.requireLimits(CapacityWatch.spec(engine.limits()));
        if (null != journal)
        {
            LOGGER.info("recovered: partition={} snapshotPosition={} journalPosition={} commands={}" +
                " framesRecorded={} framesPublished={}", partition, null == snapshot ? "none" : from,
                journal.endPosition(), counters.get(COMMANDS_EXECUTED), counters.get(EVENT_FRAMES_SKIPPED),
                counters.get(EVENT_FRAMES_PUBLISHED));
        }
    }

    /** Limits at the end of what is recorded; events of the last commands may be missing. */
    private VenueLimitsSpec recordedLimits()
    {
        final VenueLimitsSpec before = CapacityWatch.spec(engine.limits());
        if (null == events)
        {
            return before;
        }
        final long cursor = null == snapshot ? 0 : snapshot.header().eventCursor();
        try (RecordingWalker walker = walkerFrom(events.recording(), cursor, events.endPosition()))
        {
            return RecordedLimits.after(before, walker);
        }
    }

    private long beginAnew()
    {
        if (null != journal && journal.recording().startPosition() > 0)
        {
            final RecordedStream recording = journal.recording();
            throw new JournalDamagedException(recording, recording.segmentFile(recording.startPosition()),
                recording.startPosition(), "its beginning was removed and no snapshot can be used in its place");
        }
        openGate(0, 0);
        engine = new MatchingEngine(partition, gate);
        return 0;
    }

    private boolean load(final SnapshotDirectory directory, final CapacityCheck capacityCheck)
    {
        final List<SnapshotDirectory.Entry> entries = directory.newestFirst();
        for (final SnapshotDirectory.Entry entry : entries)
        {
            final SnapshotHeader header = headerOf(entry);
            if (null == header || !isCovered(entry, header))
            {
                continue;
            }
            requireHeld(entry, capacityCheck);
            try
            {
                openGate(header.eventCursor(), header.frameSequence());
                final LoadedSnapshot loaded = LoadedSnapshot.of(
                    entry.file(), partition, gate, null == events ? null : events.recording());
                engine = loaded.engine();
                snapshot = loaded.contents();
                lastStampedNs = header.lastStampedNs();
                return true;
            }
            catch (final UncheckedIOException ex)
            {
                // Its content is unknown: that needs a person, it is no reason to use an older one.
                throw ex;
            }
            catch (final RuntimeException ex)
            {
                LOGGER.warn("snapshot cannot be used, the one before it is tried: file={} reason=\"{}\"",
                    entry.file(), ex.getMessage());
            }
        }
        return false;
    }

    /** The heap could run out while the snapshot is loaded: its first record says what it holds. */
    private static void requireHeld(final SnapshotDirectory.Entry entry, final CapacityCheck capacityCheck)
    {
        final VenueLimitsSpec held;
        try
        {
            held = SnapshotFile.held(entry.file());
        }
        catch (final SnapshotFileException ex)
        {
            // It is read again, and refused by name.
            return;
        }
        capacityCheck.requireHeld(held);
    }

    private boolean isCovered(final SnapshotDirectory.Entry entry, final SnapshotHeader header)
    {
        final long eventsEnd = null == events ? 0 : events.endPosition();
        if (header.journalPosition() < journal.recording().startPosition() || header.eventCursor() > eventsEnd)
        {
            LOGGER.warn("snapshot cannot be used, the recordings do not reach up to it: file={} eventCursor={}" +
                " eventsEnd={} journalStart={}", entry.file(), header.eventCursor(), eventsEnd,
                journal.recording().startPosition());
            return false;
        }
        return true;
    }

    private void openGate(final long cursor, final long frameSequence)
    {
        close();
        recorded = null == events ? null : walkerFrom(events.recording(), cursor, events.endPosition());
        gate = new EventFrameGate(recorded, publisher, counters);
        gate.beginAfter(frameSequence);
        if (null != events)
        {
            compareFrom(gate, events.recording(), cursor, events.endPosition());
        }
    }

    /** A walk over the frames after a cursor, as far as they are still recorded. */
    public static RecordingWalker walkerFrom(final RecordedStream events, final long cursor, final long endPosition)
    {
        return new RecordingWalker(events, Math.max(cursor, events.startPosition()), endPosition);
    }

    /** Sets in a gate which frames after a cursor are no longer recorded. */
    public static void compareFrom(
        final EventFrameGate gate, final RecordedStream events, final long cursor, final long endPosition)
    {
        if (cursor < events.startPosition())
        {
            gate.compareFrom(firstFrameSequence(events, endPosition));
        }
    }

    private static long firstFrameSequence(final RecordedStream events, final long endPosition)
    {
        try (RecordingWalker walker = new RecordingWalker(events, endPosition))
        {
            return walker.nextData() ? new EventGroupDecoder().wrapAndApplyHeader(
                walker.buffer(), walker.payloadOffset(), new MessageHeaderDecoder()).frameSequence() : 0;
        }
    }

    public MatchingEngine engine()
    {
        return engine;
    }

    /** Stamp of the last command, 0 when there is none. */
    public long lastStampedNs()
    {
        return lastStampedNs;
    }

    /** What the core was made of, or null. */
    public SnapshotFile.Contents snapshot()
    {
        return snapshot;
    }

    @Override
    public void close()
    {
        if (null != recorded)
        {
            recorded.close();
        }
    }
}
