// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

/**
 * Best prices of the displayed books.
 */
public interface BestPrices
{
    /** Best bid of an instrument, or SettlementPrice.NO_PRICE. */
    long bestBidE5(int instrument);

    /** Best ask of an instrument, or SettlementPrice.NO_PRICE. */
    long bestAskE5(int instrument);
}
