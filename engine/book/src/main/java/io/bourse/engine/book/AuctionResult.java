// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Price and quantities of an auction, reused: see {@link AuctionPricing}.
 */
public final class AuctionResult
{
    /** Price in ticks; without meaning when {@link #lots} is 0. */
    public long priceTicks;
    /** Lots that trade at it. */
    public long lots;
    /** Left at the price: above 0 to buy, below 0 to sell. */
    public long imbalanceLots;
}
