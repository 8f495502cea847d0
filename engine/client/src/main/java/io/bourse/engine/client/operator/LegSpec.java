// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * A leg of a strategy.
 *
 * @param instrumentId of an instrument that is no strategy.
 * @param ratio lots bought (sold if negative) per lot of the strategy bought, from 1 to 100 either way.
 */
public record LegSpec(int instrumentId, int ratio)
{
}
