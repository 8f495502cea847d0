// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/**
 * What the matcher itself has counted for an instrument, published with the suspension of a run.
 *
 * @param sessionLots lots of the trades of the session.
 * @param openInterestLots half of all positions, without their signs.
 * @param totalTrades trades since the instrument was defined.
 */
public record EngineTotals(long sessionTrades, long sessionLots, long openInterestLots, long totalTrades)
{
}
