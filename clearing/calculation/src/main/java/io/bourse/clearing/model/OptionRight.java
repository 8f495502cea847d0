// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * What the holder of an option may do.
 */
public enum OptionRight
{
    /** No option. */
    NONE,
    /** Buy at the strike. */
    CALL,
    /** Sell at the strike. */
    PUT
}
