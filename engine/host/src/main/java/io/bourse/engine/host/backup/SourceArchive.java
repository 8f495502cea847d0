// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.logbuffer.FragmentHandler;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.EventCatalogEntry;
import io.bourse.engine.host.cluster.PeerLog;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * Connection to the archive of a member that is copied from.
 */
final class SourceArchive implements AutoCloseable
{
    private final int memberId;
    private final AeronArchive archive;
    private final EventCatalogEntry events;
    private final PeerLog log;

    private SourceArchive(final int memberId, final AeronArchive archive, final EventCatalogEntry events)
    {
        this.memberId = memberId;
        this.archive = archive;
        this.events = events;
        log = new PeerLog(archive);
    }

    /**
     * Connects and finds the event recording.
     *
     * @param context of the connection.
     * @return connection.
     * @throws IllegalStateException when the member records no events.
     * @throws io.aeron.exceptions.AeronException when it does not answer.
     */
    static SourceArchive connect(final int memberId, final AeronArchive.Context context)
    {
        final AeronArchive archive = AeronArchive.connect(context);
        try
        {
            final EventCatalogEntry events = EventCatalogEntry.find(archive);
            if (null == events)
            {
                throw new IllegalStateException("the member records no events: memberId=" + memberId);
            }
            return new SourceArchive(memberId, archive, events);
        }
        catch (final Throwable ex)
        {
            CloseHelper.quietClose(archive);
            throw ex;
        }
    }

    int memberId()
    {
        return memberId;
    }

    long eventRecordingId()
    {
        return events.recordingId();
    }

    /** Where the member's event recording begins. */
    long eventStartPosition()
    {
        return events.startPosition();
    }

    /** How requests to this archive are sent. */
    AeronArchive.Context context()
    {
        return archive.context();
    }

    /**
     * Where the member's event recording ends now.
     *
     * @return cursor.
     * @throws IllegalStateException when it is not recording.
     * @throws io.aeron.exceptions.AeronException when it does not answer.
     */
    long eventPosition()
    {
        final long position = archive.getRecordingPosition(events.recordingId());
        if (AeronArchive.NULL_POSITION == position)
        {
            throw new IllegalStateException("the member no longer records events: memberId=" + memberId);
        }
        return position;
    }

    /**
     * Where the member's log ends now, what is not committed yet included.
     *
     * @return log position, {@link AeronArchive#NULL_POSITION} while no log is recorded.
     */
    long logPosition()
    {
        return log.position();
    }

    /**
     * Reads one frame of the member's event recording.
     *
     * @param beginPosition at which a frame begins in the copy.
     * @param endPosition at which it ends there.
     * @param timeoutNs how long to wait.
     * @return its payload; null when the member has no frame there that ends there too.
     * @throws IllegalStateException when it does not come.
     * @throws io.aeron.exceptions.AeronException when the archive does not answer.
     */
    byte[] readFrame(final long beginPosition, final long endPosition, final long timeoutNs)
    {
        final byte[][] found = new byte[1][];
        final FragmentHandler handler = (buffer, offset, length, header) ->
        {
            if (endPosition == header.position())
            {
                found[0] = new byte[length];
                buffer.getBytes(offset, found[0]);
            }
        };
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + timeoutNs;
        try (Subscription subscription = archive.context().aeron().addSubscription(
            archive.context().controlResponseChannel(), EngineStreams.REPLAY_STREAM_ID))
        {
            while (null == subscription.tryResolveChannelEndpointPort())
            {
                requireInTime(deadlineNs, beginPosition);
                idle.idle();
            }
            final int sessionId;
            try
            {
                sessionId = (int)archive.startReplay(events.recordingId(), beginPosition, endPosition - beginPosition,
                    subscription.tryResolveChannelEndpointPort(), EngineStreams.REPLAY_STREAM_ID);
            }
            catch (final ArchiveException ex)
            {
                if (ArchiveException.INVALID_POSITION == ex.errorCode())
                {
                    return null;
                }
                throw ex;
            }
            Image image = subscription.imageBySessionId(sessionId);
            while (null == image || image.position() < endPosition)
            {
                requireInTime(deadlineNs, beginPosition);
                idle.idle(null == image ? 0 : image.poll(handler, 1));
                image = null == image ? subscription.imageBySessionId(sessionId) : image;
            }
        }
        return found[0];
    }

    private void requireInTime(final long deadlineNs, final long position)
    {
        if (System.nanoTime() - deadlineNs > 0)
        {
            throw new IllegalStateException("the member does not give the events before the seam: memberId=" +
                memberId + " position=" + position);
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(archive);
    }

    @Override
    public String toString()
    {
        return "member " + memberId + " at " + archive.context().controlRequestChannel();
    }
}
