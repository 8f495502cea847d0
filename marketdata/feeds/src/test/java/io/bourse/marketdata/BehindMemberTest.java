// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.publisher.simba.OrderLogCounter;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A publisher comes back on a member of the cluster that is behind the one which its former life followed.
 */
class BehindMemberTest
{
    /** A real client to which the event stream ends where the test says. */
    private static final class BehindClient implements EngineClient
    {
        private final EngineClient client;
        private long end;

        BehindClient(final EngineClient client, final long end)
        {
            this.client = client;
            this.end = end;
        }

        @Override
        public int partition()
        {
            return client.partition();
        }

        @Override
        public CommandPublisher newCommandPublisher(final Principal sender)
        {
            return client.newCommandPublisher(sender);
        }

        @Override
        public EventFollower follow(final long fromCursor, final EventListener listener)
        {
            final EventFollower follower = client.follow(fromCursor, listener);
            return new EventFollower()
            {
                @Override
                public int poll(final int frameLimit)
                {
                    return follower.cursor() < end ? follower.poll(1) : 0;
                }

                @Override
                public long cursor()
                {
                    return follower.cursor();
                }

                @Override
                public void close()
                {
                    follower.close();
                }
            };
        }

        @Override
        public long endCursor()
        {
            return Math.min(end, client.endCursor());
        }

        @Override
        public PublishedWatermark publishedWatermark()
        {
            return client.publishedWatermark();
        }

        @Override
        public void close()
        {
            // The venue owns the client behind this one.
        }
    }

    @Test
    void shouldSendNothingAgainWhenTheMemberCatchesUp(@TempDir final Path dir)
    {
        final long seed = System.nanoTime();
        final String facts = "seed=" + seed;
        System.out.println("BehindMemberTest " + facts);
        try (Venue venue = new Venue(dir.resolve("engine"), new Random(seed)))
        {
            final SimbaReceiver receiver = venue.add(new SimbaReceiver(venue.multicast.receiverContext().build()));
            venue.startPublisher(venue.client, context(venue, dir));
            step(venue, 300);
            venue.assertBooksEqual(facts);
            final long behind = venue.client.endCursor();
            step(venue, 300);
            venue.assertBooksEqual(facts);
            final long used = venue.orderLog.msgSeqNum();
            venue.publisher.close();

            final BehindClient client = new BehindClient(venue.client, behind);
            venue.startPublisher(client, context(venue, dir));
            venue.workUntil("all of the member is read", () -> venue.orderLog.msgSeqNum() > 0 && 0 == venue.work());
            assertFalse(venue.publisher.isLive(), facts);
            assertTrue(venue.orderLog.msgSeqNum() < used, facts);

            client.end = Long.MAX_VALUE;
            venue.workUntil("live", venue.publisher::isLive);
            assertEquals(used, venue.orderLog.msgSeqNum(), facts);
            assertEquals(0, venue.orderLog.counters().get(OrderLogCounter.PACKETS_REPEATED), facts);
            step(venue, 300);
            venue.assertBooksEqual(facts);
            assertEquals(0, receiver.counters().get(ReceiverCounter.RESETS), facts + ' ' + receiver.counters());
            assertEquals(0, receiver.counters().get(ReceiverCounter.GAPS), facts + ' ' + receiver.counters());
        }
    }

    private static SimbaOrderLogOptionsBuilder context(final Venue venue, final Path dir)
    {
        return venue.multicast.orderLogContext()
            .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
            .heartbeatIntervalNs(Venue.HEARTBEAT_INTERVAL_NS)
            .markFile(dir.resolve("mark"));
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
