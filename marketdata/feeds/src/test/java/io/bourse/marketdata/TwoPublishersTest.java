// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.OrderLogCounter;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.FIRST_FROM_A;
import static io.bourse.marketdata.client.ReceiverCounter.FIRST_FROM_B;
import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.JOINS;
import static io.bourse.marketdata.client.ReceiverCounter.RESETS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Side A and side B come from two publishers on one engine, which now the one and now the other is behind.
 */
class TwoPublishersTest
{
    /** A publisher of one side, with its mark. */
    private final class OneSide
    {
        private final boolean isA;
        private SimbaOrderLog orderLog;
        private MarketDataPublisher publisher;

        private OneSide(final boolean isA)
        {
            this.isA = isA;
        }

        private void start()
        {
            final SimbaOrderLogOptionsBuilder context = venue.multicast.orderLogContext()
                .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
                .heartbeatIntervalNs(Venue.HEARTBEAT_INTERVAL_NS)
                .markFile(dir.resolve(isA ? "mark-a" : "mark-b"));
            if (isA)
            {
                context.incrementalB(null).snapshotB(null);
            }
            else
            {
                context.incrementalA(null).snapshotA(null);
            }
            final EngineClient client = venue.engine.connect();
            publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
                .engineClient(client)
                .feeds(List.of((market) ->
                {
                    orderLog = new SimbaOrderLog(context.build(), market);
                    return orderLog;
                })).build());
            running.add(publisher);
        }

        private void stop()
        {
            running.remove(publisher);
            publisher.close();
        }
    }

    @TempDir
    private Path dir;
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<MarketDataPublisher> running = new ArrayList<>();
    private final OneSide sideA = new OneSide(true);
    private final OneSide sideB = new OneSide(false);
    private Venue venue;
    private SimbaReceiver receiver;

    @BeforeEach
    void setUp()
    {
        System.out.println("TwoPublishersTest seed=" + seed);
        venue = new Venue(dir.resolve("engine"), random);
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(running);
        CloseHelper.closeAll(venue);
    }

    private void listen()
    {
        receiver = venue.add(new SimbaReceiver(venue.multicast.receiverContext().build()));
    }

    /** Sometimes one publisher gets no turn for a while. */
    private void work(final boolean isFlowing)
    {
        if (isFlowing)
        {
            venue.flow.step();
        }
        Collections.shuffle(running, random);
        for (final MarketDataPublisher publisher : running)
        {
            if (!isFlowing || 0 != random.nextInt(4))
            {
                publisher.doWork();
            }
        }
        if (null != receiver)
        {
            receiver.doWork();
        }
    }

    private void flow(final int steps)
    {
        for (int i = 0; i < steps; i++)
        {
            work(true);
        }
    }

    private void workUntil(final String what, final boolean isFlowing, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean())
        {
            work(isFlowing);
            TestEngine.pause();
            assertTrue(deadlineNs - System.nanoTime() > 0, "did not happen in time: " + what + facts());
        }
    }

    private String facts()
    {
        return " seed=" + seed + ' ' + (null == receiver ? "" : receiver.counters());
    }

    private void assertRight(final OneSide... sides)
    {
        final StateReport report = venue.engine.operator().reportState();
        final long endCursor = venue.client.endCursor();
        for (final OneSide side : sides)
        {
            workUntil("publish", false, () -> side.publisher.isLive() && side.orderLog.publishedCursor() >= endCursor);
            assertEquals(sides[0].orderLog.msgSeqNum(), side.orderLog.msgSeqNum(), facts());
            assertEquals(0, side.orderLog.counters().get(OrderLogCounter.EARLY_CUTS), facts());
        }
        workUntil("receive", false,
            () -> receiver.isLive() && receiver.lastMsgSeqNum() == sides[0].orderLog.msgSeqNum());
        assertEquals(Venue.lines(report), Venue.lines(receiver.books()), facts());
        final CounterSet<ReceiverCounter> counters = receiver.counters();
        assertEquals(List.of(0L, 0L, 0L, 1L),
            List.of(counters.get(FAULTS), counters.get(RESETS), counters.get(BEST_PRICES_MISMATCHES),
                counters.get(JOINS)), facts());
    }

    @Test
    void shouldJoinLateUnderLoadAndStayRight()
    {
        sideA.start();
        sideB.start();
        flow(2_000);
        listen();
        workUntil("join", true, () -> receiver.isLive());
        flow(3_000);
        assertRight(sideA, sideB);
        final CounterSet<ReceiverCounter> counters = receiver.counters();
        assertTrue(counters.get(FIRST_FROM_A) > 0 && counters.get(FIRST_FROM_B) > 0, facts());
    }

    @Test
    void shouldStayRightWhenASideStartsDiesAndComesBackUnderLoad()
    {
        listen();
        sideA.start();
        flow(2_000);
        sideB.start();
        flow(2_000);
        assertRight(sideA, sideB);
        sideA.stop();
        flow(1_000);
        assertRight(sideB);
        sideA.start();
        flow(2_000);
        assertRight(sideA, sideB);
        assertEquals(0, receiver.counters().get(GAPS), facts());
    }
}
