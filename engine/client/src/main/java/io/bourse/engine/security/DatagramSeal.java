// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.DirectBuffer;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The seal of datagrams between processes that have the secret of one principal; without it none can be made. Not
 * thread-safe.
 */
public final class DatagramSeal
{
    private static final long LOOK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CredentialStore store;
    private final Principal principal;
    private final String purpose;
    private List<SealKey> keys;
    private long lookedNs;

    /**
     * A seal.
     *
     * @param store of the secret.
     * @param principal whose secret it is.
     * @param purpose of the datagrams: a seal for one is none for another.
     * @throws CredentialException when the secret is not here.
     */
    public DatagramSeal(final CredentialStore store, final Principal principal, final String purpose)
    {
        this.store = store;
        this.principal = principal;
        this.purpose = purpose;
        look();
    }

    private void look()
    {
        keys = store.require(principal).stream().map((secret) -> Handshake.datagramKey(secret, purpose, principal))
            .toList();
        lookedNs = System.nanoTime();
    }

    /**
     * Seals with the key in force when this was made.
     *
     * @param buffer that holds what is sealed.
     * @param offset where it begins.
     * @param length in bytes.
     * @return seal.
     */
    public long seal(final DirectBuffer buffer, final int offset, final int length)
    {
        return keys.getFirst().hash(buffer, offset, length, SealKey.NO_SEAL);
    }

    /**
     * Whether one who has the secret has sealed it. Keys are read again, at most once a second, when none of those that
     * are known fits: the secret may have been rotated.
     *
     * @param buffer that holds what is sealed.
     * @param offset where it begins.
     * @param length in bytes.
     * @param seal that came with it.
     * @return false when it was not.
     */
    public boolean isSealed(final DirectBuffer buffer, final int offset, final int length, final long seal)
    {
        if (fits(buffer, offset, length, seal))
        {
            return true;
        }
        if (System.nanoTime() - lookedNs < LOOK_INTERVAL_NS)
        {
            return false;
        }
        look();
        return fits(buffer, offset, length, seal);
    }

    private boolean fits(final DirectBuffer buffer, final int offset, final int length, final long seal)
    {
        for (int i = 0; i < keys.size(); i++)
        {
            if (seal == keys.get(i).hash(buffer, offset, length, SealKey.NO_SEAL))
            {
                return true;
            }
        }
        return false;
    }
}
