// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.util.ArrayList;
import java.util.List;

/**
 * The reading half of an {@link EngineClient}: followers, end of the stream and watermark. It is the same for clients
 * inside the engine's process and outside of it.
 */
public final class EventStreamAccess implements AutoCloseable
{
    private final List<ArchiveEventFollower> followers = new ArrayList<>();
    private final Aeron aeron;
    private final long recordingId;
    private final long messageTimeoutNs;
    private final CredentialsSupplier credentials;
    private final AtomicCounter endCounter;
    private final PublishedWatermark watermark;

    private EventStreamAccess(
        final Aeron aeron,
        final long recordingId,
        final long messageTimeoutNs,
        final CredentialsSupplier credentials,
        final AtomicCounter endCounter,
        final PublishedWatermark watermark)
    {
        this.aeron = aeron;
        this.recordingId = recordingId;
        this.messageTimeoutNs = messageTimeoutNs;
        this.credentials = credentials;
        this.endCounter = endCounter;
        this.watermark = watermark;
    }

    /**
     * Looks for the counters that an engine allocates when it goes live.
     *
     * @param aeron client of the engine's media driver.
     * @param partition of the engine.
     * @param messageTimeoutNs how long a follower waits for the archive, in nanoseconds.
     * @param credentials of the principal that follows.
     * @return access, or null when there is no such engine (yet).
     * @throws IllegalStateException when the engine is of an older version than this program.
     */
    public static EventStreamAccess tryFind(
        final Aeron aeron, final int partition, final long messageTimeoutNs, final CredentialsSupplier credentials)
    {
        final CountersReader counters = aeron.countersReader();
        final int[] ids = {CountersReader.NULL_COUNTER_ID, CountersReader.NULL_COUNTER_ID};
        final long[] recording = {Aeron.NULL_VALUE};
        final int[] version = {0};
        counters.forEach(
            (counterId, typeId, keyBuffer, label) ->
            {
                final boolean isWatermark = EngineStreams.PUBLISHED_WATERMARK_TYPE_ID == typeId;
                final boolean isEnd = EngineStreams.EVENTS_END_TYPE_ID == typeId;
                if ((isWatermark || isEnd) && partition == keyBuffer.getInt(EngineStreams.KEY_PARTITION_OFFSET))
                {
                    ids[isWatermark ? 0 : 1] = counterId;
                    version[0] = keyBuffer.getInt(EngineStreams.KEY_SCHEMA_VERSION_OFFSET);
                    recording[0] = keyBuffer.getLong(EngineStreams.KEY_RECORDING_ID_OFFSET);
                }
            });
        if (CountersReader.NULL_COUNTER_ID == ids[0] || CountersReader.NULL_COUNTER_ID == ids[1])
        {
            return null;
        }
        requireKnown(version[0], partition);
        final AtomicBuffer values = DriverCounters.map(aeron).valuesBuffer();
        return new EventStreamAccess(
            aeron,
            recording[0],
            messageTimeoutNs,
            credentials,
            new AtomicCounter(values, ids[1]),
            new CounterWatermark(new AtomicCounter(values, ids[0])));
    }

    /** An engine reads what older programs write, and older programs leave out what they do not know. */
    private static void requireKnown(final int engineVersion, final int partition)
    {
        if (engineVersion < MessageHeaderDecoder.SCHEMA_VERSION)
        {
            throw new IllegalStateException("this program is newer than the engine, it would send commands that the" +
                " engine does not know; start the engine with the newer program first: partition=" + partition +
                " engineSchemaVersion=" + engineVersion + " schemaVersion=" + MessageHeaderDecoder.SCHEMA_VERSION);
        }
    }

    /**
     * Follows the event stream.
     *
     * @param fromCursor where to begin.
     * @param listener of the transactions.
     * @return new follower.
     * @throws IllegalArgumentException when the cursor is negative or lies after the end of the stream.
     */
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        final long endCursor = endCursor();
        if (fromCursor < 0 || fromCursor > endCursor)
        {
            throw new IllegalArgumentException("cursor is outside of the event stream: fromCursor=" + fromCursor +
                " endCursor=" + endCursor);
        }
        final ArchiveEventFollower follower =
            new ArchiveEventFollower(aeron::isClosed, this::openSource, fromCursor, listener, this::forget);
        synchronized (followers)
        {
            followers.add(follower);
        }
        return follower;
    }

    private FrameSource openSource(final long position, final PersistentSubscriptionListener listener)
    {
        return new ArchiveFrameSource(aeron, recordingId, messageTimeoutNs, credentials, position, listener);
    }

    /**
     * Where the event stream ends now.
     *
     * @return cursor after the last transaction that was published.
     */
    public long endCursor()
    {
        return endCounter.get();
    }

    /**
     * The venue's published watermark.
     *
     * @return shared by all clients.
     */
    public PublishedWatermark publishedWatermark()
    {
        return watermark;
    }

    /** Closes the followers that are still open. */
    @Override
    public void close()
    {
        final List<ArchiveEventFollower> open;
        synchronized (followers)
        {
            open = new ArrayList<>(followers);
        }
        CloseHelper.closeAll(open);
    }

    private void forget(final ArchiveEventFollower follower)
    {
        synchronized (followers)
        {
            followers.remove(follower);
        }
    }
}
