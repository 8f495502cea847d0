// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A receiver whose gap and spin servers are silent, send nothing but heartbeats, or are not there.
 */
@Timeout(30)
class RecoveryPeersTest
{
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[256]);
    private long nowNs = 1_000 * SECOND_NS;
    private ServerSocketChannel spinServer;
    private ServerSocketChannel gapServer;
    private SocketChannel spinPeer;
    private SocketChannel gapPeer;
    private PitchReceiver receiver;

    @BeforeEach
    void setUp() throws IOException
    {
        spinServer = listen();
        gapServer = listen();
        receiver = new PitchReceiver(PitchReceiverOptions.builder()
            .feedA(MulticastEndpoint.parse(Multicast.free()))
            .feedB(null)
            .retransmission(MulticastEndpoint.parse(Multicast.free()))
            .gapServer((InetSocketAddress)gapServer.getLocalAddress())
            .spinServer((InetSocketAddress)spinServer.getLocalAddress())
            .login(new PitchLogin("0001", "USR1", "open"))
            .clock(() -> nowNs).build());
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(receiver, spinPeer, gapPeer, spinServer, gapServer);
    }

    @Test
    void shouldLeaveASpinServerThatIsSilent() throws IOException
    {
        heartbeat(7);
        final long beginNs = nowNs;
        while (0 == receiver.counters().get(PitchReceiverCounter.CONNECTIONS_LOST))
        {
            step();
        }
        assertEquals(5, (nowNs - beginNs) / SECOND_NS);
        assertFalse(receiver.isLive());
    }

    @Test
    void shouldLeaveASpinServerThatSendsNothingButHeartbeats() throws IOException
    {
        gapPeer = peerThatBeats(gapServer, null);
        heartbeat(7);
        final long beginNs = nowNs;
        while (0 == receiver.counters().get(PitchReceiverCounter.CONNECTIONS_LOST) && nowNs - beginNs < 60 * SECOND_NS)
        {
            gapPeer = peerThatBeats(gapServer, gapPeer);
            spinPeer = peerThatBeats(spinServer, spinPeer);
            step();
        }
        assertEquals(10, (nowNs - beginNs) / SECOND_NS);
        assertFalse(receiver.isLive());
    }

    @Test
    void shouldTurnToTheSpinWhenTheGapServerIsSilent() throws IOException
    {
        heartbeat(1);
        step();
        assertTrue(receiver.isLive());
        heartbeat(3);
        assertFalse(receiver.isLive());
        final long beginNs = nowNs;
        while (null == spinPeer)
        {
            step();
            spinPeer = spinServer.accept();
        }
        assertTrue(nowNs - beginNs < 2 * SECOND_NS);
        assertFalse(receiver.isLive());
    }

    @Test
    void shouldKeepTryingAServerThatIsNotThere() throws IOException
    {
        spinServer.close();
        gapServer.close();
        heartbeat(7);
        while (receiver.counters().get(PitchReceiverCounter.CONNECTIONS_LOST) < 6)
        {
            step();
        }
        assertFalse(receiver.isLive());
    }

    private static ServerSocketChannel listen() throws IOException
    {
        final ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        server.configureBlocking(false);
        return server;
    }

    private SocketChannel peerThatBeats(final ServerSocketChannel server, final SocketChannel known)
        throws IOException
    {
        final SocketChannel peer = null == known ? server.accept() : known;
        if (null != peer)
        {
            send(peer, null == known ? RecoveryWriter.loginResponse(packet, 0, PitchMessages.ACCEPTED) :
                RecoveryWriter.heartbeat(packet, 0));
        }
        return peer;
    }

    private void send(final SocketChannel peer, final int length) throws IOException
    {
        final byte[] bytes = new byte[length];
        packet.getBytes(0, bytes);
        peer.write(ByteBuffer.wrap(bytes));
    }

    private void heartbeat(final long sequence)
    {
        SequencedUnit.putHeader(packet, 0, SequencedUnit.HEADER_LENGTH, 0, 1, sequence);
        receiver.onPacket(PitchGroup.A, packet, 0, SequencedUnit.HEADER_LENGTH);
    }

    private void step()
    {
        nowNs += STEP_NS;
        receiver.doWork();
    }
}
