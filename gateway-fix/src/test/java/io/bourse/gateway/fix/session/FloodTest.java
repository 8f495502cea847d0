// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static io.bourse.gateway.fix.session.FixCounter.CUT_OFF_SESSIONS;
import static io.bourse.gateway.fix.session.FixCounter.GARBAGE;
import static io.bourse.gateway.fix.session.FixCounter.REPLACED_CONNECTIONS;
import static io.bourse.gateway.fix.session.FixCounter.SESSION_REJECTS;
import static io.bourse.gateway.fix.session.FixCounter.THROTTLED_MESSAGES;
import static io.bourse.gateway.fix.session.FixCounter.THROTTLED_SESSION_MESSAGES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import io.bourse.engine.telemetry.SecurityEvent;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one client may take: it sends as fast as it can, and another one is answered in the turn that has read its
 * message. The test is the duty cycle, and time stands still, so that turns and messages are counted and nothing else.
 */
@Timeout(120)
class FloodTest
{
    private static final int FLOOD = 60_000;
    private static final int MESSAGES_OF_TURN = 64;
    private static final int MOST_TURNS = 200_000;
    /** Twenty a second, five seconds' at once, and four times as much. */
    private static final int TAKEN = 100;
    private static final int CUT_OFF = 401;

    @TempDir
    Path directory;
    private final List<Peer> peers = new ArrayList<>();
    private TransportRig rig;

    /** A socket that never blocks. */
    private static final class Peer implements AutoCloseable
    {
        private final ByteBuffer in = ByteBuffer.allocate(64 * 1024);
        private final StringBuilder text = new StringBuilder();
        private final SocketChannel channel;
        private final String name;
        private ByteBuffer out = ByteBuffer.allocate(0);
        private boolean isClosed;
        private int next = 1;

        private Peer(final int port, final String name, final String source) throws IOException
        {
            this.name = name;
            channel = SocketChannel.open();
            channel.bind(new InetSocketAddress(source, 0));
            channel.connect(new InetSocketAddress("127.0.0.1", port));
            channel.configureBlocking(false);
        }

        private byte[] message(final String type, final String body)
        {
            return TestFix.message(name, next++, type, body);
        }

        private void send(final byte[] bytes)
        {
            assertFalse(out.hasRemaining(), "something is still to be sent");
            out = ByteBuffer.wrap(bytes);
            pump();
        }

        /** Writes and reads what can be. */
        private void pump()
        {
            try
            {
                int count = 1;
                while (count > 0 && out.hasRemaining())
                {
                    count = channel.write(out);
                }
                count = channel.read(in);
                while (count > 0)
                {
                    text.append(new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1));
                    count = channel.read(in.clear());
                }
                isClosed |= count < 0;
                in.clear();
            }
            catch (final IOException ex)
            {
                // Reset: the gateway has closed while this side was sending.
                isClosed = true;
            }
        }

        private int count(final String part)
        {
            final String all = text.toString().replace('\001', '|');
            int count = 0;
            for (int at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + 1))
            {
                count++;
            }
            return count;
        }

        @Override
        public void close() throws IOException
        {
            channel.close();
        }
    }

    @BeforeEach
    void setUp()
    {
        rig = new TransportRig(directory);
        final long nowNs = SystemEpochNanoClock.INSTANCE.nanoTime();
        rig.epochClock = () -> nowNs;
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(peers);
        CloseHelper.close(rig);
    }

    @Test
    void shouldEndASessionThatSendsHeartbeats() throws IOException
    {
        final Peer flood = flood("0", "");
        assertSessionEnded(flood);
    }

    @Test
    void shouldEndASessionThatSendsTestRequests() throws IOException
    {
        final Peer flood = flood("1", "112=again|");
        assertSessionEnded(flood);
        assertEquals(TAKEN, flood.count("|112=again|"));
    }

    @Test
    void shouldEndASessionThatSendsResendRequests() throws IOException
    {
        final Peer flood = flood("2", "7=1|16=0|");
        assertSessionEnded(flood);
    }

    @Test
    void shouldCountOrdersThatFailValidation() throws IOException
    {
        rig.sessionOptions = FixSessionOptions.builder().maxMessagesPerSecond(TAKEN).build();
        final Peer flood = flood("D", "11=wrong|54=|58=x|");
        assertEquals(TAKEN, rig.counters().get(SESSION_REJECTS));
        assertEquals(CUT_OFF - TAKEN, rig.counters().get(THROTTLED_MESSAGES));
        assertEquals(CUT_OFF - TAKEN, flood.count("|58=more than 100 messages in a second|"), flood.text.toString());
        assertEquals(1, flood.count("|58=more than 400 messages in a second, the session may send 100; " +
            "the last message taken has MsgSeqNum 402|"));
        assertEquals(1, rig.counters().get(CUT_OFF_SESSIONS));
        assertEquals(List.of("FLOODED ALPHA 127.0.0.1 more than 400 messages in a second, the session may send 100"),
            logged(SecurityEvent.Type.FLOODED));
    }

    @Test
    void shouldEndASessionWhoseNumbersAreTooHigh() throws IOException
    {
        rig.make();
        final Peer flood = logOn("ALPHA");
        flood.next = 1_000;
        // None of them is taken, for the gap before them, and they count.
        run(flood, many(flood, "0", ""), logOn("BETA"));
        assertTrue(flood.isClosed);
        assertEquals(1, rig.counters().get(CUT_OFF_SESSIONS));
        assertEquals(1, flood.count("the last message taken has MsgSeqNum 1|"), flood.text.toString());
    }

    @Test
    void shouldEndAConnectionOfGarbage() throws IOException
    {
        rig.make();
        final Peer flood = logOn("ALPHA");
        final byte[] garbage = new byte[5 * FLOOD];
        final byte[] beginning = "8=FIX".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < garbage.length; i++)
        {
            garbage[i] = beginning[i % beginning.length];
        }
        run(flood, garbage, logOn("BETA"));
        assertTrue(flood.isClosed);
        assertEquals(1, rig.counters().get(GARBAGE));
        assertEquals(List.of("MALFORMED ALPHA 127.0.0.1 not FIX"), logged(SecurityEvent.Type.MALFORMED));
    }

    @Test
    void shouldCountAMessageOnceHoweverItIsCut() throws IOException
    {
        rig.sessionOptions = FixSessionOptions.builder().maxSessionMessagesPerSecond(1).build();
        rig.make();
        final Peer slow = logOn("ALPHA");
        for (int i = 1; i <= 6; i++)
        {
            for (final byte one : slow.message("1", "112=t" + i + "|"))
            {
                slow.send(new byte[]{one});
                rig.doWork();
            }
        }
        turnUntil(slow, () -> 1 == slow.count("|35=3|"), "the sixth is not rejected");
        for (int i = 1; i <= 5; i++)
        {
            assertEquals(1, slow.count("|112=t" + i + "|"));
        }
        assertEquals(1, slow.count("|58=more than 5 session messages in 5 seconds|"), slow.text.toString());
        assertFalse(slow.isClosed);
    }

    @Test
    void shouldLetAMemberLogOnWhileAThousandConnectionsCome() throws IOException
    {
        rig.server.maxOutstanding(20).maxOutstandingPerAddress(10);
        rig.make();
        final Peer member = peer("ALPHA", "127.0.0.1");
        rig.doWork();
        for (int i = 0; i < 1_000; i++)
        {
            peer("BETA", "127.0.0.2");
            rig.doWork();
        }
        member.send(member.message("A", "98=0|108=30|"));
        turnUntil(member, () -> 1 == member.count("|35=A|"), "the member does not log on");
        turnUntil(member, () -> 990 == rig.counters().get(REPLACED_CONNECTIONS), "the others do not give way");
        final List<String> logged = logged(SecurityEvent.Type.CONNECTION_REFUSED);
        assertEquals(990, logged.size());
        assertEquals(Set.of("CONNECTION_REFUSED null 127.0.0.2 without a logon when another one needed its place"),
            Set.copyOf(logged));
        member.send(member.message("D", "11=ok|" + RigTest.ORDER));
        turnUntil(member, () -> 1 == member.count("|35=8|"), "its order has no answer");
    }

    private void assertSessionEnded(final Peer flood)
    {
        assertEquals(CUT_OFF - TAKEN, rig.counters().get(THROTTLED_SESSION_MESSAGES));
        assertEquals(CUT_OFF - TAKEN, rig.counters().get(SESSION_REJECTS));
        assertEquals(CUT_OFF - TAKEN, flood.count("|58=more than 100 session messages in 5 seconds|"));
        assertEquals(1, flood.count("|58=more than 400 session messages in 5 seconds, the session may send 100; " +
            "the last message taken has MsgSeqNum 402|"), flood.text.toString());
        assertEquals(1, rig.counters().get(CUT_OFF_SESSIONS));
        assertEquals(List.of("FLOODED ALPHA 127.0.0.1 more than 400 session messages in 5 seconds, the session may" +
            " send 100"), logged(SecurityEvent.Type.FLOODED));
        assertTrue(flood.isClosed);
    }

    private List<String> logged(final SecurityEvent.Type type)
    {
        return rig.events.stream().filter((event) -> type == event.type()).map((event) -> event.type() + " " +
            event.name() + " " + event.source().getHostAddress() + " " + event.reason()).toList();
    }

    private Peer flood(final String type, final String body) throws IOException
    {
        rig.make();
        final Peer flood = logOn("ALPHA");
        run(flood, many(flood, type, body), logOn("BETA"));
        return flood;
    }

    private static byte[] many(final Peer peer, final String type, final String body) throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < FLOOD; i++)
        {
            bytes.write(peer.message(type, body));
        }
        return bytes.toByteArray();
    }

    /** Turns until the flood is over; another client sends orders, each of which is answered in the turn it is read. */
    private void run(final Peer flood, final byte[] bytes, final Peer other)
    {
        final FixSessionImpl flooding = rig.session("ALPHA");
        final FixSessionImpl quiet = rig.session("BETA");
        flood.send(bytes);
        int sent = 0;
        for (int turn = 0; !flood.isClosed; turn++)
        {
            assertTrue(turn < MOST_TURNS, "the flood has no end: " + rig.counters());
            if (other.count("|35=8|") == sent)
            {
                other.send(other.message("D", "11=o" + ++sent + "|" + RigTest.ORDER));
            }
            final long received = quiet.connection.receivedBytes();
            final int reports = quiet.store.nextSender();
            final int taken = flooding.store.nextTarget();
            rig.doWork();
            assertTrue(flooding.store.nextTarget() - taken <= MESSAGES_OF_TURN, "more than its turn");
            if (quiet.connection.receivedBytes() != received)
            {
                assertEquals(reports + 1, quiet.store.nextSender(), "not answered in the turn that has read it");
            }
            flood.pump();
            other.pump();
        }
        final int orders = sent;
        turnUntil(other, () -> orders == other.count("|35=8|"), "an order has no answer");
    }

    private Peer peer(final String name, final String source) throws IOException
    {
        final Peer peer = new Peer(rig.port(), name, source);
        peers.add(peer);
        return peer;
    }

    private Peer logOn(final String name) throws IOException
    {
        final Peer peer = peer(name, "127.0.0.1");
        peer.send(peer.message("A", "98=0|108=30|"));
        turnUntil(peer, () -> 1 == peer.count("|35=A|"), "it does not log on");
        return peer;
    }

    private void turnUntil(final Peer peer, final BooleanSupplier condition, final String otherwise)
    {
        TransportRig.await(() ->
        {
            rig.doWork();
            peer.pump();
            return condition.getAsBoolean();
        }, otherwise);
    }
}
