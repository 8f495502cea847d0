// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * How a settlement price came about (rules 1.5).
 */
public enum SettlementMethod
{
    /** Median of the valid slices of the window. */
    MEDIAN,
    /** Too few valid slices; a theoretical price was given to the run. */
    THEORETICAL,
    /** Too few valid slices and no theoretical price: the last one published stays. */
    PREVIOUS,
    /** Set by the operator. */
    OVERRIDE,
    /** A strategy: the settlement prices of its legs times their ratios. */
    LEGS,
    /** Final price of a contract that expires, given to the run from outside. */
    FINAL
}
