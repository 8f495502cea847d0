// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/**
 * How a run comes to its days. When a tailer lives, its checkpoints are waited for; else the ingest follows the stream
 * itself and holds the lock until it is closed.
 */
public final class Ingest implements AutoCloseable
{
    private final IngestContext ctx;

    private Ingest(final IngestContext ctx)
    {
        this.ctx = ctx;
    }

    /**
     * Opens the ingest of a directory.
     *
     * @param ctx with directory and engine.
     * @return ingest.
     */
    public static Ingest open(final IngestContext ctx)
    {
        return new Ingest(ctx.conclude());
    }

    /**
     * The day at the end that the stream has now.
     *
     * @return day, to be closed.
     * @throws io.bourse.clearing.PreconditionException when the stream cannot be followed to there.
     */
    public IngestedDay catchUp()
    {
        throw new UnsupportedOperationException("directory=" + ctx.directory());
    }

    /**
     * The day at the suspension of a run; the stream is followed as far as is needed.
     *
     * @param runId of the current session.
     * @return day, to be closed.
     * @throws io.bourse.clearing.PreconditionException when the stream shows no such run.
     */
    public IngestedDay dayAt(final long runId)
    {
        throw new UnsupportedOperationException("runId=" + runId);
    }

    /**
     * A run as the stream shows it now, what lies behind its cut included.
     *
     * @param runId of the current session.
     * @return null when there is none.
     */
    public RunRecord run(final long runId)
    {
        throw new UnsupportedOperationException("runId=" + runId);
    }

    @Override
    public void close()
    {
        ctx.engineClient(null);
    }
}
