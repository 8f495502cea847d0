// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * Where a gateway puts its commands.
 */
@FunctionalInterface
interface CommandPort
{
    /**
     * Offers a command.
     *
     * @param command whole.
     * @return false when it is not taken now.
     */
    boolean offer(byte[] command);
}
