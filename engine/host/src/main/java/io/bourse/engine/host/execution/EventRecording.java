// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.archive.client.AeronArchive;
import io.bourse.engine.client.DriverCounters;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.AeronFramePublication;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.JournalInspector;
import io.bourse.engine.host.recording.JournalledQuarantines;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.host.recording.StreamRecorder;
import io.bourse.engine.host.storage.OpenMark;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.status.CountersReader;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The event stream of one member of a cluster: a recording with the same bytes at the same positions on every member.
 * Session id, first term, term length and MTU are therefore fixed by its options and never chosen by the driver.
 *
 * <p>{@link #inspect} runs before the archive does and cuts a torn tail off; {@link #open} continues the recording;
 * {@link #sink()} compares what the core gives again with what is recorded and publishes the rest, so that every frame
 * is in the recording exactly once however often the log is replayed.
 */
public final class EventRecording implements EventOutput, AutoCloseable
{
    /** Frames of both streams are whole messages; the longest is an event frame of 8 000 bytes. */
    public static final int MTU_LENGTH = 8192;

    private static final int FIRST_SESSION_ID = 26_110_000;
    private static final String NAME = "event stream";

    private final Options options;
    private final OpenMark mark;
    private final JournalInspector.Inspection former;
    private RecordingWalker recorded;
    private StreamRecorder recorder;
    private StreamRecorder.Recorded events;
    private CountersReader driverCounters;
    private GatedEventStream gated;

    /**
     * What all members must have in common, and what distinguishes them.
     *
     * @param archiveDir of the member's archive.
     * @param partition of the engine.
     * @param termLength of the stream, in bytes.
     * @param messageTimeoutNs how long to wait for one answer of the archive, in nanoseconds.
     */
    public record Options(Path archiveDir, long archiveId, int partition, int termLength, long messageTimeoutNs)
    {
    }

    private EventRecording(
        final Options options, final OpenMark mark, final JournalInspector.Inspection former)
    {
        this.options = options;
        this.mark = mark;
        this.former = former;
    }

    /**
     * Whose stream it is.
     *
     * @param sessionId of the recording.
     * @return partition of the engine.
     */
    public static int partition(final int sessionId)
    {
        return sessionId - FIRST_SESSION_ID;
    }

    /**
     * Looks at what a former run has recorded. The archive must not run yet.
     *
     * @param options of the stream.
     * @param quarantines of the history.
     * @return recording, to be opened and closed by the caller.
     * @throws JournalDamagedException when it is damaged in a way that cannot be repaired by rule.
     * @throws IllegalStateException when it was recorded with other options, or by another kind of host.
     */
    public static EventRecording inspect(final Options options, final Quarantines quarantines)
    {
        final OpenMark mark = OpenMark.look(options.archiveDir().getParent());
        if (null != RecordedStream.find(options.archiveDir(), "journal", EngineStreams.JOURNAL_STREAM_ID))
        {
            throw new IllegalStateException("this data directory belongs to an engine of the solo host, start that" +
                " one or take another directory: archiveDir=" + options.archiveDir());
        }
        final RecordedStream stream =
            RecordedStream.find(options.archiveDir(), NAME, EngineStreams.EVENTS_STREAM_ID);
        if (null == stream)
        {
            return new EventRecording(options, mark, null);
        }
        if (stream.termLength() != options.termLength() || 0 != stream.initialTermId() ||
            MTU_LENGTH != stream.mtuLength())
        {
            throw new IllegalStateException("the " + NAME + " was recorded with other options, all members must use " +
                "those of the first start: termLength=" + options.termLength() + " recordedTermLength=" +
                stream.termLength() + " recordedInitialTermId=" + stream.initialTermId() + " recordedMtuLength=" +
                stream.mtuLength());
        }
        final JournalInspector.Inspection inspection = JournalledQuarantines.withoutUnfinished(
            mark.wasLeft() ? JournalInspector.inspectOpen(stream, true) : JournalInspector.inspect(stream, true),
            quarantines);
        JournalInspector.repair(inspection);
        return new EventRecording(options, mark, inspection);
    }

    /** Engine time of the last frame that a former run has recorded; 0 when there is none. */
    public long lastTimeNs()
    {
        return null == former ? 0 : former.lastTimeNs();
    }

    /** The last time that an operator has confirmed. */
    public TimeConfirmation confirmation()
    {
        return null == former ? TimeConfirmation.NONE : former.confirmation();
    }

    /**
     * Begins or continues the recording.
     *
     * @param aeron client of the member's media driver.
     * @param archive client of the member's archive.
     * @param whileBackPressured called between attempts to publish; false ends them.
     * @param counters to count in.
     */
    public void open(
        final Aeron aeron,
        final AeronArchive archive,
        final BooleanSupplier whileBackPressured,
        final CounterSet<EngineCounter> counters)
    {
        mark.set();
        final long endPosition = null == former ? 0 : former.endPosition();
        final ChannelUriStringBuilder channel = new ChannelUriStringBuilder(EngineStreams.CHANNEL)
            .mtu(MTU_LENGTH)
            .sessionId(FIRST_SESSION_ID + options.partition())
            .initialPosition(endPosition, 0, options.termLength());
        recorder = new StreamRecorder(aeron, archive, options.archiveId(), options.messageTimeoutNs());
        events = recorder.open(
            NAME, channel, EngineStreams.EVENTS_STREAM_ID, null == former ? null : former.recording(), endPosition);
        driverCounters = DriverCounters.map(aeron);
        recorded = null == former ? null : new RecordingWalker(former.recording(), endPosition);
        gated = new GatedEventStream(recorded, new AeronFramePublication(events.publication()),
            SystemEpochNanoClock.INSTANCE, whileBackPressured, counters);
    }

    @Override
    public EventFrameSink sink()
    {
        return gated.sink();
    }

    @Override
    public void continueAfter(final long frameSequence)
    {
        gated.continueAfter(frameSequence);
    }

    @Override
    public void onReplayed()
    {
        gated.onReplayed();
    }

    /**
     * Position of the recording in the archive's catalog.
     *
     * @return recording id.
     */
    public long recordingId()
    {
        return events.recordingId();
    }

    @Override
    public long position()
    {
        return gated.position();
    }

    /**
     * Whether the archive still records the stream. Nothing else shows it: followers keep the publication
     * going without it.
     *
     * @return false when it has stopped.
     */
    public boolean isRecording()
    {
        return events.isActive(driverCounters);
    }

    /**
     * How far the archive has recorded the stream.
     *
     * @return position, at most {@link #position()}.
     */
    public long recordedPosition()
    {
        return driverCounters.getCounterValue(events.counterId());
    }

    @Override
    public boolean isRecorded()
    {
        return recordedPosition() >= position();
    }

    /**
     * Waits until everything published is recorded, so that closing the archive ends the recording at its true end.
     *
     * @param deadlineNs of {@link System#nanoTime()}.
     * @return false when the deadline passed first.
     */
    public boolean awaitRecorded(final long deadlineNs)
    {
        return null == events || isRecording() && recorder.awaitRecorded(events, deadlineNs);
    }

    /**
     * Whether the member before this one ended in good order, as far as it is known.
     *
     * @return false when its recordings may go on after the ends that the catalog names.
     */
    public boolean wasClosed()
    {
        return !mark.wasLeft();
    }

    /** Everything is recorded and the archive is about to be closed in good order. */
    public void ended()
    {
        mark.remove();
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
