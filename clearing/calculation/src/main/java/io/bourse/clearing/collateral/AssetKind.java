// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

/**
 * Kind of an asset.
 */
public enum AssetKind
{
    /** Money of another country, in hundredths. */
    CURRENCY,
    /** Securities, in pieces. */
    SECURITY
}
