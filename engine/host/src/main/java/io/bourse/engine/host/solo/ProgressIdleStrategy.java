// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.agrona.concurrent.IdleStrategy;

/**
 * How a thread waits for the media driver: the engine's own thread, which is the driver's too, by giving the driver its
 * turn. A component on that thread would otherwise wait for itself.
 */
final class ProgressIdleStrategy implements IdleStrategy
{
    private final EngineDutyCycle dutyCycle;

    ProgressIdleStrategy(final EngineDutyCycle dutyCycle)
    {
        this.dutyCycle = dutyCycle;
    }

    @Override
    public void idle(final int workCount)
    {
        if (workCount <= 0)
        {
            idle();
        }
    }

    @Override
    public void idle()
    {
        dutyCycle.awaitProgress();
    }

    @Override
    public void reset()
    {
        // Nothing is remembered from one wait to the next.
    }

    @Override
    public String alias()
    {
        return "progress";
    }
}
