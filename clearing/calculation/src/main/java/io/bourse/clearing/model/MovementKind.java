// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * Why a run moves a position without a trade.
 */
public enum MovementKind
{
    /** The holder of an option exercised it. */
    EXERCISE,
    /** The writer of an option was assigned. */
    ASSIGNMENT,
    /** The contract has ended, the position with it. */
    EXPIRY,
    /** A client of a defaulter goes to another member, with the position. */
    PORTING,
    /** A position of a defaulter is taken over by another register. */
    CLOSE_OUT,
    /** What was traded for delivery becomes an obligation. */
    DELIVERY
}
