// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * How a principal proves that it has a secret without sending it: the side that is asked gives a nonce, and the answer
 * is an HMAC-SHA256 over what the connection is for, its session, the nonce and the principal.
 */
final class Handshake
{
    /** Connections to an archive. */
    static final String ARCHIVE = "bourse-archive";
    /** Connections to the ingress of a cluster. */
    static final String CLUSTER = "bourse-cluster";
    /** Publications into the ingress of the solo host. */
    static final String INGRESS = "bourse-ingress";
    private static final String SEAL = "bourse-cluster-seal";
    private static final String DATAGRAM = "bourse-datagram-seal";
    static final int PROOF_LENGTH = 32;

    /** Stands between the names and the proofs of an answer. */
    static final byte END_OF_NAMES = '\n';
    private static final String ALGORITHM = "HmacSHA256";
    private static final String FINGERPRINT = "bourse-fingerprint";
    private static final int FINGERPRINT_LENGTH = 4;

    private Handshake()
    {
    }

    /** Names of the principals of a connection, in ASCII. */
    static byte[] names(final List<Principal> principals)
    {
        return Principal.texts(principals).getBytes(StandardCharsets.US_ASCII);
    }

    /** The principals that names are of, or null when they are not good. */
    static List<Principal> principals(final byte[] names)
    {
        return null == names ? null : Principal.parseAll(new String(names, StandardCharsets.US_ASCII));
    }

    /** Reads the names that an answer begins with, so that the proofs are next; null when they are not good. */
    static List<Principal> principals(final ByteBuffer answer)
    {
        while (answer.hasRemaining())
        {
            if (END_OF_NAMES == answer.get())
            {
                return principals(Arrays.copyOf(answer.array(), answer.position() - 1));
            }
        }
        return null;
    }

    /** What the holder of a secret answers. */
    static byte[] proof(
        final byte[] secret,
        final String purpose,
        final long sessionId,
        final byte[] nonce,
        final Principal principal)
    {
        return hmac(secret, purpose.getBytes(StandardCharsets.US_ASCII),
            ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES).put((byte)0).putLong(sessionId).putInt(nonce.length)
                .array(),
            nonce, principal.bytes());
    }

    /** Of the valid secrets the one with which an answer was given, or null. */
    static byte[] provenSecret(
        final List<byte[]> secrets,
        final String purpose,
        final long sessionId,
        final byte[] nonce,
        final Principal principal,
        final byte[] answer)
    {
        byte[] proven = null;
        for (final byte[] secret : secrets)
        {
            proven = MessageDigest.isEqual(proof(secret, purpose, sessionId, nonce, principal), answer) ?
                secret : proven;
        }
        return proven;
    }

    /** Key of one session with a cluster; both sides know it after the handshake and never send it. */
    static SealKey sealKey(
        final byte[] secret, final long sessionId, final byte[] nonce, final Principal principal)
    {
        return SealKey.of(proof(secret, SEAL, sessionId, nonce, principal));
    }

    /** Key of datagrams of all processes that have a secret. */
    static SealKey datagramKey(final byte[] secret, final String purpose, final Principal principal)
    {
        return SealKey.of(proof(secret, DATAGRAM, 0, purpose.getBytes(StandardCharsets.US_ASCII), principal));
    }

    /** Distinguishes copies of a key, and shows nothing else about it. */
    static String fingerprint(final byte[] secret)
    {
        return HexFormat.of().formatHex(
            Arrays.copyOf(hmac(secret, FINGERPRINT.getBytes(StandardCharsets.US_ASCII)), FINGERPRINT_LENGTH));
    }

    static byte[] hmac(final byte[] secret, final byte[]... parts)
    {
        try
        {
            final Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            for (final byte[] part : parts)
            {
                mac.update(part);
            }
            return mac.doFinal();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, ex);
        }
    }
}
