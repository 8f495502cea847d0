// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes an engine out of service in good order: what was taken is executed and recorded, and both recordings end at a
 * known position. If the engine has failed nothing of this is tried; the next start recovers.
 */
final class EngineStop
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineStop.class);

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final SoloOptions options;
    private final CommandRing ring;
    private final EngineStart start;
    private final long deadlineNs;

    EngineStop(
        final SoloOptions options, final CommandRing ring, final EngineStart start, final long deadlineNs)
    {
        this.options = options;
        this.ring = ring;
        this.start = start;
        this.deadlineNs = deadlineNs;
    }

    /** Waits until every command that was taken is executed. */
    void drain()
    {
        while (start.media().isRunning() && !isDrained())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                LOGGER.warn("closed before all commands were executed: dataDir={} closeTimeoutNs={}",
                    options.host().dataDir(), options.closeTimeoutNs());
                return;
            }
            idle.idle();
        }
    }

    /** Takes the agents off the engine's thread and ends the recordings. */
    void retire()
    {
        final EngineDutyCycle dutyCycle = start.media().dutyCycle();
        dutyCycle.live(null);
        final long cycles = dutyCycle.cycles();
        while (start.media().isRunning() && dutyCycle.cycles() < cycles + 2 && System.nanoTime() - deadlineNs < 0)
        {
            idle.idle();
        }
        if (!start.media().isRunning())
        {
            return;
        }
        if (start.media().recorder().awaitRecorded(start.journal(), deadlineNs) &&
            start.media().recorder().awaitRecorded(start.events(), deadlineNs))
        {
            start.mark().remove();
        }
        else
        {
            LOGGER.warn("closed before everything was recorded: dataDir={} closeTimeoutNs={}",
                options.host().dataDir(), options.closeTimeoutNs());
        }
    }

    private boolean isDrained()
    {
        final EngineDutyCycle.Live live = start.live();
        return ring.isEmpty() && live.matcher().position() >= live.sequencer().journalPosition();
    }
}
