// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * What a trade in a strategy means for its legs.
 */
final class Strategies
{
    /**
     * A trade in a strategy: publishes the trades of its legs and moves the positions.
     *
     * @param tradeId of the strategy's trade.
     * @param buy order of the strategy.
     * @param sell order of the strategy.
     * @param lots traded.
     * @param priceTicks of the strategy.
     */
    void traded(final long tradeId, final Order buy, final Order sell, final long lots, final long priceTicks)
    {
    }
}
