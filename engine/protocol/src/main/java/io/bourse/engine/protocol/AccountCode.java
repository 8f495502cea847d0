// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * The seven-character code of a client register, packed into a long: first character in the lowest byte, top byte 0.
 * Clearing firm = characters 1-2, brokerage firm = characters 1-4, client = characters 5-7 (clearing rules 1.1).
 */
public final class AccountCode
{
    /** Characters in a code. */
    public static final int LENGTH = 7;
    /** Characters of the brokerage firm at its beginning. */
    public static final int BROKERAGE_FIRM_LENGTH = 4;
    private static final long BROKERAGE_FIRM_MASK = 0xFFFF_FFFFL;

    private AccountCode()
    {
    }

    /**
     * Packs a code.
     *
     * @param code seven ASCII characters.
     * @return packed code.
     * @throws IllegalArgumentException when the length is not seven or a character is not ASCII.
     */
    public static long pack(final CharSequence code)
    {
        if (code.length() != LENGTH)
        {
            throw new IllegalArgumentException("account code must have 7 characters: code=" + code);
        }
        return packPrefix(code);
    }

    /**
     * Packs the beginning of a code, for instance the four characters of a brokerage firm.
     *
     * @param prefix at most seven ASCII characters.
     * @return packed characters, remaining bytes 0.
     * @throws IllegalArgumentException when it is too long or a character is not ASCII.
     */
    public static long packPrefix(final CharSequence prefix)
    {
        if (prefix.length() > LENGTH)
        {
            throw new IllegalArgumentException("account code has at most 7 characters: code=" + prefix);
        }
        long packed = 0;
        for (int i = 0; i < prefix.length(); i++)
        {
            final char c = prefix.charAt(i);
            if (c == 0 || c > 0x7F)
            {
                throw new IllegalArgumentException("account code must be ASCII: code=" + prefix);
            }
            packed |= (long)c << (i << 3);
        }
        return packed;
    }

    /**
     * Unpacks a code for people. Allocates; not for hot paths.
     *
     * @param packed code.
     * @return its characters without trailing zero bytes.
     */
    public static String unpack(final long packed)
    {
        final StringBuilder text = new StringBuilder(LENGTH);
        for (long rest = packed; rest != 0; rest >>>= 8)
        {
            text.append((char)(rest & 0x7F));
        }
        return text.toString();
    }

    /**
     * The brokerage firm an account belongs to.
     *
     * @param packed code of the account.
     * @return packed four characters.
     */
    public static long brokerageFirm(final long packed)
    {
        return packed & BROKERAGE_FIRM_MASK;
    }
}
