// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.fast.FastReplayClient;
import io.bourse.marketdata.fast.FastLines;
import io.bourse.marketdata.fast.FixReplayText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The replay over TCP, over a real socket.
 */
@Tag("venue")
class FastReplayTest
{
    private final long seed = System.nanoTime();
    private FastVenue venue;
    private InetSocketAddress address;

    @BeforeEach
    void setUp(@TempDir final Path dir)
    {
        System.out.println("FastReplayTest seed=" + seed);
        venue = new FastVenue(dir, new Random(seed), List.of());
        venue.startPublisher();
        venue.flow(1_500);
        venue.publishAll();
        address = venue.fast.replayAddress("ORDERS-LOG");
    }

    @AfterEach
    void tearDown()
    {
        venue.close();
    }

    /** Sends texts, each when as many messages as given have been received, and returns all messages. */
    private List<List<String>> talk(final Object... script) throws IOException
    {
        final ArrayList<List<String>> received = new ArrayList<>();
        final ByteBuffer incoming = ByteBuffer.allocate(1024 * 1024).order(LITTLE_ENDIAN);
        try (SocketChannel channel = SocketChannel.open(address))
        {
            channel.configureBlocking(false);
            int next = 0;
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (true)
            {
                if (next < script.length && received.size() >= (Integer)script[next])
                {
                    channel.write(ByteBuffer.wrap(((String)script[next + 1]).getBytes(StandardCharsets.US_ASCII)));
                    next += 2;
                }
                if (0 == venue.work())
                {
                    TestEngine.pause();
                }
                if (channel.read(incoming) < 0)
                {
                    return received;
                }
                take(incoming, received);
                if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new AssertionError("connection is not closed: " + received);
                }
            }
        }
    }

    private static void take(final ByteBuffer incoming, final List<List<String>> received)
    {
        incoming.flip();
        while (incoming.remaining() >= 4 && incoming.remaining() >= 4 + incoming.getInt(incoming.position()))
        {
            final byte[] message = new byte[incoming.getInt()];
            incoming.get(message);
            received.add(FastLines.ours(new UnsafeBuffer(message), 0, message.length));
        }
        incoming.compact();
    }

    private static String fix(final String body)
    {
        return FixReplayText.message(body.replace('|', (char)1));
    }

    private static String logon()
    {
        return fix("35=A|34=1|553=me|554=secret|");
    }

    private static String request(final long first, final long last)
    {
        return fix("35=V|262=1|1182=" + first + "|1183=" + last + '|');
    }

    private static String textOf(final List<List<String>> received)
    {
        final List<String> last = received.get(received.size() - 1);
        assertEquals("Logout 1001", last.get(0));
        return 4 == last.size() ? last.get(3) : "";
    }

    @Test
    void shouldSendWhatIsAskedForBetweenLogonAndLogout() throws IOException
    {
        final List<List<String>> received = talk(0, logon(), 1, request(5, 30), 28, fix("35=5|"));
        assertEquals(28, received.size());
        assertEquals("Logon 1000", received.get(0).get(0));
        for (int i = 0; i < 26; i++)
        {
            assertEquals("OrdersLogMessage 29", received.get(1 + i).get(0));
            assertEquals("MsgSeqNum=" + (5 + i), received.get(1 + i).get(1));
        }
        assertEquals("", textOf(received));
    }

    @Test
    void shouldSendToTheEndWhenAskedForZero() throws IOException
    {
        final long last = venue.fast.counters("ORDERS-LOG").get(FastFeedCounter.MSG_SEQ_NUM);
        final long first = Math.max(1, last - 9);
        final List<List<String>> received =
            talk(0, logon(), 1, request(first, 0), (int)(last - first + 3), fix("35=5|"));
        assertEquals("MsgSeqNum=" + last, received.get(received.size() - 2).get(1));
        assertEquals("", textOf(received));
    }

    @Test
    void shouldSayInTheLogoutWhatIsWrong() throws IOException
    {
        assertEquals("Text=Too many messages: at most 1000 in a request.",
            textOf(talk(0, logon(), 1, request(1, 1001), 2, fix("35=5|"))));
        assertEquals("Text=The range is wrong: 1182 from 1 on, 1183 not below it or 0 for the end.",
            textOf(talk(0, logon(), 1, request(7, 6), 2, fix("35=5|"))));
        final long last = venue.fast.counters("ORDERS-LOG").get(FastFeedCounter.MSG_SEQ_NUM);
        assertEquals("Text=Not available: ORDERS-LOG keeps 1 to " + last + '.',
            textOf(talk(0, logon(), 1, request(last, last + 1), 2, fix("35=5|"))));
        assertEquals("Text=No MarketDataRequest within 1 s.", textOf(talk(0, logon())));
        assertEquals("Text=Not expected now: 35=A. One MarketDataRequest follows the Logon.",
            textOf(talk(0, logon(), 1, logon(), 2, fix("35=5|"))));
    }

    @Test
    void shouldCloseWhenBytesAreNoFix() throws IOException
    {
        assertTrue(talk(0, "GET / HTTP/1.1\r\n\u0001").isEmpty());
        assertTrue(talk(0, logon().replace("553=me", "553=mE")).isEmpty());
        assertTrue(talk(0, request(1, 2)).isEmpty());
    }

    @Test
    void shouldServeTheClientOfTheLibrary()
    {
        final ArrayList<String> numbers = new ArrayList<>();
        try (FastReplayClient client = new FastReplayClient(
            address, TimeUnit.SECONDS.toNanos(20), SystemNanoClock.INSTANCE))
        {
            client.request(11, 14);
            venue.workUntil("done", () ->
            {
                client.doWork((buffer, offset, length) ->
                    numbers.add(FastLines.ours(buffer, offset, length).get(1)));
                return PacketReplay.State.RUNNING != client.state();
            });
            assertEquals(PacketReplay.State.DONE, client.state(), client.failure());
            assertEquals(List.of("MsgSeqNum=11", "MsgSeqNum=12", "MsgSeqNum=13", "MsgSeqNum=14"), numbers);
            client.request(1, 5_000);
            venue.workUntil("failed", () ->
            {
                client.doWork((buffer, offset, length) -> numbers.add("never"));
                return PacketReplay.State.RUNNING != client.state();
            });
            assertEquals(PacketReplay.State.FAILED, client.state());
            assertEquals(4, numbers.size());
        }
    }
}
