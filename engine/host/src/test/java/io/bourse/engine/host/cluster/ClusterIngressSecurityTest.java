// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SessionMessageHeaderEncoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.security.AuthenticationException;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.SentCommand;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ReportStateDecoder;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.security.SealKey;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static io.bourse.engine.host.execution.EngineCounter.CONNECTIONS_REFUSED;
import static io.bourse.engine.host.execution.EngineCounter.FORBIDDEN_COMMANDS;
import static io.bourse.engine.host.execution.EngineCounter.UNAUTHENTICATED_COMMANDS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The ingress of a cluster, from another media driver: what is forged stands in the log and has no effect.
 */
@Timeout(120)
@Tag("venue")
class ClusterIngressSecurityTest
{
    private static final int ORDERS = 100;
    private static final int SESSIONS = 20;

    private final UnsafeBuffer command = new UnsafeBuffer(new byte[256]);
    @TempDir
    private Path dir;
    private TestCluster cluster;
    private ClusterEngineClient client;
    private MediaDriver driver;
    private Aeron aeron;

    @BeforeEach
    void start()
    {
        cluster = TestCluster.start(dir, 1);
        client = cluster.connect(0);
        DemoReferenceData.define(TestCluster.operator(client));
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("other-driver").toString())
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    }

    @AfterEach
    void stop()
    {
        aeron.close();
        driver.close();
        client.close();
        cluster.close();
    }

    @Test
    void shouldRefuseWhoCannotProveAnything()
    {
        final CredentialStore foreign = CredentialStore.at(dir.resolve("foreign")).createMissing();
        for (final CredentialsSupplier credentials : List.of(
            new NullCredentialsSupplier(),
            ChallengedCredentials.toCluster(foreign, Principal.OPERATOR),
            ChallengedCredentials.toArchive(CredentialStore.in(dir), Principal.OPERATOR)))
        {
            assertThrows(AuthenticationException.class, () -> connect(credentials).close());
        }
        assertEquals(3, counters().get(CONNECTIONS_REFUSED));
        try (ClusterEngineClient other =
            ClusterEngineClient.connect(cluster.clientOptions(0).credentials(foreign).build()))
        {
            final CredentialException refusal = assertThrows(CredentialException.class,
                () -> other.newCommandPublisher(Principal.OPERATOR));
            assertTrue(refusal.getMessage().contains("principal=operator"), refusal.getMessage());
        }
    }

    @Test
    void shouldHaveNoEffectWhenTheSenderMayNotSendIt()
    {
        ClusterOrders.send(client, ORDERS);
        final StateReport before = TestCluster.operator(client).reportState();
        final List<String> transactions = all();
        final ChallengedCredentials credentials =
            ChallengedCredentials.toCluster(CredentialStore.in(dir), Principal.gateway(1));
        try (AeronCluster session = connect(credentials))
        {
            for (final int gatewayId : new int[]{0, 1, 2, 65_535})
            {
                final DirectBuffer message = sealed(suspend(gatewayId), credentials.sealKey());
                TestEngine.await("offered", () -> session.offer(message, 0, message.capacity()) > 0);
            }
            TestEngine.await("counted", () -> 4 == counters().get(FORBIDDEN_COMMANDS));
            final DirectBuffer unsealed = sealed(suspend(0), new SealKey(0, 0));
            TestEngine.await("offered", () -> session.offer(unsealed, 0, unsealed.capacity()) > 0);
            TestEngine.await("counted", () -> 1 == counters().get(UNAUTHENTICATED_COMMANDS));
        }
        assertUnchanged(before, transactions);
    }

    /** Aeron appends a message of whatever sender to whatever session it names. */
    @Test
    void shouldHaveNoEffectWhenItNamesTheSessionOfAnother()
    {
        ClusterOrders.send(client, ORDERS);
        final StateReport before = TestCluster.operator(client).reportState();
        final List<String> transactions = all();
        final ChallengedCredentials credentials =
            ChallengedCredentials.toCluster(CredentialStore.in(dir), Principal.READER);
        try (AeronCluster session = connect(credentials))
        {
            final DirectBuffer message = sealed(suspend(0), credentials.sealKey());
            final UnsafeBuffer forged =
                new UnsafeBuffer(new byte[AeronCluster.SESSION_HEADER_LENGTH + message.capacity()]);
            final SessionMessageHeaderEncoder header = new SessionMessageHeaderEncoder();
            header.wrapAndApplyHeader(forged, 0, new MessageHeaderEncoder())
                .leadershipTermId(session.leadershipTermId()).timestamp(0);
            forged.putBytes(AeronCluster.SESSION_HEADER_LENGTH, message, 0, message.capacity());
            for (int sessionId = 1; sessionId <= SESSIONS; sessionId++)
            {
                header.clusterSessionId(sessionId);
                TestEngine.await("offered",
                    () -> session.ingressPublication().offer(forged, 0, forged.capacity()) > 0);
            }
            // That of the client at least; its own may send, but not this.
            TestEngine.await("counted", () ->
                counters().get(UNAUTHENTICATED_COMMANDS) >= 1 && counters().get(FORBIDDEN_COMMANDS) >= 1);
        }
        assertUnchanged(before, transactions);
    }

    /** Its session is opened again for each of them. */
    @Test
    void shouldTakeCommandsOfSeveralPrincipalsOfAClientAndGoOnWhenOneIsRefused() throws IOException
    {
        final CredentialStore store = CredentialStore.in(dir);
        final CredentialStore foreign = CredentialStore.at(dir.resolve("foreign")).createMissing();
        for (final String name : List.of("reader.key", "operator.key", "gateway-1.key"))
        {
            Files.copy(store.directory().resolve(name), foreign.directory().resolve(name),
                StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        }
        try (ClusterEngineClient several =
            ClusterEngineClient.connect(cluster.clientOptions(0).credentials(foreign).build()))
        {
            ClusterOrders.send(several, ORDERS);
            final CredentialException refusal = assertThrows(CredentialException.class,
                () -> several.newCommandPublisher(Principal.gateway(2)));
            assertTrue(refusal.getMessage().contains("principal=gateway-2"), refusal.getMessage());
            assertDoesNotThrow(() -> TestCluster.operator(several).reportState());
        }
    }

    @Test
    void shouldTakeTheNewKeyWhileTheClusterRuns()
    {
        final CredentialStore store = CredentialStore.in(dir);
        store.rotate(Principal.OPERATOR);
        try (ClusterEngineClient other = cluster.connect(0))
        {
            assertDoesNotThrow(() -> TestCluster.operator(other).reportState());
        }
        store.retire(Principal.OPERATOR);
        // A session that is open stays so.
        assertDoesNotThrow(() -> TestCluster.operator(client).reportState());
        try (ClusterEngineClient other = cluster.connect(0);
            OperatorClient clearing = new OperatorClient(other, TestEngine.TIMEOUT_NS, Principal.CLEARING))
        {
            assertDoesNotThrow(() -> TestCluster.operator(other).reportState());
            assertDoesNotThrow(clearing::reportState);
        }
    }

    @Test
    void shouldLetSomebodyInWhileAHundredDoNotAnswer()
    {
        final List<AeronCluster.AsyncConnect> silent = new ArrayList<>();
        try
        {
            for (int i = 0; i < 100; i++)
            {
                silent.add(AeronCluster.asyncConnect(context(new Silent())));
            }
            TestEngine.await("more are asked than may be", () ->
            {
                silent.forEach(ClusterIngressSecurityTest::poll);
                return counters().get(CONNECTIONS_REFUSED) > 30;
            });
            try (ClusterEngineClient other = cluster.connect(0))
            {
                assertDoesNotThrow(() -> TestCluster.operator(other).reportState());
            }
        }
        finally
        {
            silent.forEach(AeronCluster.AsyncConnect::close);
        }
    }

    private static void poll(final AeronCluster.AsyncConnect connect)
    {
        try
        {
            connect.poll();
        }
        catch (final RuntimeException refused)
        {
            assertFalse(refused instanceof NullPointerException, refused.toString());
        }
    }

    /** Names somebody and stops at the question. */
    private static final class Silent implements CredentialsSupplier
    {
        @Override
        public byte[] encodedCredentials()
        {
            return Principal.OPERATOR.text().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] onChallenge(final byte[] encodedChallenge)
        {
            throw new IllegalStateException("this one never answers");
        }
    }

    private DirectBuffer suspend(final int gatewayId)
    {
        final SuspendTradingEncoder suspend = new SuspendTradingEncoder()
            .wrapAndApplyHeader(command, 0, new io.bourse.engine.protocol.MessageHeaderEncoder());
        suspend.header().stampedNs(0).receivedNs(0).sequence(0).sessionId(1).gatewayId(gatewayId).partition(0);
        suspend.runId(1).kind(ClearingKind.INTRADAY);
        return new UnsafeBuffer(
            command, 0, io.bourse.engine.protocol.MessageHeaderEncoder.ENCODED_LENGTH + suspend.encodedLength());
    }

    private static DirectBuffer sealed(final DirectBuffer message, final SealKey key)
    {
        final UnsafeBuffer sealed = new UnsafeBuffer(new byte[message.capacity()]);
        sealed.putBytes(0, message, 0, message.capacity());
        key.write(sealed, 0, message.capacity());
        return sealed;
    }

    private AeronCluster connect(final CredentialsSupplier credentials)
    {
        return AeronCluster.connect(context(credentials));
    }

    private AeronCluster.Context context(final CredentialsSupplier credentials)
    {
        return new AeronCluster.Context()
            .aeron(aeron)
            .ownsAeronClient(false)
            .credentialsSupplier(credentials)
            .messageTimeoutNs(TimeUnit.SECONDS.toNanos(5))
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(cluster.endpoints()))
            .ingressChannel(udp().termLength(64 * 1024).build())
            .egressChannel(udp().endpoint("127.0.0.1:0").termLength(64 * 1024).build());
    }

    private static ChannelUriStringBuilder udp()
    {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA);
    }

    private CounterSet<EngineCounter> counters()
    {
        return cluster.member(0).counters();
    }

    private List<String> all()
    {
        final long endCursor = client.endCursor();
        final RecordingListener seen = TestEngine.collect(client, 0, listener -> listener.cursor() >= endCursor);
        return seen.transactions();
    }

    /** Neither events nor state; and a replay of the log sees it as the member did. */
    private void assertUnchanged(final StateReport before, final List<String> transactions)
    {
        assertEquals(transactions, all());
        final StateReport after = TestCluster.operator(client).reportState();
        assertEquals(before.orders(), after.orders());
        assertEquals(before.positions(), after.positions());
        assertEquals(List.of(), cluster.failures());
        client.close();
        cluster.stopMember(0);
        try (OfflineVenue venue = OfflineVenue.open(cluster.memberDir(0), OfflineVenue.ANY_PARTITION))
        {
            final Verification verification = venue.verify();
            assertTrue(verification.replay().framesIdentical() > 0, verification.toString());
            assertEquals(0, verification.replay().framesMissing(), verification.toString());
            assertTrue(Stream.of("DIVERGENCE", "CORE_FAILED").noneMatch(
                kind -> verification.findings().toString().contains(kind)), verification.toString());
            assertTrue(verification.senders().stream().allMatch(facts -> facts.sender().isAuthenticated()));
            assertEquals(List.of("operator", "gateway-1"),
                verification.senders().stream().map(facts -> facts.sender().principal()).toList());
            assertEquals(ORDERS, verification.senders().getLast().commands());
            final List<SentCommand> last = venue.commands(ReplayTarget.end(), 3);
            assertEquals(List.of("gateway-1 true", "operator true", "operator true"), last.stream()
                .map(sent -> sent.sender().principal() + " " + sent.sender().isAuthenticated()).toList());
            assertEquals(ReportStateDecoder.TEMPLATE_ID, last.getLast().templateId());
        }
    }
}
