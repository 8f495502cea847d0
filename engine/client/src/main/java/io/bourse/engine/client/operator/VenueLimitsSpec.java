// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * How much the engine keeps in memory at most; 0: not limited.
 *
 * @param liveOrders orders that live, wherever they wait.
 * @param liveOrdersPerLogin of one login.
 * @param accounts client registers.
 * @param instruments that are defined.
 * @param logins that are defined.
 * @param exposures pairs of a register or login and an instrument that have had an order or a position.
 */
public record VenueLimitsSpec(
    long liveOrders, long liveOrdersPerLogin, long accounts, long instruments, long logins, long exposures)
{
    /** Nothing is limited. */
    public static final VenueLimitsSpec NONE = new VenueLimitsSpec(0, 0, 0, 0, 0, 0);
}
