// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.SnapshotStatus;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Takes a snapshot while trading goes on, and waits until it is on the disk.
 *
 * @param timeoutSeconds how long to wait for it, up to 3600; null: 120.
 */
public record TakeSnapshot(Integer timeoutSeconds) implements Act<TakeSnapshot.Taken>
{
    private static final int DEFAULT_SECONDS = 120;
    private static final int MOST_SECONDS = 3600;

    /**
     * The snapshot.
     *
     * @param position in the journal, or in the log of a cluster.
     * @param records number; 0 when the host does not count them.
     * @param bytes in its records; 0 when the host does not count them.
     * @param pauseNs how long trading stood.
     */
    public record Taken(long position, long records, long bytes, long pauseNs)
    {
    }

    /** Checks the form. */
    public TakeSnapshot
    {
        timeoutSeconds = null == timeoutSeconds ? DEFAULT_SECONDS : timeoutSeconds;
        Forms.positive("timeoutSeconds", timeoutSeconds);
        Forms.require(timeoutSeconds <= MOST_SECONDS, "timeoutSeconds", "the longest wait is " + MOST_SECONDS +
            " s: {timeoutSeconds}=" + timeoutSeconds);
    }

    @Override
    public Taken execute(final ActContext context) throws IOException
    {
        final VenueDescriptor venue = VenueDescriptor.read(context.dataDir());
        try (SnapshotStatus status = SnapshotStatus.connect(venue.aeronDirectory(), venue.partition()))
        {
            await(status, context.operator().takeSnapshot().commandPosition());
            return new Taken(status.position(), status.records(), status.bytes(), status.pauseNs());
        }
    }

    private void await(final SnapshotStatus status, final long duePosition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (status.position() < duePosition)
        {
            if (status.failedPosition() >= duePosition)
            {
                throw new IllegalStateException("the snapshot failed, trading goes on; the venue's log tells why:" +
                    " position=" + status.failedPosition());
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the snapshot is not complete in time, it may still become so:" +
                    " position=" + duePosition + " lastPosition=" + status.position() + " timeoutS=" + timeoutSeconds);
            }
            idle.idle();
        }
    }
}
