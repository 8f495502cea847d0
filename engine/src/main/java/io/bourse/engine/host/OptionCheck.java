// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.core.MatchingEngine;
import org.agrona.BitUtil;

import java.util.stream.IntStream;

/**
 * Checks that the options of all hosts share.
 */
public final class OptionCheck
{
    /** Terms of recorded streams, in bytes, when nothing is said. */
    public static final int TERM_LENGTH_DEFAULT = 64 * 1024 * 1024;
    /** Files of recordings, in bytes, when nothing is said. */
    public static final int SEGMENT_FILE_LENGTH_DEFAULT = 128 * 1024 * 1024;

    private static final int TERM_LENGTH_MIN = 256 * 1024;
    private static final int TERM_LENGTH_MAX = 1024 * 1024 * 1024;

    private OptionCheck()
    {
    }

    /**
     * Refuses what is not good.
     *
     * @param isGood whether it is.
     * @param message what would be, and what was given as {@code key=value}.
     * @throws IllegalArgumentException with the message.
     */
    public static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Refuses what cannot be a partition.
     *
     * @param partition number.
     * @throws IllegalArgumentException when it is not from 0 to {@link MatchingEngine#MAX_PARTITION}.
     */
    public static void requirePartition(final int partition)
    {
        require(partition >= 0 && partition <= MatchingEngine.MAX_PARTITION,
            "partition must be from 0 to " + MatchingEngine.MAX_PARTITION + ": partition=" + partition);
    }

    /**
     * Refuses what cannot be the length of a term.
     *
     * @param name of the option.
     * @param length in bytes.
     * @throws IllegalArgumentException when it is not a power of two within bounds.
     */
    public static void requireTermLength(final String name, final int length)
    {
        require(BitUtil.isPowerOfTwo(length) && length >= TERM_LENGTH_MIN && length <= TERM_LENGTH_MAX,
            name + " must be a power of two from " + TERM_LENGTH_MIN + " to " + TERM_LENGTH_MAX + ": " + name + "=" +
            length);
    }

    /**
     * Refuses what cannot be the length of a recording's files.
     *
     * @param length in bytes.
     * @param termLengths of the streams that are recorded, in bytes.
     * @throws IllegalArgumentException when it is not a power of two or does not hold a term.
     */
    public static void requireSegmentFileLength(final int length, final int... termLengths)
    {
        final int longest = IntStream.of(termLengths).max().orElse(0);
        require(BitUtil.isPowerOfTwo(length) && length >= longest,
            "segmentFileLength must be a power of two and hold a term: segmentFileLength=" + length +
            " longestTermLength=" + longest);
    }
}
