// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.TlsOptions;
import io.bourse.testing.TlsClientSocket;
import io.bourse.testing.TlsKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;

import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.ESTABLISH_TIMEOUTS;
import static io.bourse.gateway.sbe.GatewayCounter.FRAMES_SENT;
import static io.bourse.gateway.sbe.GatewayCounter.SESSIONS_ESTABLISHED;
import static io.bourse.gateway.sbe.GatewayCounter.TLS_FAILURES;
import static io.bourse.gateway.sbe.GatewayCounter.TLS_HANDSHAKES;
import static io.bourse.gateway.sbe.GatewayCounter.TOO_SLOW_CLIENTS;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * The TLS port beside the plain one, over real sockets and with certificates made for the test.
 */
@Tag("venue")
class TlsTest
{
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
    private static final int ORDERS = 2_000;

    @TempDir
    private static Path keys;
    private static Path venueKeys;
    private static Path clientKeys;
    private static Path strangerKeys;
    private static Path venueTrust;
    private static Path clientTrust;

    @TempDir
    private Path dir;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys maker = new TlsKeys(keys);
        venueKeys = maker.keyStore("venue");
        clientKeys = maker.keyStore("client");
        strangerKeys = maker.keyStore("stranger");
        venueTrust = maker.trustStore(venueKeys);
        clientTrust = maker.trustStore(clientKeys);
    }

    private VenueFixture venue(final Path trustStore)
    {
        return VenueFixture.start(dir, (ctx) -> ctx.server(SbeGatewayOptions.serverBuilder()
            .tls(new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, trustStore))
            .build()));
    }

    private static RawSession connect(final VenueFixture venue, final SSLContext context, final String protocol)
        throws IOException
    {
        final TlsClientSocket socket = new TlsClientSocket(venue.gateway().tlsAddress(), context, protocol);
        venue.await("handshake", socket::handshake);
        assertEquals(protocol, socket.protocol());
        return venue.add(new RawSession(socket));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldTradeOverTls(final String protocol) throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = venue(null))
        {
            final RawSession buyer = connect(venue, TlsKeys.client(venueTrust, null), protocol);
            buyer.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(buyer, 1);
            buyer.newOrder(buy(1, PX, 5));
            venue.awaitFrames(buyer, 2);
            final RawSession seller = venue.establish(TWBB1).newOrder(sell(2, PX, 5));
            venue.awaitFrames(seller, 2);
            venue.awaitFrames(buyer, 3);
            assertEquals(List.of(
                "EstablishmentAck request=1700000000000000000 keepalive=10000 next=2",
                "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy " +
                "Algorithm",
                "Trade 1 id=1 match=1 bits_0_42 px=9000000000 qty=5 rest=0 instrument=1001 link=11 session=7001 Buy"),
                buyer.frames);
            assertEquals(1, venue.count(TLS_HANDSHAKES));

            buyer.terminate();
            venue.awaitEnd(buyer);
            assertEquals("Terminate Finished", buyer.frames.getLast());
            buyer.close();
            venue.forget(buyer);
            venue.await("only the seller is left", () -> 1 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        }
    }

    @Test
    void shouldAnswerEveryMessageOfManyInOneGo() throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = venue(null))
        {
            final RawSession session = connect(venue, TlsKeys.client(venueTrust, null), "TLSv1.3");
            session.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(session, 1);
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 1; i <= ORDERS; i++)
            {
                bytes.writeBytes(session.newOrderFrame(buy(i, PX, 1)));
            }
            session.sendWhile(venue::cycle, bytes.toByteArray());
            venue.awaitFrames(session, ORDERS + 1);
            assertEquals(ORDERS, session.frames.stream().filter((frame) ->
                frame.startsWith("NewOrder ") || frame.endsWith("SystemIsUnavailable")).count());
        }
    }

    @Test
    void shouldLoseNothingWhenTheClientReadsLate() throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx.server(VenueFixture.narrow(4 * 1024)
            .tls(new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, null))
            .build())))
        {
            final RawSession session = connect(venue, TlsKeys.client(venueTrust, null), "TLSv1.3");
            session.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(session, 1);
            session.frames.clear();
            venue.forget(session);
            for (int i = 1; i <= ORDERS; i++)
            {
                session.sendWhile(venue::cycle, session.newOrderFrame(buy(i, PX, 1)));
            }
            venue.await("all is answered", () -> venue.gateway().counters().get(FRAMES_SENT) > ORDERS);
            assertEquals(0, work(venue), "a client that does not read makes work");
            venue.add(session);
            venue.awaitFrames(session, ORDERS);
            for (int i = 0; i < ORDERS; i++)
            {
                assertEquals("NewOrder " + (i + 1), String.join(" ", List.of(
                    session.frames.get(i).split(" ")).subList(0, 2)));
            }
        }
    }

    @Test
    void shouldCutOffAClientUnderTlsThatDoesNotRead() throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx.server(VenueFixture.narrow(4 * 1024)
            .sendQueueLength(4 * 1024)
            .tls(new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, null))
            .build())))
        {
            final RawSession session = connect(venue, TlsKeys.client(venueTrust, null), "TLSv1.3");
            session.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(session, 1);
            venue.forget(session);
            final int[] sent = {0};
            venue.await("client is cut off", () ->
            {
                session.sendSome(session.newOrderFrame(buy(++sent[0], PX, 1)));
                return 1 == venue.count(TOO_SLOW_CLIENTS);
            });
            venue.add(session);
            venue.awaitEnd(session);
            assertEquals("Terminate TooSlowClient", session.frames.getLast());
            session.close();
            venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        }
    }

    @Test
    void shouldLetInWhoShowsATrustedCertificateOnly() throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = venue(clientTrust))
        {
            final RawSession trusted = connect(venue, TlsKeys.client(venueTrust, clientKeys), "TLSv1.3");
            trusted.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(trusted, 1);

            for (final Path wrong : new Path[]{strangerKeys, null})
            {
                final long failures = venue.count(TLS_FAILURES);
                final RawSession stranger = connect(venue, TlsKeys.client(venueTrust, wrong), "TLSv1.3");
                stranger.sendSome(stranger.establishFrame(TWBB1, KEEPALIVE_MS));
                venue.awaitEnd(stranger);
                assertEquals(List.of(), stranger.frames);
                assertEquals(failures + 1, venue.count(TLS_FAILURES));
                stranger.close();
                venue.forget(stranger);
            }
            venue.await("strangers are gone", () -> 1 == venue.gateway().counters().get(CONNECTIONS_OPEN));
            trusted.newOrder(buy(1, PX, 1));
            venue.awaitFrames(trusted, 2);
        }
    }

    @Test
    void shouldEndCleanlyWhenPlainBytesComeToTheTlsPort()
    {
        try (VenueFixture venue = venue(null))
        {
            final RawSession twime = venue.connectTo(venue.gateway().tlsAddress()).establish(TWAA1, KEEPALIVE_MS);
            venue.awaitEndOfBytes(twime);
            final RawSession web = venue.connectTo(venue.gateway().tlsAddress());
            web.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            venue.awaitEndOfBytes(web);
            assertEquals(2, venue.count(TLS_FAILURES));
            assertEquals(0, venue.count(SESSIONS_ESTABLISHED));
            twime.close();
            web.close();
            venue.await("both are gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
            venue.establish(TWAA1);
        }
    }

    @Test
    void shouldTimeOutAClientThatStallsInTheHandshake()
    {
        try (VenueFixture venue = venue(null))
        {
            final RawSession silent = venue.connectTo(venue.gateway().tlsAddress());
            final RawSession half = venue.connectTo(venue.gateway().tlsAddress());
            // The beginning of a ClientHello.
            half.sendHex("160301020001");
            venue.await("both are accepted", () -> 2 == venue.gateway().counters().get(CONNECTIONS_OPEN));
            venue.passMs(9_900);
            assertFalse(silent.isEnded());
            assertFalse(half.isEnded());
            final int before = work(venue);
            assertEquals(0, before, "a client that does nothing makes work");
            venue.passMs(200);
            venue.awaitEnd(silent);
            venue.awaitEnd(half);
            assertEquals(2, venue.count(ESTABLISH_TIMEOUTS));
            venue.passMs(1_100);
            assertEquals(0, venue.gateway().counters().get(CONNECTIONS_OPEN));
        }
    }

    /** Work done in a hundred duty cycles in which nothing happens. */
    private static int work(final VenueFixture venue)
    {
        int work = 0;
        for (int i = 0; i < 100; i++)
        {
            work += venue.cycle();
        }
        return work;
    }

    @Test
    void shouldSayGoodbyeUnderTlsWhenTheGatewayCloses() throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = venue(null))
        {
            final RawSession session = connect(venue, TlsKeys.client(venueTrust, null), "TLSv1.3");
            session.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(session, 1);
            venue.gateway().close();
            venue.awaitEnd(session);
            assertEquals("Terminate ServerShutdown", session.frames.getLast());
        }
    }
}
