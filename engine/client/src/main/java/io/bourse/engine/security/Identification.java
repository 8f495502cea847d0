// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The first message of a publication into the ingress of the solo host: who sends what follows. It is never journalled.
 * The engine gives its nonce in a counter, and the session is that of the publication, so that a copy of the message
 * is good for nothing.
 */
public final class Identification
{
    /** Longest message in bytes. */
    public static final int MAX_LENGTH = 64;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    /** What no command begins with: schema and template of a message header are 0. */
    private static final long MAGIC = 0x4449_0000_0000_424FL;
    private static final int PROOF_OFFSET = Long.BYTES;
    private static final int TEXT_OFFSET = PROOF_OFFSET + Handshake.PROOF_LENGTH;

    private Identification()
    {
    }

    /**
     * Writes the message.
     *
     * @param store of the secret.
     * @param principal that sends.
     * @param nonce of the engine.
     * @param sessionId of the publication.
     * @return message.
     * @throws CredentialException when there is no secret, or it is not safe.
     */
    public static DirectBuffer encode(
        final CredentialStore store, final Principal principal, final long nonce, final int sessionId)
    {
        final byte[] text = principal.bytes();
        final UnsafeBuffer message = new UnsafeBuffer(new byte[TEXT_OFFSET + text.length]);
        message.putLong(0, MAGIC, ORDER);
        message.putBytes(PROOF_OFFSET, Handshake.proof(
            store.require(principal).getFirst(), Handshake.INGRESS, sessionId, bytes(nonce), principal));
        message.putBytes(TEXT_OFFSET, text);
        return message;
    }

    /**
     * Whether bytes are such a message and no command.
     *
     * @param buffer that holds them.
     * @param offset of the first.
     * @param length of all.
     * @return true when it is to be {@linkplain #verify verified}.
     */
    public static boolean isIdentification(final DirectBuffer buffer, final int offset, final int length)
    {
        return length > TEXT_OFFSET && length <= MAX_LENGTH && MAGIC == buffer.getLong(offset, ORDER);
    }

    /**
     * Checks the message.
     *
     * @param store of the secrets.
     * @param nonce of the engine.
     * @param sessionId of the publication.
     * @param buffer that holds it.
     * @param offset of its first byte.
     * @return the principal, or null when it has not proven itself.
     */
    public static Principal verify(
        final CredentialStore store,
        final long nonce,
        final int sessionId,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        final byte[] text = new byte[length - TEXT_OFFSET];
        buffer.getBytes(offset + TEXT_OFFSET, text);
        final Principal principal = Principal.parse(new String(text, StandardCharsets.US_ASCII));
        if (null == principal || !principal.isSender())
        {
            return null;
        }
        final byte[] proof = new byte[Handshake.PROOF_LENGTH];
        buffer.getBytes(offset + PROOF_OFFSET, proof);
        try
        {
            return null == Handshake.provenSecret(
                store.secrets(principal), Handshake.INGRESS, sessionId, bytes(nonce), principal, proof) ?
                null : principal;
        }
        catch (final CredentialException ex)
        {
            return null;
        }
    }

    private static byte[] bytes(final long nonce)
    {
        return ByteBuffer.allocate(Long.BYTES).putLong(nonce).array();
    }
}
