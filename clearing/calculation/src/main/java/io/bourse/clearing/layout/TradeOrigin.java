// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

/**
 * Where a trade was made.
 */
public enum TradeOrigin
{
    /** In the book of its instrument, continuously or in an auction. */
    BOOK("book"),
    /** As a leg of a trade in the book of a strategy. */
    LEG("leg"),
    /** Between two firms that addressed each other. */
    NEGOTIATED("negotiated"),
    /** The reversal of a trade that was broken or corrected: its parties exchanged, at its price. */
    REVERSAL("reversal");

    private final String reportText;

    TradeOrigin(final String reportText)
    {
        this.reportText = reportText;
    }

    /**
     * How the trade report names it.
     *
     * @return lower-case word.
     */
    public String reportText()
    {
        return reportText;
    }
}
