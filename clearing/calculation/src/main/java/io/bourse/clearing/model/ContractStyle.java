// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * How a contract is margined (rules 1.3).
 */
public enum ContractStyle
{
    /** Variation margin to the settlement price. */
    FUTURE,
    /** A future of one day that is prolonged by itself; the swap rate is part of its margin. */
    PERPETUAL,
    /** Futures-style option: its premium is paid through variation margin. */
    MARGINED_OPTION,
    /** The premium is paid once, on the day of the trade; no variation margin. */
    PREMIUM_OPTION,
    /** No register has a position in it; its trades become trades of its legs. */
    STRATEGY,
    /** Delivered, not margined. */
    SPOT
}
