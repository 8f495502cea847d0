// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.DemoReferenceData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What subscribers of books receive, message by message.
 */
@Tag("venue")
class MarketDataTest extends DataTest
{
    private static final int SI = DemoReferenceData.SI_ID;
    private static final String SYMBOL = "55=SI-12.26|48=1001|22=8";
    private static final String BOOK = "|267=2|269=0|269=1|146=1|55=SI-12.26";

    private List<String> received()
    {
        venue.pump();
        return session.take().stream().map((message) -> message.without(83, 272, 273)).collect(Collectors.toList());
    }

    private void subscribe(final int depth, final String types)
    {
        session.request(venue.service, "V|262=m|263=1|264=" + depth + "|265=1" + types);
        session.take();
    }

    @Test
    void shouldSendLevelsWhenOrdersComeAndGo()
    {
        venue.flow.limit(0, Side.BUY, -2, 5);
        venue.pump();
        session.request(venue.service, "V|262=m|263=1|264=0|265=1" + BOOK);
        assertEquals(List.of("35=W|262=m|" + SYMBOL + "|268=1|269=0|270=89998|271=5|346=1|290=1"), received());
        final long second = venue.flow.limit(1, Side.BUY, -2, 3);
        venue.flow.limit(1, Side.BUY, -1, 1);
        venue.flow.limit(0, Side.SELL, 4, 9);
        venue.flow.cancel(1, SI, second);
        venue.flow.limit(0, Side.SELL, -2, 4);
        assertEquals(List.of(
            "35=X|262=m|268=1|279=1|269=0|" + SYMBOL + "|270=89998|271=8|346=2|290=1",
            "35=X|262=m|268=1|279=0|269=0|" + SYMBOL + "|270=89999|271=1|346=1|290=1",
            "35=X|262=m|268=1|279=0|269=1|" + SYMBOL + "|270=90004|271=9|346=1|290=1",
            "35=X|262=m|268=1|279=1|269=0|" + SYMBOL + "|270=89998|271=5|346=1|290=2",
            "35=X|262=m|268=2|279=2|269=0|" + SYMBOL + "|270=89999|271=1|346=1|290=1|279=1|269=0|" + SYMBOL +
                "|270=89998|271=2|346=1|290=1"),
            received());
    }

    @Test
    void shouldDeleteAndBringLevelsAtTheEndOfTheDepthWhenOthersComeAndGo()
    {
        venue.flow.limit(0, Side.SELL, 3, 3);
        venue.flow.limit(0, Side.SELL, 2, 2);
        venue.pump();
        subscribe(2, BOOK);
        final long best = venue.flow.limit(0, Side.SELL, 1, 1);
        venue.flow.cancel(0, SI, best);
        assertEquals(List.of(
            "35=X|262=m|268=2|279=2|269=1|" + SYMBOL + "|270=90003|271=3|346=1|290=2|279=0|269=1|" + SYMBOL +
                "|270=90001|271=1|346=1|290=1",
            "35=X|262=m|268=2|279=2|269=1|" + SYMBOL + "|270=90001|271=1|346=1|290=1|279=0|269=1|" + SYMBOL +
                "|270=90003|271=3|346=1|290=2"),
            received());
    }

    @Test
    void shouldShowSlicesOnlyWhenOrdersAreIcebergsAndNothingOfHiddenOnes()
    {
        subscribe(0, "|267=3|269=0|269=1|269=2|146=1|55=SI-12.26");
        final long hidden = venue.flow.secret(0, Side.SELL, 5, 7, 0);
        venue.flow.secret(0, Side.SELL, 0, 50, 0);
        venue.flow.secret(0, Side.SELL, 1, 30, 10);
        venue.flow.limit(1, Side.BUY, 1, 60);
        venue.flow.cancel(0, SI, hidden);
        venue.flow.limit(1, SI, Side.BUY, 1, 10, TimeInForce.IOC);
        assertEquals(List.of(
            "35=X|262=m|268=1|279=0|269=1|" + SYMBOL + "|270=90001|271=10|346=1|290=1",
            "35=X|262=m|268=2|279=0|269=2|278=1|" + SYMBOL + "|270=90000|271=50|58=CONTINUOUS|279=0|269=2|278=2|" +
                SYMBOL + "|270=90001|271=10|58=CONTINUOUS",
            "35=X|262=m|268=1|279=0|269=2|278=3|" + SYMBOL + "|270=90001|271=10|58=CONTINUOUS"),
            received());
    }

    @Test
    void shouldSendPricesOfTheDayWhenTradesAreMade()
    {
        venue.flow.limit(0, Side.SELL, 0, 1);
        venue.flow.limit(0, Side.SELL, 3, 2);
        subscribe(1, "|267=7|269=4|269=6|269=7|269=8|269=9|269=B|269=C|146=1|55=SI-12.26");
        venue.flow.limit(1, Side.BUY, 3, 3);
        session.request(venue.service, "V|262=n|263=0|264=1|267=3|269=2|269=9|269=6|146=1|55=[N/A]|48=1001");
        final List<String> received = received();
        assertEquals("35=X|262=m|268=6|279=0|269=4|" + SYMBOL + "|270=90000|279=0|269=7|" + SYMBOL +
            "|270=90003|279=0|269=8|" + SYMBOL + "|270=90000|279=0|269=9|" + SYMBOL + "|270=90002|279=0|269=B|" +
            SYMBOL + "|271=3|279=0|269=C|" + SYMBOL + "|271=3", received.get(1));
        session.request(venue.service, "V|262=n|263=0|264=1|267=3|269=2|269=9|269=6|146=1|55=[N/A]|48=1001");
        assertEquals(List.of("35=W|262=n|" + SYMBOL + "|268=3|269=6|270=90000|269=9|270=90002|269=2|270=90003|271=2|" +
            "58=CONTINUOUS"), received());
    }

    @Test
    void shouldSendWhatAnAuctionWouldGiveUntilItHasGivenIt()
    {
        final PhaseOperator phases = new PhaseOperator(venue.engine.operator());
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.INTRADAY_AUCTION));
        venue.pump();
        subscribe(1, "|267=5|269=0|269=1|269=2|269=4|269=A|146=1|55=SI-12.26");
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.flow.limit(1, Side.BUY, 2, 8);
        venue.pump();
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.CONTINUOUS));
        final List<String> received = received();
        assertEquals("35=X|262=m|268=1|279=0|269=1|" + SYMBOL + "|270=90000|271=5|346=1|290=1", received.get(0));
        assertEquals("35=X|262=m|268=3|279=0|269=0|" + SYMBOL + "|270=90002|271=8|346=1|290=1|279=0|269=A|" + SYMBOL +
            "|270=90002|271=3|277=P|279=0|269=4|" + SYMBOL + "|270=90002|271=5|286=5", received.get(1));
        assertEquals("35=X|262=m|268=6|279=1|269=0|" + SYMBOL + "|270=90002|271=3|346=1|290=1|279=2|269=1|" + SYMBOL +
            "|270=90000|271=5|346=1|290=1|279=0|269=4|" + SYMBOL + "|270=90002|279=2|269=A|" + SYMBOL +
            "|270=90002|271=3|277=P|279=2|269=4|" + SYMBOL + "|270=90002|271=5|286=5|279=0|269=2|278=1|" + SYMBOL +
            "|270=90002|271=5|58=AUCTION", received.get(2));
        assertEquals(3, received.size());
    }

    @Test
    void shouldKeepTheBookWhenTheInstrumentIsHalted()
    {
        final PhaseOperator phases = new PhaseOperator(venue.engine.operator());
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.pump();
        subscribe(0, BOOK);
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.HALTED));
        phases.changePhase(PhaseChangeSpec.ofInstrument(SI, Phase.CONTINUOUS));
        venue.flow.limit(1, Side.BUY, 0, 5);
        assertEquals(
            List.of("35=X|262=m|268=1|279=2|269=1|" + SYMBOL + "|270=90000|271=5|346=1|290=1"), received());
    }

    @Test
    void shouldEmptyBooksInTheEveningAndBringBackWhatSurvives()
    {
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.flow.limit(0, SI, Side.SELL, 0, 7, TimeInForce.GTC);
        venue.flow.limit(1, SI, Side.BUY, 0, 1, TimeInForce.IOC);
        venue.pump();
        subscribe(0, "|267=6|269=0|269=1|269=5|269=6|269=7|269=B|146=1|55=SI-12.26");
        venue.engine.operator().suspendTrading(7, ClearingKind.EVENING);
        venue.engine.operator().publishSettlement(
            7, SI, 90_001_00000L, 100_000L, 80_001_00000L, 100_001_00000L);
        venue.engine.operator().publishSettlement(
            7, DemoReferenceData.RI_ID, 110_000_00000L, 1_612_340L, 95_000_00000L, 125_000_00000L);
        venue.engine.operator().completeClearing(7, ClearingKind.EVENING);
        venue.engine.operator().openSession(7002, 20261124);
        assertEquals(List.of(
            "35=X|262=m|268=2|279=2|269=1|" + SYMBOL + "|270=90000|271=11|346=2|290=1|279=0|269=5|" + SYMBOL +
                "|270=90000",
            "35=X|262=m|268=1|279=1|269=6|" + SYMBOL + "|270=90001",
            "35=X|262=m|268=3|279=0|269=1|" + SYMBOL + "|270=90000|271=7|346=1|290=1|279=2|269=7|" + SYMBOL +
                "|270=90000|279=2|269=B|" + SYMBOL + "|271=1"),
            received());
    }

    @Test
    void shouldSendLegsAndNegotiatedTradesWithoutMovingPrices()
    {
        venue.engine.operator().defineInstrument(new InstrumentSpec(
            2001, "RI-SI", InstrumentKind.SPREAD, "SI", "RUB",
            100_000L, 100_000L, -50_000_00000L, 50_000_00000L, 0, 0, 0, 20261217));
        venue.engine.operator().defineLegs(2001, List.of(new LegSpec(DemoReferenceData.RI_ID, 1), new LegSpec(SI, -1)));
        venue.pump();
        session.request(venue.service, "V|262=m|263=1|264=1|265=1|267=3|269=2|269=4|269=B|146=3|55=SI-12.26|" +
            "55=RI-12.26|55=RI-SI");
        session.take();
        venue.flow.limit(0, 2001, Side.SELL, -70_000, 2, TimeInForce.DAY);
        venue.flow.limit(1, 2001, Side.BUY, -70_000, 2, TimeInForce.DAY);
        venue.flow.negotiated(0, Side.SELL, 5, 4);
        venue.flow.negotiated(1, Side.BUY, 5, 4);
        final List<String> received = received();
        assertEquals("35=X|262=m|268=5|279=0|269=4|55=RI-SI|48=2001|22=8|270=20000|279=0|269=B|55=RI-SI|48=2001|22=8|" +
            "271=2|279=0|269=2|278=1|55=RI-SI|48=2001|22=8|270=20000|271=2|58=CONTINUOUS|279=0|269=2|278=2|" +
            "55=RI-12.26|48=1002|22=8|270=110000|271=2|58=SPREAD_LEG|279=0|269=2|278=3|" + SYMBOL +
            "|270=90000|271=2|58=SPREAD_LEG",
            received.get(0));
        assertEquals(
            "35=X|262=m|268=1|279=0|269=2|278=4|" + SYMBOL + "|270=90005|271=4|58=NEGOTIATED", received.get(1));
        assertEquals(2, received.size());
    }

    @Test
    void shouldSendWholeSnapshotsWhenTheyAreAskedFor()
    {
        session.request(venue.service, "V|262=m|263=1|264=1|265=0" + BOOK);
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.flow.limit(0, Side.SELL, 1, 5);
        assertEquals(List.of(
            "35=W|262=m|" + SYMBOL + "|268=0",
            "35=W|262=m|" + SYMBOL + "|268=1|269=1|270=90000|271=5|346=1|290=1"),
            received());
    }

    @Test
    void shouldEndSubscriptionWhenItIsDisabledOrItsSessionEnds()
    {
        subscribe(1, BOOK);
        assertEquals(1, venue.service.subscriptions());
        session.request(venue.service, "V|262=m|263=2|264=1" + BOOK);
        venue.flow.limit(0, Side.SELL, 0, 5);
        assertEquals(List.of(), received());
        subscribe(1, BOOK);
        venue.service.onLogout(session);
        venue.flow.limit(0, Side.SELL, -1, 5);
        assertEquals(List.of(), received());
        assertEquals(0, venue.service.subscriptions());
    }

    /** Also when nobody listens while it reads the journal, many transactions at a time. */
    @Test
    void shouldNumberTransactionsAsBeforeWhenTheGatewayRestarts()
    {
        venue.flow.limit(0, Side.SELL, 0, 5);
        venue.flow.limit(0, Side.SELL, 0, 6);
        venue.flow.limit(1, Side.BUY, 0, 4);
        venue.pump();
        session.request(venue.service, "V|262=m|263=0|264=0" + BOOK);
        final long before = session.takeOne().number(83);
        venue.service.close();
        venue.service = venue.newService(0);
        venue.pump();
        session.request(venue.service, "V|262=m|263=0|264=0" + BOOK);
        assertEquals(before, session.takeOne().number(83));
    }
}
