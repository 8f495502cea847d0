// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

/** A real client of a real engine, to be disturbed by its subclasses. */
public class ForwardingClient implements EngineClient
{
    private final EngineClient client;

    public ForwardingClient(final EngineClient client)
    {
        this.client = client;
    }

    @Override
    public int partition()
    {
        return client.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        return client.newCommandPublisher(sender);
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return client.follow(fromCursor, listener);
    }

    @Override
    public long endCursor()
    {
        return client.endCursor();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return client.publishedWatermark();
    }

    @Override
    public void close()
    {
        // The engine owns the client behind this one.
    }
}
