// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * Which price a fee is a percentage of (rules 1.4, FEE_PRICE).
 */
public enum FeePrice
{
    /** The price of the trade. */
    TRADE,
    /** The settlement price of the previous evening, one fee per contract and day. */
    PREV_SP
}
