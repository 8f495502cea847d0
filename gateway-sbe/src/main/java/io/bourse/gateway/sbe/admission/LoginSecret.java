// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The secret of a login, as its digest. Credentials of TWIME have 20 characters, so the digest is one to compare in
 * constant time, not one that would protect a weak secret.
 */
public final class LoginSecret
{
    /** Characters of the Credentials of Establish: login, colon, secret. */
    public static final int CREDENTIALS_LENGTH = 20;
    /** Between the login and its secret. */
    public static final char SEPARATOR = ':';
    /** Fewest characters of a secret. */
    public static final int LEAST_LENGTH = 8;

    private final byte[] digest;

    private LoginSecret(final byte[] digest)
    {
        this.digest = digest;
    }

    /**
     * Takes a secret.
     *
     * @param login it is for.
     * @param secret printable ASCII without spaces, at least {@link #LEAST_LENGTH} characters, that fit into the
     *     Credentials with the login.
     * @return its digest.
     * @throws IllegalArgumentException when it cannot be used; without the secret.
     */
    public static LoginSecret of(final String login, final String secret)
    {
        final int most = CREDENTIALS_LENGTH - login.length() - 1;
        if (most < LEAST_LENGTH || login.indexOf(SEPARATOR) >= 0)
        {
            throw new IllegalArgumentException("this login can have no secret, its name leaves no space for one in " +
                "Credentials, give it a certificate: login=" + login + " most=" + most + " least=" + LEAST_LENGTH);
        }
        if (secret.length() < LEAST_LENGTH || secret.length() > most || !secret.matches("[\\x21-\\x7e]+"))
        {
            throw new IllegalArgumentException("a secret must be printable ASCII without spaces: login=" + login +
                " length=" + secret.length() + " least=" + LEAST_LENGTH + " most=" + most);
        }
        return new LoginSecret(digest(secret));
    }

    /** Digest of what a client has given. */
    static byte[] digest(final String given)
    {
        try
        {
            return MessageDigest.getInstance("SHA-256").digest(given.getBytes(StandardCharsets.US_ASCII));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every JDK has SHA-256", ex);
        }
    }

    /** Takes the same time whether it is right or wrong. */
    boolean matches(final byte[] given)
    {
        return MessageDigest.isEqual(digest, given);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof LoginSecret secret && matches(secret.digest);
    }

    @Override
    public int hashCode()
    {
        return Arrays.hashCode(digest);
    }

    /** Without the secret and its digest. */
    @Override
    public String toString()
    {
        return "secret";
    }
}
