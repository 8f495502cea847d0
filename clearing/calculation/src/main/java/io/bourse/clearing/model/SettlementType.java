// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * What becomes of a contract that expires (rules 1.6, 1.7).
 */
public enum SettlementType
{
    /** Last margin with the final price, the position ends. */
    CASH,
    /** An option becomes a future at the strike; a future becomes an obligation to deliver. */
    PHYSICAL
}
