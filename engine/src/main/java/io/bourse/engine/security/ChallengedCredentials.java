// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.aeron.security.CredentialsSupplier;

import java.nio.ByteBuffer;

/**
 * Answers of one principal to {@link ChallengeAuthenticator}. What is sent when the connection begins is the name.
 */
public final class ChallengedCredentials implements CredentialsSupplier
{
    private final CredentialStore store;
    private final Principal principal;
    private final String purpose;
    private volatile SealKey sealKey;

    private ChallengedCredentials(final CredentialStore store, final Principal principal, final String purpose)
    {
        this.store = store;
        this.principal = principal;
        this.purpose = purpose;
    }

    /**
     * For connections to archives.
     *
     * @param store of the secret.
     * @param principal that connects.
     * @return credentials; the secret is read when it is asked for.
     */
    public static ChallengedCredentials toArchive(final CredentialStore store, final Principal principal)
    {
        return new ChallengedCredentials(store, principal, Handshake.ARCHIVE);
    }

    /**
     * For one connection to a cluster.
     *
     * @param store of the secret.
     * @param principal that connects.
     * @return credentials; the secret is read when it is asked for.
     */
    public static ChallengedCredentials toCluster(final CredentialStore store, final Principal principal)
    {
        return new ChallengedCredentials(store, principal, Handshake.CLUSTER);
    }

    @Override
    public byte[] encodedCredentials()
    {
        return principal.bytes();
    }

    @Override
    public byte[] onChallenge(final byte[] encodedChallenge)
    {
        final ByteBuffer challenge = ByteBuffer.wrap(encodedChallenge);
        if (encodedChallenge.length <= Long.BYTES)
        {
            return principal.bytes();
        }
        final long sessionId = challenge.getLong();
        final byte[] nonce = new byte[challenge.remaining()];
        challenge.get(nonce);
        final byte[] secret = store.require(principal).getFirst();
        sealKey = Handshake.sealKey(secret, sessionId, nonce, principal);
        final byte[] text = principal.bytes();
        return ByteBuffer.allocate(Handshake.PROOF_LENGTH + text.length)
            .put(Handshake.proof(secret, purpose, sessionId, nonce, principal))
            .put(text)
            .array();
    }

    /**
     * Key of the session that was challenged last.
     *
     * @return key, or null before the challenge.
     */
    public SealKey sealKey()
    {
        return sealKey;
    }
}
