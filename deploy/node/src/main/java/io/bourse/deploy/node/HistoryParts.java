// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.retention.ConsumerRegistry;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The history that a gateway of all partitions needs of each of them: what the part needs that is furthest behind
 * there. Parts are named before the first of them runs; after that any thread may report.
 */
final class HistoryParts
{
    private final List<long[]> parts = new ArrayList<>();
    private final List<ConsumerRegistry> registries;
    private final String gateway;

    HistoryParts(final String gateway, final List<Path> partitions)
    {
        this.gateway = gateway;
        registries = partitions.stream().map(ConsumerRegistry::new).toList();
    }

    /**
     * One more part. It needs everything until its checkpoints say otherwise.
     *
     * @return takes the positions of the partitions that the part follows; none: it needs everything of all.
     */
    synchronized Consumer<List<StreamPosition>> part()
    {
        final long[] cursors = new long[registries.size()];
        parts.add(cursors);
        return positions -> needs(cursors, positions);
    }

    private synchronized void needs(final long[] cursors, final List<StreamPosition> positions)
    {
        Arrays.fill(cursors, positions.isEmpty() ? 0 : Long.MAX_VALUE);
        positions.forEach(position -> cursors[position.partition()] = position.previousCursor());
        for (int i = 0; i < cursors.length; i++)
        {
            final int partition = i;
            registries.get(i).hold(
                gateway, parts.stream().mapToLong(part -> part[partition]).min().getAsLong());
        }
    }
}
