// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import io.bourse.engine.client.EngineClient;

import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Checkpoints of a component, one at the beginning of each day, when little goes over and nothing trades. A start then
 * reads the events of one day, however old the venue is.
 */
public final class DayCheckpoints implements DayKeeper, CheckpointWriter.Results, AutoCloseable
{
    private final CheckpointStore store;
    private final LongConsumer written;
    private final Runnable failed;
    private final CheckpointWriter writer;
    private List<StreamPosition> kept;

    /**
     * Starts the thread that writes.
     *
     * @param store of the checkpoints.
     * @param written takes the cursor of each checkpoint that is complete.
     * @param failed is called when one could not be written.
     */
    public DayCheckpoints(final CheckpointStore store, final LongConsumer written, final Runnable failed)
    {
        this.store = store;
        this.written = written;
        this.failed = failed;
        writer = new CheckpointWriter(store, this);
    }

    /**
     * A listener as it was before the newest day that is here; the day itself is to be read from the event stream.
     *
     * @param client of the engine.
     * @param empty makes a listener that has read nothing.
     * @param <T> kind of the listener.
     * @return the listener, which gives its days to this.
     */
    public <T extends CheckpointedListener> T restore(final EngineClient client, final Supplier<T> empty)
    {
        return restore(List.of(client), empty);
    }

    /**
     * The same of a listener that follows several partitions.
     *
     * @param clients of the engines, ascending by partition.
     * @param empty makes a listener that has read nothing.
     * @param <T> kind of the listener.
     * @return the listener, which gives its days to this.
     */
    public <T extends CheckpointedListener> T restore(
        final List<? extends EngineClient> clients, final Supplier<T> empty)
    {
        final T listener = CheckpointedHistory.restore(clients, store, empty);
        listener.days(this);
        return listener;
    }

    /** A day that is kept and not written yet gives way. */
    @Override
    public CheckpointState begin()
    {
        if (writer.isBusy())
        {
            return null;
        }
        kept = null;
        return writer.begin();
    }

    @Override
    public void keep(final StreamPosition position)
    {
        keep(List.of(position));
    }

    @Override
    public void keep(final List<StreamPosition> positions)
    {
        kept = positions;
    }

    /** Has the day written that is kept, if there is one. What the day needs besides is on the disk by then. */
    public void write()
    {
        if (null != kept)
        {
            writer.write(kept);
            kept = null;
        }
    }

    @Override
    public void onWritten(final StreamPosition position)
    {
        written.accept(position.cursor());
    }

    @Override
    public void onFailed()
    {
        failed.run();
    }

    @Override
    public void close()
    {
        writer.close();
    }
}
