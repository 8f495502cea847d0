// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

/**
 * Text that others have written, made fit for a terminal: it moves no cursor, ends no line and looks like nothing else.
 */
public final class PlainText
{
    private static final int LAST_LATIN = 0xFF;

    private PlainText()
    {
    }

    /**
     * Puts control characters, and others that are not seen, as {@code \xNN} or <code>\</code>{@code uNNNN}, and a
     * backslash before quotes and backslashes.
     *
     * @param text to write.
     * @return the text itself if it has none of them.
     */
    public static String of(final String text)
    {
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i)))
        {
            i++;
        }
        if (i == text.length())
        {
            return text;
        }
        final StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
        for (; i < text.length(); i++)
        {
            append(escaped, text.charAt(i));
        }
        return escaped.toString();
    }

    /**
     * The same, in quotes where it would not be seen to be one word otherwise.
     *
     * @param text to write.
     * @return the text itself if it is one plain word.
     */
    public static String quoted(final String text)
    {
        final String plain = of(text);
        return text.isEmpty() || text.indexOf(' ') >= 0 || !plain.equals(text) ? '"' + plain + '"' : text;
    }

    private static void append(final StringBuilder escaped, final char character)
    {
        if (isPlain(character))
        {
            escaped.append(character);
        }
        else if ('"' == character || '\\' == character)
        {
            escaped.append('\\').append(character);
        }
        else
        {
            escaped.append(String.format(character <= LAST_LATIN ? "\\x%02X" : "\\u%04X", (int)character));
        }
    }

    private static boolean isPlain(final char character)
    {
        if ('"' == character || '\\' == character || Character.isISOControl(character))
        {
            return false;
        }
        // Order of writing, ends of lines, halves of characters that are not shown together.
        return switch (Character.getType(character))
        {
            case Character.FORMAT, Character.SURROGATE -> false;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
