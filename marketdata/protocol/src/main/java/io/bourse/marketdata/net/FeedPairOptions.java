// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.NetworkInterface;

import org.agrona.concurrent.EpochNanoClock;

/**
 * Where and how a {@link FeedPair} sends.
 *
 * @param endpointA of feed A; null: this publisher does not send it.
 * @param endpointB of feed B; null: this publisher does not send it.
 * @param networkInterface to send through.
 * @param timeToLive hops the datagrams may take, 0 to stay on this machine.
 * @param maxPacketLength longest packet in bytes.
 * @param isAFirst whether A gets a packet before B.
 * @param isStamped whether the time is taken after each send.
 * @param clock of the times of sending.
 */
public record FeedPairOptions(
    MulticastEndpoint endpointA,
    MulticastEndpoint endpointB,
    NetworkInterface networkInterface,
    int timeToLive,
    int maxPacketLength,
    boolean isAFirst,
    boolean isStamped,
    EpochNanoClock clock)
{
    /**
     * Checks the relations.
     */
    public FeedPairOptions
    {
        if (null == endpointA && null == endpointB)
        {
            throw new IllegalArgumentException("A feed needs a side to be sent on: endpointA=null endpointB=null");
        }
        if (null != endpointA && endpointA.equals(endpointB))
        {
            throw new IllegalArgumentException("Feeds A and B need endpoints of their own: endpoint=" + endpointA);
        }
    }
}
