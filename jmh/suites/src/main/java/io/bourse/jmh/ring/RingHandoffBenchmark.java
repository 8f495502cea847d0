// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.ring;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.host.solo.RingAndSequencer;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

import java.util.concurrent.TimeUnit;

/**
 * Commands from a producer's thread to a consumer's through the ring. One operation is a command put in, or a look of
 * the consumer at the ring; the producer's rate, {@code put}, is that of the commands. An offer to a full ring waits,
 * at most until the measurement ends.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RingHandoffBenchmark extends NanosecondBenchmark
{
    private final RingAndSequencer ring =
        new RingAndSequencer(RingBenchmark.SIZE, (buffer, offset, length) -> taken(buffer.getLong(offset)));
    private final CommandPublisher publisher = ring.newPublisher();
    private final OrderCommand order = new OrderCommand(1, 9, 1);
    private final RingBuffer<RingBenchmark.Number> bare =
        RingBuffer.createMultiProducer(RingBenchmark.Number::new, RingBenchmark.SIZE);
    private final EventPoller<RingBenchmark.Number> poller = bare.newPoller();
    private final EventPoller.Handler<RingBenchmark.Number> handler = this::onNumber;
    private long sequence;
    private long sum;

    /** A bare Disruptor whose poller holds its producers back. */
    public RingHandoffBenchmark()
    {
        bare.addGatingSequences(poller.getSequence());
    }

    private void taken(final long value)
    {
        sum += value;
    }

    private boolean onNumber(final RingBenchmark.Number number, final long at, final boolean endOfBatch)
    {
        sum += number.value();
        return true;
    }

    /** The engine's ring, in. */
    @Benchmark
    @Group("bourse")
    public void put(final Control control)
    {
        order.sequence(++sequence);
        while (!publisher.offer(order.buffer(), 0, order.length()) && !control.stopMeasurement)
        {
            Thread.onSpinWait();
        }
    }

    /** The engine's ring, out. */
    @Benchmark
    @Group("bourse")
    public long take() throws Exception
    {
        ring.drain();
        return sum;
    }

    /** The bare Disruptor, in. */
    @Benchmark
    @Group("bareDisruptor")
    public void putBare(final Control control)
    {
        while (!control.stopMeasurement)
        {
            try
            {
                final long at = bare.tryNext();
                bare.get(at).value(++sequence);
                bare.publish(at);
                return;
            }
            catch (final InsufficientCapacityException ex)
            {
                Thread.onSpinWait();
            }
        }
    }

    /** The bare Disruptor, out. */
    @Benchmark
    @Group("bareDisruptor")
    public long takeBare() throws Exception
    {
        poller.poll(handler);
        return sum;
    }
}
