// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

/**
 * What the matcher itself has counted up to the cut. Arrays are by instrument ordinal; an instrument of which the
 * matcher said nothing has zeros.
 *
 * @param sessionTrades trades of the session.
 * @param sessionLots lots of them, each trade once.
 * @param openInterestLots sum of the bought positions; null when positions were there before the stream began, of which
 *     the matcher knows nothing.
 * @param totalTrades trades since the matcher's first start.
 * @param streamTrades trades that the followed stream has shown since then.
 */
public record MatcherTotals(
    long[] sessionTrades, long[] sessionLots, long[] openInterestLots, long totalTrades, long streamTrades)
{
}
