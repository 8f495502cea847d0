// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.sql.RunSql;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.drill.FeedReader;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static io.bourse.system.StrategyVenue.E5;
import static io.bourse.system.StrategyVenue.FAR;
import static io.bourse.system.StrategyVenue.NEAR;
import static io.bourse.system.StrategyVenue.SPREAD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A calendar spread from its reference table to the signed reports: two TWIME sessions trade it, below zero too, and
 * both parties, the public, the engine and clearing agree about it, also after a restart.
 */
@Tag("venue")
class StrategyDayTest
{
    private static final int PRICE_OUTSIDE_LIMITS = 32;
    /** Day order; multi-leg; active side. */
    private static final String ACTIVE = "flags={0,27,41}";
    private static final String PASSIVE = "flags={0,27,42}";
    private static final String AUCTION = "flags={0,27,42,62}";

    @TempDir
    private Path dir;
    private StrategyVenue day;

    @BeforeEach
    void prepare() throws IOException
    {
        day = new StrategyVenue(dir);
    }

    @AfterEach
    void closeAll()
    {
        day.close();
    }

    @Test
    void shouldAgreeOnAStrategyFromItsTableToItsReports() throws IOException
    {
        day.startWithFeed();
        day.assertReceives(day.a(), "EVENT SessionDataReady session=1");
        day.assertReceives(day.b(), "EVENT SessionDataReady session=1");

        tradeTheNearContract();
        tradeTheSpread();
        tradeTheSpreadBelowZero();
        negotiateTheNearContract();
        assertEquals(List.of(
            "AA01000 1001 6", "AA01000 1002 -1", "BB01000 1001 -6", "BB01000 1002 1"), day.positions());

        clearInTheDay();
        clearInTheEvening();
        openTheNextSession();
        restart();
    }

    @Test
    void shouldSayWhichStrategyIsWrongAndStartWhenItIsCorrected() throws IOException
    {
        day.writeReferenceData("2001,1001,-1\n2001,1002,2\n");
        final String message = assertThrows(CommandRefusedException.class, day::start).getMessage();
        assertTrue(message.contains("command=DefineLegs instrumentId=2001"), message);
        assertTrue(message.contains("ratio=2"), message);

        day.writeReferenceData("2001,1001,-2\n2001,1002,1\n");
        day.start();
        day.order(day.a(), SPREAD, true, -100, 1);
        day.assertReceives(day.a(), "EVENT SessionDataReady session=1", "ACCEPTED 1 order=1 px=-10000000 qty=1");
    }

    /** The auction finds the price where most trades, and each of its trades has legs; the last order takes. */
    @Test
    void shouldUncrossAnAuctionInAStrategyBelowZero() throws IOException
    {
        day.startWithFeed();
        final PhaseOperator phases = new PhaseOperator(day.operator());
        phases.changePhase(PhaseChangeSpec.ofInstrument(SPREAD, Phase.OPENING_AUCTION));
        day.order(day.a(), SPREAD, true, -50, 3);
        day.order(day.b(), SPREAD, false, -70, 2);
        day.order(day.b(), SPREAD, false, -60, 4);
        phases.changePhase(PhaseChangeSpec.ofInstrument(SPREAD, Phase.CONTINUOUS));
        // Three can trade from -60 to -50, sellers are left over: the lowest price. Near at its settlement price.
        day.assertReceives(day.a(), "EVENT SessionDataReady session=1",
            "EVENT AuctionCollectOrderStarted session=1",
            "ACCEPTED 1 order=1 px=-5000000 qty=3",
            "EVENT AuctionCollectOrderFinished session=1",
            "EXECUTED trade=1 order=1 px=-6000000 qty=2 rest=1 instrument=2001 Buy " + AUCTION + " leg=9234500000",
            "EXECUTED trade=4 order=1 px=-6000000 qty=1 rest=0 instrument=2001 Buy " + AUCTION + " leg=9234500000",
            "EVENT AuctionFinished session=1");
        day.assertReceives(day.b(), "EVENT SessionDataReady session=1",
            "EVENT AuctionCollectOrderStarted session=1",
            "ACCEPTED 2 order=2 px=-7000000 qty=2",
            "ACCEPTED 3 order=3 px=-6000000 qty=4",
            "EVENT AuctionCollectOrderFinished session=1",
            "EXECUTED trade=1 order=2 px=-6000000 qty=2 rest=0 instrument=2001 Sell " + AUCTION + " leg=9234500000",
            "EXECUTED trade=4 order=3 px=-6000000 qty=1 rest=3 instrument=2001 Sell " + AUCTION + " leg=9234500000",
            "EVENT AuctionFinished session=1");
        assertEquals(List.of("1 2001 2@-60", "2 1001 2@92345 leg", "3 1002 2@92285 leg",
            "4 2001 1@-60", "5 1001 1@92345 leg", "6 1002 1@92285 leg"), day.shownWithoutParties(6));
        day.feed().awaitEqual(day.operator().reportState());
        assertEquals(List.of(
            "AA01000 1001 -3", "AA01000 1002 3", "BB01000 1001 3", "BB01000 1002 -3"), day.positions());
        try (VenueClearing clearing = VenueClearing.connect(day.venue().dataDir()))
        {
            assertEquals(4, run(ClearingKind.EVENING, clearing.context()).counts().trades());
        }
    }

    /** A broker's session reads the strategy as any instrument: its legs are for clearing to report. */
    @Test
    void shouldTradeAStrategyBelowZeroBetweenTwimeAndFix() throws IOException
    {
        day.startWithFeed();
        try (FixTrader fix = new FixTrader(
            day.venue().fix().localAddress(), "FIXBB01", 3, List.of("BB01001"), Map.of(SPREAD, "Si-12.26-3.27")))
        {
            day.await(fix::isLoggedOn);
            day.order(day.a(), SPREAD, false, -7, 4);
            final OrderAction action = new OrderAction();
            action.instrumentId = SPREAD;
            action.newOrder(1, true, -5 * E5, 3, false);
            assertTrue(fix.send(action));
            day.await(() -> fix.poll() >= 0 && fix.receivedCount() >= 4);
            assertEquals(List.of(
                "ACCEPTED FIXBB01-1 order=2 px=-500000 qty=3",
                "EXECUTED trade=1 order=2 px=-700000 qty=3 rest=0",
                "EXECUTED trade=2 order=2 px=9234500000 qty=3 rest=0",
                "EXECUTED trade=3 order=2 px=9233800000 qty=3 rest=0"), fix.received());
        }
        day.assertReceives(day.a(), "EVENT SessionDataReady session=1",
            "ACCEPTED 1 order=1 px=-700000 qty=4",
            "EXECUTED trade=1 order=1 px=-700000 qty=3 rest=1 instrument=2001 Sell " + PASSIVE + " leg=9234500000");
        day.shown("1 2001 3@-7 buyer 2 takes 1", "2 1001 3@92345 leg", "3 1002 3@92338 leg");
        assertEquals(List.of(
            "AA01000 1001 3", "AA01000 1002 -3", "BB01001 1001 -3", "BB01001 1002 3"), day.positions());
    }

    /** Its last price is what the strategy will trade the near leg at. */
    private void tradeTheNearContract()
    {
        day.order(day.a(), NEAR, false, 92_400, 2);
        day.order(day.b(), NEAR, true, 92_400, 2);
        day.assertReceives(day.a(),
            "ACCEPTED 1 order=1 px=9240000000 qty=2",
            "EXECUTED trade=1 order=1 px=9240000000 qty=2 rest=0 instrument=1001 Sell flags={0,42}");
        day.assertReceives(day.b(),
            "ACCEPTED 2 order=2 px=9240000000 qty=2",
            "EXECUTED trade=1 order=2 px=9240000000 qty=2 rest=0 instrument=1001 Buy flags={0,41}");
        day.shown("1 1001 2@92400 buyer 2 takes 1");
    }

    private void tradeTheSpread()
    {
        day.order(day.b(), SPREAD, false, 860, 5);
        day.order(day.a(), SPREAD, true, 870, 5);
        day.assertReceives(day.b(),
            "ACCEPTED 3 order=3 px=86000000 qty=5",
            "EXECUTED trade=2 order=3 px=86000000 qty=5 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        day.assertReceives(day.a(),
            "ACCEPTED 4 order=4 px=87000000 qty=5",
            "EXECUTED trade=2 order=4 px=86000000 qty=5 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        day.shown("2 2001 5@860 buyer 4 takes 3", "3 1001 5@92400 leg", "4 1002 5@93260 leg");
    }

    /** One order sweeps two levels and leaves the rest of the second: each trade has legs of its own. */
    private void tradeTheSpreadBelowZero()
    {
        day.order(day.a(), SPREAD, false, -120, 4);
        day.order(day.a(), SPREAD, false, -100, 4);
        day.feed().awaitEqual(day.operator().reportState());
        day.order(day.b(), SPREAD, true, -100, 6);
        day.assertReceives(day.a(),
            "ACCEPTED 5 order=5 px=-12000000 qty=4",
            "ACCEPTED 6 order=6 px=-10000000 qty=4",
            "EXECUTED trade=5 order=5 px=-12000000 qty=4 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000",
            "EXECUTED trade=8 order=6 px=-10000000 qty=2 rest=2 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        day.assertReceives(day.b(),
            "ACCEPTED 7 order=7 px=-10000000 qty=6",
            "EXECUTED trade=5 order=7 px=-12000000 qty=4 rest=2 instrument=2001 Buy " + ACTIVE + " leg=9240000000",
            "EXECUTED trade=8 order=7 px=-10000000 qty=2 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        day.shown(
            "5 2001 4@-120 buyer 7 takes 5", "6 1001 4@92400 leg", "7 1002 4@92280 leg",
            "8 2001 2@-100 buyer 7 takes 6", "9 1001 2@92400 leg", "10 1002 2@92300 leg");
        day.feed().awaitEqual(day.operator().reportState());
    }

    private void negotiateTheNearContract()
    {
        day.negotiate(1, "AA01000", "BB01", Side.BUY);
        day.negotiate(2, "BB01000", "AA01", Side.SELL);
        day.assertReceives(day.a(),
            "ACCEPTED 8 order=8 px=9239000000 qty=7",
            "EXECUTED trade=11 order=8 px=9239000000 qty=7 rest=0 instrument=1001 Buy flags={26,31}");
        day.assertReceives(day.b(),
            "ACCEPTED 9 order=9 px=9239000000 qty=7",
            "EXECUTED trade=11 order=9 px=9239000000 qty=7 rest=0 instrument=1001 Sell flags={26,31}");
        day.shown("11 1001 7@92390 negotiated");
        day.feed().awaitEqual(day.operator().reportState());
    }

    private void clearInTheDay() throws IOException
    {
        try (VenueClearing clearing = VenueClearing.connect(day.venue().dataDir()))
        {
            final RunResult intraday = run(ClearingKind.INTRADAY, clearing.context()
                .settlementOverrideE5(NEAR, 92_500 * E5)
                .settlementOverrideE5(FAR, 92_700 * E5));
            assertPrice(intraday, 200, new PriceBand(-2_800 * E5, 3_200 * E5));
        }
        // The order left in the book is still there, and the limits that the run published are in force.
        day.order(day.b(), SPREAD, true, 3_201, 1);
        assertEquals(List.of(PRICE_OUTSIDE_LIMITS), day.b().refusals());
        day.order(day.b(), SPREAD, true, 3_200, 2);
        day.assertReceives(day.b(),
            "ACCEPTED 11 order=10 px=320000000 qty=2",
            "EXECUTED trade=12 order=10 px=-10000000 qty=2 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        day.assertReceives(day.a(),
            "EXECUTED trade=12 order=6 px=-10000000 qty=2 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        day.shown("12 2001 2@-100 buyer 10 takes 6", "13 1001 2@92400 leg", "14 1002 2@92300 leg");
    }

    private void clearInTheEvening() throws IOException
    {
        day.order(day.b(), SPREAD, true, -700, 1);
        day.assertReceives(day.b(), "ACCEPTED 12 order=11 px=-70000000 qty=1");
        final RunResult evening;
        try (VenueClearing clearing = VenueClearing.connect(day.venue().dataDir()))
        {
            evening = run(ClearingKind.EVENING, clearing.context());
        }
        assertPrice(evening, 200, new PriceBand(-2_800 * E5, 3_200 * E5));
        day.assertReceives(day.a(), "EVENT ClearingStarted session=1", "EMPTY session=1");
        day.assertReceives(day.b(), "EVENT ClearingStarted session=1", "EMPTY session=1");
        assertMoney(evening);
        final StateReport report = day.operator().reportState();
        assertEquals(14, report.tradeCount());
        assertEquals(List.of(), report.orders());
        // Four trades in the strategy are no trades of clearing's: it has their legs.
        assertEquals(14 - 4, evening.counts().trades());
        assertEquals(List.of(
            "AA01000 1001 8", "AA01000 1002 -3", "BB01000 1001 -8", "BB01000 1002 3"), day.positions());
        day.feed().awaitEqual(report);
    }

    /** What one client gains the other loses, to the kopeck; the fees of both are the venue's. */
    private static void assertMoney(final RunResult evening) throws IOException
    {
        final List<List<String>> rows = new ArrayList<>();
        RunSql.query(
            RunPlace.find(evening.directory().getParent().getParent(), Long.toString(evening.header().runId())),
            "select client, vm_paid + vm, amount_beg + vm_paid + vm - fee - amount_end, fee from money " +
                "where client in ('AA01000', 'BB01000') order by client",
            new RunSql.RowConsumer()
            {
                @Override
                public void onColumns(final String[] names, final boolean[] isNumber)
                {
                    assertEquals(4, names.length);
                }

                @Override
                public void onRow(final String[] values)
                {
                    rows.add(List.of(values));
                }
            });
        // Near -2 x 100, 5 x (200 - 860), -4 x (200 + 120), -2 x (200 + 100) twice, near 7 x 110.
        assertEquals(
            List.of(List.of("AA01000", "-5210.00", "0.00"), List.of("BB01000", "5210.00", "0.00")),
            rows.stream().map(row -> row.subList(0, 3)).toList());
        final BigDecimal fees = rows.stream().map(row -> new BigDecimal(row.get(3)))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertTrue(fees.signum() > 0, "somebody took");
        assertEquals(
            fees.movePointRight(2).longValueExact(),
            Math.abs(evening.counts().exchangeFeeKopecks() + evening.counts().clearingFeeKopecks()));
    }

    private void openTheNextSession()
    {
        day.openSession(2, 20261123);
        day.order(day.b(), SPREAD, false, 3_200, 1);
        day.order(day.a(), SPREAD, true, -2_800, 3);
        day.order(day.a(), SPREAD, true, -2_801, 3);
        assertEquals(List.of(PRICE_OUTSIDE_LIMITS), day.a().refusals());
        day.assertReceives(day.a(), "EVENT SessionDataReady session=2", "ACCEPTED 14 order=13 px=-280000000 qty=3");
        day.assertReceives(day.b(), "EVENT SessionDataReady session=2", "ACCEPTED 13 order=12 px=320000000 qty=1");
        day.feed().awaitEqual(day.operator().reportState());
    }

    /** The legs are in the journal, not in the table; both sessions receive again what they had received. */
    private void restart() throws IOException
    {
        final StateReport before = day.operator().reportState();
        final List<String> receivedA = day.a().received();
        final List<String> receivedB = day.b().received();
        day.leave();
        day.writeReferenceData("");
        day.start();
        Lines.assertSame("A", receivedA, day.a().received());
        Lines.assertSame("B", receivedB, day.b().received());
        final StateReport after = day.operator().reportState();
        assertEquals(before.orders(), after.orders());
        assertEquals(before.positions(), after.positions());

        try (FeedReader late = new FeedReader(day.venue().descriptor()))
        {
            // By snapshot, with an order far below zero in it.
            late.awaitEqual(after);
        }

        day.order(day.a(), SPREAD, true, 3_200, 1);
        day.assertReceives(day.a(),
            "ACCEPTED 16 order=14 px=320000000 qty=1",
            "EXECUTED trade=15 order=14 px=320000000 qty=1 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        day.assertReceives(day.b(),
            "EXECUTED trade=15 order=12 px=320000000 qty=1 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        day.feed().awaitEqual(day.operator().reportState());
    }

    private static RunResult run(final ClearingKind kind, final ClearingContext context)
    {
        final RunResult result = VenueClearing.run(kind, context);
        assertTrue(result.checks().stream().allMatch(CheckResult::isOk), () -> result.checks().toString());
        return result;
    }

    private static void assertPrice(final RunResult run, final long settlement, final PriceBand band)
    {
        final FixedPrice price =
            run.prices().stream().filter(any -> SPREAD == any.instrumentId()).findFirst().orElseThrow();
        assertEquals(SettlementMethod.LEGS, price.method());
        assertEquals(settlement * E5, price.settlementE5());
        assertEquals(band, price.limits());
    }
}
