// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.core.MatchingEngine;

/**
 * Is called when a snapshot of the core is due.
 */
interface DueSnapshots
{
    /**
     * Writes the core as it is; called between two commands.
     *
     * @param engine core.
     * @param stampedNs of the last command.
     * @param cursor end of the event stream after it.
     * @param beganNs {@link System#nanoTime()} before the command that asked for the snapshot.
     */
    void take(MatchingEngine engine, long stampedNs, long cursor, long beganNs);
}
