// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * FUT-INFO of a real engine, behind a publisher that is stopped and started again.
 */
@Tag("venue")
class InstrumentFeedEngineTest
{
    private static final int LATER_ID = 304;
    private static final int SPREAD_ID = 305;
    private static final int WARM_UP_CYCLES = 3000;
    private static final int MEASURED_CYCLES = 1000;

    private final String incremental = Multicast.free();
    private final String replay = Multicast.free();
    private final MulticastReceiver incrementalReceiver = Multicast.open(incremental);
    private final MulticastReceiver replayReceiver = Multicast.open(replay);
    private final List<AutoCloseable> closeables = new ArrayList<>();
    private SimbaInstrumentFeed feed;
    private MarketDataPublisher publisher;

    @TempDir
    private Path dir;

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietClose(publisher);
        for (int i = closeables.size() - 1; i >= 0; i--)
        {
            CloseHelper.quietClose(closeables.get(i));
        }
        CloseHelper.closeAll(incrementalReceiver, replayReceiver);
    }

    @Test
    void shouldGoOnWithItsNumbersAndSendTheStateWhenThePublisherStartsAgain()
    {
        final TestEngine engine = TestEngine.start(dir).withDemoReferenceData();
        closeables.add(engine);
        final EngineClient client = engine.connect();
        final OperatorClient operator = engine.operator();
        start(client, TimeUnit.SECONDS.toNanos(60));
        operator.defineInstrument(new InstrumentSpec(LATER_ID, "SI-3.27", InstrumentKind.FUTURE, "SI", "RUB",
            100_000L, 100_000L, 80_000_00000L, 100_000_00000L, 90_000_00000L, 1_320, 880, 20270318));
        operator.defineInstrument(new InstrumentSpec(SPREAD_ID, "SI-SI", InstrumentKind.SPREAD, "SI", "RUB",
            100_000L, 100_000L, -10_000_00000L, 10_000_00000L, 0, 1_320, 880, 20261217));
        operator.defineLegs(SPREAD_ID, List.of(
            new LegSpec(DemoReferenceData.SI_ID, 1), new LegSpec(LATER_ID, -1)));
        operator.suspendTrading(1, ClearingKind.INTRADAY);
        operator.publishSettlement(1, DemoReferenceData.SI_ID, 91_000_00000L, 100_000L, 81_000_00000L, 101_000_00000L);
        publishAll(client);
        assertEquals(List.of("3 Heartbeat",
            "4 SecurityDefinition SI-3.27 total=3",
            "5 SecurityDefinition SI-SI total=4",
            "6 SecurityDefinition SI-SI total=4",
            "7 TradingSessionStatus Halted event=ChangeOfTradingStatus session=7001",
            "8 SecurityDefinition SI-12.26 total=4",
            "9 SecurityStatus SI-12.26 ReadyToTrade limits=8100000000..10100000000 margins=null/null"),
            untimed(incrementalReceiver));
        publisher.close();

        operator.completeClearing(1, ClearingKind.INTRADAY);
        operator.resumeTrading(1);
        start(client, 1);
        publishAll(client);
        assertEquals(List.of("10 Heartbeat"), untimed(incrementalReceiver));
        untimed(replayReceiver);
        // One cycle from its reset to the next.
        final List<String> cycle = new ArrayList<>();
        while (cycle.size() < 14)
        {
            publisher.doWork();
            cycle.addAll(untimed(replayReceiver));
        }
        final int first = cycle.indexOf("6 SequenceReset 1");
        final List<String> expected = List.of(
            "1 TradingSessionStatus Open event=NULL_VAL session=7001",
            "2 SecurityDefinition SI-12.26 total=4",
            "3 SecurityDefinition RI-12.26 total=4",
            "4 SecurityDefinition SI-3.27 total=4",
            "5 SecurityDefinition SI-SI total=4");
        assertEquals(expected, cycle.subList(first + 1, first + 6));
    }

    @Test
    void shouldNotAllocateWhenItSends()
    {
        final TestEngine engine = TestEngine.start(dir).withDemoReferenceData();
        closeables.add(engine);
        start(engine.connect(), 1);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().threadId();
        long before = 0;
        for (int i = 0; i < WARM_UP_CYCLES + MEASURED_CYCLES; i++)
        {
            if (WARM_UP_CYCLES == i)
            {
                before = threads.getThreadAllocatedBytes(thread);
            }
            feed.doWork(System.currentTimeMillis() * 1_000_000L, true);
        }
        final long perCall = (threads.getThreadAllocatedBytes(thread) - before) / MEASURED_CYCLES;
        assertEquals(0, perCall);
        assertEquals(0, feed.sendFailures());
    }

    private void start(final EngineClient client, final long cycleNs)
    {
        publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(client)
            .feeds(List.of((market) ->
            {
                feed = new SimbaInstrumentFeed(SimbaInstrumentFeedOptions.builder(InstrumentGroup.FUTURES)
                    .replayA(MulticastEndpoint.parse(replay)).replayB(null)
                    .incrementalA(MulticastEndpoint.parse(incremental)).incrementalB(null)
                    .cycleNs(cycleNs).version(8).build(), market);
                return feed;
            })).build());
        final long deadlineNs = System.nanoTime() + TestEngine.TIMEOUT_NS;
        while (!publisher.isLive())
        {
            work(deadlineNs);
        }
    }

    private void publishAll(final EngineClient client)
    {
        final long endCursor = client.endCursor();
        final long deadlineNs = System.nanoTime() + TestEngine.TIMEOUT_NS;
        while (feed.publishedCursor() < endCursor)
        {
            work(deadlineNs);
        }
    }

    private void work(final long deadlineNs)
    {
        if (0 == publisher.doWork())
        {
            Thread.yield();
        }
        if (System.nanoTime() - deadlineNs > 0)
        {
            throw new AssertionError("did not happen in time: cursor=" + feed.publishedCursor());
        }
    }

    private static List<String> untimed(final MulticastReceiver receiver)
    {
        final List<String> lines = new ArrayList<>();
        for (final String line : new InstrumentPrinter().lines(receiver))
        {
            final int times = line.indexOf(" open=");
            lines.add(times < 0 ? line : line.substring(0, times));
        }
        return lines;
    }
}
