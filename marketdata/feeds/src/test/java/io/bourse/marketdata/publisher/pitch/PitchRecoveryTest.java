// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.GAPS;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.GAP_REQUESTS;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.GAP_REQUESTS_REFUSED;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.MALFORMED;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.PACKETS_A;
import static io.bourse.marketdata.client.pitch.PitchReceiverCounter.RECOVERED_MESSAGES;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.GAPS_ACCEPTED;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.SEQUENCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.client.pitch.PitchMarketListener;
import io.bourse.marketdata.client.pitch.PitchReceiver;
import io.bourse.marketdata.client.pitch.PitchReceiverCounter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Engine, publisher, recovery servers and receivers over real multicast and TCP on the loopback interface, through bad
 * networks and restarts.
 */
@Tag("venue")
class PitchRecoveryTest
{
    /** Writes down what is lost and how it comes back. */
    private static final class Diary implements PitchMarketListener
    {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void onGap(final long firstMissing)
        {
            lines.add(0 == firstMissing ? "joining" : "gap");
        }

        @Override
        public void onRecovered(final boolean isBySpin)
        {
            lines.add(isBySpin ? "spun" : "repeated");
        }
    }

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Diary diary = new Diary();
    private Path dir;
    private PitchVenue venue;

    @BeforeEach
    void setUp(@TempDir final Path newDir)
    {
        System.out.println("PitchRecoveryTest seed=" + seed);
        dir = newDir;
        venue = new PitchVenue(newDir.resolve("engine"), random);
    }

    @AfterEach
    void tearDown()
    {
        venue.close();
    }

    private PitchReceiver receive(final int number)
    {
        return new PitchReceiver(venue.receiverContext(number).listener(diary).build());
    }

    static Stream<Arguments> weathers()
    {
        return Stream.of(
            Arguments.of(1, 0, 0),
            Arguments.of(50, 0, 0),
            Arguments.of(200, 0, 0),
            Arguments.of(0, 200, 200),
            Arguments.of(200, 200, 200));
    }

    @ParameterizedTest
    @MethodSource("weathers")
    void shouldEndWithTheBooksOfThePublicMarketInEveryWeather(final int drop, final int duplicate, final int delay)
    {
        // Short datagrams: many of them can be lost.
        venue.startPublisher(venue.feedContext().maxPacketLength(128));
        final PitchReceiver receiver = receive(1);
        final PitchTap tap = venue.add(receiver, random).weather(drop, duplicate, delay);
        venue.steps(3_000);
        tap.weather(0, 0, 0);
        venue.assertBooksEqual(receiver, "seed=" + seed);

        final CounterSet<PitchReceiverCounter> counters = receiver.counters();
        assertEquals(List.of(0L, 0L), List.of(counters.get(FAULTS), counters.get(MALFORMED)), counters.toString());
        if (200 == drop)
        {
            assertTrue(counters.get(GAPS) > 0 && counters.get(RECOVERED_MESSAGES) > 0, counters.toString());
            assertTrue(venue.feed.counters().get(GAPS_ACCEPTED) > 0, venue.feed.counters().toString());
        }
    }

    @Test
    void shouldJoinLateBySpinWhileOrdersFlow()
    {
        venue.startPublisher(venue.feedContext());
        venue.steps(2_000);
        final PitchReceiver receiver = receive(1);
        venue.add(receiver, random);
        assertFalse(receiver.isLive());
        venue.steps(2_000);
        venue.assertBooksEqual(receiver, "seed=" + seed);

        assertEquals(List.of("joining", "spun"), diary.lines);
        assertEquals(1, receiver.counters().get(PitchReceiverCounter.SPINS));
        assertEquals(0, receiver.counters().get(FAULTS));
        assertEquals(0, receiver.counters().get(GAP_REQUESTS));
        venue.workUntil("spin closed", () -> 1 == venue.feed.counters().get(PitchCounter.SPINS));
    }

    @Test
    void shouldAskForSmallGapsAndSpinForLargeOnes()
    {
        venue.startPublisher(venue.feedContext());
        final PitchReceiver receiver = new PitchReceiver(
            venue.receiverContext(1).listener(diary).maxGapMessages(50).maxRequestMessages(7).build());
        final PitchTap tap = venue.add(receiver, random);
        venue.workUntil("hearing", () -> receiver.counters().get(PACKETS_A) > 0);
        venue.steps(300);
        venue.assertBooksEqual(receiver, "before, seed=" + seed);
        diary.lines.clear();
        final long spinsBefore = receiver.counters().get(PitchReceiverCounter.SPINS);

        tap.cut(true);
        final long smallFrom = venue.feed.counters().get(SEQUENCE);
        while (venue.feed.counters().get(SEQUENCE) < smallFrom + 20)
        {
            venue.day.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -20, 1);
            venue.publishAll();
        }
        tap.cut(false);
        venue.assertBooksEqual(receiver, "small gap, seed=" + seed);
        assertEquals(List.of("gap", "repeated"), diary.lines);
        assertEquals(spinsBefore, receiver.counters().get(PitchReceiverCounter.SPINS));
        assertTrue(receiver.counters().get(GAP_REQUESTS) >= 3, receiver.counters().toString());

        diary.lines.clear();
        tap.cut(true);
        final long largeFrom = venue.feed.counters().get(SEQUENCE);
        while (venue.feed.counters().get(SEQUENCE) < largeFrom + 100)
        {
            venue.steps(10);
        }
        venue.publishAll();
        tap.cut(false);
        venue.assertBooksEqual(receiver, "large gap, seed=" + seed);
        assertEquals(List.of("gap", "spun"), diary.lines);
        assertEquals(spinsBefore + 1, receiver.counters().get(PitchReceiverCounter.SPINS));
    }

    @Test
    void shouldSpinWhenTheGapServerNoLongerHasWhatIsMissing()
    {
        venue.startPublisher(venue.feedContext().recovery(venue.recoveryContext().historyCapacity(256).build()));
        final PitchReceiver receiver = receive(1);
        final PitchTap tap = venue.add(receiver, random);
        venue.workUntil("hearing", () -> receiver.counters().get(PACKETS_A) > 0);
        venue.steps(100);
        venue.assertBooksEqual(receiver, "before, seed=" + seed);
        diary.lines.clear();
        tap.cut(true);
        final long from = venue.feed.counters().get(SEQUENCE);
        while (venue.feed.counters().get(SEQUENCE) < from + 400)
        {
            venue.steps(10);
        }
        venue.publishAll();
        tap.cut(false);
        venue.assertBooksEqual(receiver, "after, seed=" + seed);
        assertEquals(List.of("gap", "spun"), diary.lines);
        assertEquals(1, receiver.counters().get(GAP_REQUESTS_REFUSED));
    }

    @Test
    void shouldContinueNumbersAfterARestartAndRepeatWhatWasNeverSent() throws Exception
    {
        venue.startPublisher(venue.feedContext());
        final PitchReceiver receiver = receive(1);
        venue.add(receiver, random);
        venue.steps(500);
        venue.assertBooksEqual(receiver, "first life, seed=" + seed);
        final long lastSequence = venue.feed.counters().get(SEQUENCE);
        diary.lines.clear();

        venue.publisher.close();
        venue.startPublisher(venue.feedContext());
        assertEquals(lastSequence, venue.feed.counters().get(SEQUENCE));
        venue.day.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -20, 1);
        venue.assertBooksEqual(receiver, "nothing happened between, seed=" + seed);
        assertEquals(List.of(), diary.lines);

        // What happens while no publisher runs is never sent by the feed itself.
        venue.publisher.close();
        venue.publisher = null;
        for (int i = 0; i < 100; i++)
        {
            venue.day.step();
        }
        venue.day.settle();
        final Path symbols = dir.resolve("symbols").resolve("pitch.csv");
        venue.startPublisher(venue.feedContext().symbolFile(symbols)
            .recovery(venue.recoveryContext().build()));
        assertTrue(venue.feed.counters().get(SEQUENCE) > lastSequence);
        assertEquals(
            List.of("unit,pitch_symbol,instrument_id,symbol", "1,SI-12.26,1001,SI-12.26", "1,RI-12.26,1002,RI-12.26"),
            Files.readAllLines(symbols));

        // The first receiver knows the servers of the first life only; a second one asks those of the third.
        final PitchReceiver second = receive(2);
        venue.add(second, random);
        venue.assertBooksEqual(second, "third life, seed=" + seed);
        assertEquals(0, venue.feed.counters().get(GAPS_ACCEPTED));
        assertEquals(1, second.counters().get(PitchReceiverCounter.SPINS));
    }

    @Test
    void shouldReachByGapRequestWhatAFormerLifeDidNotSend()
    {
        venue.startPublisher(venue.feedContext());
        final int gapPort = venue.feed.gapServerAddress().getPort();
        final int spinPort = venue.feed.spinServerAddress().getPort();
        final PitchReceiver receiver = receive(1);
        venue.add(receiver, random);
        venue.workUntil("hearing", () -> receiver.counters().get(PACKETS_A) > 0);
        venue.steps(200);
        venue.assertBooksEqual(receiver, "first life, seed=" + seed);
        diary.lines.clear();
        final long spins = receiver.counters().get(PitchReceiverCounter.SPINS);

        venue.publisher.close();
        venue.publisher = null;
        for (int i = 0; i < 30; i++)
        {
            venue.day.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -20, 1);
        }
        venue.startPublisher(venue.feedContext().recovery(venue.recoveryContext()
            .gapServer(new InetSocketAddress("127.0.0.1", gapPort))
            .spinServer(new InetSocketAddress("127.0.0.1", spinPort))
            .build()));
        venue.assertBooksEqual(receiver, "second life, seed=" + seed);
        assertEquals(List.of("gap", "repeated"), diary.lines);
        assertEquals(spins, receiver.counters().get(PitchReceiverCounter.SPINS));
        assertTrue(receiver.counters().get(RECOVERED_MESSAGES) >= 30, receiver.counters().toString());
    }
}
