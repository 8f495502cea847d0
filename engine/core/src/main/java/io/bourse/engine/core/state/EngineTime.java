// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

/**
 * The only clock of the core: the time of the command being executed. It never goes back.
 */
public final class EngineTime
{
    private long nowNs;

    public long nowNs()
    {
        return nowNs;
    }

    public void advanceTo(final long timestampNs)
    {
        nowNs = Math.max(nowNs, timestampNs);
    }
}
