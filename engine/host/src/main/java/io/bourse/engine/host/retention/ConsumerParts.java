// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.client.checkpoint.StreamPosition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * A consumer that reads the event stream of one partition in several parts, each with checkpoints of its own or with
 * none. It needs what the part needs that is furthest behind, and everything as long as one of them does. Parts are
 * named before the first of them runs; after that any thread may report.
 */
public final class ConsumerParts
{
    private final List<Long> cursors = new ArrayList<>();
    private final ConsumerRegistry registry;
    private final String consumer;

    /**
     * A consumer without parts.
     *
     * @param registry of the venue.
     * @param consumer its name.
     */
    public ConsumerParts(final ConsumerRegistry registry, final String consumer)
    {
        ConsumerRegistry.requireName(consumer);
        this.registry = registry;
        this.consumer = consumer;
    }

    /**
     * One more part. It needs everything until its checkpoints say otherwise.
     *
     * @return what its {@link io.bourse.engine.client.checkpoint.CheckpointStore} calls; a part without one calls
     *     nothing.
     */
    public synchronized Consumer<List<StreamPosition>> part()
    {
        final int index = cursors.size();
        cursors.add(0L);
        return positions -> needs(index, positions.isEmpty() ? 0 : positions.getFirst().previousCursor());
    }

    private synchronized void needs(final int index, final long cursor)
    {
        cursors.set(index, cursor);
        registry.hold(consumer, Collections.min(cursors));
    }
}
