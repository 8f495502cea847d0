// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import org.agrona.concurrent.IdleStrategy;

/**
 * Idles like another strategy and counts: an agent that no longer idles stands still in its work.
 */
final class BeatingIdleStrategy implements IdleStrategy
{
    private final IdleStrategy strategy;
    private volatile long beats;

    BeatingIdleStrategy(final IdleStrategy strategy)
    {
        this.strategy = strategy;
    }

    /** Duty cycles of the agent; for one writing thread. */
    long beats()
    {
        return beats;
    }

    @Override
    public void idle(final int workCount)
    {
        beats++;
        strategy.idle(workCount);
    }

    @Override
    public void idle()
    {
        beats++;
        strategy.idle();
    }

    @Override
    public void reset()
    {
        strategy.reset();
    }
}
