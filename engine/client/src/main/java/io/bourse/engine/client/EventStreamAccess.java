// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.exceptions.AeronException;
import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The reading half of an {@link EngineClient}: followers, end of the stream and watermark. It is the same for clients
 * inside the engine's process, outside of it, and on other machines.
 */
public final class EventStreamAccess implements AutoCloseable
{
    private final List<ArchiveEventFollower> followers = new ArrayList<>();
    private final Aeron aeron;
    private final FrameSource.Opener opener;
    private final LongSupplier end;
    private final PublishedWatermark watermark;

    private EventStreamAccess(
        final Aeron aeron,
        final FrameSource.Opener opener,
        final LongSupplier end,
        final PublishedWatermark watermark)
    {
        this.aeron = aeron;
        this.opener = opener;
        this.end = end;
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
        final AtomicCounter endCounter = new AtomicCounter(values, ids[1]);
        return new EventStreamAccess(
            aeron,
            (position, listener) ->
                new ArchiveFrameSource(aeron, recording[0], messageTimeoutNs, credentials, position, listener),
            endCounter::get,
            new CounterWatermark(values, ids[0]));
    }

    /**
     * The event stream of a member on another machine, as far as it is recorded there.
     *
     * @param archive connected to the member's; used, not owned.
     * @param contexts of more connections to it, one for each follower.
     * @return access, whose watermark stays where it is; null when the member does not record events (yet).
     * @throws AeronException when the archive does not answer.
     */
    public static EventStreamAccess remote(
        final AeronArchive archive, final Supplier<AeronArchive.Context> contexts)
    {
        final EventCatalogEntry recording = EventCatalogEntry.find(archive);
        if (null == recording ||
            AeronArchive.NULL_POSITION == archive.getRecordingPosition(recording.recordingId()))
        {
            return null;
        }
        return new EventStreamAccess(
            archive.context().aeron(),
            (position, listener) -> new ReplayFrameSource(contexts.get(), recording.recordingId(), position),
            () -> recordedPosition(archive, recording.recordingId()),
            PublishedWatermark.UNMOVED);
    }

    private static long recordedPosition(final AeronArchive archive, final long recordingId)
    {
        final long position = archive.getRecordingPosition(recordingId);
        if (AeronArchive.NULL_POSITION == position)
        {
            throw new AeronException("the member no longer records events: archive=" +
                archive.context().controlRequestChannel(), AeronException.Category.WARN);
        }
        return position;
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
            new ArchiveEventFollower(aeron::isClosed, opener, fromCursor, listener, this::forget);
        synchronized (followers)
        {
            followers.add(follower);
        }
        return follower;
    }

    /**
     * Where the event stream ends now.
     *
     * @return cursor after the last transaction that was published.
     * @throws AeronException when a member on another machine does not answer.
     */
    public long endCursor()
    {
        return end.getAsLong();
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
