// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * Counts the checkpoints of a component. May be called from any thread.
 */
public final class CheckpointCounters
{
    private final CounterSet<CheckpointCounter> counters = new CounterSet<>(CheckpointCounter.class);

    /**
     * The component goes on from a checkpoint.
     *
     * @param cursor of it; 0 for none.
     */
    public void started(final long cursor)
    {
        counters.set(CheckpointCounter.CURSOR, cursor);
    }

    /**
     * A checkpoint is complete.
     *
     * @param cursor of it.
     */
    public void written(final long cursor)
    {
        counters.set(CheckpointCounter.CURSOR, cursor);
        counters.set(CheckpointCounter.WRITTEN_MS, System.currentTimeMillis());
        counters.increment(CheckpointCounter.WRITTEN);
    }

    /** A checkpoint could not be written. */
    public void failed()
    {
        counters.increment(CheckpointCounter.FAILED);
    }

    /**
     * What was counted.
     *
     * @return live counters.
     */
    public CounterSet<CheckpointCounter> all()
    {
        return counters;
    }
}
