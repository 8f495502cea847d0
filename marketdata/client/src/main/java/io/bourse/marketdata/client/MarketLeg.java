// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * One leg of a strategy.
 *
 * @param symbol of the leg's instrument.
 * @param securityId of the leg's instrument.
 * @param ratio lots of the leg for one lot of the strategy; below 0 if the leg is sold by who buys the strategy.
 */
public record MarketLeg(String symbol, int securityId, int ratio)
{
}
