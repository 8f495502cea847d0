// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.ingest.CarriedPositions;

/**
 * What the engine itself says at the cut, for the tie-out.
 *
 * @param positions net positions the engine holds.
 * @param tradeCount trades since its first start.
 */
public record EngineState(CarriedPositions positions, long tradeCount)
{
}
