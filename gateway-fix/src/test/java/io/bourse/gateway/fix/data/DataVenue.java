// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.TestEngine;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A real engine with the data side of the gateway behind it, driven by the test's own thread.
 */
final class DataVenue implements AutoCloseable
{
    static final long MAX_UNSENT_BYTES = 10_000;

    final TestEngine engine;
    final EngineClient client;
    final Flow flow;
    MarketDataService service;

    DataVenue(final Path directory, final long seed)
    {
        engine = TestEngine.start(directory).withDemoReferenceData();
        client = engine.connect();
        flow = new Flow(client, new Random(seed));
        service = newService(0);
        pump();
    }

    MarketDataService newService(final long publicFirstTimeoutNs)
    {
        final MarketDataService made = new MarketDataService(
            List.of(new MarketDataService.Source(client, null)),
            instrumentId -> client.partition(),
            SystemEpochNanoClock.INSTANCE,
            SystemNanoClock.INSTANCE,
            publicFirstTimeoutNs,
            MAX_UNSENT_BYTES);
        made.accept();
        return made;
    }

    RecordingSession session(final String name) throws Exception
    {
        final RecordingSession session = new RecordingSession(name);
        service.onLogon(session);
        return session;
    }

    /** Until everything that has happened is sent. */
    void pump()
    {
        flow.listen();
        final long end = client.endCursor();
        final long deadlineNs = System.nanoTime() + TestEngine.TIMEOUT_NS;
        boolean isIdle = false;
        while (service.cursor() < end || !isIdle)
        {
            isIdle = 0 == service.doWork();
            if (isIdle)
            {
                TestEngine.pause();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("the service does not follow: cursor=" + service.cursor() + " end=" + end);
            }
        }
    }

    /** Levels of one side as the engine itself reports them, best first: price, lots, orders. */
    static List<long[]> levels(final StateReport report, final int instrumentId, final boolean isBid, final int depth)
    {
        final Map<Long, long[]> levels = new TreeMap<>();
        for (final StateReport.RestingOrder order : report.orders())
        {
            if (order.instrumentId() == instrumentId && 0 != order.shownLots() && (Side.BUY == order.side()) == isBid)
            {
                final long[] level = levels.computeIfAbsent(
                    isBid ? -order.priceE5() : order.priceE5(), (key) -> new long[]{order.priceE5(), 0, 0});
                level[1] += order.shownLots();
                level[2]++;
            }
        }
        final List<long[]> best = new ArrayList<>(levels.values());
        return 0 == depth ? best : best.subList(0, Math.min(depth, best.size()));
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(service, flow, engine);
    }
}
