// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.fail;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixGatewayOptionsBuilder;
import io.bourse.gateway.fix.session.LogonCheck;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * A real engine with a FIX gateway in front of it and clients over real sockets.
 */
final class Venue implements AutoCloseable
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    TestEngine engine;
    Operator operator;
    private final Path directory;
    private final List<Trader> traders = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private UnaryOperator<FixGatewayOptionsBuilder> options = UnaryOperator.identity();
    private UnaryOperator<EngineClient> clients = UnaryOperator.identity();
    private Supplier<LogonCheck> logonChecks = () -> LogonCheck.ACCEPT_ALL;
    private EngineClient client;
    private AgentRunner runner;
    private FixGateway gateway;
    private int port;
    private long startCursor;

    Venue(final Path directory)
    {
        this.directory = directory;
        engine = TestEngine.start(directory.resolve("engine"));
        operator = new Operator(engine.connect());
        operator.defineMarket();
        operator.state();
    }

    Venue options(final UnaryOperator<FixGatewayOptionsBuilder> changes)
    {
        options = changes;
        return this;
    }

    Venue clients(final UnaryOperator<EngineClient> changes)
    {
        clients = changes;
        return this;
    }

    Venue logonChecks(final Supplier<LogonCheck> maker)
    {
        logonChecks = maker;
        return this;
    }

    /** Starts the gateway, on the port it had before if it ran before. */
    Venue startGateway()
    {
        client = engine.connect();
        gateway = new FixGateway(
            options.apply(FixGatewayOptions.builder()
                .bindAddress(new InetSocketAddress("127.0.0.1", port))
                .publicFirstTimeoutNs(0)
                .storeDirectory(directory.resolve("fix")))
                .build(),
            clients.apply(client),
            logonChecks.get());
        startCursor = gateway.orderCheckpoints().get(CheckpointCounter.CURSOR);
        final IdleStrategy idle = idleStrategy();
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!gateway.isAccepting())
        {
            idle.idle(gateway.doWork());
            if (System.nanoTime() - deadlineNs > 0)
            {
                fail("gateway does not come up");
            }
        }
        port = gateway.localAddress().getPort();
        runner = new AgentRunner(idleStrategy(), (e) -> failure.compareAndSet(null, e), null, gateway);
        AgentRunner.startOnThread(runner);
        return this;
    }

    /** Stops gateway and engine and starts the engine again on its journal. */
    void restartEngine()
    {
        stopGateway();
        CloseHelper.closeAll(operator, engine);
        engine = TestEngine.start(directory.resolve("engine"));
        operator = new Operator(engine.connect());
    }

    void stopGateway()
    {
        CloseHelper.closeAll(runner, client);
        runner = null;
        client = null;
    }

    FixGateway gateway()
    {
        return gateway;
    }

    /** Cursor of the checkpoint that the gateway has started from; 0 for none. */
    long startCursor()
    {
        return startCursor;
    }

    CounterSet<FixCounter> counters()
    {
        return gateway.counters();
    }

    int port()
    {
        return port;
    }

    Trader logOn(final String compId)
    {
        final Trader trader = connect(compId);
        await(trader::isLoggedOn, compId + " does not log on");
        return trader;
    }

    Trader connect(final String compId)
    {
        final Trader trader = new Trader(port, compId);
        traders.add(trader);
        return trader;
    }

    static void await(final BooleanSupplier condition, final String otherwise)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        final IdleStrategy idle = idleStrategy();
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                fail(otherwise);
            }
            idle.idle();
        }
    }

    private static IdleStrategy idleStrategy()
    {
        return new BackoffIdleStrategy(1, 10, TimeUnit.MICROSECONDS.toNanos(10), TimeUnit.MILLISECONDS.toNanos(1));
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(traders);
        stopGateway();
        CloseHelper.closeAll(operator, engine);
        if (null != failure.get())
        {
            throw new AssertionError("the gateway's duty cycle failed", failure.get());
        }
    }
}
