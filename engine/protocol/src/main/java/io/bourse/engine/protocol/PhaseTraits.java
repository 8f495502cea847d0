// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import java.util.stream.Stream;

/**
 * What the phases of an instrument allow: the one table for all readers. Above all of them stands the session.
 *
 * @param phase of the row.
 * @param takesOrders whether new orders and replaces are taken, to be matched or to be collected.
 * @param takesNegotiated whether negotiated orders are taken.
 * @param takesCancels whether cancels are taken.
 * @param isAuction whether orders are collected for an auction, and the price that they would give is published.
 */
public record PhaseTraits(
    Phase phase,
    boolean takesOrders,
    boolean takesNegotiated,
    boolean takesCancels,
    boolean isAuction)
{
    private static final PhaseTraits[] BY_ORDINAL =
        Stream.of(Phase.values()).map(PhaseTraits::row).toArray(PhaseTraits[]::new);
    private static final Phase[] BY_VALUE = new Phase[1 << Byte.SIZE];

    static
    {
        for (final PhaseTraits traits : BY_ORDINAL)
        {
            BY_VALUE[traits.phase.value()] = Phase.NULL_VAL == traits.phase ? null : traits.phase;
        }
    }

    /**
     * Traits of a phase.
     *
     * @param phase any.
     * @return its row.
     */
    public static PhaseTraits of(final Phase phase)
    {
        return BY_ORDINAL[phase.ordinal()];
    }

    /**
     * Phase of a number that may come from outside.
     *
     * @param value any.
     * @return null when there is no such phase.
     */
    public static Phase ofValue(final int value)
    {
        return 0 <= value && value < BY_VALUE.length ? BY_VALUE[value] : null;
    }

    private static PhaseTraits row(final Phase phase)
    {
        return switch (phase)
        {
            case CLOSED -> new PhaseTraits(phase, false, false, false, false);
            case PRE_OPEN, CONTINUOUS -> new PhaseTraits(phase, true, true, true, false);
            case OPENING_AUCTION, INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION ->
                new PhaseTraits(phase, true, true, true, true);
            case POST_TRADE -> new PhaseTraits(phase, false, true, true, false);
            case HALTED -> new PhaseTraits(phase, false, false, true, false);
            case NULL_VAL -> new PhaseTraits(phase, false, false, false, false);
        };
    }
}
