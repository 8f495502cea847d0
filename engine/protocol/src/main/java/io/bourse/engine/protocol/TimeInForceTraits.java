// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import java.util.stream.Stream;

/**
 * What distinguishes the times in force: the one table for all readers.
 *
 * @param timeInForce of the row.
 * @param fixTimeInForce TimeInForce(59).
 * @param isImmediate whether what cannot trade at once must go.
 * @param isLasting whether an order outlives its session.
 * @param hasExpiry whether an order names its end.
 * @param auctions phases in which an order for auctions only takes part, bits by {@link Phase#value()}; 0 for others.
 */
public record TimeInForceTraits(
    TimeInForce timeInForce,
    char fixTimeInForce,
    boolean isImmediate,
    boolean isLasting,
    boolean hasExpiry,
    int auctions)
{
    private static final TimeInForceTraits[] BY_ORDINAL =
        Stream.of(TimeInForce.values()).map(TimeInForceTraits::row).toArray(TimeInForceTraits[]::new);
    private static final TimeInForceTraits[] BY_VALUE = new TimeInForceTraits[1 << Byte.SIZE];
    private static final TimeInForceTraits[] BY_FIX_TIME_IN_FORCE = new TimeInForceTraits[1 << Byte.SIZE];

    static
    {
        for (final TimeInForceTraits traits : BY_ORDINAL)
        {
            if (TimeInForce.NULL_VAL != traits.timeInForce)
            {
                BY_VALUE[traits.timeInForce.value()] = traits;
                BY_FIX_TIME_IN_FORCE[traits.fixTimeInForce] = traits;
            }
        }
    }

    /**
     * Traits of a time in force.
     *
     * @param timeInForce any.
     * @return its row.
     */
    public static TimeInForceTraits of(final TimeInForce timeInForce)
    {
        return BY_ORDINAL[timeInForce.ordinal()];
    }

    /**
     * Time in force of a number that may come from outside.
     *
     * @param value any.
     * @return null when there is no such time in force.
     */
    public static TimeInForce ofValue(final int value)
    {
        return 0 <= value && value < BY_VALUE.length && null != BY_VALUE[value] ? BY_VALUE[value].timeInForce : null;
    }

    /**
     * Traits of a time in force that a FIX client names.
     *
     * @param timeInForce any TimeInForce(59).
     * @return null when there is no such time in force.
     */
    public static TimeInForceTraits ofFixTimeInForce(final char timeInForce)
    {
        return timeInForce < BY_FIX_TIME_IN_FORCE.length ? BY_FIX_TIME_IN_FORCE[timeInForce] : null;
    }

    /**
     * Whether an order takes part in auctions only.
     *
     * @return true when it ends with its auction at the latest.
     */
    public boolean isForAuctionOnly()
    {
        return 0 != auctions;
    }

    /**
     * Whether a phase is the auction that an order for auctions only waits for.
     *
     * @param phase of its instrument.
     * @return false when it must wait.
     */
    public boolean isDue(final Phase phase)
    {
        return 0 != (auctions & 1 << phase.value());
    }

    private static TimeInForceTraits row(final TimeInForce timeInForce)
    {
        return switch (timeInForce)
        {
            case DAY -> new TimeInForceTraits(timeInForce, '0', false, false, false, 0);
            case GTC -> new TimeInForceTraits(timeInForce, '1', false, true, false, 0);
            case AT_OPENING -> new TimeInForceTraits(
                timeInForce, '2', false, false, false, 1 << Phase.OPENING_AUCTION.value());
            case IOC -> new TimeInForceTraits(timeInForce, '3', true, false, false, 0);
            case FOK -> new TimeInForceTraits(timeInForce, '4', true, false, false, 0);
            case GTD -> new TimeInForceTraits(timeInForce, '6', false, true, true, 0);
            case AT_CLOSE -> new TimeInForceTraits(
                timeInForce, '7', false, false, false, 1 << Phase.CLOSING_AUCTION.value());
            case GOOD_FOR_AUCTION -> new TimeInForceTraits(timeInForce, '9', false, false, false, anyAuction());
            case NULL_VAL -> new TimeInForceTraits(timeInForce, '\0', false, false, false, 0);
        };
    }

    private static int anyAuction()
    {
        return Stream.of(Phase.values())
            .filter(phase -> PhaseTraits.of(phase).isAuction())
            .mapToInt(phase -> 1 << phase.value())
            .sum();
    }
}
