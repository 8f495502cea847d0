// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.SnapshotStatus;

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
            status.await(
                context.operator().takeSnapshot().commandPosition(), TimeUnit.SECONDS.toNanos(timeoutSeconds));
            return new Taken(status.position(), status.records(), status.bytes(), status.pauseNs());
        }
    }
}
