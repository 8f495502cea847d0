// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.NewsOperator;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What one client asks for costs the others, and the gateway, no more than a bounded share.
 */
@Tag("venue")
class DataLimitsTest extends DataTest
{
    private static final int INSTRUMENTS = 300;
    /** Snapshots of empty books that fit into a duty cycle. */
    private static final int SNAPSHOTS = 64;
    private static final String SNAPSHOT = "V|262=%s|263=%s|264=0|265=1|267=1|269=0";
    private static final String SI = "|146=1|55=SI-12.26";

    @BeforeEach
    void setRights()
    {
        session.options(1_000, Role.MARKET_DATA);
    }

    private void defineMany()
    {
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            venue.engine.operator().defineInstrument(new InstrumentSpec(
                5_000 + i, "F" + i, InstrumentKind.FUTURE, "F", "RUB",
                100_000L, 150_000L, 1_000_00000L, 50_000_00000L, 20_000_00000L, 0, 0, 20261217));
        }
        venue.pump();
    }

    private static String many(final String id, final char kind)
    {
        final StringBuilder request = new StringBuilder(SNAPSHOT.formatted(id, kind)).append("|146=" + INSTRUMENTS);
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            request.append("|55=F").append(i);
        }
        return request.toString();
    }

    @Test
    void shouldCountSnapshotsAgainstTheQuota()
    {
        defineMany();
        session.options(INSTRUMENTS - 1, Role.MARKET_DATA);
        session.request(venue.service, many("a", '0'));
        assertEquals("quota of subscriptions: used=0 wanted=300 quota=299", session.takeOne().get(58));
        session.options(INSTRUMENTS + 1, Role.MARKET_DATA);
        session.request(venue.service, many("a", '0'));
        session.request(venue.service, many("b", '0'));
        final List<Fields> answers = session.take();
        assertEquals("quota of subscriptions: used=300 wanted=300 quota=301", answers.getLast().get(58));
        venue.pump();
        session.take();
        session.request(venue.service, many("b", '0'));
        venue.pump();
        assertEquals(INSTRUMENTS, session.take().size());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 300"})
    void shouldSpreadSnapshotsOverDutyCycles(final char kind, final int views) throws Exception
    {
        defineMany();
        session.request(venue.service, many("a", kind));
        final int first = session.take().size();
        assertTrue(first > 0 && first <= SNAPSHOTS, () -> "first=" + first);
        assertEquals('0' == kind ? 0 : first, Reachable.count(venue.service, InstrumentView.class));
        int sent = first;
        while (sent < INSTRUMENTS)
        {
            venue.service.doWork();
            final int more = session.take().size();
            assertTrue(more > 0 && more <= SNAPSHOTS, () -> "more=" + more);
            sent += more;
        }
        assertEquals(views, Reachable.count(venue.service, InstrumentView.class));
        venue.service.doWork();
        assertEquals(List.of(), session.take());
    }

    @Test
    void shouldHaveOneUnreadAnswerOnly()
    {
        session.blockAfter(1, DataVenue.MAX_UNSENT_BYTES + 1);
        session.request(venue.service, SNAPSHOT.formatted("a", '0') + "|146=2|55=SI-12.26|55=RI-12.26");
        assertEquals("SI-12.26", session.takeOne().get(55));
        session.unsentBytes(DataVenue.MAX_UNSENT_BYTES);
        session.request(venue.service, SNAPSHOT.formatted("b", '0') + SI);
        final Fields refusal = session.takeOne();
        assertEquals("Y", refusal.type());
        assertEquals("2", refusal.get(281));
        session.unsentBytes(0);
        venue.pump();
        assertEquals("RI-12.26", session.takeOne().get(55));
        session.request(venue.service, SNAPSHOT.formatted("b", '0') + SI);
        assertEquals("W", session.takeOne().type());
    }

    @Test
    void shouldGiveOthersTheirTurnWhenOneAsksForMuch() throws Exception
    {
        defineMany();
        final RecordingSession other = venue.session("FIXBB1");
        session.request(venue.service, many("a", '0'));
        other.request(venue.service, SNAPSHOT.formatted("b", '0') + SI);
        venue.service.doWork();
        assertEquals("W", other.takeOne().type());
    }

    /** Whatever is asked for, and however often. */
    @Test
    void shouldBoundWhatADutyCycleDoesWhenAllIsAskedForAgainAndAgain()
    {
        defineMany();
        for (int i = 0; i < 200; i++)
        {
            session.request(venue.service, "V|262=v" + i + "|263=0|264=0|267=1|269=0" + SI);
            session.request(venue.service, "e|324=e" + i + "|55=[N/A]|263=0");
            session.request(venue.service, "e|324=f" + i + "|55=SI-12.26|263=1");
            session.request(venue.service, "x|320=x" + i + "|559=4");
            session.request(venue.service, "x|320=z" + i + "|559=4|711=1|311=NONE");
        }
        final long before = session.take().stream().filter((answer) -> !"jy".contains(answer.type())).count();
        assertTrue(before <= SNAPSHOTS, () -> "in requests: " + before);
        int cycles = 0;
        for (int work = venue.service.doWork(); 0 != work; work = venue.service.doWork())
        {
            final int sent = session.take().size();
            assertTrue(sent <= SNAPSHOTS + 128 + 8, () -> "in a cycle: " + sent);
            cycles++;
        }
        assertTrue(cycles > 3, "cycles=" + cycles);
    }

    @Test
    void shouldLookAtNoStateWhenOnlyBooksChange() throws Exception
    {
        final DataMarket market = new DataMarket();
        final SecurityStatusHandler service =
            new SecurityStatusHandler(
                new DataMarkets(List.of(market), id -> market), new CounterSet<>(DataCounter.class), 1_000);
        try (EventFollower follower = venue.client.follow(EngineClient.FROM_START, market.events))
        {
            follow(follower);
            service.onRequest(session, new StatusRequest(
                "s", '1', "[N/A]", true, null, "", new BusinessReject(1, "e", "s")));
            assertEquals(2, service.work());
            assertEquals(2, session.take().size());
            market.settle();
            venue.flow.limit(0, Side.SELL, 0, 5);
            follow(follower);
            assertEquals(1, market.touched.size());
            service.publish(market);
            assertTrue(Reachable.from(service).stream()
                .noneMatch((held) -> held instanceof StatusSubscription subscription && !subscription.isIdle()));
            assertEquals(0, service.work());
            market.settle();
            new PhaseOperator(venue.engine.operator())
                .changePhase(PhaseChangeSpec.ofInstrument(DemoReferenceData.SI_ID, Phase.HALTED));
            follow(follower);
            service.publish(market);
            assertEquals(1, service.work());
            assertEquals("HALTED", session.takeOne().get(58));
        }
    }

    private void follow(final EventFollower follower)
    {
        venue.pump();
        final long end = venue.client.endCursor();
        while (follower.cursor() < end)
        {
            follower.poll(EventFollower.FRAMES_OF_TURN);
        }
    }

    @Test
    void shouldHaveOneSubscriptionOfAllStatesOnly()
    {
        session.request(venue.service, "e|324=a|55=[N/A]|263=1");
        session.request(venue.service, "e|324=b|55=[N/A]|263=1");
        assertEquals("all instruments are subscribed already", session.takeOne().get(58));
        venue.pump();
        assertEquals(2, session.take().size());
        session.request(venue.service, "e|324=a|55=[N/A]|263=2");
        session.request(venue.service, "e|324=b|55=[N/A]|263=1");
        venue.pump();
        assertEquals(2, session.take().size());
    }

    @Test
    void shouldInformASessionOnceThatQuotesAreAskedFor()
    {
        session.request(venue.service, "AH|644=a|263=1" + SI);
        session.request(venue.service, "AH|644=b|263=1" + SI);
        assertEquals("subscribed already to SI-12.26: id=a", session.takeOne().get(58));
        venue.flow.requestQuote(0, 1, 12);
        venue.pump();
        assertEquals("a", session.takeOne().get(644));
        session.request(venue.service, "AH|644=a|263=2" + SI);
        session.request(venue.service, "AH|644=b|263=1" + SI);
        venue.flow.requestQuote(0, 1, 12);
        venue.pump();
        assertEquals("b", session.takeOne().get(644));
    }

    @ParameterizedTest
    @CsvSource({
        "262, V|263=1|264=0|265=1|267=1|269=0|146=1|55=SI-12.26",
        "320, x|559=4|263=1",
        "324, e|55=SI-12.26|263=1",
        "335, g|263=1",
        "644, AH|146=1|55=SI-12.26|263=1"})
    void shouldRefuseLongIdsByName(final int tag, final String request)
    {
        final int type = request.indexOf('|');
        final String with = request.substring(0, type) + "|" + tag + "=%s" + request.substring(type);
        session.request(venue.service, with.formatted("i".repeat(65)));
        assertEquals("35=j|45=1|372=" + request.substring(0, type) +
            "|380=0|58=longer than 64 characters: tag=" + tag, session.takeOne().toString());
        session.request(venue.service, with.formatted("i".repeat(64)));
        venue.pump();
        assertTrue(session.take().stream().noneMatch((answer) -> "j".equals(answer.type())));
    }

    @Test
    void shouldSendPricesInStatesToTheRoleMarketDataOnly() throws Exception
    {
        final RecordingSession trader = venue.session("FIXBB1").options(0, Role.ORDER_ENTRY);
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.flow.limit(1, Side.BUY, 0, 5);
        venue.pump();
        session.request(venue.service, "e|324=a|55=SI-12.26|263=0");
        trader.request(venue.service, "e|324=a|55=SI-12.26|263=0");
        venue.pump();
        final Fields full = session.takeOne();
        final Fields bare = trader.takeOne();
        for (final int tag : new int[]{31, 332, 333})
        {
            assertEquals("90000", full.get(tag));
            assertFalse(bare.has(tag), bare::toString);
        }
        assertEquals("80000", bare.get(1148));
    }

    @Test
    void shouldSendNewsOnceWhenASessionLogsOnTwice()
    {
        venue.service.onLogon(session);
        new NewsOperator(venue.engine.operator()).publish("Halt", "", 0, 0, "");
        venue.pump();
        assertEquals("B", session.takeOne().type());
        venue.service.onLogout(session);
        new NewsOperator(venue.engine.operator()).publish("Halt", "", 0, 0, "");
        venue.pump();
        assertEquals(List.of(), session.take());
    }

    @Test
    void shouldKeepNothingOfASessionThatHasEnded() throws Exception
    {
        defineMany();
        askForEverything("a");
        session.unsentBytes(DataVenue.MAX_UNSENT_BYTES + 1);
        new PhaseOperator(venue.engine.operator()).changePhase(PhaseChangeSpec.ofMarket(Phase.CLOSED));
        venue.flow.listen();
        venue.service.doWork();
        assertTrue(Reachable.from(venue.service).contains(session));
        venue.service.onLogout(session);
        assertFalse(Reachable.from(venue.service).contains(session));
        assertEquals(0, Reachable.count(venue.service, InstrumentView.class));
        assertEquals(0, Reachable.count(venue.service, StatusSubscription.Item.class));
    }

    private void askForEverything(final String id)
    {
        session.request(venue.service, many(id, '1'));
        session.request(venue.service, many(id + "0", '0'));
        session.request(venue.service, "e|324=" + id + "|55=[N/A]|263=1");
        session.request(venue.service, "e|324=" + id + "0|55=[N/A]|263=0");
        session.request(venue.service, "x|320=" + id + "|559=4|263=1");
        session.request(venue.service, "g|335=" + id + "|263=1");
        session.request(venue.service, "AH|644=" + id + "|263=1" + SI);
    }

    @Test
    void shouldKeepNothingOfASessionThatEndsWhileATransactionIsHeld() throws Exception
    {
        venue.service.close();
        venue.service = venue.newService(TimeUnit.HOURS.toNanos(1));
        venue.client.publishedWatermark().advance(venue.client.endCursor());
        venue.pump();
        venue.service.onLogon(session);
        venue.flow.limit(0, Side.SELL, 0, 5);
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!venue.service.isHeld(session))
        {
            venue.service.doWork();
            session.request(venue.service, "g|335=" + new Random().nextInt() + "|263=0");
            assertTrue(System.nanoTime() - deadlineNs < 0, "requests are taken without a limit");
        }
        session.take();
        venue.service.onLogout(session);
        assertFalse(venue.service.isHeld(session));
        assertFalse(Reachable.from(venue.service).contains(session));
        venue.client.publishedWatermark().advance(venue.client.endCursor());
        venue.pump();
        assertEquals(List.of(), session.take());
    }

    /** The start of the gateway waits for no publisher. */
    @Test
    void shouldFollowToTheEndBeforeClientsComeThoughNobodyPublishes()
    {
        for (int i = 0; i < 10; i++)
        {
            venue.flow.limit(0, Side.SELL, i, 5);
        }
        venue.pump();
        try (MarketDataService starting = new MarketDataService(
            List.of(new MarketDataService.Source(venue.client, null)),
            instrumentId -> venue.client.partition(),
            SystemEpochNanoClock.INSTANCE,
            SystemNanoClock.INSTANCE,
            TimeUnit.HOURS.toNanos(1),
            DataVenue.MAX_UNSENT_BYTES))
        {
            final long end = venue.client.endCursor();
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (starting.cursor() < end)
            {
                starting.doWork();
                assertTrue(System.nanoTime() - deadlineNs < 0, "the replay waits");
            }
            assertEquals(0, starting.counters().get(DataCounter.LATE));
        }
    }
}
