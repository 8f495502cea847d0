// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import java.util.List;

/**
 * What a run does to contracts that end; the rows themselves are in the tables.
 *
 * @param series what became of each, by ordinal, those without positions too.
 * @param movements rows written.
 * @param obligations rows written, carried ones included.
 */
public record ExpiryPlan(List<SeriesOutcome> series, long movements, long obligations)
{
}
