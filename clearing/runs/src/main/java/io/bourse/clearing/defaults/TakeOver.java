// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.model.ContractStyle;

/**
 * Who takes over a defaulter's positions in an instrument, and at what price.
 *
 * @param instrumentId SecurityID; 0: every instrument for which the plan has nothing else.
 * @param register that won the auction; empty: balancing trades with those who hold the opposite, in proportion to what
 * they hold, largest remainders first, equal ones in the order of codes.
 * @param priceE5 of the auction x 100 000; null: the settlement price of the run.
 */
@JsonPropertyOrder({"instrumentId", "register", "priceE5"})
public record TakeOver(int instrumentId, String register, Long priceE5)
{
    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when an auction's price is given without a winner.
     */
    public TakeOver
    {
        register = null == register ? "" : register;
        if (null != priceE5 && (register.isEmpty() || 0 == instrumentId))
        {
            throw new IllegalArgumentException("a price belongs to the winner of one instrument, else it is the " +
                "settlement price of the run: instrumentId=" + instrumentId + " register=" + register + " priceE5=" +
                priceE5);
        }
    }

    /**
     * Requires that a position in an instrument can be taken over like this.
     *
     * @param style of the instrument.
     * @param priceTickE5 of the instrument, x 100 000.
     * @throws PreconditionException when it is settled instead, or the price is not on the tick.
     */
    public void requireFor(final ContractStyle style, final long priceTickE5)
    {
        if (ContractStyle.SPOT == style)
        {
            throw new PreconditionException("what was traded for delivery is not taken over, it is settled: " +
                "instrumentId=" + instrumentId);
        }
        if (null != priceE5 && 0 != priceE5 % priceTickE5)
        {
            throw new PreconditionException("the price of a take-over is not on the tick: instrumentId=" +
                instrumentId + " priceE5=" + priceE5 + " priceTickE5=" + priceTickE5);
        }
    }

    /** Whether it is about every instrument that has no take-over of its own. */
    boolean isRest()
    {
        return 0 == instrumentId;
    }

    /** Whether others have to take over what they hold the opposite of. */
    boolean isBalancing()
    {
        return register.isEmpty();
    }
}
