// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.StreamPosition;

import java.util.Arrays;
import java.util.List;

/**
 * Where the event streams of all partitions end at a moment, for those who wait until the tailer of another process has
 * got there, or as far as it can: what all partitions do together waits for those that have not done it.
 */
final class StreamEnds
{
    private final List<EngineClient> partitions;
    private final long timeoutNs;
    private final long[] ends;
    /** Of each partition: where it was seen last, and whether all do what comes there together; null when unknown. */
    private final long[] seenAt;
    private final Boolean[] isTogether;

    /** The ends of now. */
    StreamEnds(final IngestContext ctx)
    {
        partitions = UnionClient.partitions(ctx.engineClient());
        timeoutNs = ctx.timeoutNs();
        ends = partitions.stream().mapToLong(EngineClient::endCursor).toArray();
        seenAt = new long[ends.length];
        Arrays.fill(seenAt, -1);
        isTogether = new Boolean[ends.length];
    }

    /** By partition, in bytes. */
    long[] cursors()
    {
        return ends;
    }

    /** Whether the last checkpoint has them all, or the tailer waits with what it lacks. */
    boolean areReached(final CheckpointStore store)
    {
        final long latest = IngestedDays.latestCursor(store);
        if (1 == ends.length || latest < 0)
        {
            return latest >= ends[0];
        }
        final List<StreamPosition> reached = IngestedDays.positions(store.directory().getParent());
        int waiting = 0;
        for (int i = 0; i < ends.length && i < reached.size(); i++)
        {
            if (reached.get(i).cursor() < ends[i])
            {
                if (!isTogether(i, reached.get(i).cursor()))
                {
                    return false;
                }
                waiting++;
            }
        }
        return ends.length == reached.size() && waiting < ends.length;
    }

    /** The stream is read there only when the tailer has not gone on since it was seen there before. */
    private boolean isTogether(final int partition, final long cursor)
    {
        if (cursor != seenAt[partition])
        {
            seenAt[partition] = cursor;
            isTogether[partition] = null;
            return false;
        }
        if (null == isTogether[partition])
        {
            isTogether[partition] = null != Together.at(partitions.get(partition), cursor, timeoutNs);
        }
        return isTogether[partition];
    }

    @Override
    public String toString()
    {
        return Arrays.toString(ends);
    }
}
