// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/**
 * What the engine itself says of an instrument at a cut, for the tie-out: told in the same transaction as the
 * suspension of trading.
 *
 * @param sessionTrades trades of the session.
 * @param sessionLots lots traded in the session.
 * @param openInterestLots sum of the long positions.
 */
public record EngineTotals(long sessionTrades, long sessionLots, long openInterestLots)
{
}
