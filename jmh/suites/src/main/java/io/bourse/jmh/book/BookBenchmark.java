// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import io.bourse.engine.book.FastLimitOrderBook;
import io.bourse.engine.book.LimitOrderBook;
import io.bourse.engine.book.PlainLimitOrderBook;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * One pass of a flow through one book; the time is that of one message, with the listener's calls. Every pass begins
 * with the same book and ends with a look at the checksum. {@link BookSuite} runs it so that the contestants take
 * turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8)
@Measurement(iterations = 8)
@Fork(value = 1, jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
public class BookBenchmark
{
    /** Where flows lie that are made already. */
    static final String FLOWS_PROPERTY = "bourse.flows";
    /** Seed of all flows. */
    static final long SEED = 20_261_121;

    /** Who plays. */
    public enum Contestant
    {
        /** {@link FastLimitOrderBook}. */
        FAST,
        /** {@link PlainLimitOrderBook}. */
        PLAIN
    }

    private static final int MESSAGES_PER_CALL = 1_000;

    /** Which messages. */
    @Param
    public Flow flow;
    /** Which book. */
    @Param
    public Contestant contestant;

    private final Checksum checksum = new Checksum();
    private FlowFile.Contents contents;
    private LimitOrderBook book;

    /** Reads the flow, and makes it first if there is none. */
    @Setup(Level.Trial)
    public void readFlow() throws IOException
    {
        final String directory = System.getProperty(FLOWS_PROPERTY);
        if (null != directory)
        {
            contents = FlowFile.read(Path.of(directory, flow.name()));
        }
        else
        {
            final Path file = Files.createTempFile("bourse-flow-", "");
            FlowFile.make(file, flow, SEED);
            contents = FlowFile.read(file);
            Files.delete(file);
        }
        book = Contestant.FAST == contestant ? new FastLimitOrderBook(checksum) : new PlainLimitOrderBook(checksum);
    }

    /** Fills the book that is empty. */
    @Setup(Level.Invocation)
    public void prepare()
    {
        contents.preparation().play(0, contents.preparation().count(), book);
        checksum.reset();
    }

    /** One pass. */
    @Benchmark
    @OperationsPerInvocation(FlowGenerator.MESSAGES)
    public void pass()
    {
        final Messages messages = contents.messages();
        for (int i = 0; i < FlowGenerator.MESSAGES; i += MESSAGES_PER_CALL)
        {
            messages.play(i, i + MESSAGES_PER_CALL, book);
        }
    }

    /** Checks what the book said and empties it. */
    @TearDown(Level.Invocation)
    public void check()
    {
        if (checksum.value() != contents.checksum())
        {
            throw new IllegalStateException("the book did something else: flow=" + flow + " contestant=" + contestant +
                " checksum=" + checksum.value() + " expected=" + contents.checksum());
        }
        for (long orderId = 1; orderId <= contents.orders(); orderId++)
        {
            book.cancel(orderId);
        }
        if (0 != book.size())
        {
            throw new IllegalStateException("the book is not empty: flow=" + flow + " size=" + book.size());
        }
    }
}
