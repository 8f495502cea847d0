// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.rebalancer;

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
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

/**
 * A partition in memory: a core, its journal and its event stream, whose cursor counts frames. Commands are executed at
 * once, those of the rebalancer when the test delivers them.
 */
public final class MemoryPartition implements EngineClient
{
    private final List<byte[]> journal = new ArrayList<>();
    private final List<byte[]> frames = new ArrayList<>();
    private final List<byte[]> again = new ArrayList<>();
    private final int number;
    private final BiConsumer<Integer, byte[]> sent;
    private MatchingEngine core;
    private long position;

    /**
     * An empty one.
     *
     * @param sent gets commands of the rebalancer with the number of the partition.
     */
    public MemoryPartition(final int number, final BiConsumer<Integer, byte[]> sent)
    {
        this.number = number;
        this.sent = sent;
        core = new MatchingEngine(number, (sequence, buffer, offset, length) -> add(frames, buffer, offset, length));
    }

    private static void add(
        final List<byte[]> to, final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] frame = new byte[length];
        buffer.getBytes(offset, frame);
        to.add(frame);
    }

    public void execute(final byte[] command)
    {
        journal.add(command);
        position += command.length;
        core.onCommand(journal.size(), position, new UnsafeBuffer(command), 0, command.length);
    }

    /** Dies and comes back, from its journal or from a snapshot. */
    public void restart(final boolean isFromSnapshot)
    {
        if (isFromSnapshot)
        {
            final SnapshotReader reader = new SnapshotReader(
                number, (sequence, buffer, offset, length) -> add(frames, buffer, offset, length));
            core.writeSnapshot(reader::onRecord);
            core = reader.engine();
            return;
        }
        again.clear();
        final List<List<byte[]>> into = new ArrayList<>(List.of(again));
        core = new MatchingEngine(
            number, (sequence, buffer, offset, length) -> add(into.getFirst(), buffer, offset, length));
        long replayed = 0;
        for (int i = 0; i < journal.size(); i++)
        {
            replayed += journal.get(i).length;
            core.onCommand(i + 1, replayed, new UnsafeBuffer(journal.get(i)), 0, journal.get(i).length);
        }
        assertArrayEquals(frames.toArray(), again.toArray());
        into.set(0, frames);
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
                sent.accept(number, command);
            }
            else
            {
                execute(command);
            }
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
    }
}
