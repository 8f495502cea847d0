// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ReplicationParams;
import io.aeron.archive.status.RecordingPos;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.storage.EngineDirectories;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.status.CountersReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;

/**
 * Copies the event recording of a cluster: from the end of the copy on, as long as it runs, from one member at a time.
 * The bytes are the same on all members, so when one is silent or stops the next one is taken.
 *
 * <p>The work is done by the archives; this only begins it and watches it.
 */
final class EventReplicator implements Agent, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EventReplicator.class);
    private static final int MOST_RECORDINGS = 100_000;
    private static final long FOREIGN_INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BackupOptions options;
    private final BackupMedia media;
    private final Aeron aeron;
    private final AeronArchive archive;
    private final VenueLooks looks = new VenueLooks();
    private final long checkIntervalNs;

    private int nextMember;
    private SourceArchive source;
    private long replicationId = Aeron.NULL_VALUE;
    private volatile long recordingId = Aeron.NULL_VALUE;
    private long nextCheckNs;
    private long lastGoodNs;
    private boolean isStopping;
    private String lastProblem = "";
    private volatile int sourceMember = Aeron.NULL_VALUE;
    private volatile long position;
    private volatile long venuePosition = AeronArchive.NULL_POSITION;
    private volatile long venueLogPosition = AeronArchive.NULL_POSITION;
    private volatile String problem = "";

    /**
     * A copy that begins where the former one ended.
     *
     * @param options of the copy.
     * @param media how things are reached.
     * @param aeron client of the copy's driver.
     * @param firstMember to copy from.
     */
    EventReplicator(final BackupOptions options, final BackupMedia media, final Aeron aeron, final int firstMember)
    {
        this.options = options;
        this.media = media;
        this.aeron = aeron;
        nextMember = firstMember;
        checkIntervalNs = Math.min(options.coolDownNs(), options.sourceTimeoutNs() / 4);
        archive = AeronArchive.connect(options.host().ownArchive(aeron));
        findRecording();
        position = Aeron.NULL_VALUE == recordingId ? 0 : archive.getStopPosition(recordingId);
        nextCheckNs = System.nanoTime();
    }

    private void findRecording()
    {
        archive.listRecordings(0, MOST_RECORDINGS,
            (controlSessionId, correlationId, id, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, streamId, strippedChannel,
            originalChannel, sourceIdentity) ->
            {
                if (EngineStreams.EVENTS_STREAM_ID == streamId)
                {
                    recordingId = id;
                }
            });
    }

    @Override
    public int doWork()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - nextCheckNs < 0)
        {
            return 0;
        }
        nextCheckNs = nowNs + checkIntervalNs;
        try
        {
            if (null == source)
            {
                begin();
            }
            else
            {
                check(nowNs);
                nextCheckNs = nowNs + LOOK_INTERVAL_NS;
            }
        }
        catch (final RuntimeException ex)
        {
            onProblem(ex);
        }
        return 1;
    }

    private void begin()
    {
        if (isStopping && !isStopped())
        {
            return;
        }
        isStopping = false;
        final int memberId = nextMember == options.ownMember() ? after(nextMember) : nextMember;
        nextMember = after(memberId);
        final MemberEndpoints member = options.members().get(memberId);
        source = SourceArchive.connect(memberId, media.member(aeron, member.host(), member.archivePort()));
        venueLogPosition = source.logPosition();
        venuePosition = source.eventPosition();
        if (Aeron.NULL_VALUE != recordingId && source.eventStartPosition() > position)
        {
            throw new IllegalStateException("the member no longer has the events that come next, if no other has them" +
                " the copy must be begun anew in another directory: memberId=" + memberId + " position=" + position +
                " memberStartPosition=" + source.eventStartPosition());
        }
        if (venuePosition < position)
        {
            throw new IllegalStateException("the member is behind the copy: memberId=" + memberId + " position=" +
                position + " memberPosition=" + venuePosition);
        }
        requireSameHistory(memberId);
        final AeronArchive.Context sourceContext = source.context();
        final ReplicationParams params = new ReplicationParams();
        if (Aeron.NULL_VALUE != recordingId)
        {
            params.dstRecordingId(recordingId);
        }
        replicationId = archive.replicate(source.eventRecordingId(), sourceContext.controlRequestStreamId(),
            sourceContext.controlRequestChannel(), params);
        sourceMember = memberId;
        lastGoodNs = System.nanoTime();
        LOGGER.info("events are copied from a member: partition={} memberId={} position={} memberPosition={}",
            options.host().partition(), memberId, position, venuePosition);
    }

    private void requireSameHistory(final int memberId)
    {
        if (Aeron.NULL_VALUE != recordingId && !EventSeam.isSame(
            source, EngineDirectories.archiveDir(options.host().dataDir()), position, options.sourceTimeoutNs()))
        {
            // It will be no better soon, and the question is an error in the member's eyes.
            nextCheckNs = System.nanoTime() + FOREIGN_INTERVAL_NS;
            throw new IllegalStateException("the member's events are of another history than those that were copied," +
                " is this another venue? Copy it into a directory of its own: memberId=" + memberId +
                " position=" + position);
        }
    }

    private int after(final int memberId)
    {
        return (memberId + 1) % options.members().size();
    }

    /** True when the archive has ended the recording, or has not begun it. */
    boolean isStopped()
    {
        if (Aeron.NULL_VALUE == recordingId)
        {
            findRecording();
        }
        if (Aeron.NULL_VALUE == recordingId)
        {
            return true;
        }
        final long stopPosition = archive.getStopPosition(recordingId);
        if (AeronArchive.NULL_POSITION == stopPosition)
        {
            return false;
        }
        position = stopPosition;
        return true;
    }

    private void check(final long nowNs)
    {
        final long askedMs = System.currentTimeMillis();
        final long askedNs = System.nanoTime();
        venueLogPosition = source.logPosition();
        venuePosition = source.eventPosition();
        looks.add(askedMs, askedNs, venueLogPosition, venuePosition);
        final String error = archive.pollForErrorResponse();
        if (null != error)
        {
            throw new IllegalStateException("the events cannot be copied: memberId=" + source.memberId() +
                " position=" + position + " error=" + error);
        }
        if (Aeron.NULL_VALUE == recordingId)
        {
            findRecording();
        }
        final long recorded = Aeron.NULL_VALUE == recordingId ?
            AeronArchive.NULL_POSITION : archive.getRecordingPosition(recordingId);
        // A member that publishes nothing is not silent: it has just answered.
        if (AeronArchive.NULL_POSITION != recorded && (recorded > position || recorded >= venuePosition))
        {
            position = recorded;
            lastGoodNs = nowNs;
            lastProblem = "";
            problem = "";
        }
        else if (nowNs - lastGoodNs > options.sourceTimeoutNs())
        {
            throw new IllegalStateException("no events come from the member: memberId=" + source.memberId() +
                " position=" + position + " memberPosition=" + venuePosition);
        }
    }

    private void onProblem(final RuntimeException cause)
    {
        // Only a new problem is logged: a member may be away for long.
        final String text = String.valueOf(cause.getMessage());
        if (!text.equals(lastProblem))
        {
            LOGGER.info("events are not copied at the moment: partition={} memberId={} position={} reason={}",
                options.host().partition(), sourceMember, position, text);
        }
        lastProblem = text;
        problem = text;
        drop();
    }

    private void drop()
    {
        sourceMember = Aeron.NULL_VALUE;
        // What it said last is no measure any more.
        venuePosition = AeronArchive.NULL_POSITION;
        venueLogPosition = AeronArchive.NULL_POSITION;
        if (Aeron.NULL_VALUE != replicationId)
        {
            archive.tryStopReplication(replicationId);
            replicationId = Aeron.NULL_VALUE;
            isStopping = true;
        }
        CloseHelper.quietClose(source);
        source = null;
    }

    @Override
    public void onClose()
    {
        try
        {
            drop();
        }
        catch (final RuntimeException ex)
        {
            LOGGER.info("the copying of the events was not ended in order: reason={}", ex.getMessage());
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(archive);
    }

    @Override
    public String roleName()
    {
        return "bourse-event-replicator";
    }

    /** Member that is copied from, {@link Aeron#NULL_VALUE} at the moment none. */
    int sourceMember()
    {
        return sourceMember;
    }

    /** Where the copy ends. */
    long position()
    {
        return position;
    }

    /** Where the event stream of the member ended a moment ago, {@link AeronArchive#NULL_POSITION} without a member. */
    long venuePosition()
    {
        return venuePosition;
    }

    /** Where the log of the member ended a moment ago, {@link AeronArchive#NULL_POSITION} without a member. */
    long venueLogPosition()
    {
        return venueLogPosition;
    }

    /** What the member has said that is copied from. */
    VenueLooks looks()
    {
        return looks;
    }

    /** Where the archive records now, of a copy that is being made; the end that was found last of one that is not. */
    long recordedPosition()
    {
        final CountersReader counters = aeron.countersReader();
        final int counterId = Aeron.NULL_VALUE == recordingId ? CountersReader.NULL_COUNTER_ID :
            RecordingPos.findCounterIdByRecording(counters, recordingId, archive.archiveId());
        return CountersReader.NULL_COUNTER_ID == counterId ? position :
            Math.max(position, counters.getCounterValue(counterId));
    }

    /** Why nothing is copied; empty when something is. */
    String problem()
    {
        return problem;
    }
}
