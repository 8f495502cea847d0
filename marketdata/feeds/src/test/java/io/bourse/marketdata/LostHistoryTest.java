// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.RESETS;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.PACKETS_REPEATED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine comes back without a part of its events, and with others instead, while receivers listen: the publisher
 * knows by its mark which numbers were used, and the receivers end with the books that the engine has now.
 */
@Tag("venue")
class LostHistoryTest
{
    private static SimbaOrderLogOptionsBuilder context(final FeedGroups multicast, final Path dir)
    {
        return multicast.orderLogContext()
            .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
            .heartbeatIntervalNs(Venue.HEARTBEAT_INTERVAL_NS)
            .markFile(dir.resolve("mark"));
    }

    @Test
    void shouldBringReceiversToTheBooksThatAreLeft(@TempDir final Path dir)
    {
        final long seed = System.nanoTime();
        System.out.println("LostHistoryTest seed=" + seed);
        final Random random = new Random(seed);
        try (Venue before = new Venue(dir.resolve("before"), random))
        {
            before.startPublisher(before.client, context(before.multicast, dir));
            final SimbaReceiver receiver = before.add(new SimbaReceiver(before.multicast.receiverContext().build()));
            step(before, 2_500);
            before.assertBooksEqual("seed=" + seed);
            final long used = before.orderLog.msgSeqNum();
            before.publisher.close();
            try (Venue after = new Venue(dir.resolve("after"), random))
            {
                step(after, 300);
                after.startPublisher(after.client, context(before.multicast, dir));
                after.workUntil("live", after.publisher::isLive);
                final long first = after.orderLog.msgSeqNum();
                final long repeated = after.orderLog.counters().get(PACKETS_REPEATED);
                assertTrue(first < used, "seed=" + seed + " first=" + first + " used=" + used);
                after.add(receiver);
                step(after, 100);
                after.assertBooksEqual("seed=" + seed);
                assertEquals(1, receiver.counters().get(RESETS), "seed=" + seed + ' ' + receiver.counters());
                final long sent = after.orderLog.msgSeqNum();
                assertTrue(first < sent && sent < used, "seed=" + seed + " sent=" + sent + " used=" + used);
                assertEquals(sent - first, after.orderLog.counters().get(PACKETS_REPEATED) - repeated, "seed=" + seed);
                step(after, 4_000);
                after.assertBooksEqual("seed=" + seed);
                assertEquals(0, receiver.counters().get(FAULTS), "seed=" + seed + ' ' + receiver.counters());
            }
        }
    }

    private static void step(final Venue venue, final int steps)
    {
        for (int i = 0; i < steps; i++)
        {
            venue.flow.step();
            venue.work();
        }
    }
}
