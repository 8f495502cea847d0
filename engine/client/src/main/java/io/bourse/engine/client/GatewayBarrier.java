// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.GatewayConnectedDecoder;

/**
 * Where the start of a gateway stands in the event stream. Everything that its earlier process had on its way stands
 * before it; a later start with the same id fences this one off.
 */
public final class GatewayBarrier
{
    private final int gatewayId;
    private final long epoch;
    private boolean isPassed;
    private boolean isFenced;

    /**
     * Not passed yet.
     *
     * @param epoch of this start, as it was given to {@link GatewayCommands#connect}.
     */
    public GatewayBarrier(final int gatewayId, final long epoch)
    {
        this.gatewayId = gatewayId;
        this.epoch = epoch;
    }

    /**
     * A gateway has started. A second answer of the same epoch changes nothing.
     *
     * @param event that says so.
     * @return true when it is this start, seen for the first time.
     */
    public boolean onGatewayConnected(final GatewayConnectedDecoder event)
    {
        if (gatewayId != event.gatewayId())
        {
            return false;
        }
        if (epoch == event.epoch())
        {
            final boolean isFirst = !isPassed;
            isPassed = true;
            return isFirst;
        }
        // Before the barrier it is an earlier process.
        isFenced |= isPassed;
        return false;
    }

    /**
     * Whether this start has been seen.
     *
     * @return true when everything before it is known.
     */
    public boolean isPassed()
    {
        return isPassed;
    }

    /**
     * Whether a later start of a gateway with the same id has taken over.
     *
     * @return true when this one must give up its sessions.
     */
    public boolean isFenced()
    {
        return isFenced;
    }
}
