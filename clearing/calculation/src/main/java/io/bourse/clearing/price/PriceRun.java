// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

/**
 * The run that prices are fixed for.
 *
 * @param tradingDate YYYYMMDD.
 * @param evening whether it is the evening run.
 * @param cutCursor of the run: what was defined after it is not the run's.
 */
public record PriceRun(int tradingDate, boolean evening, long cutCursor)
{
}
