// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.execution.CommandExecution;
import io.bourse.engine.host.execution.CoreRecovery;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventFrameGate;
import io.bourse.engine.host.execution.JournalReplay;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.ClusterSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A core without any state, to be fed with a journal while its frames are compared with the recorded ones. It is thrown
 * away afterwards, so it can be asked for its state without anything being journalled.
 */
final class CoreReplay implements AutoCloseable
{
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final StateCollector collector = new StateCollector();
    private final int partition;
    private final RecordingWalker recorded;
    private final EventFrameGate gate;
    private final MatchingEngine engine;
    private final CommandExecution execution;
    private final long fromPosition;
    private EventFrameSink missing;
    private boolean isReporting;
    private long missingFrames;
    private long lastStampedNs;
    private long journalPosition;

    /**
     * A new core.
     *
     * @param partition it serves.
     * @param events recording to compare with, or null.
     * @param eventsEnd where the good part of the recording ends.
     * @param base snapshot to begin with, or null to begin with nothing at the beginning of the journal.
     * @param quarantines of the history.
     */
    CoreReplay(
        final int partition,
        final RecordedStream events,
        final long eventsEnd,
        final CheckedSnapshot base,
        final Quarantines quarantines)
    {
        this.partition = partition;
        final long cursor = null == base ? 0 : base.header().eventCursor();
        recorded = null == events ? null : CoreRecovery.walkerFrom(events, cursor, eventsEnd);
        gate = new EventFrameGate(recorded, this::onMissing, counters);
        if (null != events)
        {
            CoreRecovery.compareFrom(gate, events, cursor, eventsEnd);
        }
        if (null == base)
        {
            engine = new MatchingEngine(partition, this::onFrame);
            fromPosition = 0;
        }
        else
        {
            gate.beginAfter(base.header().frameSequence());
            engine = load(base, events);
            fromPosition = base.header().journalPosition();
            lastStampedNs = base.header().lastStampedNs();
        }
        execution = new CommandExecution(engine, quarantines, counters);
    }

    /**
     * A core of the snapshot of a member.
     *
     * @param partition it serves.
     * @param events recording to compare with, or null.
     * @param eventsEnd where the good part of the recording ends.
     * @param base snapshot to begin with.
     * @param quarantines of the history.
     * @throws IllegalStateException when the events do not reach up to the snapshot.
     */
    CoreReplay(
        final int partition,
        final RecordedStream events,
        final long eventsEnd,
        final ClusterSnapshot base,
        final Quarantines quarantines)
    {
        this.partition = partition;
        recorded = null == events ? null : CoreRecovery.walkerFrom(events, 0, eventsEnd);
        gate = new EventFrameGate(recorded, this::onMissing, counters);
        final SnapshotContents contents = new SnapshotContents();
        engine = base.read(partition, this::onFrame, contents);
        if (null == events)
        {
            gate.beginAfter(engine.frameSequence());
        }
        else
        {
            gate.continueAfter(engine.frameSequence());
            collectBefore(events, recorded.position());
        }
        if (null == events || events.startPosition() > 0)
        {
            collector.restore(contents);
        }
        fromPosition = base.logPosition();
        execution = new CommandExecution(engine, quarantines, counters);
    }

    private MatchingEngine load(final CheckedSnapshot base, final RecordedStream events)
    {
        final SnapshotReader reader = new SnapshotReader(partition, this::onFrame);
        final SnapshotContents contents = new SnapshotContents();
        SnapshotFile.read(base.file(), (buffer, offset, length) ->
        {
            reader.onRecord(buffer, offset, length);
            contents.onRecord(buffer, offset, length);
        });
        if (null != events)
        {
            collectBefore(events, base.header().eventCursor());
        }
        if (null == events || events.startPosition() > 0)
        {
            collector.restore(contents);
        }
        return reader.engine();
    }

    /** What happened before the snapshot, as far as it is still recorded. */
    private void collectBefore(final RecordedStream events, final long cursor)
    {
        final EventGroupDecoder frame = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        try (RecordingWalker walker = new RecordingWalker(events, cursor))
        {
            while (walker.nextData())
            {
                frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                collector.onFrame(
                    frame.frameSequence(), walker.buffer(), walker.payloadOffset(), walker.payloadLength());
            }
        }
    }

    /** Where frames go that are not recorded; without it they are only counted. */
    CoreReplay missingTo(final EventFrameSink sink)
    {
        missing = sink;
        return this;
    }

    /**
     * Executes a journal from its beginning, or from the snapshot on.
     *
     * @throws JournalDamagedException when it cannot be read that far.
     * @throws DivergenceException when a frame differs from the recorded one.
     */
    CoreReplay run(final RecordedStream journal, final long endPosition)
    {
        if (fromPosition < journal.startPosition())
        {
            throw new IllegalStateException("the beginning of the journal was removed and no good snapshot stands for" +
                " it: journalStart=" + journal.startPosition() + " endPosition=" + endPosition);
        }
        lastStampedNs =
            JournalReplay.replay(journal, fromPosition, endPosition, lastStampedNs, execution, JournalReplay.NO_CHECK);
        journalPosition = endPosition;
        return this;
    }

    /**
     * The journal has been executed to its end.
     *
     * @throws DivergenceException when frames are recorded that it did not give.
     */
    CoreReplay finish()
    {
        gate.onReplayed();
        return this;
    }

    /**
     * The journal that was executed is all there is.
     *
     * @throws io.bourse.engine.host.quarantine.QuarantineException when a quarantine names a position after it.
     */
    void requireAllReached()
    {
        execution.requireAllReached();
    }

    /** By which rules the history is judged at the end. */
    int featureLevel()
    {
        return engine.featureLevel();
    }

    /** Asks the core for its state. */
    StateReport report()
    {
        final UnsafeBuffer buffer =
            new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + ReportStateEncoder.BLOCK_LENGTH]);
        final ReportStateEncoder command = new ReportStateEncoder();
        // Sequence 0 is not deduplicated: the question leaves no trace in the state. Operators would have to sign it.
        command.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).header()
            .stampedNs(lastStampedNs).receivedNs(0).sequence(0).sessionId(0)
            .gatewayId(Principal.CLEARING.number()).partition(partition);
        command.requestId(0);
        isReporting = true;
        engine.onCommand(lastStampedNs, journalPosition, buffer, 0, buffer.capacity());
        isReporting = false;
        return collector.report();
    }

    private void onFrame(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isReporting)
        {
            gate.onFrame(frameSequence, buffer, offset, length);
        }
        collector.onFrame(frameSequence, buffer, offset, length);
    }

    private void onMissing(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        missingFrames++;
        if (null != missing)
        {
            missing.onFrame(frameSequence, buffer, offset, length);
        }
    }

    /** Journal position at which the replay began. */
    long fromPosition()
    {
        return fromPosition;
    }

    StateCollector collector()
    {
        return collector;
    }

    long commands()
    {
        return counters.get(EngineCounter.COMMANDS_EXECUTED);
    }

    long identicalFrames()
    {
        return counters.get(EngineCounter.EVENT_FRAMES_SKIPPED);
    }

    long missingFrames()
    {
        return missingFrames;
    }

    long lastStampedNs()
    {
        return lastStampedNs;
    }

    long rollingHash()
    {
        return 0 == collector.frameSequence() ? RollingHash.INITIAL : collector.rollingHash();
    }

    /** Event stream position after the last frame, when all frames are recorded. */
    long cursor()
    {
        return null == recorded || missingFrames > 0 ? VenueState.UNKNOWN : recorded.position();
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
