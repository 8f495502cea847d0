// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.Publication;
import io.aeron.cluster.service.Cluster;
import io.aeron.logbuffer.FragmentHandler;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.core.event.EventFrameSink;
import org.agrona.DirectBuffer;

/**
 * Snapshots as the core writes them, one record per message. Begin, counts, hash and end are in the records; a snapshot
 * that is not whole is refused by the core's reader.
 */
final class LoggedSnapshots implements CoreSnapshots
{
    private static final int FRAGMENT_LIMIT = 64;

    @Override
    public MatchingEngine read(
        final Cluster cluster, final Image image, final int partition, final EventFrameSink sink)
    {
        final SnapshotReader reader = new SnapshotReader(partition, sink);
        final FragmentHandler assembler = new ImageFragmentAssembler(
            (buffer, offset, length, header) -> reader.onRecord(buffer, offset, length));
        while (!reader.isComplete())
        {
            final int fragments = image.poll(assembler, FRAGMENT_LIMIT);
            if (0 == fragments && (image.isClosed() || image.isEndOfStream()))
            {
                break;
            }
            cluster.idleStrategy().idle(fragments);
        }
        return reader.engine();
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
