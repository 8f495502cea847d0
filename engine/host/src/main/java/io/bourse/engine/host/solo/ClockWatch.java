// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.clock.StopCommand;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.function.LongSupplier;

/**
 * Tells the clock what the core has executed, and sees when order entry has to be stopped. Sequencer and matcher run on
 * one thread, hence the plain reads.
 */
final class ClockWatch
{
    /** A command that the core does not execute, because it was quarantined, is not repeated for ever. */
    private static final int MAX_ATTEMPTS = 3;

    private final HostClock clock;
    private final MatchingEngine engine;
    private final LongSupplier journalPosition;
    private final StopCommand command;
    private long appendedPosition;
    private int attempts;

    /**
     * A watch on a clock.
     *
     * @param clock of the stamps, started.
     * @param engine core.
     * @param journalPosition of what the matcher executes.
     * @param partition of the core.
     */
    ClockWatch(
        final HostClock clock, final MatchingEngine engine, final LongSupplier journalPosition, final int partition)
    {
        this.clock = clock;
        this.engine = engine;
        this.journalPosition = journalPosition;
        command = new StopCommand(partition);
    }

    /** The next stamp. */
    long nanoTime()
    {
        return clock.nanoTime();
    }

    /** Whether there is an alarm that the core does not know of, and no command on its way to it. */
    boolean isStopDue()
    {
        clock.onExecuted(engine);
        if (!clock.isStopDue())
        {
            attempts = 0;
            return false;
        }
        return attempts < MAX_ATTEMPTS && journalPosition.getAsLong() >= appendedPosition;
    }

    /** A whole {@code StopOrderEntry}. */
    UnsafeBuffer command()
    {
        return command.of(clock);
    }

    /**
     * The command was appended.
     *
     * @param position after it.
     */
    void appended(final long position)
    {
        appendedPosition = position;
        attempts++;
    }
}
