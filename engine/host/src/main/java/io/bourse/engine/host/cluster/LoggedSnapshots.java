// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.Publication;
import io.aeron.cluster.service.Cluster;
import io.aeron.logbuffer.FragmentHandler;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.CapacityCheck;
import io.bourse.engine.host.execution.CapacityWatch;
import io.bourse.engine.host.snapshot.SnapshotFile;
import org.agrona.DirectBuffer;

/**
 * Snapshots as the core writes them, one record per message. Begin, counts, hash and end are in the records; a snapshot
 * that is not whole is refused by the core's reader.
 */
final class LoggedSnapshots implements CoreSnapshots
{
    private static final int FRAGMENT_LIMIT = 64;

    private final CapacityCheck capacityCheck;

    /**
     * Snapshots of a member.
     *
     * @param capacityCheck of what a snapshot holds, before it is loaded, and of its limits.
     */
    LoggedSnapshots(final CapacityCheck capacityCheck)
    {
        this.capacityCheck = capacityCheck;
    }

    @Override
    public MatchingEngine read(
        final Cluster cluster, final Image image, final int partition, final EventFrameSink sink)
    {
        final SnapshotReader reader = new SnapshotReader(partition, sink);
        final VenueLimitsSpec[] held = new VenueLimitsSpec[1];
        final RuntimeException[] refusal = new RuntimeException[1];
        final FragmentHandler assembler = new ImageFragmentAssembler((buffer, offset, length, header) ->
        {
            try
            {
                reader.onRecord(buffer, offset, length);
                final VenueLimitsSpec first = null == held[0] ? SnapshotFile.held(buffer, offset) : null;
                held[0] = null == first ? held[0] : first;
            }
            catch (final RuntimeException ex)
            {
                refusal[0] = null == refusal[0] ? ex : refusal[0];
            }
        });
        boolean isChecked = false;
        while (!reader.isComplete())
        {
            final int fragments = image.poll(assembler, FRAGMENT_LIMIT);
            if (null != refusal[0])
            {
                // The image passes what its handler throws to the client's error handler, and goes on.
                throw refusal[0];
            }
            if (0 == fragments && (image.isClosed() || image.isEndOfStream()))
            {
                break;
            }
            if (!isChecked && null != held[0])
            {
                // The heap could run out while the rest is loaded. Not in the handler, whose failures the image keeps.
                isChecked = true;
                capacityCheck.requireHeld(held[0]);
            }
            cluster.idleStrategy().idle(fragments);
        }
        final MatchingEngine engine = reader.engine();
        capacityCheck.requireLimits(CapacityWatch.spec(engine.limits()));
        return engine;
    }

    @Override
    public void write(final Cluster cluster, final MatchingEngine engine, final ExclusivePublication publication)
    {
        engine.writeSnapshot((buffer, offset, length) -> offer(cluster, publication, buffer, offset, length));
    }

    private static void offer(
        final Cluster cluster,
        final ExclusivePublication publication,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        long result = publication.offer(buffer, offset, length);
        while (result <= 0)
        {
            if (Publication.BACK_PRESSURED != result && Publication.ADMIN_ACTION != result)
            {
                throw new IllegalStateException("the snapshot is no longer recorded: result=" +
                    Publication.errorString(result) + " logPosition=" + cluster.logPosition());
            }
            cluster.idleStrategy().idle();
            result = publication.offer(buffer, offset, length);
        }
    }
}
