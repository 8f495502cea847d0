// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

/**
 * What a settlement account is asked for.
 */
public enum CallKind
{
    /** Cover of the margin: money or assets. */
    MARGIN,
    /** Money: margin, fees and premiums of the day cannot be covered by assets. */
    CASH
}
