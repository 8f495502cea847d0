// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

/**
 * Why a second person has to look at the prices (rules 1.5, 6: four eyes).
 *
 * @param code kind of reason.
 * @param instrumentId SecurityID, or {@link #WHOLE_RUN}.
 * @param text a sentence with key=value facts.
 */
public record ApprovalReason(Code code, int instrumentId, String text)
{
    /** Instead of a SecurityID: the reason concerns every instrument. */
    public static final int WHOLE_RUN = 0;

    /** Kinds of reasons. */
    public enum Code
    {
        /** The operator set a settlement price, a theoretical price that decides, or a tick value. */
        OVERRIDE,
        /** What makes a median is not what is published. */
        RULES,
        /** A final price, or the price of an underlying that decides an exercise, was given from outside. */
        FINAL_PRICE,
        /** No rate of the currency that the tick value follows: the last tick value stays. */
        MISSING_RATE,
        /** A contract ends, or an exercise is decided, at the price of an earlier run. */
        EXPIRES_AT_PREVIOUS
    }
}
