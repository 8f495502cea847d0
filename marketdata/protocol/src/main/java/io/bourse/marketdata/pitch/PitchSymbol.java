// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

/**
 * Symbols of up to 8 printable characters as one long: the first character in the lowest byte, padded with spaces, so
 * that it goes to the wire as it is and compares without allocation.
 */
public final class PitchSymbol
{
    /** Longest symbol. */
    public static final int MAX_LENGTH = 8;

    /** Longest symbol of the messages that are not expanded. */
    public static final int SHORT_LENGTH = 6;

    private static final long SPACES = 0x2020_2020_2020_2020L;
    private static final int SHORT_BITS = 48;

    private PitchSymbol()
    {
    }

    /**
     * Whether a text can be a symbol: 1 to 8 printable ASCII characters, no spaces.
     *
     * @param text to look at.
     * @return true if {@link #pack} takes it.
     */
    public static boolean isValid(final CharSequence text)
    {
        final int length = text.length();
        if (0 == length || length > MAX_LENGTH)
        {
            return false;
        }
        for (int i = 0; i < length; i++)
        {
            if (text.charAt(i) <= ' ' || text.charAt(i) > '~')
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Packs a symbol.
     *
     * @param text {@link #isValid}.
     * @return packed symbol.
     * @throws IllegalArgumentException if it cannot be a symbol.
     */
    public static long pack(final CharSequence text)
    {
        if (!isValid(text))
        {
            throw new IllegalArgumentException(
                "Not a PITCH symbol, use 1 to 8 printable characters without spaces: symbol=" + text);
        }
        long symbol = SPACES;
        for (int i = text.length() - 1; i >= 0; i--)
        {
            final int shift = i * Byte.SIZE;
            symbol = symbol & ~(0xFFL << shift) | (long)text.charAt(i) << shift;
        }
        return symbol;
    }

    /**
     * Whether a symbol fits the messages that are not expanded.
     *
     * @param symbol packed.
     * @return true for up to 6 characters.
     */
    public static boolean isShort(final long symbol)
    {
        return symbol >>> SHORT_BITS == SPACES >>> SHORT_BITS;
    }

    /**
     * Completes the 6 bytes of a message that is not expanded.
     *
     * @param low the first 4 characters.
     * @param high the last 2.
     * @return packed symbol.
     */
    static long ofShort(final int low, final short high)
    {
        return SPACES << SHORT_BITS | (high & 0xFFFFL) << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    /**
     * The symbol as text.
     *
     * @param symbol packed.
     * @return without its padding.
     */
    public static String text(final long symbol)
    {
        final StringBuilder text = new StringBuilder(MAX_LENGTH);
        append(symbol, text);
        return text.toString();
    }

    /**
     * Appends the symbol without its padding.
     *
     * @param symbol packed.
     * @param text to append to.
     */
    public static void append(final long symbol, final StringBuilder text)
    {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE)
        {
            final char character = (char)(symbol >>> shift & 0xFF);
            if (' ' == character)
            {
                return;
            }
            text.append(character);
        }
    }
}
