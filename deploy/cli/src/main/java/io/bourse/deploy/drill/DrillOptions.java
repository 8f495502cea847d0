// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.nio.file.Path;

/**
 * What a drill is to do.
 *
 * @param kills how many moments of death; at some of them two processes die.
 * @param seed of victims, moments and orders.
 * @param host solo or cluster.
 * @param isTogether whether every kill takes the engine, or the leader, and both gateways at once.
 * @param out new or empty directory for everything.
 */
public record DrillOptions(int kills, long seed, String host, boolean isTogether, Path out)
{
}
