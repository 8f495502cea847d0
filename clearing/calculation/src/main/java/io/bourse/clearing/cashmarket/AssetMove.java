// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * Assets that a register received or delivered.
 *
 * @param account register.
 * @param asset code.
 * @param units received if above 0, delivered or paid below; not 0. Hundredths of a currency.
 */
public record AssetMove(int account, String asset, long units)
{
}
