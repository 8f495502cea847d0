// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * The only clock of the core: the time of the command being executed. It never goes back.
 */
final class EngineTime
{
    private long nowNs;

    long nowNs()
    {
        return nowNs;
    }

    void advanceTo(final long timestampNs)
    {
        nowNs = Math.max(nowNs, timestampNs);
    }
}
