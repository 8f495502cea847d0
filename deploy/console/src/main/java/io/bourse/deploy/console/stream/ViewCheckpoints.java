// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import io.bourse.clearing.file.DirectoryLock;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.Checkpoint;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.files.OwnDirectory;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The checkpoints of what a console shows, in {@code DIR/console}. Of several consoles on a data directory one writes,
 * the others read. No event is kept for them: what a console has missed for long it reads from the archive.
 */
public final class ViewCheckpoints implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ViewCheckpoints.class);
    private static final String DIRECTORY = "console";
    private static final long INTERVAL_BYTES = 32L * 1024 * 1024;

    private final CheckpointedListener views;
    private final int version;
    private final String settings;
    private CheckpointStore store;
    private DirectoryLock lock;
    private long lastCursor;

    /**
     * Checkpoints of views that have read nothing.
     *
     * @param views of the console.
     * @param version of their state.
     * @param settings that their state depends on.
     */
    public ViewCheckpoints(final CheckpointedListener views, final int version, final String settings)
    {
        this.views = views;
        this.version = version;
        this.settings = settings;
    }

    CheckpointedListener views()
    {
        return views;
    }

    /** Goes on from the newest checkpoint that is right, if there is one. */
    void restore(final Path dataDir, final EngineClient client) throws IOException
    {
        if (null == store)
        {
            open(dataDir.resolve(DIRECTORY));
        }
        final List<Checkpoint> right = store.read(List.of(client));
        if (!right.isEmpty())
        {
            views.state(right.getFirst().state());
            right.getFirst().state().end();
        }
        lastCursor = views.position().cursor();
    }

    private void open(final Path directory) throws IOException
    {
        OwnDirectory.make(directory);
        lock = DirectoryLock.tryAcquire(directory);
        store = null == lock ? CheckpointStore.toRead(directory, DIRECTORY, version, settings) :
            new CheckpointStore(directory, DIRECTORY, version, settings);
    }

    boolean isDue(final long cursor)
    {
        return null != lock && cursor - lastCursor >= INTERVAL_BYTES;
    }

    /** Between two transactions. */
    CheckpointState copy()
    {
        final CheckpointState state = CheckpointState.writing(version);
        views.state(state);
        lastCursor = views.position().cursor();
        return state;
    }

    void write(final StreamPosition position, final CheckpointState state)
    {
        try
        {
            store.write(List.of(position), state);
        }
        catch (final UncheckedIOException ex)
        {
            LOGGER.warn("A checkpoint was not written: the next start of the console reads more of the event stream." +
                " position={}", position, ex);
        }
    }

    @Override
    public void close()
    {
        CloseHelper.close(lock);
    }
}
