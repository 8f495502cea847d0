// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

/**
 * All of another client, for subclasses that change one thing of it.
 */
public class ForwardingEngineClient implements EngineClient
{
    private final EngineClient client;

    /**
     * A client that does what another one does.
     *
     * @param client which is closed with this one.
     */
    public ForwardingEngineClient(final EngineClient client)
    {
        this.client = client;
    }

    @Override
    public int partition()
    {
        return client.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal principal)
    {
        return client.newCommandPublisher(principal);
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
        client.close();
    }
}
