// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.client.ControlResponsePoller;
import io.aeron.archive.codecs.ControlResponseCode;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.TimeoutException;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.CloseHelper;

/**
 * The events recording of a member on another machine: its archive replays it over the network from a position on, and
 * goes on with what is recorded from then on. Nothing here waits: each step is one of {@link #poll}.
 */
final class ReplayFrameSource implements FrameSource
{
    /** A replay without end, which follows the recording. */
    private static final long ENDLESS = Long.MAX_VALUE;

    private final AeronArchive.Context context;
    private final long recordingId;
    private final long position;
    private final Subscription subscription;
    private final AeronArchive.AsyncConnect connect;
    private final long deadlineNs;
    private AeronArchive archive;
    private long correlationId = Aeron.NULL_VALUE;
    private long replaySessionId = Aeron.NULL_VALUE;
    private Image image;
    private AeronException failure;

    /**
     * Begins to ask.
     *
     * @param context of the connection to the archive, for this source alone.
     * @param recordingId of the event stream in that archive.
     * @param position first byte wanted.
     */
    ReplayFrameSource(final AeronArchive.Context context, final long recordingId, final long position)
    {
        this.context = context;
        this.recordingId = recordingId;
        this.position = position;
        deadlineNs = System.nanoTime() + 2 * context.messageTimeoutNs();
        subscription =
            context.aeron().addSubscription(context.controlResponseChannel(), EngineStreams.REPLAY_STREAM_ID);
        connect = AeronArchive.asyncConnect(context);
    }

    @Override
    public void poll(final FragmentHandler handler, final int frameLimit)
    {
        if (null != image)
        {
            image.poll(handler, frameLimit);
            if (image.isClosed() || image.isEndOfStream())
            {
                fail(new AeronException("the member has ended its replay: position=" + image.position() +
                    " archive=" + context.controlRequestChannel(), AeronException.Category.WARN));
            }
        }
        else if (null == failure)
        {
            try
            {
                begin();
            }
            catch (final AeronException ex)
            {
                fail(ex);
            }
        }
    }

    private void begin()
    {
        if (null == archive)
        {
            archive = connect.poll();
        }
        else if (Aeron.NULL_VALUE == correlationId)
        {
            ask(subscription.tryResolveChannelEndpointPort());
        }
        else if (Aeron.NULL_VALUE == replaySessionId)
        {
            pollAnswer(archive.controlResponsePoller());
        }
        else
        {
            // The archive names the session of its replay in the lower half.
            image = subscription.imageBySessionId((int)replaySessionId);
        }
        if (null == image && System.nanoTime() - deadlineNs > 0)
        {
            fail(new TimeoutException("the member does not replay its events in time: position=" + position +
                " archive=" + context.controlRequestChannel(), AeronException.Category.WARN));
        }
    }

    private void ask(final String channel)
    {
        if (null != channel)
        {
            final long id = context.aeron().nextCorrelationId();
            if (archive.archiveProxy().replay(recordingId, position, ENDLESS, channel,
                EngineStreams.REPLAY_STREAM_ID, id, archive.controlSessionId()))
            {
                correlationId = id;
            }
        }
    }

    private void pollAnswer(final ControlResponsePoller poller)
    {
        poller.poll();
        if (poller.isPollComplete() && correlationId == poller.correlationId())
        {
            if (ControlResponseCode.OK != poller.code())
            {
                throw new ArchiveException("the member refuses to replay its events: position=" + position +
                    " archive=" + context.controlRequestChannel() + " reason=" + poller.errorMessage(),
                    (int)poller.relevantId(), AeronException.Category.WARN);
            }
            replaySessionId = poller.relevantId();
        }
    }

    private void fail(final AeronException ex)
    {
        failure = ex;
    }

    @Override
    public Exception failure()
    {
        return failure;
    }

    /** The archive ends the replay when it is received no more. */
    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(subscription, null == archive ? connect : archive);
    }
}
