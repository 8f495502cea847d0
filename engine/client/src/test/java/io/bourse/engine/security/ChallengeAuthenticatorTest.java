// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.aeron.security.SessionProxy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ChallengeAuthenticatorTest
{
    private static final byte[] NOTHING = new byte[0];

    private final AtomicInteger refused = new AtomicInteger();
    @TempDir
    private Path dir;
    private CredentialStore store;
    private ChallengeAuthenticator archive;
    private ChallengeAuthenticator cluster;
    private long nowMs = 1_000;

    /** As archive and consensus module do it. */
    private static final class Session implements SessionProxy
    {
        private final long id;
        private byte[] challenge;
        private byte[] principal;
        private boolean isRejected;

        private Session(final long id)
        {
            this.id = id;
        }

        @Override
        public long sessionId()
        {
            return id;
        }

        @Override
        public boolean challenge(final byte[] encodedChallenge)
        {
            challenge = encodedChallenge;
            return true;
        }

        @Override
        public boolean authenticate(final byte[] encodedPrincipal)
        {
            principal = encodedPrincipal;
            return true;
        }

        @Override
        public void reject()
        {
            isRejected = true;
        }
    }

    @BeforeEach
    void create()
    {
        store = CredentialStore.in(dir).createMissing();
        archive = ChallengeAuthenticator.ofArchive(store, refused::incrementAndGet);
        cluster = ChallengeAuthenticator.ofCluster(store, refused::incrementAndGet);
    }

    @Test
    void shouldTakeTheHolderOfTheSecretAndShowNobodyTheSecret()
    {
        final ChallengedCredentials credentials = ChallengedCredentials.toArchive(store, Principal.BACKUP);
        final Session session = connected(archive, 7, credentials.encodedCredentials());
        final byte[] answer = credentials.onChallenge(session.challenge);
        final String secret = HexFormat.of().formatHex(store.require(Principal.BACKUP).getFirst());
        assertFalse(HexFormat.of().formatHex(answer).contains(secret.substring(0, 16)));
        archive.onChallengeResponse(7, answer, nowMs);
        archive.onChallengedSession(session, nowMs);
        assertEquals("backup", new String(session.principal, StandardCharsets.US_ASCII));
        assertEquals(0, refused.get());
    }

    @Test
    void shouldGiveTheSessionOfAClusterAKeyThatBothSidesKnow()
    {
        final ChallengedCredentials credentials = ChallengedCredentials.toCluster(store, Principal.gateway(2));
        final Session session = connected(cluster, 9, credentials.encodedCredentials());
        cluster.onChallengeResponse(9, credentials.onChallenge(session.challenge), nowMs);
        cluster.onChallengedSession(session, nowMs);
        assertEquals(new SessionIdentity(List.of(Principal.gateway(2)), credentials.sealKey()),
            SessionIdentity.of(session.principal));
    }

    @Test
    void shouldAskEveryPrincipalOfASessionForItsProof() throws IOException
    {
        final ChallengedCredentials both =
            ChallengedCredentials.toCluster(store, Principal.gateway(2), Principal.OPERATOR);
        final Session session = connected(cluster, 9, both.encodedCredentials());
        final byte[] answer = both.onChallenge(session.challenge);
        cluster.onChallengeResponse(9, answer, nowMs);
        cluster.onChallengedSession(session, nowMs);
        assertEquals(new SessionIdentity(List.of(Principal.gateway(2), Principal.OPERATOR), both.sealKey()),
            SessionIdentity.of(session.principal));
        final ChallengedCredentials gateway = ChallengedCredentials.toCluster(store, Principal.gateway(2));
        gateway.onChallenge(session.challenge);
        assertNotEquals(gateway.sealKey(), both.sealKey());

        final CredentialStore foreign = CredentialStore.at(dir.resolve("foreign")).createMissing();
        Files.copy(store.directory().resolve("gateway-2.key"), foreign.directory().resolve("gateway-2.key"),
            StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        final ChallengedCredentials half =
            ChallengedCredentials.toCluster(foreign, Principal.gateway(2), Principal.OPERATOR);
        for (final byte[] wrong : List.of(half.onChallenge(session.challenge), NOTHING,
            Arrays.copyOf(answer, answer.length - 1), Arrays.copyOf(answer, 10)))
        {
            final Session refusal = connected(cluster, 10, half.encodedCredentials());
            cluster.onChallengeResponse(10, wrong, nowMs);
            cluster.onChallengedSession(refusal, nowMs);
            assertTrue(refusal.isRejected);
        }
        for (final String names : List.of("gateway-2,gateway-2", "operator,", ",operator", "operator,root"))
        {
            assertTrue(connected(cluster, 11, names.getBytes(StandardCharsets.US_ASCII)).isRejected, names);
        }
    }

    @Test
    void shouldRefuseNoForeignAndWrongCredentials()
    {
        assertTrue(connected(archive, 1, NOTHING).isRejected);
        assertTrue(connected(archive, 2, null).isRejected);
        assertTrue(connected(archive, 3, "root".getBytes(StandardCharsets.US_ASCII)).isRejected);
        final CredentialStore foreign = CredentialStore.at(dir.resolve("foreign")).createMissing();
        assertNull(answered(4, ChallengedCredentials.toArchive(foreign, Principal.READER)));
        // The owner's key is made anew in each process.
        assertNull(answered(5, ChallengedCredentials.toArchive(CredentialStore.in(dir), Principal.ENGINE)));
        // An answer for a cluster is none for an archive.
        assertNull(answered(6, ChallengedCredentials.toCluster(store, Principal.READER)));
        assertNotNull(answered(7, ChallengedCredentials.toArchive(store, Principal.ENGINE)));
        assertEquals(6, refused.get());
    }

    @Test
    void shouldRefuseTheAnswerOfAnotherSessionAndOfAnotherPrincipal()
    {
        final ChallengedCredentials reader = ChallengedCredentials.toArchive(store, Principal.READER);
        final Session first = connected(archive, 1, reader.encodedCredentials());
        final byte[] answer = reader.onChallenge(first.challenge);
        final Session second = connected(archive, 2, reader.encodedCredentials());
        archive.onChallengeResponse(2, answer, nowMs);
        archive.onChallengedSession(second, nowMs);
        assertTrue(second.isRejected);

        final byte[] proof = Arrays.copyOf(answer, Handshake.PROOF_LENGTH + 8);
        System.arraycopy("operator".getBytes(StandardCharsets.US_ASCII), 0, proof, Handshake.PROOF_LENGTH, 8);
        archive.onChallengeResponse(1, proof, nowMs);
        archive.onChallengedSession(first, nowMs);
        assertTrue(first.isRejected);
    }

    @Test
    void shouldTakeBothKeysDuringARotation()
    {
        final ChallengedCredentials former = ChallengedCredentials.toArchive(copyOfStore(), Principal.READER);
        store.rotate(Principal.READER);
        assertNotNull(answered(1, former));
        assertNotNull(answered(2, ChallengedCredentials.toArchive(store, Principal.READER)));
        store.retire(Principal.READER);
        assertNull(answered(3, former));
        assertNotNull(answered(4, ChallengedCredentials.toArchive(store, Principal.READER)));
    }

    @Test
    void shouldLetInAnybodyElseWhileManyDoNotAnswer()
    {
        final Session[] silent = new Session[100];
        for (int i = 0; i < silent.length; i++)
        {
            silent[i] = connected(cluster, i + 1, "operator".getBytes(StandardCharsets.US_ASCII));
            cluster.onChallengedSession(silent[i], nowMs);
        }
        int rejected = 0;
        for (final Session session : silent)
        {
            cluster.onChallengedSession(session, nowMs);
            rejected += session.isRejected ? 1 : 0;
        }
        assertEquals(100 - ChallengeAuthenticator.MOST_ASKED, rejected);
        final ChallengedCredentials credentials = ChallengedCredentials.toCluster(store, Principal.OPERATOR);
        final Session honest = connected(cluster, 101, credentials.encodedCredentials());
        cluster.onChallengeResponse(101, credentials.onChallenge(honest.challenge), nowMs);
        cluster.onChallengedSession(honest, nowMs);
        assertNotNull(honest.principal);
        nowMs += ChallengeAuthenticator.ANSWER_TIMEOUT_MS + 1;
        for (final Session session : silent)
        {
            cluster.onChallengedSession(session, nowMs);
            assertTrue(session.isRejected);
        }
    }

    /** Aeron gives all queries of backups one number: an answer is good once, and a wrong one hits nobody else. */
    @Test
    void shouldTakeBackupsWhoseSessionsShareANumber()
    {
        final ChallengedCredentials credentials = ChallengedCredentials.toCluster(store, Principal.BACKUP);
        final Session first = connected(cluster, -1, credentials.encodedCredentials());
        cluster.onChallengeResponse(-1, new byte[50], nowMs);
        cluster.onChallengedSession(first, nowMs);
        assertFalse(first.isRejected);
        final byte[] answer = credentials.onChallenge(first.challenge);
        cluster.onChallengeResponse(-1, answer, nowMs);
        cluster.onChallengedSession(first, nowMs);
        assertNotNull(first.principal);

        final Session second = connected(cluster, -1, credentials.encodedCredentials());
        cluster.onChallengeResponse(-1, answer, nowMs);
        cluster.onChallengedSession(second, nowMs);
        assertNull(second.principal);
    }

    private Session connected(
        final ChallengeAuthenticator authenticator, final long sessionId, final byte[] encodedCredentials)
    {
        final Session session = new Session(sessionId);
        authenticator.onConnectRequest(sessionId, encodedCredentials, nowMs);
        authenticator.onConnectedSession(session, nowMs);
        return session;
    }

    private byte[] answered(final long sessionId, final ChallengedCredentials credentials)
    {
        final Session session = connected(archive, sessionId, credentials.encodedCredentials());
        archive.onChallengeResponse(sessionId, credentials.onChallenge(session.challenge), nowMs);
        archive.onChallengedSession(session, nowMs);
        assertEquals(null == session.principal, session.isRejected);
        return session.principal;
    }

    /** A copy of the directory as another host has it. */
    private CredentialStore copyOfStore()
    {
        final Path copy = dir.resolve("copy");
        final CredentialStore other = CredentialStore.at(copy).createMissing();
        try
        {
            Files.write(copy.resolve("reader.key"),
                Files.readAllBytes(store.directory().resolve("reader.key")));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        assertArrayEquals(store.require(Principal.READER).getFirst(), other.require(Principal.READER).getFirst());
        return other;
    }
}
