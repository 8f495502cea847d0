// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.JOINS;
import static io.bourse.marketdata.client.ReceiverCounter.OTHER_FEED_RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_A;
import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_B;
import static io.bourse.marketdata.client.SimbaFeed.SNAPSHOT_A;
import static io.bourse.marketdata.client.SimbaFeed.SNAPSHOT_B;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.TRANSACTIONS_SENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.LossyRelay.Weather;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.client.SimbaReceiver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real engine's feed through a bad network of real sockets, in every kind of weather: the receiver ends with the
 * engine's books and has said of every loss how it was made good.
 */
@Tag("drill")
class LossDrillTest
{
    private static final int STEPS = 1_500;
    private static final long STEP_NS = 100_000;
    private static final SimbaFeed[] A = {INCREMENTAL_A, SNAPSHOT_A};
    private static final SimbaFeed[] B = {INCREMENTAL_B, SNAPSHOT_B};
    private static final SimbaFeed[] BOTH = {INCREMENTAL_A, INCREMENTAL_B, SNAPSHOT_A, SNAPSHOT_B};

    private final long seed = System.nanoTime();
    private final RecoveryLog log = new RecoveryLog();
    private long nowNs;
    private Venue venue;
    private LossyRelay relay;
    private SimbaReceiver receiver;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(relay, receiver, venue);
    }

    static Stream<Arguments> weathers()
    {
        final ArrayList<Arguments> weathers = new ArrayList<>();
        for (final int rate : new int[]{1, 10, 50, 200})
        {
            weathers.add(Arguments.of("drop on A", new Weather(rate, 0, 0, 0), A));
            weathers.add(Arguments.of("drop on B", new Weather(rate, 0, 0, 0), B));
            weathers.add(Arguments.of("drop on both", new Weather(rate, 0, 0, 0), BOTH));
            weathers.add(Arguments.of("duplicate on both", new Weather(0, rate, 0, 0), BOTH));
            weathers.add(Arguments.of("reorder on both", new Weather(0, 0, rate, 0), BOTH));
            weathers.add(Arguments.of("delay on both", new Weather(0, 0, 0, rate), BOTH));
            weathers.add(Arguments.of("all on A", new Weather(rate, rate, rate, rate), A));
            weathers.add(Arguments.of("all on B", new Weather(rate, rate, rate, rate), B));
            weathers.add(Arguments.of("all on both", new Weather(rate, rate, rate, rate), BOTH));
        }
        return weathers.stream();
    }

    private void start(final Path dir)
    {
        System.out.println("LossDrillTest seed=" + seed);
        venue = new Venue(dir, new Random(seed));
        final FeedGroups behind = new FeedGroups();
        relay = new LossyRelay(venue.multicast, behind, seed);
        receiver = new SimbaReceiver(behind.receiverContext()
            .clock(() -> nowNs)
            .gapTimeoutNs(TimeUnit.MILLISECONDS.toNanos(2))
            .listener(log).build());
        venue.startPublisher();
    }

    private int work()
    {
        nowNs += STEP_NS;
        return venue.work() + relay.doWork() + receiver.doWork();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("weathers")
    void shouldEndWithTheBooksOfTheEngine(
        final String name, final Weather weather, final SimbaFeed[] feeds, @TempDir final Path dir)
    {
        start(dir);
        relay.weather(weather, feeds);
        for (int i = 0; i < STEPS; i++)
        {
            venue.flow.step();
            work();
        }
        venue.flow.listen(0);
        final List<String> expected = Venue.lines(venue.engine.operator().reportState());
        venue.publishAll();
        // The weather stays as it is: heartbeats and snapshots must do.
        venue.workUntil("caught up " + name + " seed=" + seed + " " + receiver.counters(), () ->
        {
            work();
            return venue.isCaughtUp(receiver);
        });
        final CounterSet<ReceiverCounter> counters = receiver.counters();
        final String facts = name + " seed=" + seed + " " + counters;
        assertEquals(expected, Venue.lines(receiver.books()), facts);
        log.assertAllSaid(counters, facts);
        assertEquals(counters.get(GAPS), counters.get(RECOVERIES), facts);
        if (BOTH != feeds)
        {
            // What one feed loses the other has.
            assertEquals(0, counters.get(GAPS), facts);
            assertEquals(1, counters.get(JOINS), facts);
            assertEquals(venue.orderLog.counters().get(TRANSACTIONS_SENT), counters.get(TRANSACTIONS), facts);
        }
        if (BOTH == feeds && weather.drop() >= 200)
        {
            // One run in a thousand loses no packet on both feeds.
            assertTrue(counters.get(RECOVERIES) + counters.get(OTHER_FEED_RECOVERIES) > 0, facts);
        }
    }
}
