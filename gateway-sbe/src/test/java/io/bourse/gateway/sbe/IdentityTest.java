// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TlsOptions;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.AccessPolicy.SecondConnection;
import io.bourse.gateway.sbe.admission.LoginAccess;
import io.bourse.gateway.sbe.admission.LoginSecret;
import io.bourse.testing.TestAuthority;
import io.bourse.testing.TlsClientSocket;
import io.bourse.testing.TlsKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import static io.bourse.gateway.sbe.GatewayCounter.CREDENTIALS_REFUSED;
import static io.bourse.gateway.sbe.GatewayCounter.LOCKED_OUT;
import static io.bourse.gateway.sbe.GatewayCounter.SECOND_CONNECTIONS;
import static io.bourse.gateway.sbe.GatewayCounter.SESSIONS_ENDED;
import static io.bourse.gateway.sbe.GatewayCounter.TLS_FAILURES;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who a login is: what a second connection can do to it, secrets, certificates, and rules that change under sessions.
 */
@Tag("venue")
class IdentityTest
{
    private static final Logger LOGGER = LoggerFactory.getLogger(IdentityTest.class);
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
    private static final String SECRET = "right-one-7";
    private static final List<String> NO_CREDENTIALS = List.of("EstablishmentReject Credentials");
    private static final List<String> IN_USE = List.of("EstablishmentReject AlreadyEstablished");
    private static final List<String> ENDED = List.of("Terminate UnspecifiedError");

    @TempDir
    private static Path keys;
    private static TestAuthority authority;
    private static Path venueKeys;
    private static Path venueTrust;
    private static Path clientTrust;
    private static Path ofA;
    private static Path ofB;

    @TempDir
    private Path dir;
    private final List<SecurityEvent> events = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys maker = new TlsKeys(keys);
        venueKeys = maker.keyStore("venue");
        venueTrust = maker.trustStore(venueKeys);
        authority = new TestAuthority(keys, "authority");
        clientTrust = authority.trustStore();
        ofA = authority.keyStore("CN=a,O=Firm");
        ofB = authority.keyStore("CN=b,O=Firm");
    }

    private VenueFixture venue(final AccessPolicy policy, final Path revocationList)
    {
        return VenueFixture.start(dir, (ctx) -> ctx.access(policy).securityLog(events::add)
            .server(SbeGatewayOptions.serverBuilder()
                .tls(new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, clientTrust, revocationList))
                .build()));
    }

    private VenueFixture venue(final AccessPolicy policy)
    {
        return venue(policy, null);
    }

    private static LoginAccess secret()
    {
        return new LoginAccess(null, false, null, LoginSecret.of(TWAA1, SECRET));
    }

    private static LoginAccess certificate(final String text)
    {
        return new LoginAccess(null, false, CertificateBinding.parse(text), null);
    }

    private static RawSession connect(final VenueFixture venue, final Path keyStore, final String protocol)
        throws IOException, GeneralSecurityException
    {
        final TlsClientSocket socket = new TlsClientSocket(
            venue.gateway().tlsAddress(), TlsKeys.client(venueTrust, keyStore), protocol);
        venue.await("handshake", socket::handshake);
        return venue.add(new RawSession(socket));
    }

    private static void assertRefused(
        final VenueFixture venue, final RawSession session, final String credentials, final List<String> answer)
    {
        session.sendSome(session.establishFrame(credentials, KEEPALIVE_MS));
        venue.awaitEnd(session);
        assertEquals(answer, session.frames);
    }

    private static void assertAdmitted(final VenueFixture venue, final RawSession session, final String credentials)
    {
        session.establish(credentials, KEEPALIVE_MS);
        venue.awaitFrames(session, 1);
        assertEquals("EstablishmentAck", session.frames.removeFirst().split(" ")[0]);
    }

    private static void assertTrades(final VenueFixture venue, final RawSession session, final long id)
    {
        assertAccepted(venue, session, buy(id, PX, 1), id);
    }

    private static void assertAccepted(
        final VenueFixture venue, final RawSession session, final RawSession.Order order, final long id)
    {
        session.newOrder(order);
        venue.awaitFrames(session, 1);
        final String frame = session.frames.removeFirst();
        assertTrue(frame.startsWith("NewOrder " + id + " "), frame);
    }

    private List<String> log(final SecurityEvent.Type type)
    {
        return events.stream().filter((event) -> type == event.type())
            .map((event) -> event.name() + " " + event.source().getHostAddress() + " " + event.reason() + " " +
                event.certificate())
            .toList();
    }

    @Test
    void shouldNotLetASecondConnectionEndOrTakeASession()
    {
        try (VenueFixture venue = venue(AccessPolicy.open()))
        {
            final RawSession session = venue.establish(TWAA1);
            for (int i = 1; i <= 3; i++)
            {
                assertRefused(venue, venue.connect(), TWAA1, IN_USE);
                venue.passMs(1_200);
                session.heartbeat();
                assertTrades(venue, session, i);
            }
            assertFalse(session.isEnded());
            assertEquals(3, venue.count(SECOND_CONNECTIONS));
            final String line = TWAA1 + " 127.0.0.1 second connection, the session goes on null";
            assertEquals(List.of(line, line, line), log(SecurityEvent.Type.LOGON_REFUSED));
            assertEquals(List.of(TWAA1 + " 127.0.0.1 null null"), log(SecurityEvent.Type.LOGON));

            // The refused ones have not slowed the member down either.
            session.close();
            venue.forget(session);
            venue.await("session is gone", () -> 0 == venue.count(GatewayCounter.CONNECTIONS_OPEN));
            venue.establish(TWAA1);
        }
    }

    @Test
    void shouldEndBothAsTheExchangeDoesWhenThatIsAskedFor()
    {
        try (VenueFixture venue = venue(new AccessPolicy(Map.of(), 0, SecondConnection.EXCHANGE)))
        {
            final RawSession session = venue.establish(TWAA1);
            assertRefused(venue, venue.connect(), TWAA1, IN_USE);
            venue.awaitEnd(session);
            assertEquals(ENDED, session.frames);
            venue.passMs(1_200);
            venue.establish(TWAA1);
            assertEquals(0, venue.count(SECOND_CONNECTIONS));
        }
    }

    /** The client has vanished without a word, and its keep-alive interval is all that the member waits. */
    @Test
    void shouldLetTheMemberBackInWhenTheKeepAliveOfADeadConnectionIsOver()
    {
        try (VenueFixture venue = venue(AccessPolicy.open()))
        {
            final RawSession dead = venue.establish(TWAA1);
            venue.forget(dead);
            venue.passMs(KEEPALIVE_MS);
            assertRefused(venue, venue.connect(), TWAA1, IN_USE);
            venue.passMs(KEEPALIVE_MS / 2 + 100);
            venue.establish(TWAA1);
            dead.close();
        }
    }

    @Test
    void shouldLetTheOneWhoKnowsTheSecretEndASession()
    {
        try (VenueFixture venue = venue(AccessPolicy.of(Map.of(TWAA1, secret()))))
        {
            assertRefused(venue, venue.connect(), TWAA1, NO_CREDENTIALS);
            final RawSession session = venue.connect();
            assertAdmitted(venue, session, TWAA1 + ":" + SECRET);
            assertRefused(venue, venue.connect(), TWAA1, NO_CREDENTIALS);
            assertTrades(venue, session, 1);
            assertRefused(venue, venue.connect(), TWAA1 + ":" + SECRET, IN_USE);
            venue.awaitEnd(session);
            assertEquals(ENDED, session.frames);
            venue.passMs(1_200);
            assertAdmitted(venue, venue.connect(), TWAA1 + ":" + SECRET);
            assertFalse(events.toString().contains(SECRET), events.toString());
        }
    }

    @Test
    void shouldAnswerWrongSecretsAndUnknownLoginsAlikeAndLockThem()
    {
        try (VenueFixture venue = venue(AccessPolicy.of(Map.of(TWAA1, secret()))))
        {
            for (final String wrong : List.of(
                "NONE", "NONE:" + SECRET, TWBB1 + ":" + SECRET, TWAA1 + ":wrong-1", SECRET))
            {
                assertRefused(venue, venue.connect(), wrong, NO_CREDENTIALS);
            }
            assertEquals(List.of(
                "NONE 127.0.0.1 unknown login null",
                "NONE 127.0.0.1 unknown login null",
                TWBB1 + " 127.0.0.1 wrong secret null",
                TWAA1 + " 127.0.0.1 wrong secret null",
                "*** 127.0.0.1 unknown login null"), log(SecurityEvent.Type.PASSWORD_FAILED));
            assertEquals(5, venue.count(CREDENTIALS_REFUSED));
            for (int i = 0; i < 6; i++)
            {
                // From the fourth wrong one on the next is looked at after one, two, four seconds.
                venue.passMs(i < 3 ? 0 : (1_000L << i - 3) + 100);
                assertRefused(venue, venue.connect(), TWAA1 + ":wrong-2", NO_CREDENTIALS);
            }
            assertEquals(0, venue.count(LOCKED_OUT));
            // The last of them has begun a pause of eight seconds, in which the right one is not looked at either.
            assertRefused(venue, venue.connect(), TWAA1 + ":" + SECRET, NO_CREDENTIALS);
            assertEquals(1, venue.count(LOCKED_OUT));
            assertEquals(List.of(TWAA1 + " 127.0.0.1 too many wrong secrets null"), log(SecurityEvent.Type.LOCKED_OUT));
            // Guesses from one address do not lock the member out that comes from another.
            assertAdmitted(venue, venue.connectFrom("127.0.0.2"), TWAA1 + ":" + SECRET);
            assertFalse(events.toString().contains("wrong-"), events.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldBindACertificateToItsLogin(final String protocol) throws IOException, GeneralSecurityException
    {
        try (VenueFixture venue = venue(AccessPolicy.of(Map.of(TWAA1, certificate("cn=A, o=firm")))))
        {
            assertRefused(venue, venue.connect(), TWAA1, NO_CREDENTIALS);
            assertRefused(venue, connect(venue, ofB, protocol), TWAA1, NO_CREDENTIALS);
            assertRefused(venue, connect(venue, ofA, protocol), TWBB1, NO_CREDENTIALS);
            assertEquals(List.of(
                TWAA1 + " 127.0.0.1 certificate null",
                TWAA1 + " 127.0.0.1 certificate CN=b,O=Firm",
                TWBB1 + " 127.0.0.1 certificate CN=a,O=Firm"), log(SecurityEvent.Type.LOGON_REFUSED));
            final RawSession session = connect(venue, ofA, protocol);
            assertAdmitted(venue, session, TWAA1);
            assertEquals(List.of(TWAA1 + " 127.0.0.1 null CN=a,O=Firm"), log(SecurityEvent.Type.LOGON));
            assertAdmitted(venue, connect(venue, ofB, protocol), TWBB1);
            assertTrades(venue, session, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldRefuseCertificatesThatAreNotValidNow(final String protocol)
        throws IOException, GeneralSecurityException
    {
        final Instant now = Instant.now();
        final Path revoked = authority.keyStore("CN=revoked");
        final Path list = authority.revocationList(keys.resolve(protocol + ".crl"), revoked);
        try (VenueFixture venue = venue(AccessPolicy.open(), list))
        {
            assertAdmitted(venue, connect(venue, ofA, protocol), TWBB1);
            int failures = 0;
            for (final Path wrong : List.of(
                authority.keyStore("CN=expired", now.minusSeconds(7_200), now.minusSeconds(3_600)),
                authority.keyStore("CN=early", now.plusSeconds(3_600), now.plusSeconds(7_200)),
                revoked,
                new TestAuthority(dir, "stranger").keyStore("CN=a,O=Firm")))
            {
                assertTlsFails(venue, wrong, protocol, ++failures);
            }
            final List<String> reasons = events.stream()
                .filter((event) -> SecurityEvent.Type.TLS_FAILED == event.type())
                .map(SecurityEvent::reason).toList();
            assertTrue(reasons.get(0).contains("subject=CN=expired"), reasons.toString());
            assertTrue(reasons.get(1).contains("subject=CN=early"), reasons.toString());
            assertTrue(reasons.get(2).contains("revoked") && reasons.get(2).contains("subject=CN=revoked"),
                reasons.toString());
            assertEquals(4, reasons.size());
        }
    }

    private static void tryHandshake(final TlsClientSocket socket)
    {
        try
        {
            socket.handshake();
        }
        catch (final AssertionError | RuntimeException ex)
        {
            // The alert of the venue, in TLS 1.2.
            LOGGER.debug("refused", ex);
        }
    }

    @Test
    void shouldEndTheSessionWhoseCertificateIsRevoked() throws IOException, GeneralSecurityException
    {
        final Path list = authority.revocationList(keys.resolve("live.crl"));
        try (VenueFixture venue = venue(AccessPolicy.open(), list))
        {
            final RawSession first = connect(venue, ofA, "TLSv1.3");
            assertAdmitted(venue, first, TWAA1);
            final RawSession second = connect(venue, ofB, "TLSv1.3");
            assertAdmitted(venue, second, TWBB1);
            authority.revocationList(list, false, Instant.now().plusSeconds(3_600), ofA);
            final AtomicLong sent = new AtomicLong(venue.count(GatewayCounter.FRAMES_RECEIVED));
            venue.await("revoked", () ->
            {
                // Time passes when the heartbeats have arrived: many at once would be too many.
                if (venue.count(GatewayCounter.FRAMES_RECEIVED) == sent.get())
                {
                    venue.passMs(1_100);
                    first.sendSome(first.heartbeatFrame());
                    second.sendSome(second.heartbeatFrame());
                    sent.addAndGet(2);
                }
                return first.isEnded();
            });
            assertEquals("Terminate UnspecifiedError", first.frames.getLast());
            assertFalse(second.isEnded());
            assertEquals(List.of(TWAA1 + " 127.0.0.1 the certificate has expired or is revoked CN=a,O=Firm"),
                log(SecurityEvent.Type.SESSION_ENDED));

            // A file that cannot be read changes nothing.
            Files.writeString(list, "nonsense");
            assertRefused(venue, connect(venue, ofB, "TLSv1.3"), TWBB1, IN_USE);
            assertTlsFails(venue, ofA, "TLSv1.3", 1);
        }
    }

    @Test
    void shouldTrustNoCertificateWhenTheListHasExpired() throws IOException, GeneralSecurityException
    {
        final Path list =
            authority.revocationList(keys.resolve("old.crl"), true, Instant.now().minusSeconds(3_600));
        try (VenueFixture venue = venue(AccessPolicy.open(), list))
        {
            assertTlsFails(venue, ofA, "TLSv1.3", 1);
        }
    }

    private static void assertTlsFails(
        final VenueFixture venue, final Path keyStore, final String protocol, final int failures)
        throws IOException, GeneralSecurityException
    {
        final TlsClientSocket socket = new TlsClientSocket(
            venue.gateway().tlsAddress(), TlsKeys.client(venueTrust, keyStore), protocol);
        try (RawSession session = new RawSession(socket))
        {
            venue.await("refused", () ->
            {
                tryHandshake(socket);
                return failures == venue.count(TLS_FAILURES);
            });
            assertEquals(List.of(), session.frames);
        }
    }

    @Test
    void shouldEndSessionsThatNewRulesDoNotAllowAndNoOthers()
    {
        try (VenueFixture venue = venue(AccessPolicy.open()))
        {
            final RawSession a = venue.establish(TWAA1);
            final RawSession recovery = venue.establishRecovery(TWAA1);
            final RawSession b = venue.establish(TWBB1);
            venue.gateway().access(AccessPolicy.of(Map.of(TWAA1, new LoginAccess(null, true, null, null))));
            venue.awaitEnd(a);
            venue.awaitEnd(recovery);
            assertEquals(ENDED, a.frames);
            assertEquals(ENDED, recovery.frames);
            assertAccepted(venue, b, sell(1, PX, 1), 1);
            venue.passMs(1_200);
            b.heartbeat();
            assertRefused(venue, venue.connect(), TWAA1, List.of("EstablishmentReject SessionBlocked"));

            venue.gateway().access(AccessPolicy.of(Map.of(
                TWBB1, new LoginAccess(List.of(AddressRange.parse("10.0.0.0/8")), false, null, null),
                TWAA1, secret())));
            venue.awaitEnd(b);
            assertEquals(ENDED, b.frames);
            assertRefused(venue, venue.connect(), TWBB1, NO_CREDENTIALS);
            final RawSession again = venue.connect();
            assertAdmitted(venue, again, TWAA1 + ":" + SECRET);
            // Another secret counts from the next Establish on.
            venue.gateway().access(AccessPolicy.of(Map.of(TWAA1,
                new LoginAccess(null, false, null, LoginSecret.of(TWAA1, "another-one")))));
            assertTrades(venue, again, 2);
            assertRefused(venue, venue.connect(), TWAA1 + ":" + SECRET, NO_CREDENTIALS);
            assertEquals(3, venue.count(SESSIONS_ENDED));
            assertEquals(List.of(
                TWAA1 + " 127.0.0.1 blocked null",
                TWAA1 + " 127.0.0.1 blocked null",
                TWBB1 + " 127.0.0.1 source null"), log(SecurityEvent.Type.SESSION_ENDED));
        }
    }

    @Test
    void shouldAdmitNoLoginThatAnyoneCouldBeBeyondThisMachine()
    {
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx
            .securityLog(events::add)
            .recoveryAddress(new InetSocketAddress("0.0.0.0", 0))
            .access(AccessPolicy.of(Map.of(TWAA1, secret())))))
        {
            assertRefused(venue, venue.connect(), TWBB1, NO_CREDENTIALS);
            assertEquals(List.of(TWBB1 + " 127.0.0.1 no sources, certificate or secret null"),
                log(SecurityEvent.Type.LOGON_REFUSED));
            assertAdmitted(venue, venue.connect(), TWAA1 + ":" + SECRET);
        }
    }
}
