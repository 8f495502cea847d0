// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.LargestRemainder;
import io.bourse.clearing.model.OptionExpiry;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;

import java.util.Arrays;

/**
 * One contract that ends: what its holders exercise, and what its writers are assigned.
 */
final class Series
{
    private static final int FIRST_CAPACITY = 16;

    private final Contract contract;
    private final int ordinal;
    private final int underlying;
    private final boolean becomesFuture;
    private final Long decidingE5;
    private long longLots;
    private long shortLots;
    private long automaticLots;
    private long exercisedLots;
    private int actedInstructions;
    private int clampedInstructions;
    private int obligations;
    private long[] writtenLots = new long[FIRST_CAPACITY];
    private int writers;
    private long[] assignedLots;
    private int nextWriter;

    /**
     * A contract without positions yet.
     *
     * @param contract that ends.
     * @param ordinal of it.
     * @param underlying ordinal of the underlying of an option, below 0 when it is no instrument of the venue.
     * @param becomesFuture whether the underlying is a future.
     * @param decidingE5 price that decides an exercise, or of all others the final price; null when unknown.
     */
    Series(
        final Contract contract,
        final int ordinal,
        final int underlying,
        final boolean becomesFuture,
        final Long decidingE5)
    {
        this.contract = contract;
        this.ordinal = ordinal;
        this.underlying = underlying;
        this.becomesFuture = becomesFuture;
        this.decidingE5 = decidingE5;
    }

    Contract contract()
    {
        return contract;
    }

    int underlying()
    {
        return underlying;
    }

    boolean isOption()
    {
        return contract.terms().isOption();
    }

    boolean isDelivered()
    {
        return SettlementType.PHYSICAL == contract.terms().settlement();
    }

    /** What an exercised lot is worth where no future is made: an exercise is never paid for. */
    long intrinsicE5()
    {
        return Math.max(0, gainE5());
    }

    private long gainE5()
    {
        return OptionExpiry.gainE5(contract.terms().right(), contract.terms().strikeE5(), decidingE5);
    }

    void requireDecidable()
    {
        final String facts = "instrumentId=" + contract.instrumentId() + " symbol=" + contract.symbol() +
            " underlyingId=" + contract.terms().underlyingId();
        if (OptionRight.NONE == contract.terms().right())
        {
            throw new PreconditionException("an option that ends is neither call nor put, define its terms: " + facts);
        }
        if (isDelivered() && !becomesFuture)
        {
            throw new PreconditionException(
                "an option ends that becomes a future, but its underlying is none that is defined here: " + facts);
        }
        if (null == decidingE5)
        {
            throw new PreconditionException("an option ends and nothing decides its exercise, give the run the price " +
                "of its underlying: " + facts);
        }
    }

    void count(final int lots, final int instructionLots)
    {
        if (lots > 0)
        {
            longLots += lots;
            if (isOption())
            {
                countHolder(lots, instructionLots);
            }
            return;
        }
        final int written = Math.negateExact(lots);
        shortLots += written;
        if (isOption())
        {
            if (writers == writtenLots.length)
            {
                writtenLots = Arrays.copyOf(writtenLots, 2 * writers);
            }
            writtenLots[writers++] = written;
        }
    }

    private void countHolder(final int lots, final int instructionLots)
    {
        final int automatic = OptionExpiry.automaticLots(gainE5(), lots);
        final int exercised = OptionExpiry.exercisedLots(gainE5(), lots, instructionLots);
        automaticLots += automatic;
        exercisedLots += exercised;
        if (0 != instructionLots)
        {
            actedInstructions++;
            clampedInstructions += exercised != (long)automatic + instructionLots ? 1 : 0;
        }
    }

    void assign()
    {
        if (longLots != shortLots)
        {
            throw new CheckFailedException("I1", "instrumentId=" + contract.instrumentId() + " symbol=" +
                contract.symbol() + " longLots=" + longLots + " shortLots=" + shortLots);
        }
        assignedLots = LargestRemainder.share(exercisedLots, writtenLots, writers);
    }

    /**
     * Lots of a position that are exercised or assigned; asked once for each, in the order in which they were counted.
     *
     * @return of the sign of the position.
     */
    int exercised(final int lots, final int instructionLots)
    {
        return lots > 0 ?
            OptionExpiry.exercisedLots(gainE5(), lots, instructionLots) : Math.toIntExact(-assignedLots[nextWriter++]);
    }

    void onObligation()
    {
        obligations++;
    }

    SeriesOutcome outcome(final Instructions instructions)
    {
        final int instructionsOfSeries = instructions.size(ordinal);
        return new SeriesOutcome(contract.instrumentId(), contract.symbol(), decidingE5, longLots, automaticLots,
            exercisedLots, instructionsOfSeries, instructionsOfSeries - actedInstructions, clampedInstructions,
            obligations);
    }
}
