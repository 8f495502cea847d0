// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.operator.VenueLimitsSpec;

/**
 * Whether this process can keep what a history limits, and what it holds. Throws when it cannot.
 */
@FunctionalInterface
public interface CapacityCheck
{
    /**
     * The history is to be replayed, or was, and is limited in this way.
     *
     * @param limits 0 for what is not limited.
     */
    void requireLimits(VenueLimitsSpec limits);

    /**
     * So much is to be loaded from a snapshot, or was made by a replay that goes on.
     *
     * @param held how much there is of what may be limited.
     */
    default void requireHeld(final VenueLimitsSpec held)
    {
        requireLimits(held);
    }
}
