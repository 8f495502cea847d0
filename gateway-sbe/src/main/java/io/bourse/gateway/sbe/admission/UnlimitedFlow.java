// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

/** No flow control: everything passes. */
final class UnlimitedFlow implements FlowControl
{
    static final FlowControl INSTANCE = new UnlimitedFlow();

    private UnlimitedFlow()
    {
    }

    @Override
    public Decision onMessage(final long nowNs)
    {
        return Decision.ACCEPT;
    }

    @Override
    public int queueSize(final long nowNs)
    {
        return 0;
    }

    @Override
    public long penaltyRemainUs(final long nowNs)
    {
        return 0;
    }
}
