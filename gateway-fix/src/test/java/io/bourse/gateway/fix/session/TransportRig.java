// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.fail;

import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * The transport with a duty cycle of its own and, in the place of order entry, a handler that answers every D with an 8
 * and sends a text back: what is tested here needs no engine.
 */
final class TransportRig implements AutoCloseable, Agent, FixMessageHandler
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    /** Its login timeout is long enough for a handshake on a machine that has other work. */
    final TcpServerOptionsBuilder server =
        FixGatewayOptions.serverBuilder().loginTimeoutNs(TimeUnit.SECONDS.toNanos(20));
    FixSessionOptions sessionOptions = FixSessionOptions.DEFAULT;
    LogonCheck logonCheck = LogonCheck.ACCEPT_ALL;
    EpochNanoClock epochClock = new SystemEpochNanoClock();
    /** The security log. */
    final CopyOnWriteArrayList<SecurityEvent> events = new CopyOnWriteArrayList<>();
    final CopyOnWriteArrayList<String> seen = new CopyOnWriteArrayList<>();
    final AtomicLong plain = new AtomicLong();
    private final ManyToOneConcurrentArrayQueue<Runnable> tasks = new ManyToOneConcurrentArrayQueue<>(64);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final FixWriter writer = new FixWriter();
    private final Path directory;
    /** What every session has sent waits for the engine. */
    volatile boolean isEngineAway;
    /** The clock of the gateway's thread is so much ahead. */
    volatile long aheadNs;
    private boolean isHeld;
    private FixTransport transport;
    private AgentRunner runner;
    private int port;

    TransportRig(final Path directory)
    {
        this.directory = directory;
    }

    TransportRig start() throws IOException
    {
        make();
        runner = new AgentRunner(idleStrategy(), (ex) -> failure.compareAndSet(null, ex), null, this);
        AgentRunner.startOnThread(runner);
        return this;
    }

    /** Without a thread: the caller of {@link #doWork()} is the gateway. */
    TransportRig make() throws IOException
    {
        transport = new FixTransport(
            FixGatewayOptions.builder()
                .storeDirectory(directory)
                .publicFirstTimeoutNs(0)
                .server(server.build())
                .defaults(sessionOptions)
                .epochClock(epochClock)
                .securityLog(events::add)
                .build(),
            logonCheck,
            new PublishedWatermark()
            {
                @Override
                public long get()
                {
                    return Long.MAX_VALUE;
                }

                @Override
                public void advance(final long cursor, final long publishedNs)
                {
                    throw new UnsupportedOperationException("everything is public: cursor=" + cursor);
                }
            },
            0);
        transport.handler(this);
        transport.sessions().define(1, "ALPHA", "CF01");
        transport.sessions().define(2, "BETA", "CF02");
        transport.caughtUp(Long.MAX_VALUE, 0);
        transport.listen(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        port = transport.localAddress(false).getPort();
        return this;
    }

    void stop()
    {
        CloseHelper.close(runner);
        runner = null;
        transport = null;
    }

    int port()
    {
        return port;
    }

    FixTransport transport()
    {
        return transport;
    }

    CounterSet<FixCounter> counters()
    {
        return transport.counters();
    }

    FixSessionImpl session(final String name)
    {
        return (FixSessionImpl)transport.sessions().byName(name);
    }

    /** Runs something on the gateway's thread and waits for it. */
    void run(final Runnable task)
    {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        tasks.add(() ->
        {
            try
            {
                task.run();
                done.complete(null);
            }
            catch (final RuntimeException | Error ex)
            {
                done.completeExceptionally(ex);
            }
        });
        done.orTimeout(30, TimeUnit.SECONDS).join();
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

    FixWriter text(final String text)
    {
        return writer.begin("B").text(148, text);
    }

    @Override
    public String roleName()
    {
        return "fix-transport";
    }

    @Override
    public int doWork()
    {
        final int ran = tasks.drain(Runnable::run);
        final int polled = transport.poll(System.nanoTime() + aheadNs);
        // What waited for the engine finds space in the same cycle.
        isHeld = false;
        return ran + polled + transport.drain(System.nanoTime() + aheadNs);
    }

    @Override
    public void onClose()
    {
        transport.disconnect();
        transport.close();
    }

    @Override
    public boolean isHot(final char msgType)
    {
        return 'D' == msgType;
    }

    @Override
    public boolean isHeld(final FixSession session)
    {
        return isHeld || isEngineAway;
    }

    /** Without knowing a field: whatever has a ClOrdID and no dup flag. */
    @Override
    public boolean isPlain(final FixReader message)
    {
        if (message.find(11) >= 0 && message.find(43) < 0 && message.find(58) < 0)
        {
            plain.lazySet(plain.get() + 1);
            return true;
        }
        return false;
    }

    @Override
    public boolean onMessage(final FixSession session, final FixReader message, final long receivedNs)
    {
        if ('D' != message.character(2))
        {
            return false;
        }
        final int clOrdId = message.find(11);
        if (message.is(clOrdId, "broken"))
        {
            throw new IndexOutOfBoundsException("as a mistake of ours would");
        }
        if (message.is(clOrdId, "fatal"))
        {
            throw new IllegalStateException("as an engine that has gone");
        }
        isHeld = message.is(clOrdId, "hold");
        writer.begin("8").bytes(11, message.bytes(), message.offset(clOrdId), message.length(clOrdId));
        writer.number(37, 17);
        session.send(writer);
        return true;
    }

    @Override
    public void onLogon(final FixSession session)
    {
        seen.add("+" + session.name());
    }

    @Override
    public void onLogout(final FixSession session)
    {
        seen.add("-" + session.name());
    }

    Throwable failure()
    {
        return failure.get();
    }

    @Override
    public void close()
    {
        if (null == runner && null != transport)
        {
            onClose();
        }
        CloseHelper.close(runner);
        if (null != failure.get())
        {
            throw new AssertionError("the duty cycle failed", failure.get());
        }
    }
}
