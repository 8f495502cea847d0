// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.client.EngineStreams;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.ReplayClient;
import io.bourse.marketdata.client.ReplayClientOptions;
import io.bourse.testing.TlsKeys;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What members, strangers and the network do to a venue makes its alerts fire in a real Prometheus, and they clear.
 */
@Tag("drill")
class ClientAlertsTest extends AlertVenue
{
    private static final int CONNECTIONS = 12;
    private static final int FLOOD = 600;
    private static final int MESSAGES = 60_000;
    private static final int UNANSWERED = 300;
    private static final int SMALL_BUFFER = 4 * 1024;
    private static final byte[] NO_PROTOCOL = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void shouldFireForWhatMembersAndStrangersDoAndClearAfterIt() throws Exception
    {
        final int tlsPort = Prometheus.freePort();
        final Map<String, Object> options = options();
        options.put("venue.twime.tls.enabled", true);
        options.put("venue.twime.tls.port", tlsPort);
        options.put("venue.twime.tls.key-store", new TlsKeys(dir).keyStore("venue"));
        options.put("venue.twime.tls.password-file", ownerOnly("password", new String(TlsKeys.PASSWORD)));
        options.put("venue.fix.limits.unsent-bytes", "64 KiB");
        final String config = config(options);
        start("start", "--config", config);
        start("metrics", "--config", config);
        watch(options);
        final VenueDescriptor venue = VenueProcess.descriptor(dataDir);
        trade(VenueProcess.address(venue.twime()));
        prometheus.awaitCleared();

        for (int i = 0; i < CONNECTIONS; i++)
        {
            send(new InetSocketAddress(InetAddress.getLoopbackAddress(), tlsPort), NO_PROTOCOL);
            askForWhatIsNotThere(VenueProcess.address(venue.services().get("simba.replay")));
        }
        send(VenueProcess.address(venue.twime()), AttackTest.concat(
            AttackTest.establish("TWBB01"), Collections.nCopies(FLOOD, AttackTest.heartbeat())));
        for (int i = 0; i < 2 * CONNECTIONS; i++)
        {
            buy(2 * PRICE_E5);
        }
        forge(venue.aeronDirectory());
        prometheus.awaitFiring(
            "TlsFailures", "ReceiversLosePackets", "ClientsCutOff", "RejectRate", "ForgedCommands");
        prometheus.awaitCleared();

        proveConnections(VenueProcess.address(venue.services().get("simba.replay")));
        proveASlowClient(VenueProcess.address(venue.fix()));
        proveTheNetwork();
    }

    private Path ownerOnly(final String name, final String text) throws IOException
    {
        final Path file = Files.writeString(dir.resolve(name), text + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Numbers that no packet has yet. */
    private void askForWhatIsNotThere(final InetSocketAddress server)
    {
        try (ReplayClient client = new ReplayClient(ReplayClientOptions.builder().server(server).build()))
        {
            client.request(1_000_000, 1_000_001);
            await(() ->
            {
                client.doWork((buffer, offset, length) -> { });
                return PacketReplay.State.FAILED == client.state();
            });
        }
    }

    /** A message at the ingress of a process that has not said who it is. */
    private void forge(final String aeronDirectory)
    {
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(aeronDirectory));
            ExclusivePublication publication =
                aeron.addExclusivePublication(EngineStreams.CHANNEL, EngineStreams.COMMANDS_STREAM_ID))
        {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
            await(() -> publication.offer(message) > 0);
        }
    }

    private void proveConnections(final InetSocketAddress service) throws IOException
    {
        final List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < UNANSWERED; i++)
        {
            sockets.add(connect(service));
        }
        prometheus.awaitFiring("ConnectionsRefused");
        for (final Socket socket : sockets)
        {
            socket.close();
        }
        prometheus.awaitCleared();
    }

    private void proveASlowClient(final InetSocketAddress fix) throws IOException
    {
        final Socket socket = opened(new Socket());
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.connect(fix);
        final Thread sender = Thread.ofPlatform().daemon().name("slow-client").start(() ->
        {
            try
            {
                socket.getOutputStream().write(AttackTest.fix("FIXBB01", 1, "A|98=0|108=30|141=Y"));
                for (int i = 2; i < MESSAGES; i++)
                {
                    socket.getOutputStream().write(AttackTest.fix("FIXBB01", i, "D|11=" + i));
                }
            }
            catch (final IOException ignored)
            {
                // It was disconnected.
            }
        });
        prometheus.awaitFiring("SlowClients");
        socket.close();
        await(() -> !sender.isAlive());
        prometheus.awaitCleared();
    }

    /** A socket whose buffer is full, and peers that do not answer to connections. */
    private void proveTheNetwork() throws IOException
    {
        prometheus.await(() -> !prometheus.firing().contains("UdpDrops"), () -> "the machine drops datagrams");
        try (DatagramSocket deaf = new DatagramSocket(0, InetAddress.getLoopbackAddress());
            DatagramSocket sender = new DatagramSocket(0, InetAddress.getLoopbackAddress()))
        {
            deaf.setReceiveBufferSize(SMALL_BUFFER);
            for (int i = 0; i < UNANSWERED; i++)
            {
                sender.send(new DatagramPacket(new byte[1024], 1024, deaf.getLocalSocketAddress()));
            }
        }
        prometheus.awaitFiring("UdpDrops");
        prometheus.await(() -> !prometheus.firing().contains("TcpRetransmits"), () -> "the machine sends again");
        try (ServerSocketChannel busy = ServerSocketChannel.open())
        {
            busy.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
            final List<SocketChannel> waiting = new ArrayList<>();
            for (int i = 0; i < UNANSWERED; i++)
            {
                final SocketChannel channel = opened(SocketChannel.open());
                channel.configureBlocking(false);
                channel.connect(busy.getLocalAddress());
                waiting.add(channel);
            }
            prometheus.awaitFiring("TcpRetransmits");
            for (final SocketChannel channel : waiting)
            {
                channel.close();
            }
        }
        prometheus.awaitCleared("UdpDrops", "TcpRetransmits");
    }
}
