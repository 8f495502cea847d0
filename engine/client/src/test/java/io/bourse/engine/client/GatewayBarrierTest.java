// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.GatewayConnectedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class GatewayBarrierTest
{
    private static final int GATEWAY = 2;
    private static final long EPOCH = 100;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[GatewayConnectedEncoder.BLOCK_LENGTH]);
    private long position = 1_000;
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

    @Test
    void shouldKnowWhatAnEarlierStartSendsBehindTheClaim()
    {
        assertFalse(barrier.isTooLate(group(GATEWAY, 5, 7)));
        see(GATEWAY, EPOCH);
        final long claim = barrier.claimSequence();
        assertEquals(1_000 << 10, claim);
        see(GATEWAY, EPOCH);
        assertEquals(claim, barrier.claimSequence());

        barrier.onGroupBegin(group(GATEWAY, 5, claim - 1));
        barrier.onGroupBegin(group(GATEWAY + 1, 5, claim));
        assertFalse(barrier.isClaimed(5));
        assertFalse(barrier.isTooLate(group(GATEWAY, 5, claim - 1)));
        barrier.onGroupBegin(group(GATEWAY, 5, claim));
        assertTrue(barrier.isClaimed(5));
        assertTrue(barrier.isTooLate(group(GATEWAY, 5, claim - 1)));
        assertFalse(barrier.isTooLate(group(GATEWAY, 5, claim)));
        assertFalse(barrier.isTooLate(group(GATEWAY, 5, 0)));
        assertFalse(barrier.isTooLate(group(GATEWAY, 6, claim - 1)));
        assertFalse(barrier.isTooLate(group(GATEWAY + 1, 5, claim - 1)));
    }

    @Test
    void shouldBePassedAndClaimedWhenEachOfSeveralPartitionsSaysSo()
    {
        final GatewayBarrier several = new GatewayBarrier(GATEWAY, EPOCH, 2);
        assertEquals("first=false passed=false fenced=false", see(several, GATEWAY, EPOCH, 0));
        assertEquals("first=false passed=false fenced=false", see(several, GATEWAY, EPOCH, 0));
        assertEquals("first=false passed=false fenced=false", see(several, GATEWAY, EPOCH - 1, 1));
        assertEquals("first=true passed=true fenced=false", see(several, GATEWAY, EPOCH, 1));
        // The first of each partition.
        assertEquals(1_000 + 1_003 << 10, several.claimSequence());
        assertEquals("first=false passed=true fenced=false", see(several, GATEWAY, EPOCH, 1));
        final long claim = several.claimSequence();
        several.onGroupBegin(group(GATEWAY, 5, claim, 1));
        several.onGroupBegin(group(GATEWAY, 5, claim, 1));
        assertFalse(several.isClaimed(5));
        several.onGroupBegin(group(GATEWAY, 5, claim, 0));
        assertTrue(several.isClaimed(5));
        assertEquals("first=false passed=true fenced=true", see(several, GATEWAY, EPOCH + 1, 0));
    }

    private static EventGroup group(final int gatewayId, final int sessionId, final long sequence)
    {
        return group(gatewayId, sessionId, sequence, 0);
    }

    private static EventGroup group(
        final int gatewayId, final int sessionId, final long sequence, final int partition)
    {
        return (EventGroup)Proxy.newProxyInstance(EventGroup.class.getClassLoader(), new Class<?>[]{EventGroup.class},
            (proxy, method, args) -> switch (method.getName())
            {
                case "gatewayId" -> gatewayId;
                case "sessionId" -> sessionId;
                case "sequence" -> sequence;
                case "partition" -> partition;
                default -> throw new UnsupportedOperationException(method.getName());
            });
    }

    private String see(final int gatewayId, final long epoch)
    {
        return see(barrier, gatewayId, epoch, 0);
    }

    private String see(
        final GatewayBarrier ofStart, final int gatewayId, final long epoch, final int partition)
    {
        new GatewayConnectedEncoder().wrap(buffer, 0).gatewayId(gatewayId).epoch(epoch);
        final boolean isFirst = ofStart.onGatewayConnected(new GatewayConnectedDecoder().wrap(
            buffer, 0, GatewayConnectedDecoder.BLOCK_LENGTH, GatewayConnectedDecoder.SCHEMA_VERSION),
            position++, partition);
        return "first=" + isFirst + " passed=" + ofStart.isPassed() + " fenced=" + ofStart.isFenced();
    }
}
