// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.aeron.security.Authenticator;
import io.aeron.security.SessionProxy;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks each connection to an archive or to the ingress of a cluster for a proof. It keeps nothing of a connection that
 * has not answered but the time: the nonce of a session is made again from its number. Used by one thread.
 */
public final class ChallengeAuthenticator implements Authenticator
{
    /** How long an answer may take. */
    static final long ANSWER_TIMEOUT_MS = TimeUnit.SECONDS.toMillis(2);
    /** Most sessions that are asked at a time; one more, and the one that has been silent longest is refused. */
    static final int MOST_ASKED = 64;
    /** Number that Aeron gives to all queries of backups alike. */
    private static final long SHARED_SESSION = -1;

    private static final int NONCE_LENGTH = 16;
    private static final int MOST_FORGOTTEN = 4096;

    /** When each session was asked, the longest ago first. */
    private final LinkedHashMap<Long, Long> askedMs = new LinkedHashMap<>();
    private final Long2ObjectHashMap<byte[]> proven = new Long2ObjectHashMap<>();
    private final LongHashSet refused = new LongHashSet();
    private final byte[] nonceKey = new byte[Handshake.PROOF_LENGTH];
    private final CredentialStore store;
    private final String purpose;
    private final Runnable onRefused;
    private long sharedNonces;

    private ChallengeAuthenticator(final CredentialStore store, final String purpose, final Runnable onRefused)
    {
        this.store = store;
        this.purpose = purpose;
        this.onRefused = onRefused;
        new SecureRandom().nextBytes(nonceKey);
    }

    /**
     * For an archive.
     *
     * @param store of the secrets, of the process that owns the archive.
     * @param onRefused called for each connection that is refused.
     * @return new authenticator.
     */
    public static ChallengeAuthenticator ofArchive(final CredentialStore store, final Runnable onRefused)
    {
        return new ChallengeAuthenticator(store, Handshake.ARCHIVE, onRefused);
    }

    /**
     * For the ingress of a cluster; a session's principal is a {@link SessionIdentity}.
     *
     * @param store of the secrets.
     * @param onRefused called for each connection that is refused.
     * @return new authenticator.
     */
    public static ChallengeAuthenticator ofCluster(final CredentialStore store, final Runnable onRefused)
    {
        return new ChallengeAuthenticator(store, Handshake.CLUSTER, onRefused);
    }

    @Override
    public void onConnectRequest(final long sessionId, final byte[] encodedCredentials, final long nowMs)
    {
        if (SHARED_SESSION != sessionId && null == Handshake.principals(encodedCredentials))
        {
            refused.add(sessionId);
        }
    }

    @Override
    public void onConnectedSession(final SessionProxy session, final long nowMs)
    {
        final long sessionId = session.sessionId();
        if (refused.remove(sessionId))
        {
            refuse(session);
        }
        else if (session.challenge(challenge(sessionId)) && SHARED_SESSION != sessionId)
        {
            dropOldest(nowMs);
            askedMs.put(sessionId, nowMs);
        }
    }

    @Override
    public void onChallengeResponse(final long sessionId, final byte[] encodedCredentials, final long nowMs)
    {
        final byte[] principalBytes =
            null == encodedCredentials ? null : prove(sessionId, ByteBuffer.wrap(encodedCredentials));
        if (null != principalBytes)
        {
            proven.put(sessionId, principalBytes);
        }
        else if (SHARED_SESSION == sessionId)
        {
            // It may not have been this one of those that share the number; they time out.
            onRefused.run();
        }
        else
        {
            refused.add(sessionId);
        }
    }

    /** What stands for the principals if all of them have proven themselves, or null. */
    private byte[] prove(final long sessionId, final ByteBuffer answer)
    {
        final List<Principal> principals = Handshake.principals(answer);
        if (null == principals || answer.remaining() != principals.size() * Handshake.PROOF_LENGTH)
        {
            return null;
        }
        final byte[] nonce = nonce(sessionId);
        SealKey key = null;
        for (final Principal principal : principals)
        {
            final byte[] proof = new byte[Handshake.PROOF_LENGTH];
            answer.get(proof);
            final byte[] secret = provenSecret(sessionId, nonce, principal, proof);
            if (null == secret)
            {
                return null;
            }
            key = Handshake.sealKey(secret, sessionId, nonce, principal).with(key);
        }
        if (SHARED_SESSION == sessionId)
        {
            // An answer to it is good once.
            sharedNonces++;
        }
        return Handshake.CLUSTER.equals(purpose) ?
            new SessionIdentity(principals, key).encode() : Handshake.names(principals);
    }

    private byte[] provenSecret(
        final long sessionId, final byte[] nonce, final Principal principal, final byte[] proof)
    {
        try
        {
            return Handshake.provenSecret(
                store.secrets(principal), purpose, sessionId, nonce, principal, proof);
        }
        catch (final CredentialException ex)
        {
            // A key that is not safe is as good as none; the owner sees it at its own start.
            return null;
        }
    }

    @Override
    public void onChallengedSession(final SessionProxy session, final long nowMs)
    {
        final long sessionId = session.sessionId();
        final byte[] principal = proven.get(sessionId);
        if (null != principal)
        {
            if (session.authenticate(principal))
            {
                proven.remove(sessionId);
                askedMs.remove(sessionId);
            }
        }
        else if (refused.remove(sessionId) || isLate(sessionId, nowMs))
        {
            refuse(session);
        }
    }

    private boolean isLate(final long sessionId, final long nowMs)
    {
        final Long atMs = askedMs.get(sessionId);
        return SHARED_SESSION != sessionId && (null == atMs || nowMs - atMs > ANSWER_TIMEOUT_MS);
    }

    private void refuse(final SessionProxy session)
    {
        askedMs.remove(session.sessionId());
        session.reject();
        onRefused.run();
    }

    /** Of too many that are asked, the one that was asked first is late. */
    private void dropOldest(final long nowMs)
    {
        final Iterator<Long> asked = askedMs.values().iterator();
        while (asked.hasNext() && (nowMs - asked.next() > 2 * ANSWER_TIMEOUT_MS || askedMs.size() >= MOST_ASKED))
        {
            asked.remove();
        }
        if (refused.size() > MOST_FORGOTTEN || proven.size() > MOST_FORGOTTEN)
        {
            // Of sessions that ended before their answer.
            refused.clear();
            proven.clear();
        }
    }

    private byte[] challenge(final long sessionId)
    {
        final byte[] nonce = nonce(sessionId);
        return ByteBuffer.allocate(Long.BYTES + nonce.length).putLong(sessionId).put(nonce).array();
    }

    private byte[] nonce(final long sessionId)
    {
        final byte[] input = ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(sessionId).putLong(SHARED_SESSION == sessionId ? sharedNonces : 0).array();
        return Arrays.copyOf(Handshake.hmac(nonceKey, input), NONCE_LENGTH);
    }
}
