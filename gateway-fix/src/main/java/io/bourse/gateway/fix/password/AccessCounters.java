// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What became of the Logons. Written and read by any thread.
 */
public final class AccessCounters
{
    private final AtomicLongArray counts = new AtomicLongArray(LogonOutcome.values().length);

    void onLogon(final LogonOutcome outcome)
    {
        counts.incrementAndGet(outcome.ordinal());
    }

    /**
     * Logons that ended so.
     *
     * @param outcome what became of them.
     * @return count since the start.
     */
    public long logons(final LogonOutcome outcome)
    {
        return counts.get(outcome.ordinal());
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("AccessCounters{");
        for (final LogonOutcome outcome : LogonOutcome.values())
        {
            text.append(0 == outcome.ordinal() ? "" : ", ").append(outcome).append('=').append(logons(outcome));
        }
        return text.append('}').toString();
    }
}
