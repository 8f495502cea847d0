// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronClientOptionsBuilder;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.engine.host.solo.SoloOptionsBuilder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.ClockReading;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A real engine for tests: everything as in production but small buffers and an idle strategy that leaves the other
 * core to the test.
 *
 * <pre>{@code
 * try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
 * {
 *     final CommandPublisher publisher = engine.connect().newCommandPublisher(Principal.gateway(1));
 *     ...
 *     final List<String> lines = engine.collect(0, (listener) -> listener.contains("TRADE")).lines();
 * }
 * }</pre>
 */
public final class TestEngine implements AutoCloseable
{
    public static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    public static final int TERM_LENGTH = 1024 * 1024;
    public static final int SEGMENT_FILE_LENGTH = 4 * 1024 * 1024;
    private static final long PAUSE_NS = 50_000;

    private final SoloEngine engine;
    private final EngineClient client;
    private OperatorClient operator;

    private TestEngine(final SoloEngine engine)
    {
        this.engine = engine;
        client = engine.connect();
    }

    /** Starts, or recovers, an engine on a directory. */
    public static TestEngine start(final Path dir)
    {
        return start(options(dir));
    }

    /** Starts an engine with options of its own; begin with {@link #options}. */
    public static TestEngine start(final SoloOptionsBuilder options)
    {
        return new TestEngine(SoloEngine.launch(options.build()));
    }

    /** Options that suit a test. */
    public static SoloOptionsBuilder options(final Path dir)
    {
        return options(dir, UnaryOperator.identity());
    }

    /** The same with some options that all hosts have. */
    public static SoloOptionsBuilder options(final Path dir, final UnaryOperator<HostOptionsBuilder> host)
    {
        return SoloOptions.builder()
            .host(host.apply(HostOptions.builder()
                // Tests that look at the log do not depend on what disciplines the machine.
                .clock(ClockOptions.DEFAULT.withKernel(() -> ClockReading.UNKNOWN))
                .dataDir(dir)
                .durability(Durability.RAM)
                .segmentFileLength(SEGMENT_FILE_LENGTH)
                .idleStrategySupplier(() -> new BackoffIdleStrategy(1, 1, 200_000, 1_000_000))).build())
            .ringSize(1024)
            .commandTermLength(TERM_LENGTH)
            .eventTermLength(TERM_LENGTH);
    }

    /** Credentials of the process that owns an archive: those of a host in this one. */
    public static CredentialsSupplier owner(final CredentialStore credentials)
    {
        return ChallengedCredentials.toArchive(credentials, Principal.ENGINE);
    }

    public SoloEngine engine()
    {
        return engine;
    }

    /** A new in-process client; closed with the engine. */
    public EngineClient connect()
    {
        return engine.connect();
    }

    /** Options of a client in another process. */
    public AeronClientOptionsBuilder clientOptions()
    {
        return AeronClientOptions.builder()
            .aeronDirectoryName(engine.aeronDirectoryName())
            .credentials(engine.credentials());
    }

    /** The operator of this engine. */
    public OperatorClient operator()
    {
        if (null == operator)
        {
            operator = new OperatorClient(client, TIMEOUT_NS);
        }
        return operator;
    }

    /** Enters {@link DemoReferenceData} and opens the session. */
    public TestEngine withDemoReferenceData()
    {
        DemoReferenceData.define(operator());
        return this;
    }

    /** Follows the events from a cursor until the condition holds, and returns what was seen. */
    public RecordingListener collect(final long fromCursor, final Predicate<RecordingListener> until)
    {
        return collect(client, fromCursor, until);
    }

    /** All transactions from a cursor to the present end of the stream. */
    public RecordingListener collectToEnd(final long fromCursor)
    {
        final long endCursor = client.endCursor();
        return collect(fromCursor, (listener) -> fromCursor >= endCursor || listener.cursor() >= endCursor);
    }

    /** The same for any client. */
    public static RecordingListener collect(
        final EngineClient client, final long fromCursor, final Predicate<RecordingListener> until)
    {
        final RecordingListener listener = new RecordingListener();
        try (EventFollower follower = client.follow(fromCursor, listener))
        {
            pollUntil(follower, () -> until.test(listener));
        }
        catch (final IllegalStateException ex)
        {
            throw new AssertionError(ex.getMessage() + " seen=" + listener.lines(), ex);
        }
        return listener;
    }

    /** Follows with any listener until the condition holds; fails after 60 s. */
    public static void follow(
        final EngineClient client, final long fromCursor, final EventListener listener, final BooleanSupplier until)
    {
        try (EventFollower follower = client.follow(fromCursor, listener))
        {
            pollUntil(follower, until);
        }
    }

    /** Of a loop that waits for the engine: awake it takes the processor that the engine and other tests need. */
    public static void pause()
    {
        LockSupport.parkNanos(PAUSE_NS);
    }

    /** Polls one frame at a time until the condition holds; fails after 60 s. */
    public static void pollUntil(final EventFollower follower, final BooleanSupplier until)
    {
        final IdleStrategy idle = new SleepingIdleStrategy(100_000);
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!until.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the awaited events did not come: follower=" + follower);
            }
            idle.idle(follower.poll(1));
        }
    }

    /** Waits for anything else; fails after 60 s. */
    public static void await(final String what, final BooleanSupplier condition)
    {
        final IdleStrategy idle = new SleepingIdleStrategy(100_000);
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what);
            }
            idle.idle();
        }
    }

    /** Waits for something that takes as long as it takes; fails after 60 s in which a number has not changed. */
    public static void awaitProgress(final String what, final LongSupplier number, final BooleanSupplier condition)
    {
        final IdleStrategy idle = new SleepingIdleStrategy(100_000);
        long last = number.getAsLong();
        long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!condition.getAsBoolean())
        {
            final long now = number.getAsLong();
            if (last != now)
            {
                last = now;
                deadlineNs = System.nanoTime() + TIMEOUT_NS;
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("goes on no more: " + what + " at=" + last);
            }
            idle.idle();
        }
    }

    @Override
    public void close()
    {
        engine.close();
    }
}
