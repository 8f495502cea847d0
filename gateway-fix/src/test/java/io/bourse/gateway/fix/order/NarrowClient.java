// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

import java.util.function.BooleanSupplier;

/**
 * A client of a real engine whose ring seems full as long as somebody says so.
 */
public record NarrowClient(EngineClient client, BooleanSupplier isFull) implements EngineClient
{
    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        final CommandPublisher publisher = client.newCommandPublisher(sender);
        return (buffer, offset, length) -> !isFull.getAsBoolean() && publisher.offer(buffer, offset, length);
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return client.follow(fromCursor, listener);
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return client.publishedWatermark();
    }

    @Override
    public int partition()
    {
        return client.partition();
    }

    @Override
    public long endCursor()
    {
        return client.endCursor();
    }

    @Override
    public void close()
    {
        client.close();
    }
}
