// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

/**
 * What a quote provider owes in one instrument, as reference data has it.
 *
 * @param kind whose orders count.
 * @param provider name of the login, or code of the brokerage firm.
 * @param instrumentId to be quoted.
 * @param presencePermille part of the continuous trading time, 1 to 1000.
 * @param maxSpreadTicks widest spread in ticks; 0 when it is given per mille.
 * @param maxSpreadPermille widest spread per mille of the middle of both prices; 0 when it is given in ticks.
 * @param minLots least size of both sides, above 0.
 */
public record ObligationSpec(
    Kind kind,
    String provider,
    int instrumentId,
    int presencePermille,
    long maxSpreadTicks,
    int maxSpreadPermille,
    long minLots)
{
    /** Most of a number per mille. */
    public static final int PER_MILLE = 1000;
    private static final long MAX_TICKS = 1_000_000_000;

    /** Whose orders count. */
    public enum Kind
    {
        /** Those of one login. */
        LOGIN,
        /** Those of all logins of a brokerage firm together. */
        FIRM
    }

    /**
     * Checks an obligation.
     *
     * @throws IllegalArgumentException saying what is wrong with it.
     */
    public ObligationSpec
    {
        check(presencePermille >= 1 && presencePermille <= PER_MILLE, provider, instrumentId,
            "presence_pm must be 1 to 1000", presencePermille);
        check(maxSpreadTicks >= 0 && maxSpreadPermille >= 0 && (0 == maxSpreadTicks) != (0 == maxSpreadPermille),
            provider, instrumentId, "give either max_spread_ticks or max_spread_pm, the other one as 0",
            maxSpreadTicks + " and " + maxSpreadPermille);
        check(maxSpreadTicks <= MAX_TICKS, provider, instrumentId, "max_spread_ticks must be at most 1000000000",
            maxSpreadTicks);
        check(maxSpreadPermille <= PER_MILLE, provider, instrumentId, "max_spread_pm must be at most 1000",
            maxSpreadPermille);
        check(minLots > 0, provider, instrumentId, "min_lots must be above 0", minLots);
    }

    private static void check(
        final boolean isRight, final String provider, final int instrumentId, final String rule, final Object value)
    {
        if (!isRight)
        {
            throw new IllegalArgumentException(
                rule + ": provider=" + provider + " instrumentId=" + instrumentId + " value=" + value);
        }
    }
}
