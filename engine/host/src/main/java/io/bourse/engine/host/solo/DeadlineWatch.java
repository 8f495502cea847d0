// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.recording.DeadlineCommand;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.function.LongSupplier;

/**
 * Sees that a deadline of the core has come, and builds the command for it. The core never looks at a clock:
 * for it time is what commands say, so that a replay fires the same deadlines between the same commands.
 * <p>
 * The core's next deadline is known as of the last command executed; commands may be on their way in the journal that
 * cancel it or bring an earlier one. The first makes an {@code AdvanceTime} that finds nothing to do, the second is
 * seen one duty cycle later. Only when the last one was executed may another one be appended. Sequencer and matcher run
 * on one thread, hence the plain reads.
 */
final class DeadlineWatch
{
    private final UnsafeBuffer command;
    private final MatchingEngine engine;
    private final LongSupplier journalPosition;
    private long appendedPosition;

    /**
     * A watch on a core.
     *
     * @param engine core.
     * @param journalPosition of what the matcher executes.
     * @param partition of the core.
     */
    DeadlineWatch(final MatchingEngine engine, final LongSupplier journalPosition, final int partition)
    {
        this.engine = engine;
        this.journalPosition = journalPosition;
        command = DeadlineCommand.of(partition);
    }

    /** Earliest deadline that the core has not got a command for yet; {@link MatchingEngine#NO_DEADLINE} for none. */
    long nextDeadlineNs()
    {
        return journalPosition.getAsLong() < appendedPosition ? MatchingEngine.NO_DEADLINE : engine.nextDeadlineNs();
    }

    /** A whole {@code AdvanceTime}, from operator tools and without a session. */
    UnsafeBuffer command()
    {
        return command;
    }

    /**
     * The command was appended.
     *
     * @param journalPosition after it.
     */
    void appended(final long journalPosition)
    {
        appendedPosition = journalPosition;
    }
}
