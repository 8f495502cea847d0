// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

/**
 * The ports of the gateway (TWIME A.5.9). A login may have one session on each at the same time.
 */
enum GatewayPort
{
    /** Orders and their answers; repeats a few messages at a time. */
    TRADING(10),
    /** Repeats many messages at a time; takes no orders and sends nothing live. */
    RECOVERY(1000);

    private final int maxRetransmitCount;

    GatewayPort(final int maxRetransmitCount)
    {
        this.maxRetransmitCount = maxRetransmitCount;
    }

    /** Most messages that one RetransmitRequest may ask for (A.5.7). */
    int maxRetransmitCount()
    {
        return maxRetransmitCount;
    }
}
