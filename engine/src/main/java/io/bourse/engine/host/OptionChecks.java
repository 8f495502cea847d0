// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import org.agrona.BitUtil;

/**
 * Checks of options that more than one room has.
 */
final class OptionChecks
{
    private static final int TERM_LENGTH_MIN = 256 * 1024;
    private static final int TERM_LENGTH_MAX = 1024 * 1024 * 1024;

    private OptionChecks()
    {
    }

    static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }

    static void requireTermLength(final String name, final int length)
    {
        require(BitUtil.isPowerOfTwo(length) && length >= TERM_LENGTH_MIN && length <= TERM_LENGTH_MAX, name +
            " must be a power of two from " + TERM_LENGTH_MIN + " to " + TERM_LENGTH_MAX + ": " + name + "=" + length);
    }

    static void requireSegmentLength(
        final int segmentFileLength, final int journalTermLength, final int eventTermLength)
    {
        require(BitUtil.isPowerOfTwo(segmentFileLength) &&
            segmentFileLength >= Math.max(journalTermLength, eventTermLength),
            "segmentFileLength must be a power of two and hold a term: segmentFileLength=" + segmentFileLength +
            " journalTermLength=" + journalTermLength + " eventTermLength=" + eventTermLength);
    }
}
