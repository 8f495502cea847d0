// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.archive.client.PersistentSubscription;
import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import org.agrona.BitUtil;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

import java.util.function.Consumer;

/**
 * Follows the events recording: replays from the archive, then joins the live stream, and goes back to replaying when
 * it falls behind. The live subscription is untethered: the engine drops it rather than wait for it.
 *
 * <p>{@link #poll} and {@link #close} exclude each other, so that an engine that shuts down does not unmap what another
 * thread is reading. The lock is not contended in any other case.
 */
final class ArchiveEventFollower implements EventFollower
{
    private static final String LIVE_CHANNEL =
        new ChannelUriStringBuilder(EngineStreams.CHANNEL).tether(false).rejoin(false).build();

    private final FragmentHandler fragmentHandler = this::onFragment;
    private final Aeron aeron;
    private final long recordingId;
    private final long messageTimeoutNs;
    private final Runnable onClose;
    private final FrameAssembler assembler;

    private PersistentSubscription subscription;
    private Exception lastError;
    private Exception failure;
    private long position;
    private long cursor;
    private int framesTaken;
    private boolean isOverrun;
    private boolean isClosed;
    private int fellBehindCount;

    ArchiveEventFollower(
        final Aeron aeron,
        final long recordingId,
        final long messageTimeoutNs,
        final long fromCursor,
        final EventListener listener,
        final Consumer<ArchiveEventFollower> onClose)
    {
        this.aeron = aeron;
        this.recordingId = recordingId;
        this.messageTimeoutNs = messageTimeoutNs;
        this.onClose = () -> onClose.accept(this);
        position = fromCursor;
        cursor = fromCursor;
        assembler = new FrameAssembler(new EventDispatcher(listener));
        subscription = subscribe();
    }

    @Override
    public synchronized int poll(final int frameLimit)
    {
        if (isClosed || aeron.isClosed())
        {
            throw new IllegalStateException("the event stream is closed, by the follower's owner or with its engine:" +
                " cursor=" + cursor + " closed=" + isClosed);
        }
        if (null != failure)
        {
            throw new IllegalStateException(
                "the event stream cannot be followed any further: cursor=" + cursor + " reason=" + failure, failure);
        }

        framesTaken = 0;
        try
        {
            subscription.poll(fragmentHandler, frameLimit);
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
            throw ex;
        }
        if (subscription.hasFailed())
        {
            failure = subscription.failureReason();
        }
        if (isOverrun)
        {
            resubscribe();
        }
        return framesTaken;
    }

    @Override
    public long cursor()
    {
        return cursor;
    }

    /**
     * How often this follower was too slow for the live stream and went back to the recording.
     *
     * @return count since creation.
     */
    int fellBehindCount()
    {
        return fellBehindCount;
    }

    @Override
    public synchronized void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            if (!aeron.isClosed())
            {
                CloseHelper.quietClose(subscription);
            }
            onClose.run();
        }
    }

    private PersistentSubscription subscribe()
    {
        return PersistentSubscription.create(new PersistentSubscription.Context()
            .aeron(aeron)
            .ownsAeronClient(false)
            .recordingId(recordingId)
            .startPosition(position)
            .liveChannel(LIVE_CHANNEL)
            .liveStreamId(EngineStreams.EVENTS_STREAM_ID)
            .replayChannel(EngineStreams.CHANNEL)
            .replayStreamId(EngineStreams.REPLAY_STREAM_ID)
            .listener(new StateListener())
            .aeronArchiveContext(ArchiveAccess.context(aeron, messageTimeoutNs)));
    }

    private void resubscribe()
    {
        isOverrun = false;
        fellBehindCount++;
        CloseHelper.quietClose(subscription);
        subscription = subscribe();
    }

    /**
     * A reader that is untethered may find its log buffer overwritten while it reads. So a frame is copied first and
     * believed only if its place in the stream, read again after the copy, is the one that must come next.
     */
    private void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        if (isOverrun)
        {
            return;
        }
        final long endPosition = header.position();
        if (!isNext(endPosition, length, header) || length > header.frameLength())
        {
            isOverrun = true;
            return;
        }
        final long publishedNs = header.reservedValue();
        assembler.copy(buffer, offset, length);
        if (endPosition != header.position())
        {
            isOverrun = true;
            return;
        }
        position = endPosition;
        framesTaken++;
        if (assembler.accept(length, endPosition, publishedNs))
        {
            cursor = endPosition;
        }
    }

    private boolean isNext(final long endPosition, final int length, final Header header)
    {
        final long begin = endPosition -
            BitUtil.align(length + DataHeaderFlyweight.HEADER_LENGTH, FrameDescriptor.FRAME_ALIGNMENT);
        final long termLength = 1L << header.positionBitsToShift();
        return begin == position || begin == BitUtil.align(position, termLength);
    }

    private final class StateListener implements PersistentSubscriptionListener
    {
        @Override
        public void onLiveJoined()
        {
            lastError = null;
        }

        @Override
        public void onLiveLeft()
        {
            fellBehindCount++;
        }

        @Override
        public void onError(final Exception ex)
        {
            lastError = ex;
        }
    }

    @Override
    public String toString()
    {
        return "ArchiveEventFollower{recordingId=" + recordingId + ", cursor=" + cursor + ", position=" + position +
            ", fellBehindCount=" + fellBehindCount + ", lastError=" + lastError + '}';
    }
}
