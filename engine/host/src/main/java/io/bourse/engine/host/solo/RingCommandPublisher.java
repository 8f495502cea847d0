// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.security.CommandGate;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;

/**
 * Publishes commands into the ring, from inside the engine's process.
 */
final class RingCommandPublisher implements CommandPublisher
{
    private final CommandRing commands;
    private final RingBuffer<CommandRing.Slot> ring;
    private final CounterSet<EngineCounter> counters;
    private final Principal sender;

    private RingCommandPublisher(
        final CommandRing commands, final CounterSet<EngineCounter> counters, final Principal sender)
    {
        this.sender = sender;
        this.commands = commands;
        this.ring = commands.ring();
        this.counters = counters;
    }

    /** A publisher of one principal. */
    static RingCommandPublisher of(
        final CommandRing commands, final CounterSet<EngineCounter> counters, final Principal sender)
    {
        return new RingCommandPublisher(commands, counters, sender);
    }

    /** A publisher of commands whose senders were checked before. */
    static RingCommandPublisher ofChecked(final CommandRing commands, final CounterSet<EngineCounter> counters)
    {
        return new RingCommandPublisher(commands, counters, null);
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        CommandForm.check(buffer, offset, length);
        if (null != sender)
        {
            CommandGate.check(sender, buffer, offset);
        }
        if (commands.isClosed())
        {
            throw new IllegalStateException("the engine is closed and takes no commands");
        }
        final long sequence;
        try
        {
            sequence = ring.tryNext();
        }
        catch (final InsufficientCapacityException ex)
        {
            // The ring throws one preallocated instance; a full ring costs no stack trace.
            counters.incrementShared(EngineCounter.RING_FULL);
            return false;
        }
        final CommandRing.Slot slot = ring.get(sequence);
        slot.buffer().putBytes(slot.offset(), buffer, offset, length);
        slot.length(length);
        commands.publish(sequence);
        return true;
    }
}
