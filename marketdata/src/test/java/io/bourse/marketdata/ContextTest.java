// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverContext;
import io.bourse.marketdata.publisher.SimbaPublisher;
import io.bourse.marketdata.publisher.SimbaPublisherContext;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextTest
{
    private static void assertNamed(final String fact, final SimbaReceiverContext context)
    {
        final String message =
            assertThrows(IllegalArgumentException.class, () -> new SimbaReceiver(context)).getMessage();
        assertTrue(message.contains(fact), message);
    }

    @Test
    void shouldNameReceiverOptionThatIsWrong()
    {
        assertNamed("windowPackets=1000", new SimbaReceiverContext().windowPackets(1_000));
        assertNamed("maxHeldPackets=0", new SimbaReceiverContext().maxHeldPackets(0));
        assertNamed("maxHeldPackets=9", new SimbaReceiverContext().windowPackets(8).maxHeldPackets(9));
        assertNamed("gapTimeoutNs=-1", new SimbaReceiverContext().gapTimeoutNs(-1));
        assertNamed("receiveBufferLength=0", new SimbaReceiverContext().receiveBufferLength(0));
        assertNamed("interfaceName=nowhere0", new SimbaReceiverContext().interfaceName("nowhere0"));
        assertNamed("incrementalB=239.195.1.1:20081", new SimbaReceiverContext().incrementalB("239.195.1.1:20081"));
        assertThrows(IllegalArgumentException.class, () -> new SimbaReceiverContext().snapshotA("10.0.0.1:1"));
    }

    @Test
    void shouldNamePublisherOptionThatIsWrong(@TempDir final Path dir)
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            final List<SimbaPublisherContext> contexts = List.of(
                new SimbaPublisherContext(),
                new SimbaPublisherContext().engineClient(engine.connect()).partition(3),
                new SimbaPublisherContext().engineClient(engine.connect()).maxPacketLength(127),
                new SimbaPublisherContext().engineClient(engine.connect()).maxPacketLength(1473),
                new SimbaPublisherContext().engineClient(engine.connect()).heartbeatIntervalNs(0),
                new SimbaPublisherContext().engineClient(engine.connect()).snapshotCycleNs(0),
                new SimbaPublisherContext().engineClient(engine.connect()).timeToLive(256),
                new SimbaPublisherContext().engineClient(engine.connect()).interfaceName("nowhere0"),
                new SimbaPublisherContext().engineClient(engine.connect()).snapshotB("239.195.1.1:20081"));
            final List<String> facts = List.of(
                "engineClient=null", "partition=3", "maxPacketLength=127", "maxPacketLength=1473",
                "heartbeatIntervalNs=0", "snapshotCycleNs=0", "timeToLive=256", "interfaceName=nowhere0",
                "snapshotB=239.195.1.1:20081");
            for (int i = 0; i < contexts.size(); i++)
            {
                final SimbaPublisherContext context = contexts.get(i);
                final String message =
                    assertThrows(IllegalArgumentException.class, () -> new SimbaPublisher(context)).getMessage();
                assertTrue(message.contains(facts.get(i)), message);
            }
        }
    }

    @Test
    void shouldBeUsedOnceOnly()
    {
        final SimbaReceiverContext context = new Multicast().receiverContext();
        try (SimbaReceiver receiver = new SimbaReceiver(context))
        {
            assertEquals(0, receiver.doWork());
            assertThrows(IllegalStateException.class, () -> new SimbaReceiver(context));
        }
    }
}
