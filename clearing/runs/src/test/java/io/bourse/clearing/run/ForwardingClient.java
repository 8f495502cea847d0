// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;

/** A real client of a real engine, to be disturbed by its subclasses. */
public class ForwardingClient extends ForwardingEngineClient
{
    public ForwardingClient(final EngineClient client)
    {
        super(client);
    }

    @Override
    public void close()
    {
        // The engine owns the client behind this one.
    }
}
