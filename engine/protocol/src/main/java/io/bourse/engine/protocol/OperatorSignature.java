// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.EllipticCurve;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What operators sign, and how a signature is verified: ECDSA over P-256 with SHA-256. The engine, its clients and
 * the verification of journals all ask here. Every process verifies with the provider of the JDK, so that all decide
 * alike.
 *
 * <pre>
 *   requester: "BOURSE-OPERATOR-COMMAND-1"  venueId  expiresNs  operatorId  the whole inner command
 *   approver:  "BOURSE-OPERATOR-APPROVAL-1"  SHA-256 of what the requester signed  approverId
 * </pre>
 * Numbers are little-endian.
 */
public final class OperatorSignature
{
    /** Name of the algorithm in the JDK: software keys and PKCS11 tokens have it. */
    public static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    /** Bytes of a signature. */
    public static final int LENGTH = OperatorCommandDecoder.signatureLength();
    /** Bytes of a public key. */
    public static final int KEY_LENGTH = DefineOperatorDecoder.publicKeyLength();
    /** Bytes of the id of a venue. */
    public static final int VENUE_ID_LENGTH = SetOperatorPolicyDecoder.venueIdLength();

    private static final String PROVIDER = "SunEC";
    private static final byte[] COMMAND = "BOURSE-OPERATOR-COMMAND-1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] APPROVAL = "BOURSE-OPERATOR-APPROVAL-1".getBytes(StandardCharsets.US_ASCII);
    /** All that comes before the coordinates of a point of P-256 that is not compressed. */
    private static final byte[] KEY_PREFIX =
        HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d030107034200" + "04");

    private OperatorSignature()
    {
    }

    /**
     * What the requester signs.
     *
     * @param venueId 16 bytes.
     * @param expiresNs engine time after which the command is refused.
     * @param operatorId of the requester.
     * @param buffer that holds the inner command.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return bytes.
     */
    public static byte[] command(
        final byte[] venueId,
        final long expiresNs,
        final int operatorId,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        final int prefixLength = COMMAND.length + venueId.length + Long.BYTES + Integer.BYTES;
        final byte[] bytes = new byte[prefixLength + length];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
            .put(COMMAND).put(venueId).putLong(expiresNs).putInt(operatorId);
        buffer.getBytes(offset, bytes, prefixLength, length);
        return bytes;
    }

    /**
     * What the approver signs.
     *
     * @param command what the requester signed.
     * @param approverId of the approver.
     * @return bytes.
     */
    public static byte[] approval(final byte[] command, final int approverId)
    {
        final byte[] digest = sha256(command);
        return ByteBuffer.allocate(APPROVAL.length + digest.length + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN)
            .put(APPROVAL).put(digest).putInt(approverId).array();
    }

    /**
     * Digest of bytes.
     *
     * @param bytes any.
     * @return SHA-256.
     */
    public static byte[] sha256(final byte[] bytes)
    {
        try
        {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("this JDK has no SHA-256", ex);
        }
    }

    /**
     * A public key from its bytes.
     *
     * @param bytes X.509 SubjectPublicKeyInfo.
     * @return the key, or null when the bytes are not a point of P-256.
     */
    public static PublicKey publicKey(final byte[] bytes)
    {
        if (KEY_LENGTH != bytes.length || !Arrays.equals(KEY_PREFIX, Arrays.copyOf(bytes, KEY_PREFIX.length)))
        {
            return null;
        }
        try
        {
            final ECPublicKey key =
                (ECPublicKey)KeyFactory.getInstance("EC", PROVIDER).generatePublic(new X509EncodedKeySpec(bytes));
            return isOnCurve(key) ? key : null;
        }
        catch (final GeneralSecurityException ex)
        {
            return null;
        }
    }

    private static boolean isOnCurve(final ECPublicKey key)
    {
        final EllipticCurve curve = key.getParams().getCurve();
        final BigInteger p = ((ECFieldFp)curve.getField()).getP();
        final BigInteger x = key.getW().getAffineX();
        final BigInteger y = key.getW().getAffineY();
        final BigInteger right = x.multiply(x).add(curve.getA()).multiply(x).add(curve.getB()).mod(p);
        return x.compareTo(p) < 0 && y.compareTo(p) < 0 && y.multiply(y).mod(p).equals(right);
    }

    /**
     * Whether a signature is that of a key over bytes.
     *
     * @param key from {@link #publicKey}.
     * @param bytes that were signed.
     * @param signature of {@link #LENGTH} bytes.
     * @return false when it is not, whatever is wrong with it.
     */
    public static boolean isValid(final PublicKey key, final byte[] bytes, final byte[] signature)
    {
        final Signature verifier;
        try
        {
            verifier = Signature.getInstance(ALGORITHM, PROVIDER);
            verifier.initVerify(key);
            verifier.update(bytes);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("this JDK cannot verify signatures: algorithm=" + ALGORITHM, ex);
        }
        try
        {
            return verifier.verify(signature);
        }
        catch (final GeneralSecurityException ex)
        {
            return false;
        }
    }

    /**
     * Whether a signature is that of a key over bytes.
     *
     * @param publicKey X.509 SubjectPublicKeyInfo.
     * @param bytes that were signed.
     * @param signature of {@link #LENGTH} bytes.
     * @return false when it is not, or when there is no such key.
     */
    public static boolean isValid(final byte[] publicKey, final byte[] bytes, final byte[] signature)
    {
        final PublicKey key = publicKey(publicKey);
        return null != key && isValid(key, bytes, signature);
    }
}
