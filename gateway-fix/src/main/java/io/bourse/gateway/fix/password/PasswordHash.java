// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What is kept of a password: PBKDF2 with HMAC-SHA256 over a random salt and the name of the login, so that a line of
 * the file that is copied to another login fits no password. PBKDF2 is what the JDK has; functions that also need
 * memory would make a flood of logons a flood of memory. Immutable.
 */
public final class PasswordHash
{
    /** What OWASP asks for since 2023; some 140 ms of one core. */
    public static final int DEFAULT_ITERATIONS = 600_000;
    /** Fewer are not worth the name. */
    public static final int LEAST_ITERATIONS = 10_000;
    /** More would stop the check of all others. */
    public static final int MOST_ITERATIONS = 5_000_000;
    /** Length of a salt and of a hash in bytes. */
    public static final int LENGTH = 32;
    private static final String ALGORITHM = "PBKDF2WithHmacSHA256";

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    /**
     * A hash as it was written down.
     *
     * @param iterations it was made with.
     * @param salt of {@link #LENGTH} bytes.
     * @param hash of {@link #LENGTH} bytes.
     * @throws IllegalArgumentException when it cannot be one.
     */
    PasswordHash(final int iterations, final byte[] salt, final byte[] hash)
    {
        if (iterations < LEAST_ITERATIONS || iterations > MOST_ITERATIONS)
        {
            throw new IllegalArgumentException("iterations must be from " + LEAST_ITERATIONS + " to " +
                MOST_ITERATIONS + ": iterations=" + iterations);
        }
        if (LENGTH != salt.length || LENGTH != hash.length)
        {
            throw new IllegalArgumentException("salt and hash must have " + LENGTH + " bytes");
        }
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /**
     * Makes the hash of a password.
     *
     * @param name of the login.
     * @param password not wiped here.
     * @param iterations cost.
     * @param random source of the salt.
     * @return the hash.
     */
    public static PasswordHash of(
        final String name,
        final char[] password,
        final int iterations,
        final SecureRandom random)
    {
        final byte[] salt = new byte[LENGTH];
        random.nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(name, password, iterations, salt));
    }

    /**
     * A hash that no password is known for, as dear to compare with as any; costs nothing to make.
     *
     * @param iterations cost of the comparison.
     * @param random source.
     * @return the hash.
     */
    public static PasswordHash ofNothing(final int iterations, final SecureRandom random)
    {
        final byte[] salt = new byte[LENGTH];
        final byte[] hash = new byte[LENGTH];
        random.nextBytes(salt);
        random.nextBytes(hash);
        return new PasswordHash(iterations, salt, hash);
    }

    /**
     * Whether a password is the one this was made of; takes the same time whatever the answer is.
     *
     * @param name of the login.
     * @param password not wiped here.
     * @return true if so.
     */
    public boolean matches(final String name, final char[] password)
    {
        final byte[] other = derive(name, password, iterations, salt);
        try
        {
            return MessageDigest.isEqual(hash, other);
        }
        finally
        {
            Arrays.fill(other, (byte)0);
        }
    }

    private static byte[] derive(final String name, final char[] password, final int iterations, final byte[] salt)
    {
        final byte[] suffix = name.getBytes(StandardCharsets.UTF_8);
        final byte[] ownSalt = Arrays.copyOf(salt, salt.length + suffix.length);
        System.arraycopy(suffix, 0, ownSalt, salt.length, suffix.length);
        final PBEKeySpec spec = new PBEKeySpec(password, ownSalt, iterations, LENGTH * Byte.SIZE);
        try
        {
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("every JDK has this algorithm: algorithm=" + ALGORITHM, ex);
        }
        finally
        {
            spec.clearPassword();
        }
    }

    int iterations()
    {
        return iterations;
    }

    String saltText()
    {
        return Base64.getEncoder().encodeToString(salt);
    }

    String hashText()
    {
        return Base64.getEncoder().encodeToString(hash);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof PasswordHash that && iterations == that.iterations &&
            MessageDigest.isEqual(salt, that.salt) && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode()
    {
        return Arrays.hashCode(salt);
    }

    /** Without what it is about. */
    @Override
    public String toString()
    {
        return "PasswordHash{iterations=" + iterations + '}';
    }
}
