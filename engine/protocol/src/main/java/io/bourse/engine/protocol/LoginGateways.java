// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * With which gateways a login is connected: bit <i>n</i> for gateway <i>n</i>; those from 63 on share the last bit.
 */
public final class LoginGateways
{
    /** With none. */
    public static final long NONE = 0;
    /** With some: all that is known of connections of before {@link FeatureLevels#DOORS}. */
    public static final long UNKNOWN = 1;
    /** As lost gateway: all of them. */
    public static final int ALL = 0;

    private static final int LAST_BIT = Long.SIZE - 1;

    private LoginGateways()
    {
    }

    /**
     * The bit of a gateway.
     *
     * @param gatewayId from 1.
     * @return one bit.
     */
    public static long of(final int gatewayId)
    {
        return 1L << Math.min(gatewayId, LAST_BIT);
    }

    /**
     * Whether a gateway is among those of a login.
     *
     * @param gateways of the login.
     * @return true if its bit is set.
     */
    public static boolean contains(final long gateways, final int gatewayId)
    {
        return 0 != (gateways & of(gatewayId));
    }

    /**
     * Which gateway an operator says is lost.
     *
     * @param command of any length that {@link CommandForm} understands.
     * @return its id, or {@link #ALL}.
     */
    public static int lost(final LoginDisconnectedDecoder command)
    {
        return command.actingBlockLength < LoginDisconnectedDecoder.lostGatewayIdEncodingOffset() + Short.BYTES ?
            ALL : command.lostGatewayId();
    }

    /**
     * With which gateways a login is connected after an event.
     *
     * @param group of the event: below {@link FeatureLevels#DOORS} its gateway is the only one that is known.
     * @param event of any feature level.
     * @return bits.
     */
    public static long after(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
        if (event.actingBlockLength >= LoginConnectionChangedDecoder.gatewaysEncodingOffset() + Long.BYTES)
        {
            return event.gateways();
        }
        return 0 == event.connected() ? NONE : of(group.gatewayId());
    }
}
