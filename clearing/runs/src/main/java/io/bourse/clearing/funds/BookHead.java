// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

/**
 * How far the book of instructions went when a run took it.
 *
 * @param seq number of the last line; 0 when there was none.
 * @param sha256 of the last line; {@link InstructionBook#GENESIS} when there was none.
 */
public record BookHead(long seq, String sha256)
{
    /** An empty book. */
    public static final BookHead NONE = new BookHead(0, InstructionBook.GENESIS);

    /**
     * As text.
     *
     * @return for instance {@code 17:ab12...}.
     */
    public String text()
    {
        return seq + ":" + sha256;
    }

    /**
     * Reads {@link #text}.
     *
     * @param text of it; null or empty for an empty book.
     * @return head.
     */
    public static BookHead parse(final String text)
    {
        if (null == text || text.isEmpty())
        {
            return NONE;
        }
        final int colon = text.indexOf(':');
        return new BookHead(Long.parseLong(text.substring(0, colon)), text.substring(colon + 1));
    }
}
