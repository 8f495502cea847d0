// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

/**
 * Codes that follow the time, RFC 6238 as every authenticator takes it by default: HMAC-SHA-1, six digits, 30 seconds.
 */
final class Totp
{
    /** Bytes of a secret, as many as the hash has. */
    static final int SECRET_LENGTH = 20;
    /** No step fits. */
    static final long NONE = -1;
    private static final String ALGORITHM = "HmacSHA1";
    private static final long STEP_MS = TimeUnit.SECONDS.toMillis(30);
    private static final int MODULUS = 1_000_000;
    /** The clock of an authenticator may be off by a step. */
    private static final int SKEW = 1;

    private Totp()
    {
    }

    /**
     * The step whose code this is.
     *
     * @param secret of the authenticator.
     * @param code six digits.
     * @param nowMs time since the Unix epoch.
     * @return step, to be taken once only; {@link #NONE} when it is the code of none that is near.
     */
    static long step(final byte[] secret, final String code, final long nowMs)
    {
        final long now = nowMs / STEP_MS;
        long found = NONE;
        for (long step = now - SKEW; step <= now + SKEW; step++)
        {
            if (MessageDigest.isEqual(code(secret, step).getBytes(StandardCharsets.US_ASCII),
                code.getBytes(StandardCharsets.UTF_8)))
            {
                found = step;
            }
        }
        return found;
    }

    /** The code of a step. */
    static String code(final byte[] secret, final long step)
    {
        try
        {
            final Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            final byte[] counter = ByteBuffer.allocate(Long.BYTES).putLong(0, step).array();
            final ByteBuffer hash = ByteBuffer.wrap(mac.doFinal(counter));
            final int at = hash.get(hash.capacity() - 1) & 0xF;
            return String.format("%06d", (hash.getInt(at) & Integer.MAX_VALUE) % MODULUS);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("every JDK has this algorithm: algorithm=" + ALGORITHM, ex);
        }
    }
}
