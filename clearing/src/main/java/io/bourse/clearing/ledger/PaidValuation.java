// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

/**
 * How the last completed intraday run of the day valued one instrument. What intraday runs have paid so far is the
 * whole-day margin of their last one, so one valuation is enough.
 *
 * @param settlementPriceE5 SP1 x 100 000.
 * @param pointValueE5 k1 x 100 000.
 */
public record PaidValuation(long settlementPriceE5, long pointValueE5)
{
}
