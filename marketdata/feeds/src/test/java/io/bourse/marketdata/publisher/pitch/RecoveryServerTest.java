// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static io.bourse.marketdata.publisher.pitch.PitchCounter.GAPS_ACCEPTED;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.GAPS_REFUSED;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.LOGINS;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.LOGINS_LOCKED;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.LOGINS_REFUSED;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.RETRANSMITTED;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.SPINS;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.SPINS_REFUSED;
import static io.bourse.marketdata.service.ServiceCounter.OPEN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.pitch.PitchPrinter;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import io.bourse.testing.EventScript;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Both recovery servers, message by message, over real sockets; their time is the test's.
 */
class RecoveryServerTest
{
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String CLOSED = "closed";

    /** A client that writes down what it hears. */
    private final class Client implements AutoCloseable
    {
        private final UnsafeBuffer out = new UnsafeBuffer(new byte[256]);
        private final ByteBuffer in = ByteBuffer.allocateDirect(256 * 1024);
        private final ArrayList<String> lines = new ArrayList<>();
        private final PitchPrinter printer = new PitchPrinter();
        private final SocketChannel channel;
        private boolean isClosed;

        private Client(final InetSocketAddress address) throws IOException
        {
            channel = SocketChannel.open(address);
            channel.configureBlocking(false);
        }

        private void send(final int length) throws IOException
        {
            final byte[] bytes = new byte[length];
            out.getBytes(0, bytes);
            channel.write(ByteBuffer.wrap(bytes));
        }

        private Client login(final String password) throws IOException
        {
            return login("0001", "USR1", password);
        }

        private Client login(final String subId, final String username, final String password) throws IOException
        {
            send(RecoveryWriter.login(out, 0, subId, username, password));
            return this;
        }

        private void read()
        {
            try
            {
                final int count = isClosed ? 0 : channel.read(in);
                if (count < 0)
                {
                    close(CLOSED);
                }
            }
            catch (final IOException ex)
            {
                close(CLOSED);
            }
            final UnsafeBuffer buffer = new UnsafeBuffer(in);
            int position = 0;
            while (SequencedUnit.WHOLE == SequencedUnit.check(buffer, position, in.position() - position))
            {
                final int length = SequencedUnit.length(buffer, position);
                for (final String line : printer.print(buffer, position, length).split("\n"))
                {
                    if (line.startsWith("  ") || line.endsWith("Heartbeat"))
                    {
                        lines.add(line.startsWith("  ") ? line.trim() : "Heartbeat");
                    }
                }
                position += length;
            }
            in.limit(in.position()).position(position);
            in.compact();
        }

        private void close(final String line)
        {
            isClosed = true;
            lines.add(line);
            CloseHelper.quietClose(channel);
        }

        private void expect(final String... expected)
        {
            final long deadlineNs = System.nanoTime() + 10 * SECOND_NS;
            while (lines.size() < expected.length && System.nanoTime() - deadlineNs < 0)
            {
                step(STEP_NS);
                read();
                Thread.yield();
            }
            assertEquals(List.of(expected), lines);
            lines.clear();
        }

        @Override
        public void close()
        {
            CloseHelper.quietClose(channel);
        }
    }

    private final String groupA = Multicast.free();
    private final String retransmission = Multicast.free();
    private final ArrayList<Client> clients = new ArrayList<>();
    private long nowNs = 1_000 * SECOND_NS;
    private final List<SecurityEvent> log = new ArrayList<>();
    private SecuritySink sink = log::add;
    private PitchFeed feed;
    private EventScript events;
    private MulticastReceiver original;
    private MulticastReceiver repeated;

    @BeforeEach
    void setUp()
    {
        original = Multicast.open(groupA);
        repeated = Multicast.open(retransmission);
        feed = new PitchFeed(PitchFeedOptions.builder()
            .feedA(MulticastEndpoint.parse(groupA))
            .feedB(null)
            .heartbeatIntervalNs(3_600 * SECOND_NS)
            .securityLog((event) -> sink.write(event))
            .recovery(PitchRecoveryOptions.builder()
                .retransmission(MulticastEndpoint.parse(retransmission))
                .gapServer(PitchVenue.ANY_PORT)
                .spinServer(PitchVenue.ANY_PORT)
                .unitCount(2)
                .logins(List.of(new PitchLogin("0001", "USR1", "open"), new PitchLogin("0002", "USR1", "sesame")))
                .maxGapMessages(10)
                .maxGapsPerSecond(2)
                .maxGapsPerMinute(3)
                .maxGapsPerDay(4)
                .historyCapacity(256).build()).build());
        events = new EventScript(new PublicMarket(feed));
        events.begin().event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(7).symbol("ABC-6")).end();
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(3)).end();
        feed.goLive(nowNs);
        add(100, 300);
        step(STEP_NS);
    }

    @AfterEach
    void tearDown()
    {
        clients.forEach(CloseHelper::quietClose);
        CloseHelper.closeAll(feed, original, repeated);
    }

    @Test
    void shouldNotGiveAllConnectionsToOneHost() throws IOException
    {
        final Client first = gapClient().login("open");
        first.expect("LoginResponse status=A");
        for (int i = 0; i < 300; i++)
        {
            gapClient();
        }
        assertEquals(
            PitchRecoveryOptions.builder().maxConnectionsPerAddress(),
            feed.gapServerCounters().connections().get(OPEN));
        assertEquals(293, feed.gapServerCounters().closed().get(TcpCloseReason.REPLACED));
        gapClient().login("0002", "USR1", "sesame").expect("LoginResponse status=A");
        request(first, 1, 300, 3, 'A');
    }

    @Test
    void shouldAnswerLogins() throws IOException
    {
        gapClient().login("wrong").expect("LoginResponse status=N", CLOSED);
        gapClient().login("0001", "USR2", "open").expect("LoginResponse status=N", CLOSED);
        gapClient().login("0003", "USR1", "open").expect("LoginResponse status=S", CLOSED);
        final Client first = gapClient().login("open");
        first.expect("LoginResponse status=A");
        gapClient().login("open").expect("LoginResponse status=B", CLOSED);
        gapClient().login("0002", "USR1", "sesame").expect("LoginResponse status=A");
        first.close();
        step(STEP_NS);
        final Client again = gapClient();
        step(STEP_NS);
        again.login("open").expect("LoginResponse status=A");
        assertEquals(List.of(3L, 4L), List.of(feed.counters().get(LOGINS), feed.counters().get(LOGINS_REFUSED)));
        gapClient().login("0001", "sesame", "USR1").expect("LoginResponse status=N", CLOSED);
        assertEquals(List.of(
            "PASSWORD_FAILED USR1 wrong password",
            "PASSWORD_FAILED USR2 unknown login",
            "LOGON_REFUSED USR1 no such session of the login",
            "LOGON USR1 null",
            "LOGON_REFUSED USR1 second connection, the session goes on",
            "LOGON USR1 null",
            "LOGON USR1 null",
            "PASSWORD_FAILED *** unknown login"), logged());
        assertEquals("pitch-gap-1", log.getFirst().component());
    }

    @Test
    void shouldLockANameOutAfterWrongPasswordsAndGiveTheSameAnswer() throws IOException
    {
        for (int i = 0; i < 4; i++)
        {
            gapClient().login("wrong").expect("LoginResponse status=N", CLOSED);
        }
        gapClient().login("open").expect("LoginResponse status=N", CLOSED);
        assertEquals(1, feed.counters().get(LOGINS_LOCKED));
        assertEquals(List.of(
            "PASSWORD_FAILED USR1 wrong password",
            "PASSWORD_FAILED USR1 wrong password",
            "PASSWORD_FAILED USR1 wrong password",
            "PASSWORD_FAILED USR1 wrong password",
            "LOCKED_OUT USR1 too many wrong passwords"), logged());
        // Another name is not locked, and neither is this one on the other server.
        gapClient().login("0002", "USR3", "open").expect("LoginResponse status=N", CLOSED);
        assertEquals(1, feed.counters().get(LOGINS_LOCKED));
        step(SECOND_NS);
        gapClient().login("open").expect("LoginResponse status=A");
    }

    @Test
    void shouldEndAClientThatSendsHeartbeatsOnly() throws IOException
    {
        final Client flood = gapClient().login("open");
        flood.expect("LoginResponse status=A");
        final Client other = gapClient().login("0002", "USR1", "sesame");
        other.expect("LoginResponse status=A");
        for (int i = 0; i < 100 && 0 == feed.gapServerCounters().closed().get(TcpCloseReason.TOO_FAST); i++)
        {
            sendHeartbeats(flood, 64);
            step(STEP_NS);
        }
        flood.expect(CLOSED);
        assertEquals(1, feed.gapServerCounters().closed().get(TcpCloseReason.TOO_FAST));
        assertEquals("FLOODED null too many messages in a second", logged().getLast());
        request(other, 1, 300, 3, 'A');
    }

    private static void sendHeartbeats(final Client client, final int count) throws IOException
    {
        for (int i = 0; i < count; i++)
        {
            try
            {
                client.send(RecoveryWriter.heartbeat(client.out, 0));
            }
            catch (final IOException ex)
            {
                // It has been closed meanwhile.
                return;
            }
        }
    }

    @Test
    void shouldDropWhoDoesNotKeepToTheProtocol() throws IOException
    {
        final Client early = gapClient();
        early.send(RecoveryWriter.gapRequest(early.out, 0, 1, 1, 1));
        early.expect(CLOSED);
        final Client twice = gapClient().login("open");
        twice.expect("LoginResponse status=A");
        twice.login("open").expect(CLOSED);
        final Client misled = gapClient().login("open");
        misled.expect("LoginResponse status=A");
        misled.send(RecoveryWriter.spinRequest(misled.out, 0, 1));
        misled.expect(CLOSED);
        final Client strange = gapClient();
        strange.out.putStringWithoutLengthAscii(0, "GET / HTTP/1.1");
        strange.out.putByte(0, (byte)5);
        strange.out.putByte(1, (byte)0);
        strange.send(14);
        strange.expect(CLOSED);
        assertEquals(4, feed.gapServerCounters().closed().get(TcpCloseReason.GARBAGE));
        final String line = "MALFORMED null not the protocol";
        assertEquals(List.of(line, "LOGON USR1 null", line, "LOGON USR1 null", line, line), logged());
    }

    @Test
    void shouldKeepHeartbeatsAndDropWhoIsSilent() throws IOException
    {
        final Client client = gapClient().login("open");
        client.expect("LoginResponse status=A");
        final Client mute = gapClient();
        // Five heartbeat intervals of an hour; the client is heard of in the fourth.
        for (int i = 0; i < 4; i++)
        {
            step(3_600 * SECOND_NS);
        }
        client.send(RecoveryWriter.heartbeat(client.out, 0));
        client.expect("Heartbeat", "Heartbeat", "Heartbeat", "Heartbeat");
        step(3_600 * SECOND_NS);
        mute.expect(CLOSED);
        client.expect("Heartbeat");
        for (int i = 0; i < 3; i++)
        {
            step(3_600 * SECOND_NS);
        }
        client.expect("Heartbeat", "Heartbeat", "Heartbeat");
        step(3_600 * SECOND_NS);
        client.expect("Heartbeat", CLOSED);
    }

    @Test
    void shouldAnswerGapRequestsAndRepeatMessagesUnderTheirNumbers() throws IOException
    {
        final Client client = gapClient().login("open");
        client.expect("LoginResponse status=A");
        assertEquals(304, feed.unit().lastSequence() + 1);
        request(client, 1, 300, 3, 'A');
        final List<String> expected = new ArrayList<>();
        while (expected.size() < 300)
        {
            // Heartbeats have no messages.
            expected.addAll(messages(original));
        }
        final List<String> again = messages(repeated);
        assertEquals(3, again.size());
        // Each line begins with its number; the first three came before the feed was live.
        assertEquals(expected.stream().filter((line) -> line.matches("(300|301|302) .*")).toList(), again);

        request(client, 1, 301, 3, 'A');
        request(client, 1, 301, 3, 'S');
        step(SECOND_NS);
        request(client, 1, 301, 3, 'A');
        request(client, 1, 301, 3, 'M');
        step(60 * SECOND_NS);
        request(client, 1, 294, 10, 'A');
        request(client, 1, 301, 3, 'D');
        request(client, 1, 301, 11, 'C');
        request(client, 1, 301, 0, 'O');
        request(client, 1, 301, 4, 'O');
        request(client, 1, 47, 1, 'O');
        request(client, 0, 301, 3, 'I');
        request(client, 2, 301, 3, 'U');
        request(client, 3, 301, 3, 'I');
        assertEquals(
            List.of(4L, 10L), List.of(feed.counters().get(GAPS_ACCEPTED), feed.counters().get(GAPS_REFUSED)));
        step(24 * 3_600 * SECOND_NS);
        client.expect("Heartbeat", CLOSED);
        final Client nextDay = gapClient().login("open");
        nextDay.expect("LoginResponse status=A");
        request(nextDay, 1, 48, 1, 'A');
        assertEquals(3 + 3 + 3 + 10 + 1, feed.counters().get(RETRANSMITTED));
    }

    @Test
    void shouldSpinOneConsistentPointWhileTheFeedGoesOn() throws IOException
    {
        final Client client = spinClient().login("open");
        client.expect("LoginResponse status=A", "SpinImageAvailable sequence=303");
        add(1_000, 5);
        client.send(RecoveryWriter.spinRequest(client.out, 0, 302));
        client.expect("SpinResponse sequence=302 orders=0 status=O");
        int length = RecoveryWriter.spinRequest(client.out, 0, 303);
        length += RecoveryWriter.spinRequest(client.out, length, 303);
        client.send(length);
        final ArrayList<String> expected = new ArrayList<>();
        expected.add("SpinResponse sequence=303 orders=300 status=A");
        expected.add("SpinResponse sequence=303 orders=0 status=S");
        expected.add("03:00:00.000000000 Time");
        expected.add("03:00:00.000001302 TradingStatus ABC-6 status=T regSho=0");
        for (int i = 0; i < 300; i++)
        {
            expected.add("03:00:00.%09d AddOrder ABC-6 B 5@1 order=%d flags=1".formatted(1_003 + i, 100 + i));
        }
        expected.add("SpinFinished sequence=303");
        client.expect(expected.toArray(new String[0]));
        assertEquals(
            List.of(1L, 2L), List.of(feed.counters().get(SPINS), feed.counters().get(SPINS_REFUSED)));

        step(2 * SECOND_NS);
        client.expect("SpinImageAvailable sequence=308");
    }

    @Test
    void shouldRefuseOptionsThatCannotBe()
    {
        assertThrows(IllegalArgumentException.class, () -> new PitchLogin("0001", "USR1", ""));
        assertThrows(IllegalArgumentException.class, () -> new PitchLogin("00001", "USR1", "x"));
        assertThrows(IllegalArgumentException.class,
            () -> PitchFeedOptions.builder().symbols(Map.of("ABC", "#1")).build());
        assertThrows(IllegalArgumentException.class,
            () -> PitchRecoveryOptions.builder().gapServer(PitchVenue.ANY_PORT).build());
        assertThrows(IllegalArgumentException.class,
            () -> PitchRecoveryOptions.builder().historyCapacity(1_000).build());
        final MulticastEndpoint group = MulticastEndpoint.parse(groupA);
        assertThrows(IllegalArgumentException.class,
            () -> PitchFeedOptions.builder().feedA(group).feedB(group).build());
        final IllegalArgumentException twice = assertThrows(IllegalArgumentException.class,
            () -> PitchRecoveryOptions.builder().logins(List.of(
                new PitchLogin("0001", "USR1", "hidden"), new PitchLogin("0001", "USR1", "hidden"))).build());
        assertEquals("A login is given twice: username=USR1 sessionSubId=0001", twice.getMessage());
    }

    @Test
    void shouldWriteALineOfLogonsAndRefusalsAndNoSecret(@TempDir final Path dir) throws IOException
    {
        try (SecurityLog file = SecurityLog.open(dir))
        {
            sink = file;
            gapClient().login("open").expect("LoginResponse status=A");
            for (int i = 0; i < 4; i++)
            {
                spinClient().login("gu\"ess-" + i).expect("LoginResponse status=N", CLOSED);
            }
            for (int i = 0; i < 15; i++)
            {
                spinClient().login("open").expect("LoginResponse status=N", CLOSED);
            }
        }
        final List<String> lines =
            Files.readAllLines(SecurityLog.file(dir, SecurityLog.date(Instant.now()))).stream()
                .map((line) -> line.replaceFirst("^\\{\"time\":\"[^\"]+\",", "{")).toList();
        final String from = "\"source\":\"127.0.0.1\"";
        final List<String> expected = new ArrayList<>();
        expected.add("{\"component\":\"pitch-gap-1\",\"event\":\"logon\",\"name\":\"USR1\"," + from + "}");
        expected.addAll(Collections.nCopies(4, "{\"component\":\"pitch-spin-1\",\"event\":\"password-failed\"," +
            "\"name\":\"USR1\"," + from + ",\"reason\":\"wrong password\"}"));
        expected.addAll(Collections.nCopies(10, "{\"component\":\"pitch-spin-1\",\"event\":\"locked-out\"," +
            "\"name\":\"USR1\"," + from + ",\"reason\":\"too many wrong passwords\"}"));
        expected.add("{\"component\":\"pitch-spin-1\",\"event\":\"left-out\"," + from +
            ",\"reason\":\"locked-out\",\"count\":5}");
        assertEquals(expected, lines);
    }

    private List<String> logged()
    {
        return log.stream().map((event) -> event.type() + " " + event.name() + " " + event.reason()).toList();
    }

    private void request(
        final Client client, final int unit, final long sequence, final int count, final char status)
        throws IOException
    {
        client.send(RecoveryWriter.gapRequest(client.out, 0, unit, sequence, count));
        client.expect("GapResponse unit=" + unit + " sequence=" + sequence + " count=" + count + " status=" + status);
    }

    private Client gapClient() throws IOException
    {
        return connect(feed.gapServerAddress());
    }

    private Client spinClient() throws IOException
    {
        return connect(feed.spinServerAddress());
    }

    private Client connect(final InetSocketAddress address) throws IOException
    {
        final Client client = new Client(address);
        clients.add(client);
        step(STEP_NS);
        return client;
    }

    private void step(final long ns)
    {
        nowNs += ns;
        feed.doWork(nowNs, true);
    }

    private void add(final long firstId, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            final long id = firstId + i;
            events.begin().event(new OrderAcceptedEncoder(), (e) -> e.orderId(id).instrumentId(7).side(Side.BUY)
                .priceE5(1_00000L).qtyLots(5).timeInForce(TimeInForce.DAY).shown((short)1)).end();
        }
    }

    /** Messages of the next datagram. */
    private static List<String> messages(final MulticastReceiver receiver)
    {
        final long deadlineNs = System.nanoTime() + 10 * SECOND_NS;
        int length = 0;
        while (0 == length)
        {
            length = receiver.receive();
            Thread.yield();
            assertTrue(System.nanoTime() - deadlineNs < 0, "nothing was sent");
        }
        final ArrayList<String> lines = new ArrayList<>();
        for (final String line : new PitchPrinter().print(receiver.buffer(), 0, length).split("\n"))
        {
            if (line.startsWith("  "))
            {
                lines.add(line.trim());
            }
        }
        return lines;
    }
}
