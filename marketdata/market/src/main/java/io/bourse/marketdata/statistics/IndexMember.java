// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

/**
 * One instrument of the basket of an index. It counts with price x weight x free float.
 *
 * @param instrumentId whose price counts.
 * @param weightE6 x 1 000 000, from 1 to {@link #MAX_WEIGHT_E6}: pieces, or any multiple of them.
 * @param freeFloatE4 share of them that counts x 10 000, from 1 to 10 000.
 */
public record IndexMember(int instrumentId, long weightE6, int freeFloatE4)
{
    /** A hundred million. */
    public static final long MAX_WEIGHT_E6 = 100_000_000_000_000L;
    /** All of it. */
    public static final int MAX_FREE_FLOAT_E4 = 10_000;

    /**
     * Checks a member.
     *
     * @param instrumentId whose price counts.
     * @param weightE6 x 1 000 000.
     * @param freeFloatE4 x 10 000.
     * @throws IllegalArgumentException when a number is out of range.
     */
    public IndexMember
    {
        if (weightE6 < 1 || weightE6 > MAX_WEIGHT_E6)
        {
            throw new IllegalArgumentException(
                "weight must be above 0, and at most 100000000; express it in thousands if need be: instrumentId=" +
                instrumentId + " weightE6=" + weightE6);
        }
        if (freeFloatE4 < 1 || freeFloatE4 > MAX_FREE_FLOAT_E4)
        {
            throw new IllegalArgumentException("free_float must be above 0 and at most 1: instrumentId=" +
                instrumentId + " freeFloatE4=" + freeFloatE4);
        }
    }

    /**
     * What a price is multiplied with.
     *
     * @return weight x free float x 10^10.
     */
    public long coefficientE10()
    {
        return weightE6 * freeFloatE4;
    }
}
