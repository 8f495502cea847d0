// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.GatewayConnectedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class GatewayBarrierTest
{
    private static final int GATEWAY = 2;
    private static final long EPOCH = 100;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[GatewayConnectedEncoder.BLOCK_LENGTH]);
    private final GatewayBarrier barrier = new GatewayBarrier(GATEWAY, EPOCH);

    @Test
    void shouldBePassedOnceAtItsOwnStart()
    {
        assertEquals("first=false passed=false fenced=false", see(GATEWAY, EPOCH - 1));
        assertEquals("first=false passed=false fenced=false", see(GATEWAY + 1, EPOCH));
        assertEquals("first=true passed=true fenced=false", see(GATEWAY, EPOCH));
        assertEquals("first=false passed=true fenced=false", see(GATEWAY, EPOCH));
    }

    @Test
    void shouldBeFencedByALaterStartOfTheSameGatewayOnly()
    {
        see(GATEWAY, EPOCH);
        assertEquals("first=false passed=true fenced=false", see(GATEWAY + 1, EPOCH + 1));
        assertEquals("first=false passed=true fenced=true", see(GATEWAY, EPOCH + 1));
        assertEquals("first=false passed=true fenced=true", see(GATEWAY, EPOCH));
    }

    private String see(final int gatewayId, final long epoch)
    {
        new GatewayConnectedEncoder().wrap(buffer, 0).gatewayId(gatewayId).epoch(epoch);
        final boolean isFirst = barrier.onGatewayConnected(new GatewayConnectedDecoder().wrap(
            buffer, 0, GatewayConnectedDecoder.BLOCK_LENGTH, GatewayConnectedDecoder.SCHEMA_VERSION));
        return "first=" + isFirst + " passed=" + barrier.isPassed() + " fenced=" + barrier.isFenced();
    }
}
