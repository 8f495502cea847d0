// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.FrameAssembler;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A partition in memory: a core, its journal and its event stream, whose cursor counts frames. Commands are executed at
 * once, those of the rebalancer when its owner delivers them.
 */
public final class MemoryPartition implements EngineClient
{
    private record Command(long timeNs, long position, byte[] bytes)
    {
    }

    private final List<Command> journal = new ArrayList<>();
    private final List<byte[]> frames = new ArrayList<>();
    private final int number;
    private final NanoClock clock;
    private final BiPredicate<Integer, byte[]> sent;
    private List<byte[]> published = frames;
    private MatchingEngine core;

    /**
     * An empty one.
     *
     * @param number of the partition.
     * @param clock for the stamps of its commands.
     * @param sent gets commands of the rebalancer with the number of the partition; false when it takes none now.
     */
    public MemoryPartition(final int number, final NanoClock clock, final BiPredicate<Integer, byte[]> sent)
    {
        this.number = number;
        this.clock = clock;
        this.sent = sent;
        core = new MatchingEngine(number, this::onFrame);
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] frame = new byte[length];
        buffer.getBytes(offset, frame);
        published.add(frame);
    }

    /** Journals and executes a command. */
    public void execute(final byte[] command)
    {
        final long position = command.length + (journal.isEmpty() ? 0 : journal.getLast().position);
        journal.add(new Command(clock.nanoTime(), position, command));
        execute(journal.getLast());
    }

    private void execute(final Command command)
    {
        core.onCommand(
            command.timeNs, command.position, new UnsafeBuffer(command.bytes), 0, command.bytes.length);
    }

    /**
     * Dies and comes back, from a snapshot or from its journal.
     *
     * @param isFromSnapshot of this moment.
     * @throws IllegalStateException when its journal gives other events than it has published.
     */
    public void restart(final boolean isFromSnapshot)
    {
        if (isFromSnapshot)
        {
            final SnapshotReader reader = new SnapshotReader(number, this::onFrame);
            core.writeSnapshot(reader::onRecord);
            core = reader.engine();
            return;
        }
        published = new ArrayList<>();
        core = new MatchingEngine(number, this::onFrame);
        journal.forEach(this::execute);
        if (!Arrays.deepEquals(frames.toArray(), published.toArray()))
        {
            throw new ScheduleFailedException(
                "the journal of a partition gives other events than it has published: partition=" + number);
        }
        published = frames;
    }

    /** Commands executed. */
    int commands()
    {
        return journal.size();
    }

    /** A number that two equal event streams have in common. */
    int eventsHash()
    {
        return Arrays.deepHashCode(frames.toArray());
    }

    @Override
    public int partition()
    {
        return number;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        return (buffer, offset, length) ->
        {
            final byte[] command = new byte[length];
            buffer.getBytes(offset, command);
            if (Principal.REBALANCER.equals(sender))
            {
                return sent.test(number, command);
            }
            execute(command);
            return true;
        };
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        final FrameAssembler assembler = new FrameAssembler(new EventDispatcher(listener));
        return new EventFollower()
        {
            private long cursor = fromCursor;

            @Override
            public int poll(final int frameLimit)
            {
                int taken = 0;
                while (taken < frameLimit && cursor < frames.size())
                {
                    final byte[] frame = frames.get((int)cursor++);
                    assembler.copy(new UnsafeBuffer(frame), 0, frame.length);
                    assembler.accept(frame.length, cursor, 0);
                    taken++;
                }
                return taken;
            }

            @Override
            public long cursor()
            {
                return cursor;
            }

            @Override
            public void close()
            {
                // It holds nothing.
            }
        };
    }

    @Override
    public long endCursor()
    {
        return frames.size();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close()
    {
        // It holds nothing.
    }
}
