// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.exceptions.AeronEvent;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventListener;
import org.agrona.BitUtil;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows the events recording: replays from the archive, then joins the live stream, and goes back to replaying when
 * it falls behind.
 *
 * <p>A source that goes wrong is closed and another one opened where this follower stands: when the live stream was
 * overwritten under it, when it could not join the live stream, and when its subscription throws. The last happens to a
 * slow reader without any fault of its own: the client's thread takes away the image that the subscription is just
 * looking at.
 *
 * <p>{@link #poll} and {@link #close} exclude each other, so that an engine that shuts down does not unmap what another
 * thread is reading. The lock is not contended in any other case.
 */
public final class ArchiveEventFollower implements EventFollower
{
    /** What the archive says, on any machine. */
    private static final Pattern PURGED = Pattern.compile("less than recording start position=([0-9]+)");
    /** Sources opened one after the other that may throw or fail before a frame comes. */
    private static final int MAX_FRUITLESS_SOURCES = 5;

    private final PersistentSubscriptionListener sourceListener = new SourceListener();
    private final FragmentHandler fragmentHandler = this::onFragment;
    private final BooleanSupplier isMediaClosed;
    private final FrameSource.Opener opener;
    private final Runnable onClose;
    private final FrameAssembler assembler;

    private FrameSource source;
    private Exception lastError;
    private Exception failure;
    private long position;
    private long cursor;
    private int framesTaken;
    private boolean isReopenDue;
    private boolean isMisplaced;
    private boolean isDelivering;
    private boolean isClosed;
    private int fellBehindCount;
    private int fruitlessSources;

    /**
     * A follower over sources of choice.
     *
     * @param isMediaClosed true when there is nothing to follow any more.
     * @param opener of sources.
     * @param fromCursor where to begin.
     * @param listener of the transactions.
     * @param onClose called when this follower is closed.
     */
    public ArchiveEventFollower(
        final BooleanSupplier isMediaClosed,
        final FrameSource.Opener opener,
        final long fromCursor,
        final EventListener listener,
        final Consumer<ArchiveEventFollower> onClose)
    {
        this.isMediaClosed = isMediaClosed;
        this.opener = opener;
        this.onClose = () -> onClose.accept(this);
        position = fromCursor;
        cursor = fromCursor;
        assembler = new FrameAssembler(new EventDispatcher(listener));
        source = opener.open(position, sourceListener);
    }

    @Override
    public synchronized int poll(final int frameLimit)
    {
        if (isClosed || isMediaClosed.getAsBoolean())
        {
            throw new IllegalStateException("the event stream is closed, by the follower's owner or with its engine:" +
                " cursor=" + cursor + " closed=" + isClosed);
        }
        if (null != failure)
        {
            final Matcher purged = PURGED.matcher(String.valueOf(failure.getMessage()));
            final String facts = " cursor=" + cursor + " reason=" + failure;
            if (purged.find())
            {
                throw new PurgedEventsException("the events at this cursor were purged, bourse history restore brings" +
                    " them back from the archive: oldestCursor=" + purged.group(1) + facts, failure);
            }
            throw new IllegalStateException("the event stream cannot be followed any further:" + facts, failure);
        }

        framesTaken = 0;
        isMisplaced = false;
        try
        {
            source.poll(fragmentHandler, frameLimit);
        }
        catch (final RuntimeException ex)
        {
            onPollFailure(ex);
        }
        checkSource();
        if (isReopenDue)
        {
            reopen();
        }
        return framesTaken;
    }

    /** What the listener throws is its owner's affair; what the subscription throws may be over with the next one. */
    private void onPollFailure(final RuntimeException ex)
    {
        if (isDelivering || ++fruitlessSources > MAX_FRUITLESS_SOURCES)
        {
            failure = ex;
            throw ex;
        }
        lastError = ex;
        isReopenDue = true;
    }

    /**
     * A subscription that went back to the recording by itself may have taken its place from a header that was just
     * being overwritten, and fails there. Our own position is checked, so the next source begins right.
     */
    private void checkSource()
    {
        // What a poll threw is counted; the source that threw it may report it again.
        final Exception failed = isReopenDue ? null : source.failure();
        if (isMisplaced && ++fruitlessSources > MAX_FRUITLESS_SOURCES)
        {
            isReopenDue = false;
            failure = new IllegalStateException("every source begins with a frame that is not the next one: position=" +
                position + " sources=" + fruitlessSources);
        }
        else if (null != failed && ++fruitlessSources > MAX_FRUITLESS_SOURCES)
        {
            failure = failed;
        }
        else if (null != failed)
        {
            lastError = failed;
            isReopenDue = true;
        }
    }

    private void reopen()
    {
        isReopenDue = false;
        fellBehindCount++;
        CloseHelper.quietClose(source);
        try
        {
            source = opener.open(position, sourceListener);
            failure = null;
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
            throw ex;
        }
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
    public int fellBehindCount()
    {
        return fellBehindCount;
    }

    @Override
    public synchronized void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            if (!isMediaClosed.getAsBoolean())
            {
                CloseHelper.quietClose(source);
            }
            onClose.run();
        }
    }

    /**
     * A reader that is untethered may find its log buffer overwritten while it reads. So a frame is copied first and
     * believed only if its place in the stream, read again after the copy, is the one that must come next.
     */
    private void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        if (isReopenDue)
        {
            return;
        }
        final long endPosition = header.position();
        if (!isNext(endPosition, length, header) || length > header.frameLength())
        {
            isReopenDue = true;
            isMisplaced = true;
            return;
        }
        final long publicationStamp = header.reservedValue();
        assembler.copy(buffer, offset, length);
        if (endPosition != header.position())
        {
            isReopenDue = true;
            return;
        }
        position = endPosition;
        framesTaken++;
        fruitlessSources = 0;
        isDelivering = true;
        if (assembler.accept(length, endPosition, publicationStamp))
        {
            cursor = endPosition;
        }
        isDelivering = false;
    }

    private boolean isNext(final long endPosition, final int length, final Header header)
    {
        final long begin = endPosition -
            BitUtil.align(length + DataHeaderFlyweight.HEADER_LENGTH, FrameDescriptor.FRAME_ALIGNMENT);
        final long termLength = 1L << header.positionBitsToShift();
        return begin == position || begin == BitUtil.align(position, termLength);
    }

    private final class SourceListener implements PersistentSubscriptionListener
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
            // The only plain event there is: the live image has come and gone between two polls and will not come
            // again. Without a new subscription the archive would have to replay to this follower for ever.
            isReopenDue |= AeronEvent.class == ex.getClass();
        }
    }

    @Override
    public String toString()
    {
        return "ArchiveEventFollower{cursor=" + cursor + ", position=" + position +
            ", fellBehindCount=" + fellBehindCount + ", lastError=" + lastError + '}';
    }
}
