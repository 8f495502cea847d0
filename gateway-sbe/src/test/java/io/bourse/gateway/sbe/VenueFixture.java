// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.RawSession.Order;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SleepingIdleStrategy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A real engine and a real gateway whose duty cycle and clock belong to the test.
 */
final class VenueFixture implements AutoCloseable
{
    static final String TWAA1 = "TWAA1";
    static final String TWBB1 = "TWBB1";
    static final int SI = DemoReferenceData.SI_ID;
    static final int SESSION = DemoReferenceData.SESSION_ID;
    static final long PX = 90_000_00000L;
    static final long TICK = 100_000L;
    static final long KEEPALIVE_MS = 10_000;
    private static final long TIMEOUT_NS = 30_000_000_000L;

    final OffsetNanoClock clock = new OffsetNanoClock();
    private final List<RawSession> sessions = new ArrayList<>();
    private final SleepingIdleStrategy idle = new SleepingIdleStrategy(50_000);
    private final UnaryOperator<SbeGatewayOptionsBuilder> options;
    private final Function<TestEngine, EngineClient> connector;
    private TestEngine engine;
    private SbeGateway gateway;

    VenueFixture(final TestEngine engine)
    {
        this(engine, (ctx) -> ctx);
    }

    VenueFixture(final TestEngine engine, final UnaryOperator<SbeGatewayOptionsBuilder> options)
    {
        this(engine, options, TestEngine::connect);
    }

    VenueFixture(
        final TestEngine engine,
        final UnaryOperator<SbeGatewayOptionsBuilder> options,
        final Function<TestEngine, EngineClient> connector)
    {
        this.engine = engine;
        this.options = options;
        this.connector = connector;
        try
        {
            startGateway();
        }
        catch (final RuntimeException | AssertionError ex)
        {
            // An engine that outlives its directory halts the process, and with it all other tests.
            CloseHelper.quietClose(gateway);
            engine.close();
            throw ex;
        }
    }

    static VenueFixture start(final Path dir)
    {
        return new VenueFixture(TestEngine.start(dir).withDemoReferenceData());
    }

    static VenueFixture start(final Path dir, final UnaryOperator<SbeGatewayOptionsBuilder> options)
    {
        return new VenueFixture(TestEngine.start(dir).withDemoReferenceData(), options);
    }

    static Order buy(final long clOrdId, final long priceE5, final long qtyLots)
    {
        return new Order(clOrdId, SI, SideEnum.Buy, priceE5, qtyLots, TimeInForceEnum.Day, "AA01001", 11);
    }

    static Order sell(final long clOrdId, final long priceE5, final long qtyLots)
    {
        return new Order(clOrdId, SI, SideEnum.Sell, priceE5, qtyLots, TimeInForceEnum.Day, "BB01001", 22);
    }

    SbeGateway gateway()
    {
        return gateway;
    }

    TestEngine engine()
    {
        return engine;
    }

    long count(final GatewayCounter counter)
    {
        return gateway.counters().get(counter);
    }

    void startGateway()
    {
        gateway = newGateway();
        await("gateway is ready", gateway::isReady);
    }

    /** From now on the gateway is a standby; the one before has no duty cycles. */
    void startStandby(final boolean isAutomatic)
    {
        gateway = newGateway();
        gateway.standBy(isAutomatic);
        await("gateway stands by", gateway::isStandingBy);
    }

    private SbeGateway newGateway()
    {
        return new SbeGateway(options.apply(SbeGatewayOptions.builder()
            .nanoClock(clock)
            .recoveryAddress(new InetSocketAddress("127.0.0.1", 0))
            .publicFirstTimeoutNs(0)).build(), connector.apply(engine));
    }

    void restartEngine(final Path dir)
    {
        gateway.close();
        engine.close();
        engine = TestEngine.start(dir);
        startGateway();
    }

    /** The evening run of the first day, and the session of the next. */
    void openNextSession()
    {
        final OperatorClient operator = engine.operator();
        DemoReferenceData.clearEvening(operator, 1);
        operator.openSession(SESSION + 1, DemoReferenceData.TRADING_DATE + 1);
    }

    RawSession connect()
    {
        return connect(0);
    }

    /** Connections whose sockets take little. */
    static TcpServerOptionsBuilder narrow(final int socketBufferLength)
    {
        return SbeGatewayOptions.serverBuilder()
            .socketSendBufferLength(socketBufferLength)
            .socketReceiveBufferLength(socketBufferLength);
    }

    /** A connection with a small receive buffer. */
    RawSession connect(final int receiveBufferLength)
    {
        final RawSession session = new RawSession(gateway.localAddress(), receiveBufferLength);
        sessions.add(session);
        return session;
    }

    /** A connection from another address of this machine. */
    RawSession connectFrom(final String source)
    {
        final RawSession session = new RawSession(gateway.localAddress(), 0, source);
        sessions.add(session);
        return session;
    }

    /** A connection to the recovery port. */
    RawSession connectRecovery()
    {
        final RawSession session = new RawSession(gateway.recoveryAddress(), 0);
        sessions.add(session);
        return session;
    }

    /** A session on the recovery port, past its EstablishmentAck, which is taken from its frames. */
    RawSession establishRecovery(final String login)
    {
        return acknowledged(connectRecovery().establish(login, KEEPALIVE_MS));
    }

    /** A connection to another port. */
    RawSession connectTo(final InetSocketAddress address)
    {
        return add(new RawSession(address, 0));
    }

    RawSession add(final RawSession session)
    {
        sessions.add(session);
        return session;
    }

    /** Waits for the end of a connection whose bytes are no frames. */
    void awaitEndOfBytes(final RawSession session)
    {
        forget(session);
        await("end of a connection", session::isEndOfBytes);
    }

    /** A session past its EstablishmentAck, which is taken from its frames. */
    RawSession establish(final String login)
    {
        return acknowledged(connect().establish(login, KEEPALIVE_MS));
    }

    private RawSession acknowledged(final RawSession session)
    {
        awaitFrames(session, 1);
        final String ack = session.frames.removeFirst();
        session.hexFrames.removeFirst();
        assertEquals("EstablishmentAck request=" + RawSession.REQUEST_NS + " keepalive=" + KEEPALIVE_MS + " next=",
            ack.substring(0, ack.lastIndexOf('=') + 1));
        return session;
    }

    /** Runs the gateway until the session has so many frames, and then once more to see that nothing follows. */
    void awaitFrames(final RawSession session, final int count)
    {
        await("frames of a session, seen so far " + session.frames, () -> session.frames.size() >= count);
    }

    void awaitEnd(final RawSession session)
    {
        await("end of a session, seen so far " + session.frames, session::isEnded);
    }

    void await(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what + " sessions=" +
                    sessions.stream().map((session) -> session.frames.toString()).toList() +
                    " counters: " + gateway.counters());
            }
            idle.idle(cycle());
        }
    }

    int cycle()
    {
        final int work = gateway.doWork();
        for (final RawSession session : sessions)
        {
            session.poll();
        }
        return work;
    }

    void forget(final RawSession session)
    {
        sessions.remove(session);
    }

    /** Moves time in small steps, so that timers see it pass. */
    void passMs(final long ms)
    {
        for (long left = ms; left > 0; left -= 100)
        {
            clock.advanceMs(Math.min(100, left));
            cycle();
        }
    }

    @Override
    public void close()
    {
        for (final RawSession session : sessions)
        {
            session.close();
        }
        gateway.close();
        engine.close();
    }
}
