// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import java.util.Locale;

/**
 * Which host a schedule runs on.
 */
public enum SimulatedHost
{
    /** One engine with a journal of its own. */
    SOLO,
    /** Three members with one agreed log. */
    CLUSTER,
    /** Several engines that share limits of registers, and the rebalancer between them. */
    PARTITIONS;

    @Override
    public String toString()
    {
        return name().toLowerCase(Locale.ROOT);
    }
}
