// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Writes the checkpoints of a component that must not wait for a disk: its thread copies the state into memory, another
 * one writes the file. One at a time.
 */
public final class CheckpointWriter implements AutoCloseable
{
    /** Bytes that a component may copy while there is trading: a fraction of a millisecond. */
    public static final int MAX_LENGTH_IN_TRADING = 256 * 1024;

    /**
     * What became of a checkpoint. Called on the thread that writes.
     */
    public interface Results
    {
        /**
         * It is complete.
         *
         * @param position that it is of.
         */
        void onWritten(StreamPosition position);

        /** It could not be written: the former one stays. */
        void onFailed();
    }

    private static final long CLOSE_TIMEOUT_S = 5;
    private static final Logger LOGGER = LoggerFactory.getLogger(CheckpointWriter.class);

    private final CheckpointStore store;
    private final Results results;
    private final CheckpointState state;
    private final ExecutorService writer;
    private volatile boolean isWriting;

    /**
     * Starts the thread.
     *
     * @param store to write to.
     * @param results hears of each checkpoint.
     */
    public CheckpointWriter(final CheckpointStore store, final Results results)
    {
        this.store = store;
        this.results = results;
        state = CheckpointState.writing(store.version());
        writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("checkpoint-writer").daemon(true).factory());
    }

    /**
     * Whether the last one is still being written.
     *
     * @return true when there can be no other yet.
     */
    public boolean isBusy()
    {
        return isWriting;
    }

    /**
     * Where the next state is copied to.
     *
     * @return empty state, only when not {@link #isBusy()}.
     */
    public CheckpointState begin()
    {
        state.clear();
        return state;
    }

    /**
     * Has the state written that was copied since {@link #begin}.
     *
     * @param position that it is of.
     */
    public void write(final StreamPosition position)
    {
        write(List.of(position));
    }

    /**
     * Has the state written that was copied since {@link #begin}.
     *
     * @param positions that it is of, one for each partition, ascending.
     */
    public void write(final List<StreamPosition> positions)
    {
        isWriting = true;
        writer.execute(() -> writeNow(positions));
    }

    private void writeNow(final List<StreamPosition> positions)
    {
        try
        {
            store.write(positions, state);
            results.onWritten(positions.getFirst());
        }
        catch (final RuntimeException ex)
        {
            results.onFailed();
            LOGGER.warn("A checkpoint was not written: the next start reads more of the event stream. component={}" +
                " positions={}", store.component(), positions, ex);
        }
        finally
        {
            isWriting = false;
        }
    }

    /** Waits for what is being written, unless the disk hangs. */
    @Override
    public void close()
    {
        writer.shutdown();
        try
        {
            if (!writer.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS))
            {
                LOGGER.warn("A checkpoint is still being written, the former one stays. component={} timeoutS={}",
                    store.component(), CLOSE_TIMEOUT_S);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
