// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.client.fast.FastListener;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.client.fast.FastReceiverCounter;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.net.FeedEndpoints;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A receiver with a gap whose replay server is silent, slow, or not there: it says that it is stale, gives the server
 * up in time, and joins by snapshots.
 */
@Timeout(60)
class ReplayPeersTest
{
    private static final long BEGIN_NS = 1_795_416_682_000_000_000L;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int SECURITY = 1001;
    private static final int MAX_LENGTH = 512;
    /** Behind its length; all of it never comes. */
    private static final byte[] LONG_MESSAGE = Arrays.copyOf(new byte[]{0, 16}, 4_100);

    private final ArrayList<String> heard = new ArrayList<>();
    private final FastPacketList packets = new FastPacketList();
    private long nowNs = BEGIN_NS;
    private ServerSocketChannel server;
    private SocketChannel accepted;
    private int written;
    private FastReceiver receiver;

    @BeforeEach
    void setUp() throws IOException
    {
        server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        server.configureBlocking(false);
        final FastListener listener = new FastListener()
        {
            @Override
            public void onJoined(final long msgSeqNum)
            {
                heard.add("joined " + msgSeqNum);
            }

            @Override
            public void onGap(final long firstMissing)
            {
                heard.add("gap " + firstMissing);
            }
        };
        receiver = new FastReceiver(FastReceiverOptions.builder()
            .endpoints(FeedEndpoints.of(Multicast.free(), null, null, null))
            .replay((InetSocketAddress)server.getLocalAddress()).clock(() -> nowNs).listener(listener).build(),
            new FastOrderBooks());
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(receiver, accepted, server);
    }

    @Test
    void shouldGiveUpASilentServer() throws IOException
    {
        openGap();
        while (null == accepted)
        {
            receiver.doWork();
            accepted = server.accept();
        }
        assertEquals(List.of("joined 7", "gap 8"), heard);
        final long acceptedNs = nowNs;
        workUntilGivenUp(false);
        assertEquals(2_000, TimeUnit.NANOSECONDS.toMillis(nowNs - acceptedNs), 100);
        shouldJoinBySnapshots();
    }

    @Test
    void shouldGiveUpASlowServer() throws IOException
    {
        openGap();
        workUntilGivenUp(true);
        shouldJoinBySnapshots();
    }

    @Test
    void shouldGiveUpAServerThatIsNotThere() throws IOException
    {
        server.close();
        openGap();
        workUntilGivenUp(false);
        shouldJoinBySnapshots();
    }

    private void openGap()
    {
        snapshots(7);
        assertTrue(receiver.isLive());
        nowNs += STEP_NS;
        incremental(FastMessages.HEARTBEAT, 9);
        assertFalse(receiver.isLive());
        nowNs += 10 * STEP_NS;
        receiver.doWork();
    }

    private void workUntilGivenUp(final boolean isTrickling) throws IOException
    {
        while (0 == receiver.counters().get(FastReceiverCounter.RECOVERIES))
        {
            assertFalse(receiver.isLive());
            nowNs += STEP_NS;
            receiver.doWork();
            if (isTrickling && null == accepted)
            {
                accepted = server.accept();
            }
            if (isTrickling && null != accepted && 0 == receiver.counters().get(FastReceiverCounter.RECOVERIES))
            {
                accepted.write(ByteBuffer.wrap(LONG_MESSAGE, written, 1));
                written++;
            }
        }
        assertTrue(nowNs - BEGIN_NS < TimeUnit.SECONDS.toNanos(4));
        assertEquals(List.of("joined 7", "gap 8"), heard);
    }

    private void shouldJoinBySnapshots()
    {
        nowNs += STEP_NS;
        snapshots(9);
        assertTrue(receiver.isLive());
        assertEquals(List.of("joined 7", "gap 8", "joined 9"), heard);
    }

    private void snapshots(final long number)
    {
        packets.clear(0);
        packets.begin(FastMessages.BOOK).putUInt(number).putUIntNullable(1).putUInt(1).putUInt(1).putUInt(1)
            .putUIntNullable(SECURITY).putUInt(0);
        packets.end();
        packets.begin(FastMessages.SEQUENCE_RESET).putUInt(1);
        packets.end();
        for (int i = 0; i < packets.count(); i++)
        {
            final UnsafeBuffer buffer = packet(i);
            receiver.onSnapshot(buffer, 0, FastMessages.PREAMBLE_LENGTH + packets.length(i));
        }
    }

    private void incremental(final int templateId, final long number)
    {
        packets.clear(number - 1);
        packets.begin(templateId);
        packets.end();
        receiver.onIncremental(packet(0), 0, FastMessages.PREAMBLE_LENGTH + packets.length(0));
    }

    private UnsafeBuffer packet(final int index)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_LENGTH]);
        packets.copyTo(index, buffer, FastMessages.PREAMBLE_LENGTH);
        FastWriter.putSendingTime(buffer, FastMessages.PREAMBLE_LENGTH + packets.sendingTimeOffset(index),
            FastTime.timestamp(nowNs));
        return buffer;
    }
}
