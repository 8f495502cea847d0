// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.rebalancer;

/**
 * Counters of the rebalancer. A constant's name says what is counted.
 */
public enum RebalancerCounter
{
    /** Moves that have arrived. */
    MOVES,
    /** What they came to. */
    MOVED_KOPECKS,
    /** Refusals for lack of collateral that others had enough for. */
    REFUSALS_SERVED,
    /** Refusals for lack of collateral that the others had not enough for. */
    REFUSALS_UNSERVED,
    /** How old the oldest move is that has not arrived; 0 when there is none. */
    OLDEST_MOVE_NS,
    /** Registers of which a partition has taken more than the other has given: it has lost history. */
    BROKEN_REGISTERS,
    /** Registers with a collateral in more than one partition. */
    SHARED_REGISTERS
}
