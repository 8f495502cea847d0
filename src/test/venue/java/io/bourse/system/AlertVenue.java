// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue of processes with its exporter and a real Prometheus, in which faults are made and repaired.
 */
abstract class AlertVenue
{
    static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    static final long PRICE_E5 = 92_345L * 100_000;
    static final int INSTRUMENT_ID = 1001;
    private static final int KEEPALIVE_MS = 60_000;
    static final long MIB = 1024 * 1024;
    private static final int FLOOD = 500;
    private static final long PULSE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    @TempDir
    Path dir;

    final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    final List<Path> dataDirs = new ArrayList<>();
    Path dataDir;
    Prometheus prometheus;
    boolean isTrading;
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final TwimeListener listener = new TwimeListener()
    {
        @Override
        public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
        {
            taken++;
        }
    };
    private TwimeClient crowd;
    private int pulseOrders;
    private TimeInForceEnum pulseTimeInForce = TimeInForceEnum.IOC;
    private long lastPulseNs;
    private long lastKey;
    private long lastClOrdId;
    private long taken;

    @BeforeEach
    void assumePrometheus()
    {
        Prometheus.assumeInstalled();
        dataDir = dir.resolve("data");
        dataDirs.add(dataDir);
    }

    @AfterEach
    void closeAll() throws Exception
    {
        while (!open.isEmpty())
        {
            open.pop().close();
        }
        dataDirs.forEach(VenueProcess::clean);
    }

    /** Options of a venue whose snapshots are never old. */
    Map<String, Object> options() throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.metrics.port", Prometheus.freePort());
        options.put("venue.snapshot.interval", "10 s");
        options.put("venue.marketdata.heartbeat", "1 s");
        // Whatever disciplines the machine of the test.
        options.put("venue.clock.error-limit", "1 m");
        return options;
    }

    String config(final Map<String, Object> options) throws IOException
    {
        return VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
    }

    /** Starts Prometheus, and waits until it sees the venue and nothing fires. */
    void watch(final Map<String, Object> options) throws IOException
    {
        prometheus = opened(Prometheus.start(Files.createDirectories(dir.resolve("prometheus")),
            (int)options.get("venue.metrics.port"), this::poll));
        prometheus.awaitReady();
    }

    void trade(final InetSocketAddress twime) throws IOException
    {
        trader.connect(twime);
        opened(trader);
        isTrading = true;
        await(trader::isRecovered);
    }

    <T extends AutoCloseable> T opened(final T closeable)
    {
        open.push(closeable);
        return closeable;
    }

    VenueProcess start(final String... arguments) throws IOException
    {
        return opened(VenueProcess.startReady(arguments));
    }

    /** Trading goes on while an operator's command runs. */
    void command(final String... arguments)
    {
        final List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", dataDir.toString()));
        final VenueProcess.Result result = VenueProcess.execute(this::poll, all);
        assertEquals(0, result.exitCode(), result::toString);
    }

    /** Runs a program of the system to its end. */
    static void run(final String... command) throws IOException
    {
        try
        {
            final Process process = new ProcessBuilder(command).inheritIO().start();
            assertEquals(0, process.waitFor(), () -> String.join(" ", command));
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    InetSocketAddress address(final ComponentKind kind) throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dataDir, kind).address());
    }

    Socket connect(final InetSocketAddress address) throws IOException
    {
        final Socket socket = new Socket();
        opened(socket).connect(address, (int)TimeUnit.NANOSECONDS.toMillis(LIMIT_NS));
        socket.setSoTimeout((int)TimeUnit.NANOSECONDS.toMillis(LIMIT_NS));
        return socket;
    }

    /** Sends, and waits until the venue has closed the connection. */
    void send(final InetSocketAddress address, final byte[] bytes) throws IOException
    {
        try (Socket socket = connect(address))
        {
            socket.getOutputStream().write(bytes);
            socket.getInputStream().readAllBytes();
        }
        catch (final SocketException ignored)
        {
            // It was closed before all was sent or read.
        }
    }

    void buy()
    {
        buy(PRICE_E5);
    }

    void buy(final long priceE5)
    {
        final OrderAction action = new OrderAction();
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, true, priceE5, 1, false);
        await(() -> trader.send(action));
        await(() -> 0 == trader.outstanding());
    }

    /** A login whose orders find nothing to trade with, and whose answers are not looked at. */
    void crowd(final InetSocketAddress twime) throws IOException
    {
        crowd = opened(TwimeClient.connect(twime, "TWBB01", KEEPALIVE_MS));
        await(() -> TwimeClient.State.ESTABLISHED == crowd.state());
    }

    /** The crowd ends its session. */
    void leave()
    {
        crowd.close();
        crowd = null;
    }

    /** Sends so many orders that do not stay five times in a second from now on. */
    void pulse(final int orders)
    {
        pulse(orders, TimeInForceEnum.IOC);
    }

    void pulse(final int orders, final TimeInForceEnum timeInForce)
    {
        pulseOrders = orders;
        pulseTimeInForce = timeInForce;
    }

    /** Takes the processors from a process for times of this length, until it is closed. */
    AutoCloseable starve(final VenueProcess process, final String standsSeconds, final String runsSeconds)
        throws IOException
    {
        final String pid = Long.toString(process.pid());
        final Process starver = new ProcessBuilder("sh", "-c",
            "while kill -STOP \"$0\"; do sleep \"$1\"; kill -CONT \"$0\"; sleep \"$2\"; done",
            pid, standsSeconds, runsSeconds).inheritIO().start();
        return () ->
        {
            starver.destroyForcibly().onExit().join();
            run("kill", "-CONT", pid);
        };
    }

    /** Sends orders, many at once, until Prometheus has samples of an expression. */
    void flood(final String expression)
    {
        // Records of time stamps are written once a second.
        prometheus.mayFire("TimestampsLost");
        while (0 == prometheus.samples(expression))
        {
            final long before = taken;
            for (int i = 0; i < FLOOD; i++)
            {
                await(this::sendOne);
            }
            await(() -> taken >= before + FLOOD);
        }
    }

    private boolean sendOne()
    {
        final boolean isSent = crowd.newOrder(lastClOrdId + 1, INSTRUMENT_ID, SideEnum.Buy, PRICE_E5, 1,
            pulseTimeInForce, AccountCode.pack("BB01000"), TwimeFrames.NULL_INT32);
        lastClOrdId += isSent ? 1 : 0;
        return isSent;
    }

    int poll()
    {
        int work = isTrading ? trader.poll() : 0;
        if (null != crowd)
        {
            final long nowNs = System.nanoTime();
            if (nowNs - lastPulseNs >= PULSE_NS)
            {
                for (int i = 0; i < pulseOrders && sendOne(); i++)
                {
                    lastPulseNs = nowNs;
                }
            }
            work += crowd.poll(listener);
        }
        return work;
    }

    void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            poll();
            idle.idle();
            assertTrue(System.nanoTime() - deadlineNs < 0, "timed out");
        }
    }
}
