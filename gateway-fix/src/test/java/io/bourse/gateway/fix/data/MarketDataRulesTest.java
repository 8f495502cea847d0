// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.operator.NewsOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who gets market data, how much of it, and when.
 */
@Tag("venue")
class MarketDataRulesTest extends DataTest
{
    private static final String BOOK = "|267=2|269=0|269=1|146=1|55=SI-12.26";
    private static final String TYPES = "|267=9|269=0|269=1|269=2|269=4|269=7|269=8|269=9|269=B|269=C";

    @ParameterizedTest
    @CsvSource({
        "0, V|262=n|263=0|264=0|267=1|269=0|146=1|55=NOTHING",
        "0, V|262=n|263=0|264=0|267=1|269=0|146=2|55=SI-12.26|55=[N/A]|48=77",
        "0, V|262=n|263=0|264=0|267=1|269=0|146=1|55=SI-12.26|48=1002",
        "1, V|262=m|263=0|264=0|267=1|269=0|146=1|55=SI-12.26",
        "5, V|262=n|263=0|264=1000001|267=1|269=0|146=1|55=SI-12.26",
        "6, V|262=n|263=1|264=0|267=1|269=0|146=1|55=SI-12.26",
        "7, V|262=n|263=0|264=0|266=N|267=1|269=0|146=1|55=SI-12.26",
        "8, V|262=n|263=0|264=0|267=2|269=0|269=3|146=1|55=SI-12.26",
        "9, V|262=n|263=0|264=0|267=1|269=0|146=1|55=SI-12.26|386=1|336=12",
        "A, V|262=n|263=0|264=0|546=3|267=1|269=0|146=1|55=SI-12.26",
        "B, V|262=n|263=0|264=0|286=4|267=1|269=0|146=1|55=SI-12.26",
        "C, V|262=n|263=0|264=0|547=Y|267=1|269=0|146=1|55=SI-12.26"})
    void shouldRefuseRequestWhenItCannotBeServed(final String reason, final String request)
    {
        session.request(venue.service, "V|262=m|263=1|264=0|265=1" + BOOK);
        session.take();
        session.request(venue.service, request);
        final Fields refusal = session.takeOne();
        assertEquals("Y", refusal.type());
        assertEquals(reason, refusal.get(281), refusal::toString);
        assertEquals(1, session.stored());
    }

    @Test
    void shouldRefuseWithoutReasonWhenThereIsNothingToDisable()
    {
        session.request(venue.service, "V|262=m|263=2|264=0" + BOOK);
        assertEquals("35=Y|262=m|58=no subscription with this MDReqID goes on", session.takeOne().toString());
    }

    @Test
    void shouldServeTheRoleMarketDataOnly()
    {
        session.options(10, Role.ORDER_ENTRY);
        session.request(venue.service, "V|262=m|263=0|264=0" + BOOK);
        assertEquals("3", session.takeOne().get(281));
        session.request(venue.service, "AH|644=q|146=1|55=SI-12.26|263=1");
        assertEquals("35=j|45=2|372=AH|379=q|380=6|58=market data is not for this session",
            session.takeOne().toString());
        session.request(venue.service, "g|335=t|263=0");
        assertEquals("h", session.takeOne().type());
    }

    @Test
    void shouldCountInstrumentsAgainstTheQuotaOfTheSession()
    {
        session.options(2, Role.MARKET_DATA);
        session.request(venue.service, "V|262=a|263=1|264=1|265=1" + BOOK);
        session.take();
        session.request(venue.service, "V|262=b|263=1|264=1|265=1|267=1|269=0|146=2|55=SI-12.26|55=RI-12.26");
        final Fields refusal = session.takeOne();
        assertEquals("2", refusal.get(281));
        assertEquals("quota of subscriptions: used=1 wanted=2 quota=2", refusal.get(58));
        session.request(venue.service, "V|262=a|263=2|264=1" + BOOK);
        session.request(venue.service, "V|262=b|263=1|264=1|265=1|267=1|269=0|146=2|55=SI-12.26|55=RI-12.26");
        assertEquals(2, session.take().size());
        assertEquals(2, venue.service.subscriptions());
    }

    @ParameterizedTest
    @CsvSource({
        "false, e|324=s|263=0|55=SI-12.26",
        "true, V|262=m|263=1|264=0|265=1" + BOOK,
        "true, x|320=l|263=1|559=4",
        "true, e|324=s|263=1|55=SI-12.26",
        "true, g|335=t|263=1",
        "true, AH|644=q|146=1|55=SI-12.26|263=1"})
    void shouldTakeEachTransactionByItselfOnlyWhenThereAreSubscribers(
        final boolean isSubscription, final String request)
    {
        venue.service.close();
        venue.service = venue.newService(TimeUnit.HOURS.toNanos(1));
        venue.service.onLogon(session);
        venue.client.publishedWatermark().advance(venue.client.endCursor());
        venue.pump();
        session.request(venue.service, request);
        venue.pump();
        venue.flow.limit(0, Side.SELL, 0, 5);
        final long first = venue.client.endCursor();
        venue.flow.limit(0, Side.SELL, 1, 6);
        for (int i = 0; i < 1_000; i++)
        {
            venue.service.doWork();
        }
        assertEquals(isSubscription ? first : venue.client.endCursor(), venue.service.cursor());
    }

    @Test
    void shouldSendNothingBeforeItIsPublic()
    {
        venue.service.close();
        venue.service = venue.newService(TimeUnit.HOURS.toNanos(1));
        venue.service.onLogon(session);
        venue.client.publishedWatermark().advance(venue.client.endCursor());
        venue.pump();
        session.request(venue.service, "V|262=m|263=1|264=0|265=1" + BOOK);
        session.take();
        final long before = venue.client.endCursor();
        venue.flow.limit(0, Side.SELL, 0, 5);
        final long first = venue.client.endCursor();
        venue.flow.limit(0, Side.SELL, 1, 6);
        for (int i = 0; i < 1_000; i++)
        {
            venue.service.doWork();
        }
        session.request(venue.service, "V|262=n|263=0|264=0" + BOOK);
        assertEquals(List.of(), session.take());
        assertTrue(before < first);
        venue.client.publishedWatermark().advance(first);
        for (int i = 0; i < 1_000; i++)
        {
            venue.service.doWork();
        }
        final List<Fields> sent = session.take();
        assertEquals("90000", sent.get(0).get(270));
        assertEquals("W", sent.get(1).type());
        assertEquals("1", sent.get(1).get(268));
        assertEquals(2, sent.size());
        venue.client.publishedWatermark().advance(venue.client.endCursor());
        venue.pump();
        assertEquals("90001", session.takeOne().get(270));
        assertEquals(0, venue.service.counters().get(DataCounter.LATE));
    }

    @Test
    void shouldSendNothingBeforeItIsPublicWhenTransactionsCameTogether()
    {
        venue.service.close();
        venue.service = venue.newService(TimeUnit.HOURS.toNanos(1));
        venue.client.publishedWatermark().advance(venue.client.endCursor());
        venue.pump();
        venue.flow.limit(0, Side.SELL, 0, 5);
        final long first = venue.client.endCursor();
        venue.flow.limit(0, Side.SELL, 1, 6);
        final long last = venue.client.endCursor();
        venue.flow.listen();
        while (venue.service.cursor() < last)
        {
            venue.service.doWork();
        }
        venue.service.onLogon(session);
        session.request(venue.service, "V|262=n|263=0|264=0" + BOOK);
        venue.client.publishedWatermark().advance(first);
        for (int i = 0; i < 1_000; i++)
        {
            venue.service.doWork();
        }
        assertEquals(List.of(), session.take());
        venue.client.publishedWatermark().advance(last);
        venue.pump();
        assertEquals("2", session.takeOne().get(268));
        assertEquals(0, venue.service.counters().get(DataCounter.LATE));
    }

    @Test
    void shouldNotWaitForeverWhenNobodyPublishes()
    {
        venue.service.close();
        venue.service = venue.newService(1);
        venue.service.onLogon(session);
        venue.pump();
        session.request(venue.service, "V|262=m|263=1|264=0|265=1" + BOOK);
        session.take();
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.pump();
        assertEquals("90000", session.takeOne().get(270));
        assertTrue(venue.service.counters().get(DataCounter.LATE) > 0);
    }

    /** Of two clients with the same subscription one stops reading at times: it misses messages, never the book. */
    @Test
    void shouldNetChangesWhenAClientReadsTooSlowly() throws Exception
    {
        final long seed = Long.getLong("flow.seed", System.nanoTime());
        final Random random = new Random(seed);
        final RecordingSession slow = venue.session("SLOW");
        final String request = "V|262=m|263=1|264=5|265=1" + TYPES + "|146=2|55=SI-12.26|55=RI-12.26";
        session.request(venue.service, request);
        slow.request(venue.service, request);
        final BookClient fast = new BookClient();
        final BookClient late = new BookClient();
        int slowMessages = 0;
        int fastMessages = 0;
        for (int round = 0; round < 40; round++)
        {
            slow.unsentBytes(random.nextBoolean() ? DataVenue.MAX_UNSENT_BYTES + 1 : 0);
            for (int step = 0; step < 30; step++)
            {
                venue.flow.step();
            }
            venue.pump();
            if (slow.unsentBytes() > 0)
            {
                assertEquals(List.of(), round > 0 ? slow.take() : List.of(), "seed=" + seed);
                slow.unsentBytes(DataVenue.MAX_UNSENT_BYTES / 2);
                venue.service.doWork();
            }
            for (final Fields message : session.take())
            {
                fast.apply(message);
                fastMessages++;
            }
            for (final Fields message : slow.take())
            {
                late.apply(message);
                slowMessages++;
            }
            compare(fast, late, "SI-12.26", "seed=" + seed + " round=" + round);
            compare(fast, late, "RI-12.26", "seed=" + seed + " round=" + round);
        }
        assertTrue(slowMessages < fastMessages, "seed=" + seed);
        assertTrue(venue.service.counters().get(DataCounter.CONFLATED) > 0, "seed=" + seed);
    }

    private static void compare(
        final BookClient fast, final BookClient late, final String symbol, final String failed)
    {
        assertEquals(fast.book(symbol).side(true), late.book(symbol).side(true), failed);
        assertEquals(fast.book(symbol).side(false), late.book(symbol).side(false), failed);
        assertEquals(fast.book(symbol).values(), late.book(symbol).values(), failed);
        final List<String> trades = fast.book(symbol).trades();
        final List<String> lateTrades = late.book(symbol).trades();
        assertEquals(trades.isEmpty(), lateTrades.isEmpty(), failed);
        if (!trades.isEmpty())
        {
            assertEquals(trades.get(trades.size() - 1), lateTrades.get(lateTrades.size() - 1), failed);
        }
    }

    @Test
    void shouldRefuseSnapshotWhenTheClientDoesNotRead()
    {
        session.unsentBytes(DataVenue.MAX_UNSENT_BYTES + 1);
        session.request(venue.service, "V|262=m|263=0|264=0" + BOOK);
        assertEquals("2", session.takeOne().get(281));
    }

    /** Snapshots of many instruments go out as fast as they are read; what changes meanwhile is sent behind them. */
    @Test
    void shouldSendSnapshotsAsFastAsTheClientReadsThem()
    {
        session.options(10, Role.MARKET_DATA);
        session.blockAfter(1, DataVenue.MAX_UNSENT_BYTES + 1);
        session.request(venue.service, "V|262=m|263=1|264=1|265=1|267=1|269=1|146=2|55=SI-12.26|55=RI-12.26");
        assertEquals("SI-12.26", session.takeOne().get(55));
        venue.flow.limit(0, DemoReferenceData.SI_ID, Side.SELL, 0, 5, TimeInForce.DAY);
        venue.flow.limit(0, DemoReferenceData.RI_ID, Side.SELL, 0, 7, TimeInForce.DAY);
        venue.pump();
        assertEquals(List.of(), session.take());
        session.unsentBytes(0);
        venue.pump();
        final List<Fields> sent = session.take();
        assertEquals(List.of("X SI-12.26 5", "W RI-12.26 7"), sent.stream()
            .map((message) -> message.type() + " " + message.get(55) + " " + message.get(271)).toList());
        session.blockAfter(1, DataVenue.MAX_UNSENT_BYTES + 1);
        session.request(venue.service, "V|262=n|263=0|264=1|267=1|269=1|146=2|55=SI-12.26|55=RI-12.26");
        assertEquals("SI-12.26", session.takeOne().get(55));
        session.unsentBytes(0);
        venue.pump();
        assertEquals("RI-12.26", session.takeOne().get(55));
        assertEquals(2, venue.service.subscriptions());
    }

    @Test
    void shouldInformWhoWantsToKnowThatQuotesAreAskedFor() throws Exception
    {
        final RecordingSession other = venue.session("FIXBB1");
        session.request(venue.service, "AH|644=q|146=2|55=SI-12.26|55=RI-12.26");
        other.request(venue.service, "AH|644=q|146=1|55=RI-12.26|263=1");
        other.request(venue.service, "AH|644=r|146=1|55=NOTHING|263=1");
        assertEquals("35=AG|131=r|644=r|658=1|146=1|55=[N/A]|58=unknown instrument: Symbol=NOTHING",
            other.takeOne().toString());
        venue.flow.requestQuote(0, 1, 12);
        venue.flow.requestQuote(1, 89, 0);
        venue.pump();
        final List<Fields> sent = session.take();
        assertEquals("35=R|644=q|146=1|55=SI-12.26|48=1001|22=8|54=1|38=12", sent.get(0).without(131));
        assertEquals("35=R|644=q|146=1|55=SI-12.26|48=1001|22=8", sent.get(1).without(131));
        assertEquals(2, sent.size());
        assertEquals(List.of(), other.take());
        session.request(venue.service, "AH|644=q|146=1|55=SI-12.26|263=2");
        venue.flow.requestQuote(0, 1, 12);
        venue.pump();
        assertEquals(List.of(), session.take());
    }

    @Test
    void shouldSendNewsToWhomTheyAreForAndWhoMayHaveMarketData() throws Exception
    {
        final RecordingSession trader = venue.session("FIXBB1").options(0, Role.ORDER_ENTRY);
        final NewsOperator news = new NewsOperator(venue.engine.operator());
        news.publish("Halt", "first\n\nthird", DemoReferenceData.SI_ID, 0, "");
        news.publish("Others", "", 0, DemoReferenceData.FIXBB1_LOGIN_ID, "");
        news.publish("Others", "", 0, 0, "BB01");
        news.publish("Headline only", "", 0, DemoReferenceData.FIXAA1_LOGIN_ID, "AA01");
        venue.pump();
        assertEquals(
            List.of(
                "35=B|148=Halt|146=1|55=SI-12.26|48=1001|22=8|33=3|58=first|58= |58=third",
                "35=B|148=Headline only|33=1|58=Headline only"),
            session.take().stream().map((message) -> message.without(42)).toList());
        assertEquals(List.of(), trader.take());
        assertEquals(2, session.stored());
        venue.service.onLogout(session);
        news.publish("Later", "", 0, 0, "");
        venue.pump();
        assertEquals(List.of(), session.take());
    }

    @Test
    void shouldHaveOneIncrementForWhatOneTransactionDoesToAllInstruments()
    {
        venue.flow.limit(0, DemoReferenceData.SI_ID, Side.SELL, 0, 5, TimeInForce.DAY);
        venue.flow.limit(0, DemoReferenceData.RI_ID, Side.SELL, 0, 5, TimeInForce.DAY);
        venue.pump();
        session.request(venue.service, "V|262=m|263=1|264=1|265=1|267=1|269=1|146=2|55=SI-12.26|55=RI-12.26");
        session.take();
        venue.engine.operator().suspendTrading(7, ClearingKind.EVENING);
        venue.pump();
        final Fields increment = session.takeOne();
        assertEquals("2", increment.get(268));
        assertEquals(List.of("SI-12.26", "RI-12.26"),
            increment.group(268, 279).stream().map((entry) -> entry.get(55)).toList());
    }
}
