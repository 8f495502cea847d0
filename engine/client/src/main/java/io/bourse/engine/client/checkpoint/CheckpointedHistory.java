// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.EventListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * The event stream up to where it ends now, read from a checkpoint on.
 */
public final class CheckpointedHistory
{
    /** Bytes that have to be read for another checkpoint to be written. */
    public static final long SHORTEST_TAIL = 16L * 1024 * 1024;
    private static final Logger LOGGER = LoggerFactory.getLogger(CheckpointedHistory.class);

    private CheckpointedHistory()
    {
    }

    /**
     * What is left of events that no client gives any more.
     */
    @FunctionalInterface
    public interface Purged
    {
        /**
         * Reads on to where the stream can be followed, if a cursor is before it.
         *
         * @param fromCursor end of a transaction, or the beginning.
         * @param listener receives every event after it.
         * @return cursor after the last one; as given when there is none, or when they cannot be had.
         */
        long read(long fromCursor, EventListener listener);
    }

    /**
     * Reads it, and writes another checkpoint when much of it had to be read.
     *
     * @param client of the engine.
     * @param store of checkpoints of this listener; unless it is read only no other process writes them meanwhile.
     * @param empty makes a listener that has read nothing.
     * @param purged is read when no checkpoint is right and the stream does not have its beginning any more.
     * @param <T> kind of the listener.
     * @return the listener at that point.
     * @throws IllegalStateException when the stream goes silent before, or what is needed of it was purged.
     */
    public static <T extends CheckpointedListener> T read(
        final EngineClient client, final CheckpointStore store, final Supplier<T> empty, final Purged purged)
    {
        return read(client, store, empty, purged, SHORTEST_TAIL);
    }

    static <T extends CheckpointedListener> T read(
        final EngineClient client,
        final CheckpointStore store,
        final Supplier<T> empty,
        final Purged purged,
        final long shortestTail)
    {
        final T listener = restore(client, store, empty);
        final long fromCursor = listener.position().cursor();
        StreamHistory.readFrom(client, purged.read(fromCursor, listener.listener()), listener.listener());
        if (store.isWritten() && listener.position().cursor() - fromCursor >= shortestTail)
        {
            write(store, listener);
        }
        return listener;
    }

    /**
     * A listener as it was at its newest checkpoint that is right.
     *
     * @param client of the engine.
     * @param store of checkpoints of this listener.
     * @param empty makes a listener that has read nothing.
     * @param <T> kind of the listener.
     * @return the listener at its {@link CheckpointedListener#position()}.
     */
    public static <T extends CheckpointedListener> T restore(
        final EngineClient client, final CheckpointStore store, final Supplier<T> empty)
    {
        return restore(List.of(client), store, empty);
    }

    static <T extends CheckpointedListener> T restore(
        final List<? extends EngineClient> clients, final CheckpointStore store, final Supplier<T> empty)
    {
        for (final Checkpoint checkpoint : store.read(clients))
        {
            try
            {
                final T listener = empty.get();
                listener.state(checkpoint.state());
                checkpoint.state().end();
                return listener;
            }
            catch (final CheckpointException ex)
            {
                store.refused(checkpoint.file(), ex);
            }
        }
        return empty.get();
    }

    private static void write(final CheckpointStore store, final CheckpointedListener listener)
    {
        try
        {
            final CheckpointState state = CheckpointState.writing(store.version());
            listener.state(state);
            store.write(List.of(listener.position()), state);
        }
        catch (final UncheckedIOException ex)
        {
            LOGGER.warn("A checkpoint was not written: the next start reads more of the event stream. position={}",
                listener.position(), ex);
        }
    }
}
