// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Drives the production core and host logic on one thread, through faults that a seed chooses. {@code Simulation} runs
 * schedules; a schedule is one small venue from its reference data to its end, with crashes, lost tails, resends,
 * clocks that step and slow readers in between, and with checks at every restart and at the end.
 *
 * <p>What is driven is production code: the core, the solo host's pipeline, the cluster host's service, the gate of the
 * event stream, the command channel and the follower of the clients. What is simulated is what they stand on: recorded
 * publications in memory ({@code MemoryStream}), the consensus of three members ({@code SimulatedConsensus}), clocks.
 * Traders, gateways and readers are models.
 *
 * <p>Everything follows from the seed. Nothing here looks at a real clock, starts a thread or depends on the order in
 * which a hash table gives its entries.
 */
package io.bourse.engine.simulator;
