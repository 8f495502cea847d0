// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.model.PriceBand;

/**
 * What a run publishes about an instrument.
 *
 * @param instrumentId SecurityID.
 * @param settlementE5 SP x 100 000.
 * @param tickValueE5 W, roubles per tick x 100 000.
 * @param band price limits from now on.
 */
public record PublishedPrice(int instrumentId, long settlementE5, long tickValueE5, PriceBand band)
{
}
