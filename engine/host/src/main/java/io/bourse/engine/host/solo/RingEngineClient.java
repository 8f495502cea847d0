// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventStreamAccess;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.CloseHelper;

import java.util.function.Consumer;

/**
 * A client inside the engine's process: commands go straight into the ring.
 */
final class RingEngineClient implements EngineClient
{
    private final int partition;
    private final CommandRing ring;
    private final CounterSet<EngineCounter> counters;
    private final EventStreamAccess events;
    private final AutoCloseable owned;
    private final Consumer<RingEngineClient> onClose;

    RingEngineClient(
        final int partition,
        final CommandRing ring,
        final CounterSet<EngineCounter> counters,
        final EventStreamAccess events,
        final AutoCloseable owned,
        final Consumer<RingEngineClient> onClose)
    {
        this.partition = partition;
        this.ring = ring;
        this.counters = counters;
        this.events = events;
        this.owned = owned;
        this.onClose = onClose;
    }

    @Override
    public int partition()
    {
        return partition;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        return RingCommandPublisher.of(ring, counters, sender);
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return events.follow(fromCursor, listener);
    }

    @Override
    public long endCursor()
    {
        return events.endCursor();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return events.publishedWatermark();
    }

    @Override
    public void close()
    {
        events.close();
        CloseHelper.quietClose(owned);
        onClose.accept(this);
    }
}
