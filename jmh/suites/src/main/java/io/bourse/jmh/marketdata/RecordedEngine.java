// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.engine.client.ArchiveEventFollower;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

/**
 * An engine whose events were recorded: what follows it does so as it follows a real one, down to the frames.
 */
final class RecordedEngine implements EngineClient, PublishedWatermark
{
    private final EventLaps events;
    private long published;

    RecordedEngine(final EventLaps events)
    {
        this.events = events;
    }

    @Override
    public int partition()
    {
        return 0;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        throw new IllegalStateException("a recording takes no commands");
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return new ArchiveEventFollower(
            () -> false, (position, sourceListener) -> events, fromCursor, listener, (follower) -> { });
    }

    @Override
    public long endCursor()
    {
        return events.historyEnd();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return this;
    }

    @Override
    public long get()
    {
        return published;
    }

    @Override
    public void advance(final long cursor, final long publishedNs)
    {
        published = cursor;
    }

    @Override
    public void close()
    {
    }
}
