// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.ExclusivePublication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.bourse.engine.client.DriverCounters;
import io.bourse.engine.client.EngineStreams;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;

import java.util.function.BooleanSupplier;

/**
 * Opens streams that the archive of the same process records.
 */
public final class StreamRecorder
{
    private final Aeron aeron;
    private final AeronArchive archive;
    private final CountersReader counters;
    private final long archiveId;
    private final long messageTimeoutNs;

    /**
     * A recorder.
     *
     * @param aeron client of the publications.
     * @param archive that records them.
     * @param archiveId of that archive; its counters carry it.
     * @param messageTimeoutNs how long to wait for one answer, in nanoseconds.
     */
    public StreamRecorder(
        final Aeron aeron, final AeronArchive archive, final long archiveId, final long messageTimeoutNs)
    {
        this.aeron = aeron;
        this.archive = archive;
        counters = DriverCounters.map(aeron);
        this.archiveId = archiveId;
        this.messageTimeoutNs = messageTimeoutNs;
    }

    /**
     * A publication that the archive records.
     *
     * @param publication to offer to.
     * @param counterId of its recording position.
     * @param registrationId of that counter: another one may take its place when the recording has ended.
     */
    public record Recorded(ExclusivePublication publication, long recordingId, int counterId, long registrationId)
    {
        /**
         * Whether the archive still records the stream. Nothing else shows it: followers keep the publication
         * going without it.
         *
         * @param counters of the driver.
         * @return false when it has stopped.
         */
        public boolean isActive(final CountersReader counters)
        {
            return CountersReader.RECORD_ALLOCATED == counters.getCounterState(counterId) &&
                registrationId == counters.getCounterRegistrationId(counterId);
        }
    }

    /**
     * Opens a recorded stream: a new one, or the continuation of a recording at its end.
     *
     * @param name for people.
     * @param channel of the publication, with its position when it continues a recording.
     * @param former recording to continue, or null.
     * @param endPosition of the former recording.
     */
    public Recorded open(
        final String name,
        final ChannelUriStringBuilder channel,
        final int streamId,
        final RecordedStream former,
        final long endPosition)
    {
        if (null == former)
        {
            archive.startRecording(EngineStreams.CHANNEL, streamId, SourceLocation.LOCAL, true);
        }
        else
        {
            final long recoveredPosition = archive.getStopPosition(former.recordingId());
            if (recoveredPosition != endPosition)
            {
                throw new IllegalStateException("the archive sees another end of the " + name + ": recordingId=" +
                    former.recordingId() + " position=" + endPosition + " archivePosition=" + recoveredPosition);
            }
            archive.extendRecording(
                former.recordingId(), EngineStreams.CHANNEL, streamId, SourceLocation.LOCAL, true);
        }
        final ExclusivePublication publication = aeron.addExclusivePublication(channel.build(), streamId);
        final int counterId = awaitRecording(name, publication);
        return new Recorded(publication, RecordingPos.getRecordingId(counters, counterId), counterId,
            counters.getCounterRegistrationId(counterId));
    }

    private int awaitRecording(final String name, final ExclusivePublication publication)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + messageTimeoutNs;
        int counterId = findRecording(publication);
        while (CountersReader.NULL_COUNTER_ID == counterId || !publication.isConnected())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the archive does not record the " + name + ": sessionId=" +
                    publication.sessionId() + " position=" + publication.position() +
                    " error=" + archive.pollForErrorResponse());
            }
            idle.idle();
            counterId = findRecording(publication);
        }
        return counterId;
    }

    private int findRecording(final ExclusivePublication publication)
    {
        final int counterId = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archiveId);
        // The driver registers a counter a moment after it has allocated it.
        return CountersReader.NULL_COUNTER_ID != counterId &&
            CountersReader.DEFAULT_REGISTRATION_ID == counters.getCounterRegistrationId(counterId) ?
            CountersReader.NULL_COUNTER_ID : counterId;
    }

    /**
     * Whether the archive still records a stream.
     *
     * @param recorded that was opened here.
     * @return true as long as it does; for any thread.
     */
    public BooleanSupplier isRecording(final Recorded recorded)
    {
        return () -> recorded.isActive(counters);
    }

    /**
     * Waits until all of a stream is recorded, so that closing the archive ends the recording at its true end.
     *
     * @return false when the deadline passed first.
     */
    public boolean awaitRecorded(final Recorded recorded, final long deadlineNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (counters.getCounterValue(recorded.counterId()) < recorded.publication().position())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                return false;
            }
            idle.idle();
        }
        return true;
    }
}
