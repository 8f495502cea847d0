// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import io.bourse.jmh.host.OrderPairs;
import io.bourse.jmh.ring.OrderCommand;
import org.agrona.IoUtil;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * The whole engine in its process: ring, stamp, journal, recording, matching, recorded event stream, follower. Every
 * order is immediate-or-cancel and finds an empty book, so the state stays as it is. Threads: the engine's and the
 * benchmark's, both yielding.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1)
public class SoloEngineBenchmark
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int INSTRUMENT = 1;
    private static final int LOGIN = 1;
    private static final int GATEWAY = 9;
    private static final int BURST = 256;

    /** Durability mode: ram or disk. */
    @Param({"RAM", "DISK"})
    public Durability durability;

    private final OrderCommand order = new OrderCommand(LOGIN, GATEWAY, INSTRUMENT);
    private Path dataDir;
    private SoloEngine engine;
    private EngineClient client;
    private CommandPublisher publisher;
    private EventFollower follower;
    private long sent;
    private long seen;

    /**
     * A fresh engine with one instrument, one login and two accounts.
     *
     * @throws IOException when no directory can be made.
     */
    @Setup
    public void setUp() throws IOException
    {
        dataDir = Files.createTempDirectory("bourse-jmh");
        engine = SoloEngine.launch(SoloOptions.of(HostOptions.builder()
            .dataDir(dataDir)
            .durability(durability)
            .idleStrategySupplier(YieldingIdleStrategy::new)
            .build()));
        client = engine.connect();
        OrderPairs.define(client, INSTRUMENT, TIMEOUT_NS);
        publisher = client.newCommandPublisher(Principal.gateway(GATEWAY));
        follower = client.follow(client.endCursor(), new Counter());
    }

    /** One order at a time: publication to the event group at the follower. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void roundTrip()
    {
        send();
        awaitSeen(sent);
    }

    /** Bursts of 256 orders: what the engine carries. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.SECONDS)
    @OperationsPerInvocation(BURST)
    public void burst()
    {
        for (int i = 0; i < BURST; i++)
        {
            send();
        }
        awaitSeen(sent - BURST);
    }

    private void send()
    {
        order.sequence(++sent);
        while (!publisher.offer(order.buffer(), 0, order.length()))
        {
            follower.poll(BURST);
        }
    }

    private void awaitSeen(final long sequence)
    {
        while (seen < sequence)
        {
            if (0 == follower.poll(BURST))
            {
                Thread.yield();
            }
        }
    }

    /** Closes the engine and removes its data. */
    @TearDown
    public void tearDown()
    {
        follower.close();
        client.close();
        engine.close();
        IoUtil.delete(dataDir.toFile(), false);
    }

    private final class Counter implements EventListener
    {
        @Override
        public void onGroupEnd(final EventGroup group)
        {
            if (GATEWAY == group.gatewayId())
            {
                seen = group.sequence();
            }
        }
    }
}
