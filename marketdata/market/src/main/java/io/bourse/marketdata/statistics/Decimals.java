// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import java.math.BigDecimal;

/**
 * Exact decimal numbers of scaled integers, for reports.
 */
final class Decimals
{
    private static final int E5 = 5;
    private static final int KOPECKS = 2;

    private Decimals()
    {
    }

    /** A price or a value without trailing zeros; null for the greatest long, which stands for none. */
    static BigDecimal priceE5(final long valueE5)
    {
        return Long.MAX_VALUE == valueE5 ? null : plain(BigDecimal.valueOf(valueE5, E5));
    }

    /** Roubles with two decimals. */
    static BigDecimal roubles(final long kopecks)
    {
        return BigDecimal.valueOf(kopecks, KOPECKS);
    }

    private static BigDecimal plain(final BigDecimal value)
    {
        final BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
