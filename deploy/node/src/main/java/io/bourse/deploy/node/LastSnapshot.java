// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.operator.OperatorClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The snapshot of a solo host that stops in order: taken after everything that sends commands is closed, so that
 * nothing is journalled after it. A start then replays nothing, also that of another version of the program. Without
 * it, as after a crash, the next start replays what came after the snapshot before.
 */
final class LastSnapshot implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(LastSnapshot.class);
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final VenueEngine engine;
    private final int partition;
    private final CompletableFuture<Throwable> failure;
    private boolean isWanted;

    LastSnapshot(final VenueEngine engine, final int partition, final CompletableFuture<Throwable> failure)
    {
        this.engine = engine;
        this.partition = partition;
        this.failure = failure;
    }

    /**
     * Takes a snapshot, after the one that is being written if there is one, and waits until it is whole.
     *
     * @return position of its command.
     * @throws IllegalStateException when one of them is not written in time, or fails.
     */
    static long take(final VenueEngine engine, final int partition)
    {
        if (!engine.awaitSnapshotWritten(0))
        {
            LOGGER.warn("the last snapshot waits for the one that is being written: timeoutS={}",
                TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NS));
        }
        if (!engine.awaitSnapshotWritten(TIMEOUT_NS))
        {
            throw new IllegalStateException("the snapshot before is still being written, is the disk slow? timeoutS=" +
                TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NS));
        }
        try (EngineClient client = engine.connect();
            OperatorClient operator = new OperatorClient(client, TIMEOUT_NS);
            SnapshotStatus status = SnapshotStatus.connect(engine.aeronDirectoryName(), partition))
        {
            final long position = operator.takeSnapshot().commandPosition();
            status.await(position, TIMEOUT_NS);
            return position;
        }
    }

    /** The venue serves: what it holds is worth a snapshot. */
    void want()
    {
        isWanted = true;
    }

    @Override
    public void close()
    {
        // A component that has failed may have stopped the engine's thread.
        if (!isWanted || failure.isDone())
        {
            return;
        }
        try
        {
            LOGGER.info("the last command is a snapshot: commandPosition={}", take(engine, partition));
        }
        catch (final RuntimeException ex)
        {
            LOGGER.warn("the venue stops without a last snapshot, the next start replays what came after the one " +
                "before: reason=\"{}\"", ex.getMessage());
        }
    }
}
