// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.ring;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.host.solo.RingAndSequencer;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * A command into the ring and out of it on one thread, in batches of the sequencer's: the engine's ring, which checks
 * the command and copies it, against a bare Disruptor with a single number in every event.
 */
public class RingBenchmark extends NanosecondBenchmark
{
    /** Slots, as many as an engine has by default. */
    static final int SIZE = 1 << 14;
    /** Commands of a batch. */
    static final int BATCH = 128;

    private final RingAndSequencer ring =
        new RingAndSequencer(SIZE, (buffer, offset, length) -> taken(buffer.getLong(offset) + length));
    private final CommandPublisher publisher = ring.newPublisher();
    private final OrderCommand order = new OrderCommand(1, 9, 1);
    private final RingBuffer<Number> bare = RingBuffer.createMultiProducer(Number::new, SIZE);
    private final EventPoller<Number> poller = bare.newPoller();
    private final EventPoller.Handler<Number> handler = this::onNumber;
    private long sequence;
    private long sum;

    /** A bare Disruptor whose poller holds its producers back. */
    public RingBenchmark()
    {
        bare.addGatingSequences(poller.getSequence());
    }

    /** An event of the bare Disruptor. */
    static final class Number
    {
        private long value;

        long value()
        {
            return value;
        }

        void value(final long number)
        {
            value = number;
        }
    }

    private void taken(final long value)
    {
        sum += value;
    }

    /** The engine's ring. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long bourse() throws Exception
    {
        for (int i = 0; i < BATCH; i++)
        {
            order.sequence(++sequence);
            if (!publisher.offer(order.buffer(), 0, order.length()))
            {
                throw new IllegalStateException("the ring is full although it was drained");
            }
        }
        ring.drain();
        return sum;
    }

    /** The bare Disruptor. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long bareDisruptor() throws Exception
    {
        for (int i = 0; i < BATCH; i++)
        {
            final long at = bare.next();
            bare.get(at).value(++sequence);
            bare.publish(at);
        }
        poller.poll(handler);
        return sum;
    }

    private boolean onNumber(final Number number, final long at, final boolean endOfBatch)
    {
        sum += number.value();
        return true;
    }
}
