// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.model.FeePrice;

/**
 * Fees of a run by instrument ordinal.
 *
 * @param charged false for an intraday run, which charges none.
 * @param feePrice what fees are a percentage of.
 * @param exchangePctE6 per cent x 1 000 000, by ordinal.
 * @param clearingPctE6 per cent x 1 000 000, by ordinal.
 */
public record FeeSchedule(boolean charged, FeePrice feePrice, long[] exchangePctE6, long[] clearingPctE6)
{
}
