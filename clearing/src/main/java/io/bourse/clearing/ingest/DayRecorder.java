// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EventListener;

/**
 * Writes what the event stream tells into the tables of the ingest, and checkpoints at every cut and session opening.
 * Needs neither engine nor Aeron: whoever has events may tell them.
 */
public final class DayRecorder implements EventListener, AutoCloseable
{
    private final IngestContext ctx;

    /**
     * Takes the directory and recovers from its last checkpoint.
     *
     * @param ctx with the directory.
     */
    public DayRecorder(final IngestContext ctx)
    {
        this.ctx = ctx.conclude();
    }

    /**
     * Where the recorder has got to; events before it must not be told again.
     *
     * @return bytes in the event stream.
     */
    public long cursor()
    {
        return 0;
    }

    /** Makes everything so far readable and restartable. */
    public void checkpoint()
    {
    }

    @Override
    public void close()
    {
        ctx.engineClient(null);
    }
}
