// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.Outbox;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An order service on a real engine, with sessions that write down what they get.
 */
final class OrderRig implements AutoCloseable
{
    static final String ORDER = "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=2|44=100|59=0";
    static final int CHEAP = 11;
    static final int DEAR = 12;
    static final int SPREAD = 13;
    /** Requests that wait for each other in one order of these tests, and one more. */
    private static final int SETTLE_ROUNDS = 6;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    final Map<String, FixSessionOptions> options = new HashMap<>();
    final Map<String, RecordingSession> sessions = new HashMap<>();
    final CounterSet<FixCounter> counters = new CounterSet<>(FixCounter.class);
    final OperatorClient operator;
    final MemberOperator members;
    final PhaseOperator phases;
    final TestEngine engine;
    OrderService service;
    EngineClient client;
    /** The engine takes nothing of this service. */
    boolean isFull;
    /** Time of the service when it stands still; 0 when it goes on. */
    private long stillNs;
    private long busyTimeoutNs = TIMEOUT_NS;
    private EventFollower follower;
    private CommandEncoder otherProtocol;
    private FixLogin otherLogin;
    /** Checkpoints of the next service; null for none. */
    DayCheckpoints days;
    /** From where the service reads the event stream. */
    long startCursor;
    private int endedOrders = 1_000;
    private int tradesOfDay = 1_000;
    private int sequenceNumber = 1;
    private long epoch = 1_000;

    OrderRig(final Path directory)
    {
        engine = TestEngine.start(directory.resolve("engine"));
        operator = engine.operator();
        members = new MemberOperator(operator);
        phases = new PhaseOperator(operator);
        operator.defineClearingFirm("CF");
        operator.defineBrokerageFirm("CF01");
        operator.defineBrokerageFirm("CF02");
        operator.defineAccount("CF01ABC", 0);
        operator.defineAccount("CF02XYZ", 1);
        operator.defineAccount("CF01DEF", 2);
        operator.defineLogin(1, LoginProtocol.FIX, "ALPHA", "CF01");
        operator.defineLogin(2, LoginProtocol.FIX, "BETA", "CF02");
        operator.defineLogin(3, LoginProtocol.TWIME, "TWIMER", "CF01");
        operator.defineLogin(4, LoginProtocol.FIX, "WATCH", "CF02");
        instrument(CHEAP, "CHEAP", InstrumentKind.FUTURE, 5_000_000, "THING");
        instrument(DEAR, "DEAR", InstrumentKind.FUTURE, 5_000_000, "THING");
        instrument(SPREAD, "SPREAD", InstrumentKind.SPREAD, -5_000_000, "PAIR");
        operator.defineLegs(SPREAD, List.of(new LegSpec(CHEAP, 1), new LegSpec(DEAR, -1)));
        operator.openSession(7, 20_261_122);
    }

    OrderRig endedOrders(final int count)
    {
        endedOrders = count;
        return this;
    }

    OrderRig busyTimeoutNs(final long timeoutNs)
    {
        busyTimeoutNs = timeoutNs;
        return this;
    }

    OrderRig tradesOfDay(final int count)
    {
        tradesOfDay = count;
        return this;
    }

    OrderRig options(final String name, final FixSessionOptions ofSession)
    {
        options.put(name, ofSession);
        return this;
    }

    private void instrument(
        final int id, final String symbol, final InstrumentKind kind, final long lowE5, final String underlying)
    {
        operator.defineInstrument(new InstrumentSpec(
            id, symbol, kind, underlying, "RUB", 1_000, 1_000, lowE5, 50_000_000, 10_000_000, 0, 0, 20_261_217));
    }

    /** Starts a service that knows nothing; it learns everything from the event stream. */
    OrderRig start()
    {
        close(follower);
        close(client);
        sessions.clear();
        client = engine.connect();
        epoch++;
        service = new OrderService(
            FixGatewayOptions.builder()
                .storeDirectory(Path.of("unused"))
                .engineBusyTimeoutNs(busyTimeoutNs)
                .endedOrdersPerLogin(endedOrders)
                .tradesOfDay(tradesOfDay)
                .nanoClock(() -> 0 == stillNs ? System.nanoTime() : stillNs)
                .build(),
            epoch,
            new NarrowClient(client, () -> isFull),
            new Source(),
            new Box(),
            counters,
            days);
        startCursor = service.cursor();
        follower = client.follow(startCursor, service.listener());
        until(() -> service.connect(false));
        until(service::isConnected);
        service.accept();
        sessions.values().forEach((session) -> service.handler().onLogon(session));
        otherProtocol = new CommandEncoder(client.newCommandPublisher(Principal.gateway(1)), 1, client.partition());
        otherLogin = new FixLogin(3, null, null);
        settle();
        return this;
    }

    private FixSession session(final int loginId, final String name, final String firm)
    {
        final RecordingSession session = new RecordingSession(
            loginId, name, firm, options.getOrDefault(name, FixSessionOptions.DEFAULT));
        sessions.put(name, session);
        return session;
    }

    /** Sends a message; fields are separated by bars, a later one replaces an earlier one with the same tag. */
    void send(final String name, final String fields)
    {
        assertTrue(offer(name, fields), () -> "not served: " + fields);
    }

    boolean offer(final String name, final String fields)
    {
        final FixReader reader = reader(name, fields, sequenceNumber++);
        return service.handler().onMessage(sessions.get(name), reader, System.currentTimeMillis() * 1_000_000);
    }

    static FixReader reader(final String name, final String fields, final int sequenceNumber)
    {
        final String type = fields.substring(0, fields.indexOf('|'));
        final String body = fields.substring(fields.indexOf('|') + 1);
        final byte[] bytes = ("8=FIX.4.4|9=000|" + type + "|49=" + name + "|56=BOURSE|34=" + sequenceNumber +
            "|52=20261122-09:00:00.000000|" + body + "|60=20261122-09:00:00|10=000|")
            .replace('|', (char)1).getBytes(StandardCharsets.US_ASCII);
        final FixReader reader = new FixReader();
        assertTrue(reader.wrap(bytes, 0, bytes.length), fields);
        return reader;
    }

    /** A request of the login TWIMER over the other gateway. */
    void other(final OrderRequest request)
    {
        otherLogin.sequence++;
        request.login = otherLogin;
        until(() -> otherProtocol.offer(request, otherLogin.sequence));
        settle();
    }

    /** A negotiated order of ten lots at 100 over the other gateway. */
    void negotiated(final int loginId, final String account, final String counterparty, final Side side)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
        final NegotiatedOrderEncoder order =
            new NegotiatedOrderEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        order.header().stampedNs(0).receivedNs(0).sequence(1).sessionId(loginId).gatewayId(1)
            .partition(client.partition());
        order.clOrdId(1).matchRef(77).priceE5(10_000_000).qtyLots(10).accountCode(AccountCode.pack(account))
            .instrumentId(CHEAP).linkId(0).side(side.value()).complianceId((byte)0).clientFlags((short)0)
            .counterparty(counterparty).clientRef("");
        final CommandPublisher publisher = client.newCommandPublisher(Principal.gateway(1));
        until(() -> publisher.offer(
            buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + order.encodedLength()));
        settle();
    }

    OrderRequest otherRequest(final OrderRequest.Kind kind)
    {
        return new OrderRequest().reset(kind, otherLogin, 0);
    }

    FixInstrument cheap()
    {
        return new FixInstrument(CHEAP, "CHEAP", "RUB", false);
    }

    /** Works until everything that was sent has been answered. */
    void settle()
    {
        settleOrders();
        until(service::isAnswered);
    }

    /** The same without what is sent in portions. */
    void settleOrders()
    {
        // What is blocked or held goes out in the first rounds, what it causes is before the report of the state.
        for (int i = 0; i < SETTLE_ROUNDS; i++)
        {
            service.doWork();
            operator.reportState();
            final long end = client.endCursor();
            until(() -> follower.cursor() >= end);
        }
    }

    private void until(final java.util.function.BooleanSupplier condition)
    {
        TestEngine.await("the service", () ->
        {
            if (condition.getAsBoolean())
            {
                return true;
            }
            if (null != follower)
            {
                follower.poll(16);
            }
            service.doWork();
            return false;
        });
    }

    /** What is sent in portions waits until {@link #portion()} or {@link #goOn()}. */
    void standStill()
    {
        stillNs = System.nanoTime() - TimeUnit.HOURS.toNanos(1);
    }

    void goOn()
    {
        stillNs = 0;
    }

    void portion()
    {
        stillNs = Math.max(stillNs, System.nanoTime()) + TimeUnit.MILLISECONDS.toNanos(2);
        service.doWork();
    }

    void poll()
    {
        follower.poll(16);
        service.doWork();
    }

    RecordingSession session(final String name)
    {
        return sessions.get(name);
    }

    /** Every live order of the FIX logins, as the engine reports it. */
    Map<Long, BookOrder> book()
    {
        final Map<Long, BookOrder> orders = new HashMap<>();
        final long from = client.endCursor();
        operator.reportState();
        final long end = client.endCursor();
        final EventListener listener = new EventListener()
        {
            @Override
            public void onBookOrder(final EventGroup group, final BookOrderDecoder event)
            {
                if (1 == event.loginId() || 2 == event.loginId())
                {
                    orders.put(event.orderId(), new BookOrder(
                        event.orderId(), event.priceE5(), event.restLots(), event.side().value(), event.loginId()));
                }
            }
        };
        try (EventFollower eyes = client.follow(from, listener))
        {
            TestEngine.pollUntil(eyes, () -> eyes.cursor() >= end);
        }
        return orders;
    }

    /** One live order of the engine. */
    record BookOrder(long orderId, long priceE5, long restLots, int side, int loginId)
    {
    }

    /** Everything that a session has got since it was asked last. */
    void expect(final String name, final String... expected)
    {
        settle();
        final List<String> actual = new ArrayList<>(session(name).lines);
        session(name).lines.clear();
        assertEquals(String.join("\n", expected), String.join("\n", actual));
    }

    String next(final String name)
    {
        settle();
        return session(name).lines.pollFirst();
    }

    /** Works until a session has got this, and nothing behind it. */
    void await(final String name, final String line)
    {
        until(() -> line.equals(session(name).lines.peekLast()));
    }

    void forget()
    {
        settle();
        sessions.values().forEach((session) -> session.lines.clear());
    }

    private static void close(final AutoCloseable closeable)
    {
        org.agrona.CloseHelper.close(closeable);
    }

    @Override
    public void close()
    {
        close(follower);
        close(client);
        engine.close();
    }

    /** Gives the service its sessions. */
    private final class Source implements SessionSource
    {
        @Override
        public FixSession define(final int loginId, final String name, final String brokerageFirm)
        {
            return session(loginId, name, brokerageFirm);
        }

        @Override
        public void owner(final long epoch)
        {
            assertTrue(epoch > 0);
        }

        @Override
        public long markDue(final int loginId, final boolean isClaim)
        {
            return isClaim ? Long.MIN_VALUE : 0;
        }

        @Override
        public void marked(final int loginId, final long mark)
        {
            assertTrue(mark < 0);
        }

        @Override
        public void connected(final long commandPosition)
        {
            assertTrue(commandPosition > 0);
        }

        @Override
        public void end(final int loginId, final boolean isReset, final long commandPosition)
        {
            throw new AssertionError("no operator has ended a session: loginId=" + loginId);
        }

        @Override
        public void resetMissed(final int loginId, final long commandPosition, final long timeNs)
        {
            throw new AssertionError("no operator has reset numbers: loginId=" + loginId);
        }
    }

    /** Gives every report to its session when its transaction is complete. */
    static final class Box implements Outbox
    {
        private boolean isOpen;

        @Override
        public void begin(final EventGroup group, final long position)
        {
            isOpen = true;
        }

        @Override
        public long handedPosition()
        {
            return Long.MAX_VALUE;
        }

        @Override
        public void mark(final FixSession session, final long mark)
        {
            assertTrue(isOpen);
        }

        @Override
        public boolean isWanted()
        {
            return true;
        }

        @Override
        public void add(final FixSession session, final FixWriter message)
        {
            assertTrue(isOpen);
            ((RecordingSession)session).report(message);
        }

        @Override
        public void addUnrepeatable(final FixSession session, final FixWriter message)
        {
            session.send(message);
        }

        @Override
        public void end()
        {
            isOpen = false;
        }
    }
}
