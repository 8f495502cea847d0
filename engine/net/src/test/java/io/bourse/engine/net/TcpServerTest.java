// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.bourse.testing.TlsClientSocket;
import io.bourse.testing.TlsKeys;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What every protocol may rely on, over real sockets; time is the test's own.
 */
@Tag("venue")
class TcpServerTest
{
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int LARGE = 4 * 1024 * 1024;

    @TempDir
    private static Path dir;
    private static Path keys;
    private static Path trust;

    private final List<ByteChannel> clients = new ArrayList<>();
    private EchoServer server;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys maker = new TlsKeys(dir);
        keys = maker.keyStore("venue");
        trust = maker.trustStore(keys);
    }

    @AfterEach
    void close()
    {
        CloseHelper.quietCloseAll(clients);
        if (null != server)
        {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadMessagesHoweverTheyAreCut(final boolean isTls) throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().growingFromLength(isTls ? 0 : 1024), isTls);
        final ByteChannel client = connect(isTls);
        for (final String part : List.of("\3ab", "c\2h", "e", "\1x\1y\1z", "\2", "uv"))
        {
            write(client, part);
        }
        assertEquals("\3abc\2he\1x\1y\1z\2uv", read(client, 16));
        client.close();
        workUntil(() -> 0 == server.open());
        assertEquals(List.of(TcpCloseReason.PEER), server.closed);
        assertEquals(isTls ? 1 : 0, server.handshakes);
        assertEquals(0, server.outstanding());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendAllBeforeItClosesAndDropWhatStillComes(final boolean isTls)
        throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().growingFromLength(1024).sendQueueLength(LARGE), isTls);
        final ByteChannel client = connect(isTls);
        write(client, "\1q\5drops");
        assertEquals("\1q", read(client, 2));
        final EchoServer.Connection connection = server.first();
        write(client, "\5still");
        assertEquals(EchoServer.BURST_LENGTH, readToEnd(client));
        assertEquals(List.of(), server.closed);
        client.close();
        workUntil(() -> 1 == server.closed.size());
        assertEquals(List.of(TcpCloseReason.FINISHED), server.closed);
        assertEquals(1, connection.endings);
    }

    @Test
    void shouldSendAllToAPeerThatHasEndedItsOwnSide() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().growingFromLength(1024).sendQueueLength(LARGE), false);
        final SocketChannel client = (SocketChannel)connect(false);
        write(client, "\1q");
        client.shutdownOutput();
        assertEquals(2 + EchoServer.BURST_LENGTH, readToEnd(client));
        workUntil(() -> 1 == server.closed.size());
        assertEquals(List.of(TcpCloseReason.FINISHED), server.closed);
    }

    @Test
    void shouldLetAPeerThatIsNotTlsHearTheAlert() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder(), true);
        final SocketChannel client = open("127.0.0.1", true);
        workUntil(() -> 1 == server.accepted);
        write(client, "this is no handshake of TLS, whatever it is");
        assertTrue(readToEnd(client) > 0);
        assertEquals(1, server.tlsFailures);
        client.close();
        workUntil(() -> 1 == server.closed.size());
        assertEquals(0, server.open());
    }

    @Test
    void shouldRefuseThoseWithoutALoginAboveTheirLimits() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().maxOutstanding(3).maxOutstandingPerAddress(2), false);
        final ByteChannel first = connect(false);
        connect(false);
        assertRefused("127.0.0.1", TcpRefusal.TOO_MANY_OUTSTANDING_OF_ADDRESS);
        open("127.0.0.2", false);
        workUntil(() -> 3 == server.accepted);
        assertRefused("127.0.0.3", TcpRefusal.TOO_MANY_OUTSTANDING);
        write(first, "\1l");
        workUntil(() -> 2 == server.outstanding());
        connect(false);
        assertEquals(4, server.open());
        first.close();
        workUntil(() -> 3 == server.open());
        assertEquals(3, server.outstanding());
    }

    @Test
    void shouldLetTheOldestWithoutALoginGiveWay() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().maxConnections(2).isOutstandingReplaced(true), false);
        final ByteChannel known = connect(false);
        write(known, "\1l");
        workUntil(() -> 0 == server.outstanding());
        final ByteChannel stranger = connect(false);
        connect(false);
        assertEquals(List.of(TcpCloseReason.REPLACED), server.closed);
        assertEquals(0, readToEnd(stranger));
        write(known, "\1a");
        assertEquals("\1l\1a", read(known, 4));
        assertEquals(List.of(), server.refused);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveEveryConnectionItsTurnAndKeepTheOrderOfEach(final boolean isTls)
        throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().maxMessagesPerTurn(4).maxBytesPerTurn(64), isTls);
        final ByteChannel flood = connect(isTls);
        final ByteChannel other = connect(isTls);
        final EchoServer.Connection flooding = server.connection(0);
        final EchoServer.Connection quiet = server.connection(1);
        final StringBuilder sent = new StringBuilder();
        for (int i = 0; i < 1_000; i++)
        {
            sent.append('\3').append((char)('A' + i % 26)).append((char)('A' + i / 26 % 26)).append('x');
        }
        final ByteBuffer bytes = ByteBuffer.wrap(sent.toString().getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining())
        {
            flood.write(bytes);
        }
        final StringBuilder echoed = new StringBuilder();
        final ByteBuffer target = ByteBuffer.allocate(sent.length());
        int turns = 0;
        while (echoed.length() < sent.length())
        {
            final int messages = flooding.messages;
            final long received = flooding.receivedBytes();
            final int answered = quiet.messages;
            final boolean isAsking = flooding.messages > 100 && answered < 10;
            if (isAsking)
            {
                other.write(ByteBuffer.wrap(new byte[]{1, 'a'}));
            }
            server.work();
            turns++;
            assertTrue(flooding.messages - messages <= 4, "messages of one turn: " + (flooding.messages - messages));
            assertTrue(flooding.receivedBytes() - received <= 64, "bytes of one turn");
            assertTrue(turns < 100_000, "it does not go on: " + echoed.length());
            for (int i = 0; isAsking && quiet.messages == answered; i++)
            {
                // The loopback may need a moment; the other connection is never given more than its turn meanwhile.
                final int before = flooding.messages;
                server.work();
                assertTrue(flooding.messages - before <= 4 && i < 100_000, "the quiet one has no turn");
            }
            readSome(flood, target.clear());
            echoed.append(new String(target.array(), 0, target.position(), StandardCharsets.US_ASCII));
        }
        assertEquals(sent.toString(), echoed.toString());
        assertEquals(10, quiet.messages);
    }

    @Test
    void shouldGoOnWithInputThatIsLeftAlthoughNothingMoreComes() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().maxMessagesPerTurn(2), false);
        final ByteChannel client = connect(false);
        client.write(ByteBuffer.wrap("\1a\1c\1d\1e\1f".getBytes(StandardCharsets.US_ASCII)));
        ((SocketChannel)client).shutdownOutput();
        // The end of the peer's stream comes after all that it has sent.
        assertEquals("\1a\1c\1d\1e\1f", read(client, 10));
        workUntil(() -> List.of(TcpCloseReason.PEER).equals(server.closed));
    }

    @Test
    void shouldGiveNoPlaceToASourceThatNoLoginHas() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().maxOutstanding(1).isOutstandingReplaced(true), false);
        server.unknown.add("127.0.0.2");
        final ByteChannel client = connect(false);
        for (int i = 0; i < 20; i++)
        {
            assertRefused("127.0.0.2", TcpRefusal.UNKNOWN_SOURCE);
        }
        assertEquals(List.of(), server.closed);
        write(client, "\1a");
        assertEquals("\1a", read(client, 2));
    }

    @Test
    void shouldKeepPlacesForMembers() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder()
            .maxOutstanding(6).maxOutstandingPerAddress(3).reservedOutstanding(2).isOutstandingReplaced(true), false);
        server.members.add("127.0.0.9");
        final SocketChannel member = open("127.0.0.9", false);
        workUntil(() -> 1 == server.accepted);
        for (int i = 0; i < 1_000; i++)
        {
            final int before = server.accepted;
            clients.add(open("127.0.1." + i % 250, false));
            workUntil(() -> before < server.accepted);
        }
        assertEquals(5, server.outstanding());
        final SocketChannel second = open("127.0.0.9", false);
        workUntil(() -> 6 == server.outstanding());
        for (final SocketChannel client : List.of(member, second))
        {
            write(client, "\1l");
            assertEquals("\1l", read(client, 2));
        }
        assertEquals(996, server.closed.size());
        assertEquals(List.of(), server.refused);
    }

    @Test
    void shouldLetTheSourceWithMostGiveWay() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().maxOutstanding(4).isOutstandingReplaced(true), false);
        final SocketChannel single = open("127.0.0.9", false);
        workUntil(() -> 1 == server.accepted);
        for (int i = 0; i < 1_000; i++)
        {
            connect(false);
        }
        write(single, "\1l");
        assertEquals("\1l", read(single, 2));
        assertEquals(997, server.closed.size());
    }

    @Test
    void shouldNotReadAPeerThatIsPaused() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder(), false);
        final ByteChannel client = connect(false);
        write(client, "\1p");
        assertEquals("\1p", read(client, 2));
        write(client, "\1a");
        for (int i = 0; i < 1000; i++)
        {
            assertEquals(0, server.work());
        }
        server.first().pauseReading(false);
        assertEquals("\1a", read(client, 2));
    }

    @Test
    void shouldSayWhatTimeDemands() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().loginTimeoutNs(SECOND_NS).lifetimeNs(3 * SECOND_NS), false);
        final ByteChannel client = connect(false);
        connect(false);
        write(client, "\1l");
        workUntil(() -> 1 == server.outstanding());
        server.nowNs += SECOND_NS - 1;
        server.work();
        assertEquals(List.of(), server.closed);
        server.nowNs++;
        server.work();
        assertEquals(List.of(TcpCloseReason.LOGIN_TIMEOUT), server.closed);
        server.nowNs += 2 * SECOND_NS;
        server.work();
        assertEquals(List.of(TcpCloseReason.LOGIN_TIMEOUT, TcpCloseReason.TOO_LONG_OPEN), server.closed);
    }

    @Test
    void shouldGiveUpAPeerThatTakesNothing() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().growingFromLength(1024).sendQueueLength(LARGE).slowPeerTimeoutNs(SECOND_NS)
            .socketSendBufferLength(4096), false);
        final ByteChannel client = connect(false);
        write(client, "\1b");
        workUntilIdle();
        server.nowNs += SECOND_NS;
        server.work();
        assertEquals(List.of(), server.closed);
        read(client, 1_000_000);
        workUntilIdle();
        server.nowNs += SECOND_NS;
        server.work();
        assertEquals(List.of(), server.closed);
        server.nowNs++;
        server.work();
        assertEquals(List.of(TcpCloseReason.TOO_SLOW), server.closed);
    }

    @Test
    void shouldEndAtTheEndOfTheLingerTimeWhetherAllHasLeftOrNot() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().growingFromLength(1024).sendQueueLength(LARGE).lingerNs(SECOND_NS)
            .socketSendBufferLength(4096), false);
        write(connect(false), "\1q");
        workUntilIdle();
        server.nowNs += SECOND_NS - 1;
        server.work();
        assertEquals(List.of(), server.closed);
        server.nowNs++;
        server.work();
        assertEquals(List.of(TcpCloseReason.FINISHED), server.closed);
    }

    @Test
    void shouldGiveUpTheSlowestWhenAllHoldTooMuch() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().growingFromLength(1024).sendQueueLength(LARGE).maxUnsentOfAll(2_000_000)
            .socketSendBufferLength(4096), false);
        final ByteChannel quick = connect(false);
        write(connect(false), "\1b");
        workUntil(() -> 1 == server.closed.size());
        assertEquals(List.of(TcpCloseReason.TOO_SLOW), server.closed);
        write(quick, "\1a");
        assertEquals("\1a", read(quick, 2));
    }

    @Test
    void shouldGoOnWhenPeersBreakOff() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder().acceptsPerPoll(2), false);
        final ByteChannel client = connect(false);
        for (int i = 0; i < 200; i++)
        {
            final SocketChannel broken = (SocketChannel)connect(false);
            write(broken, "\5ab");
            broken.setOption(StandardSocketOptions.SO_LINGER, 0);
            broken.close();
            workUntil(() -> 1 == server.open());
        }
        assertEquals(200, server.closed.stream().filter(TcpCloseReason.BROKEN::equals).count());
        write(client, "\1a");
        assertEquals("\1a", read(client, 2));
    }

    @Test
    void shouldNotAllocateForAMessage() throws IOException, GeneralSecurityException
    {
        start(TcpServerOptions.builder(), false);
        final ByteChannel client = connect(false);
        final byte[] message = {7, 'a', 'b', 'c', 'd', 'e', 'f', 'g'};
        final ByteBuffer request = ByteBuffer.allocateDirect(8).put(0, message);
        final ByteBuffer answer = ByteBuffer.allocateDirect(8);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().threadId();
        long before = 0;
        for (int i = 0; i < 30_000; i++)
        {
            if (20_000 == i)
            {
                before = threads.getThreadAllocatedBytes(thread);
            }
            client.write(request.clear());
            answer.clear();
            while (answer.hasRemaining())
            {
                server.work();
                client.read(answer);
            }
        }
        assertEquals(0, (threads.getThreadAllocatedBytes(thread) - before) / 10_000);
    }

    @Test
    void shouldNameTheOptionThatIsWrong()
    {
        assertEquals("Option of a TCP server is too small: maxConnections=0 min=1 name=tcp",
            assertThrows(IllegalArgumentException.class,
                () -> new EchoServer(TcpServerOptions.builder().maxConnections(0).build())).getMessage());
    }

    private void start(final TcpServerOptionsBuilder options, final boolean isTls) throws IOException
    {
        server = new EchoServer((!isTls ? options :
            options.tls(new TlsOptions(EchoServer.ANY_PORT, keys, () -> TlsKeys.PASSWORD, null))).build());
        assertEquals(isTls, null != server.localAddress("tls", true));
    }

    private ByteChannel connect(final boolean isTls) throws IOException, GeneralSecurityException
    {
        final int accepted = server.accepted;
        final ByteChannel client;
        if (isTls)
        {
            final TlsClientSocket socket =
                new TlsClientSocket(server.localAddress("tls", true), TlsKeys.client(trust, null), "TLSv1.3");
            clients.add(socket);
            workUntil(socket::handshake);
            client = socket;
        }
        else
        {
            client = open("127.0.0.1", false);
        }
        workUntil(() -> accepted < server.accepted);
        return client;
    }

    private SocketChannel open(final String source, final boolean isTls) throws IOException
    {
        final SocketChannel client = SocketChannel.open();
        clients.add(client);
        client.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        client.bind(new InetSocketAddress(source, 0));
        client.connect(server.localAddress(isTls ? "tls" : "plain", isTls));
        client.configureBlocking(false);
        return client;
    }

    private void assertRefused(final String source, final TcpRefusal refusal) throws IOException
    {
        final int before = server.refused.size();
        final SocketChannel client = open(source, false);
        workUntil(() -> before < server.refused.size());
        assertEquals(refusal, server.refused.getLast());
        assertEquals(0, readToEnd(client));
    }

    private void write(final ByteChannel client, final String text) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining())
        {
            client.write(bytes);
            server.work();
        }
    }

    private String read(final ByteChannel client, final int length)
    {
        final ByteBuffer bytes = ByteBuffer.allocate(length);
        workUntil(() -> readSome(client, bytes) < 0 || !bytes.hasRemaining());
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    }

    private int readToEnd(final ByteChannel client)
    {
        final int[] total = new int[1];
        final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
        workUntil(() ->
        {
            final int count = readSome(client, bytes.clear());
            total[0] += Math.max(0, count);
            return count < 0;
        });
        return total[0];
    }

    private static int readSome(final ByteChannel client, final ByteBuffer bytes)
    {
        try
        {
            return client.read(bytes);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void workUntilIdle()
    {
        int idle = 0;
        while (idle < 1000)
        {
            idle = 0 == server.work() ? idle + 1 : 0;
        }
    }

    private void workUntil(final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + 10 * SECOND_NS;
        while (!condition.getAsBoolean())
        {
            if (0 == server.work())
            {
                Thread.yield();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: closed=" + server.closed);
            }
        }
    }
}
