// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.agrona.concurrent.NanoClock;

/** Stands still until a test moves it. */
final class OffsetNanoClock implements NanoClock
{
    private long nowNs = System.nanoTime();

    void advanceMs(final long ms)
    {
        nowNs += ms * 1_000_000;
    }

    @Override
    public long nanoTime()
    {
        return nowNs;
    }
}
