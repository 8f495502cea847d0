// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.security.SecureRandom;
import java.util.Locale;

/**
 * What a password must be like. Length is what counts; rules about kinds of characters make people write them down.
 *
 * @param leastLength characters.
 */
public record PasswordPolicy(int leastLength)
{
    /** Used when nothing else is configured. */
    public static final PasswordPolicy DEFAULT = new PasswordPolicy(12);
    /** Least length that may be configured. */
    public static final int LEAST = 8;
    /** Longest password. */
    public static final int MOST = 64;
    private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    private static final int GENERATED_LENGTH = 24;
    private static final char FIRST_PRINTABLE = '!';
    private static final char LAST_PRINTABLE = '~';

    /**
     * Checks the length.
     *
     * @throws IllegalArgumentException when it is out of range.
     */
    public PasswordPolicy
    {
        if (leastLength < LEAST || leastLength > MOST)
        {
            throw new IllegalArgumentException("the least length of a password must be from " + LEAST + " to " + MOST +
                ": leastLength=" + leastLength);
        }
    }

    /**
     * Checks a new password.
     *
     * @param name of the login.
     * @param password not wiped here.
     * @return what is wrong with it, for the one who chose it; null when nothing is.
     */
    public String violation(final String name, final char[] password)
    {
        if (password.length < leastLength || password.length > MOST)
        {
            return "a password must have from " + leastLength + " to " + MOST + " characters";
        }
        int different = 0;
        for (int i = 0; i < password.length; i++)
        {
            if (password[i] < FIRST_PRINTABLE || password[i] > LAST_PRINTABLE)
            {
                return "a password must have printable ASCII characters only, and no space";
            }
            different += isFirst(password, i) ? 1 : 0;
        }
        if (different < leastLength / 2)
        {
            return "a password must have at least " + leastLength / 2 + " different characters";
        }
        return contains(password, name) ? "a password must not contain the name of its login" : null;
    }

    /**
     * Makes a random password: 24 letters and digits, 139 bits.
     *
     * @param random source.
     * @return to be wiped by the caller.
     */
    public static char[] generate(final SecureRandom random)
    {
        final char[] password = new char[GENERATED_LENGTH];
        for (int i = 0; i < password.length; i++)
        {
            password[i] = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        }
        return password;
    }

    private static boolean isFirst(final char[] password, final int index)
    {
        for (int i = 0; i < index; i++)
        {
            if (password[i] == password[index])
            {
                return false;
            }
        }
        return true;
    }

    /** Not by a String of the password, which could not be wiped. */
    private static boolean contains(final char[] password, final String name)
    {
        final String lower = name.toLowerCase(Locale.ROOT);
        for (int begin = 0; begin + lower.length() <= password.length; begin++)
        {
            int same = 0;
            while (same < lower.length() && Character.toLowerCase(password[begin + same]) == lower.charAt(same))
            {
                same++;
            }
            if (lower.length() == same)
            {
                return true;
            }
        }
        return false;
    }
}
