// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import io.bourse.clearing.model.SettlementPrice;

/**
 * Slices of the books before the cut.
 */
@FunctionalInterface
public interface SettlementWindows
{
    /**
     * Window of an instrument.
     *
     * @param ordinal of the instrument.
     * @param maxSpreadE5 widest book of a valid slice.
     * @return its slices.
     */
    SettlementPrice window(int ordinal, long maxSpreadE5);
}
