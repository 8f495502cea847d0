// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.recording.FramePublication;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * Takes commands from the ring in their one order, stamps them and offers them to the journal. The position at which a
 * command lands is its place in history. When a deadline of the core has come it appends an {@code AdvanceTime} of its
 * own, and when the wall clock has stepped a {@code StopOrderEntry}, before the commands that are still in the ring.
 */
final class SequencerAgent implements Agent
{
    /**
     * Most commands in one duty cycle, the same as the matcher's: an overload then waits in the ring, where producers
     * see it, and not in the journal, where it would only age.
     */
    static final int BATCH_LIMIT = 128;
    /** Duty cycles after which the clock is read although nothing is stamped, less one: a power of two. */
    private static final int CLOCK_CYCLES_MASK = 0xFF;

    private final BufferClaim claim = new BufferClaim();
    private final CommandRing.Taker taker = this::append;
    private final CommandRing ring;
    private final FramePublication journal;
    private final DeadlineWatch deadlines;
    private final ClockWatch clock;
    private final CounterSet<EngineCounter> counters;

    private int cycles;

    /**
     * The sequencer of a journal.
     *
     * @param ring of commands.
     * @param journal recorded stream.
     * @param deadlines of the core that executes the journal.
     * @param clock of the stamps, which go on after the last one in the journal.
     * @param counters to count in.
     */
    SequencerAgent(
        final CommandRing ring,
        final FramePublication journal,
        final DeadlineWatch deadlines,
        final ClockWatch clock,
        final CounterSet<EngineCounter> counters)
    {
        this.ring = ring;
        this.journal = journal;
        this.deadlines = deadlines;
        this.clock = clock;
        this.counters = counters;
    }

    @Override
    public int doWork()
    {
        int workCount = clock.isStopDue() ? stopOrderEntry() : 0;
        final long deadlineNs = deadlines.nextDeadlineNs();
        if (MatchingEngine.NO_DEADLINE != deadlineNs)
        {
            workCount += deadlineNs <= clock.nanoTime() ? advanceTime() : 0;
        }
        else if (0 == (++cycles & CLOCK_CYCLES_MASK))
        {
            // A venue without orders learns that its clock has stepped as well.
            clock.nanoTime();
        }
        return workCount + ring.take(taker, BATCH_LIMIT);
    }

    long journalPosition()
    {
        return journal.position();
    }

    @Override
    public String roleName()
    {
        return "sequencer";
    }

    private int stopOrderEntry()
    {
        final UnsafeBuffer command = clock.command();
        if (append(command, 0, command.capacity()))
        {
            clock.appended(journal.position());
            return 1;
        }
        return 0;
    }

    /** A journal that takes no more now will be asked again in the next duty cycle. */
    private int advanceTime()
    {
        final UnsafeBuffer command = deadlines.command();
        if (append(command, 0, command.capacity()))
        {
            deadlines.appended(journal.position());
            return 1;
        }
        return 0;
    }

    private boolean append(final UnsafeBuffer buffer, final int offset, final int length)
    {
        long result = journal.tryClaim(length, claim);
        if (Publication.ADMIN_ACTION == result)
        {
            // The term has just been rotated; the next attempt is made in the new one.
            result = journal.tryClaim(length, claim);
        }
        if (result > 0)
        {
            claim.buffer().putBytes(claim.offset(), buffer, offset, length);
            claim.buffer().putLong(
                claim.offset() + CommandForm.STAMPED_NS_OFFSET, clock.nanoTime(), ByteOrder.LITTLE_ENDIAN);
            claim.commit();
            counters.increment(EngineCounter.COMMANDS_JOURNALLED);
            return true;
        }
        if (Publication.BACK_PRESSURED == result || Publication.ADMIN_ACTION == result)
        {
            counters.increment(EngineCounter.JOURNAL_BACK_PRESSURE);
            return false;
        }
        throw new IllegalStateException("the journal takes no more commands: result=" +
            Publication.errorString(result) + " journalPosition=" + journal.position());
    }
}
