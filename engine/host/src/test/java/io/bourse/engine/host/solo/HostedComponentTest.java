// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

@Tag("venue")
class HostedComponentTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int ORDERS = 20_000;

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    @TempDir
    private Path dir;

    @Test
    void shouldDeliverEverythingOnceWhenAComponentOnTheEnginesThreadFellFarBehind() throws Exception
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final RecordingListener seen = new RecordingListener();
            final FollowingComponent room = new FollowingComponent(engine.engine().connectHosted().follow(0, seen));
            try (AutoCloseable ignored = engine.engine().host(room, errors::add))
            {
                TestEngine.await("the first turns", () -> room.cursor > 0);
                room.isPolling = false;
                final OrderSender sender = new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001");
                for (int i = 0; i < ORDERS; i++)
                {
                    sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                }
                TestEngine.await("all orders taken", () -> engine.operator().reportState().orders().size() == ORDERS);
                room.isPolling = true;
                TestEngine.await("the room caught up", () -> room.cursor >= engine.connect().endCursor());
            }

            assertEquals(List.of(), errors);
            assertEquals(engine.collectToEnd(0).lines(), seen.lines());
        }
    }

    @Test
    void shouldGoOnWithoutARoomThatThrows() throws Exception
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final IllegalStateException failure = new IllegalStateException("on purpose");
            final FollowingComponent room = new FollowingComponent(null)
            {
                @Override
                public int doWork()
                {
                    turns++;
                    throw failure;
                }
            };
            try (AutoCloseable ignored = engine.engine().host(room, errors::add))
            {
                TestEngine.await("its only turn", () -> null != room.closedOn);
                engine.operator().reportState();
            }

            assertEquals(1, errors.size());
            assertSame(failure, errors.get(0));
            assertEquals(1, room.turns);
            assertEquals(1, room.closings);
        }
    }

    @Test
    void shouldCloseARoomWhereItRanAndGiveItNoFurtherTurn() throws Exception
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final FollowingComponent room =
                new FollowingComponent(engine.engine().connectHosted().follow(0, new RecordingListener()));
            final AutoCloseable stay = engine.engine().host(room, errors::add);
            TestEngine.await("the first turns", () -> room.cursor > 0);

            stay.close();
            final int turns = room.turns;
            engine.operator().reportState();

            assertNotEquals(Thread.currentThread(), room.closedOn);
            assertSame(room.ranOn, room.closedOn);
            assertEquals(turns, room.turns);
            assertEquals(1, room.closings);
            assertEquals(List.of(), errors);
        }
    }

    /** Follows the event stream, as long as it may. */
    private static class FollowingComponent implements Agent
    {
        private final EventFollower follower;
        volatile boolean isPolling = true;
        volatile long cursor;
        volatile Thread ranOn;
        volatile Thread closedOn;
        volatile int turns;
        volatile int closings;

        FollowingComponent(final EventFollower follower)
        {
            this.follower = follower;
        }

        @Override
        public int doWork()
        {
            turns++;
            ranOn = Thread.currentThread();
            final int workCount = isPolling ? follower.poll(8) : 0;
            cursor = follower.cursor();
            return workCount;
        }

        @Override
        public void onClose()
        {
            closings++;
            closedOn = Thread.currentThread();
            if (null != follower)
            {
                follower.close();
            }
        }

        @Override
        public String roleName()
        {
            return "following-room";
        }
    }
}
