// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

/**
 * A shown order, or the shown slice of an iceberg, of a quote provider.
 */
final class ProviderOrder
{
    /** Obligations that it counts for: those of its login and of its firm. */
    ObligationTracker[] trackers;
    boolean isBid;
    boolean isSlice;
    long priceE5;
    long shownLots;
}
