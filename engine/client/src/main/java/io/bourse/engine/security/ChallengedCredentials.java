// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.aeron.security.CredentialsSupplier;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Answers to {@link ChallengeAuthenticator} of the principals that one connection is for. What is sent when the
 * connection begins is their names.
 */
public final class ChallengedCredentials implements CredentialsSupplier
{
    private final CredentialStore store;
    private final List<Principal> principals;
    private final String purpose;
    private volatile SealKey sealKey;

    private ChallengedCredentials(final CredentialStore store, final List<Principal> principals, final String purpose)
    {
        this.store = store;
        this.principals = principals;
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
        return new ChallengedCredentials(store, List.of(principal), Handshake.ARCHIVE);
    }

    /**
     * For one connection to a cluster.
     *
     * @param store of the secrets.
     * @param principals whose commands it takes.
     * @return credentials; the secrets are read when they are asked for.
     */
    public static ChallengedCredentials toCluster(final CredentialStore store, final Principal... principals)
    {
        return new ChallengedCredentials(store, List.of(principals), Handshake.CLUSTER);
    }

    @Override
    public byte[] encodedCredentials()
    {
        return Handshake.names(principals);
    }

    @Override
    public byte[] onChallenge(final byte[] encodedChallenge)
    {
        final ByteBuffer challenge = ByteBuffer.wrap(encodedChallenge);
        if (encodedChallenge.length <= Long.BYTES)
        {
            return Handshake.names(principals);
        }
        final long sessionId = challenge.getLong();
        final byte[] nonce = new byte[challenge.remaining()];
        challenge.get(nonce);
        final byte[] names = Handshake.names(principals);
        final ByteBuffer answer =
            ByteBuffer.allocate(names.length + 1 + principals.size() * Handshake.PROOF_LENGTH)
                .put(names).put(Handshake.END_OF_NAMES);
        SealKey key = null;
        for (final Principal principal : principals)
        {
            final byte[] secret = store.require(principal).getFirst();
            key = Handshake.sealKey(secret, sessionId, nonce, principal).with(key);
            answer.put(Handshake.proof(secret, purpose, sessionId, nonce, principal));
        }
        sealKey = key;
        return answer.array();
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
