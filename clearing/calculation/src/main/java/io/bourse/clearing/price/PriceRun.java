// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The run that prices are fixed for.
 *
 * @param tradingDate YYYYMMDD.
 * @param evening whether it is the evening run.
 * @param cutCursor of the run: what was defined behind it is none of the run's.
 */
@JsonPropertyOrder({"tradingDate", "evening", "cutCursor"})
public record PriceRun(int tradingDate, boolean evening, long cutCursor)
{
}
