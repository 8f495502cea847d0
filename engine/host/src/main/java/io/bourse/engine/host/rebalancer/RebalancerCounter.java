// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.rebalancer;

/**
 * Counters of the rebalancer. A constant's name says what is counted.
 */
public enum RebalancerCounter
{
    /** Moves that have arrived. */
    MOVES,
    /** What those of collateral came to. */
    MOVED_KOPECKS,
    /** Refusals by a shared limit that others had enough for. */
    REFUSALS_SERVED,
    /** Refusals by a shared limit that the others had not enough for. */
    REFUSALS_UNSERVED,
    /** How old the oldest move is that has not arrived; 0 when there is none. */
    OLDEST_MOVE_NS,
    /** Limits of registers of which a partition has taken more than the other has given: it has lost history. */
    BROKEN_REGISTERS,
    /** Collaterals and limits of registers that more than one partition has. */
    SHARED_REGISTERS
}
