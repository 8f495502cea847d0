// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

/**
 * One leg of a strategy.
 *
 * @param instrument of the leg.
 * @param ratio lots of it in one lot of the strategy; below 0: the other side.
 */
public record PublicLeg(PublicInstrument instrument, int ratio)
{
}
