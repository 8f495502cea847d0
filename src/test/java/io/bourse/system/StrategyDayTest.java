// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.ledger.CheckResult;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.run.ClearingContext;
import io.bourse.clearing.run.RunResult;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.CommandRefusedException;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.client.StateReport;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.marketdata.client.MarketTrade;
import io.bourse.marketdata.client.MarketTransaction;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A calendar spread from its reference table to the signed reports: two TWIME sessions trade it, below zero too, and
 * both parties, the public, the engine and clearing tell the same story, also after a restart.
 */
class StrategyDayTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long E5 = 100_000;
    private static final int NEAR = 1001;
    private static final int FAR = 1002;
    private static final int SPREAD = 2001;
    private static final int A = 1;
    private static final int B = 2;
    private static final int PRICE_OUTSIDE_LIMITS = 32;
    /** Day order; multi-leg; active or passive side. */
    private static final String ACTIVE = "flags={0,27,41}";
    private static final String PASSIVE = "flags={0,27,42}";

    @TempDir
    private Path dir;

    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 100_000);
    private final List<String> publicTrades = Collections.synchronizedList(new ArrayList<>());
    private final int[] checked = new int[B + 1];
    private Map<String, Object> options;
    private Venue venue;
    private EngineClient engine;
    private OperatorClient operator;
    private FeedReader feed;
    private TwimeRecorder a;
    private TwimeRecorder b;
    private long clOrdId;

    @AfterEach
    void closeAll()
    {
        leave();
        if (null != feed)
        {
            feed.close();
        }
    }

    @Test
    void shouldTellOneStoryOfAStrategyFromItsTableToItsReports() throws IOException
    {
        writeReferenceData("2001,1001,-1\n2001,1002,1\n");
        options = TestVenue.options(dir.resolve("data"));
        options.put("venue.reference-data", dir.resolve("reference").toString());
        options.put("venue.trading-date", 20261120);
        start();
        feed = new FeedReader(venue.descriptor(), (transaction, books) -> publish(transaction));
        feed.awaitEqual(operator.reportState());
        told(a, A, "EVENT SessionDataReady session=1");
        told(b, B, "EVENT SessionDataReady session=1");

        tradeTheNearContract();
        tradeTheSpread();
        tradeTheSpreadBelowZero();
        negotiateTheNearContract();
        assertEquals(List.of(
            "AA01000 1001 6", "AA01000 1002 -1", "BB01000 1001 -6", "BB01000 1002 1"), positions());

        clearInTheDay();
        clearInTheEvening();
        openTheNextSession();
        restart();
    }

    @Test
    void shouldSayWhichStrategyIsWrongAndStartWhenItIsCorrected() throws IOException
    {
        options = TestVenue.options(dir.resolve("data"));
        options.put("venue.reference-data", dir.resolve("reference").toString());
        writeReferenceData("2001,1001,-1\n2001,1002,2\n");
        final String message = assertThrows(CommandRefusedException.class, this::start).getMessage();
        assertTrue(message.contains("command=DefineLegs instrumentId=2001"), message);
        assertTrue(message.contains("ratio=2"), message);

        writeReferenceData("2001,1001,-2\n2001,1002,1\n");
        start();
        order(a, SPREAD, true, -100, 1);
        told(a, A, "EVENT SessionDataReady session=1", "ACCEPTED 1 order=1 px=-10000000 qty=1");
    }

    /** Its last price is what the strategy will trade the near leg at. */
    private void tradeTheNearContract()
    {
        order(a, NEAR, false, 92_400, 2);
        order(b, NEAR, true, 92_400, 2);
        told(a, A,
            "ACCEPTED 1 order=1 px=9240000000 qty=2",
            "EXECUTED trade=1 order=1 px=9240000000 qty=2 rest=0 instrument=1001 Sell flags={0,42}");
        told(b, B,
            "ACCEPTED 2 order=2 px=9240000000 qty=2",
            "EXECUTED trade=1 order=2 px=9240000000 qty=2 rest=0 instrument=1001 Buy flags={0,41}");
        shown("1 1001 2@92400 buyer 2 takes 1");
    }

    private void tradeTheSpread()
    {
        order(b, SPREAD, false, 860, 5);
        order(a, SPREAD, true, 870, 5);
        told(b, B,
            "ACCEPTED 3 order=3 px=86000000 qty=5",
            "EXECUTED trade=2 order=3 px=86000000 qty=5 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        told(a, A,
            "ACCEPTED 4 order=4 px=87000000 qty=5",
            "EXECUTED trade=2 order=4 px=86000000 qty=5 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        shown("2 2001 5@860 buyer 4 takes 3", "3 1001 5@92400 leg", "4 1002 5@93260 leg");
    }

    /** One order sweeps two levels and leaves the rest of the second: each trade has legs of its own. */
    private void tradeTheSpreadBelowZero()
    {
        order(a, SPREAD, false, -120, 4);
        order(a, SPREAD, false, -100, 4);
        feed.awaitEqual(operator.reportState());
        order(b, SPREAD, true, -100, 6);
        told(a, A,
            "ACCEPTED 5 order=5 px=-12000000 qty=4",
            "ACCEPTED 6 order=6 px=-10000000 qty=4",
            "EXECUTED trade=5 order=5 px=-12000000 qty=4 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000",
            "EXECUTED trade=8 order=6 px=-10000000 qty=2 rest=2 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        told(b, B,
            "ACCEPTED 7 order=7 px=-10000000 qty=6",
            "EXECUTED trade=5 order=7 px=-12000000 qty=4 rest=2 instrument=2001 Buy " + ACTIVE + " leg=9240000000",
            "EXECUTED trade=8 order=7 px=-10000000 qty=2 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        shown(
            "5 2001 4@-120 buyer 7 takes 5", "6 1001 4@92400 leg", "7 1002 4@92280 leg",
            "8 2001 2@-100 buyer 7 takes 6", "9 1001 2@92400 leg", "10 1002 2@92300 leg");
        feed.awaitEqual(operator.reportState());
    }

    private void negotiateTheNearContract()
    {
        negotiate(A, "AA01000", "BB01", Side.BUY);
        negotiate(B, "BB01000", "AA01", Side.SELL);
        told(a, A,
            "ACCEPTED 8 order=8 px=9239000000 qty=7",
            "EXECUTED trade=11 order=8 px=9239000000 qty=7 rest=0 instrument=1001 Buy flags={26,31}");
        told(b, B,
            "ACCEPTED 9 order=9 px=9239000000 qty=7",
            "EXECUTED trade=11 order=9 px=9239000000 qty=7 rest=0 instrument=1001 Sell flags={26,31}");
        shown("11 1001 7@92390 negotiated");
        feed.awaitEqual(operator.reportState());
    }

    private void clearInTheDay() throws IOException
    {
        try (VenueClearing clearing = VenueClearing.connect(venue.dataDir()))
        {
            final RunResult day = run(ClearingKind.INTRADAY, clearing.context()
                .settlementOverrideE5(NEAR, 92_500 * E5)
                .settlementOverrideE5(FAR, 92_700 * E5));
            assertPrice(day, 200, new PriceBand(-2_800 * E5, 3_200 * E5));
        }
        // The order left in the book is still there, and the limits that the run published are in force.
        order(b, SPREAD, true, 3_201, 1);
        assertEquals(List.of(PRICE_OUTSIDE_LIMITS), b.refusals());
        order(b, SPREAD, true, 3_200, 2);
        told(b, B,
            "ACCEPTED 11 order=10 px=320000000 qty=2",
            "EXECUTED trade=12 order=10 px=-10000000 qty=2 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        told(a, A,
            "EXECUTED trade=12 order=6 px=-10000000 qty=2 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        shown("12 2001 2@-100 buyer 10 takes 6", "13 1001 2@92400 leg", "14 1002 2@92300 leg");
    }

    private void clearInTheEvening() throws IOException
    {
        order(b, SPREAD, true, -700, 1);
        told(b, B, "ACCEPTED 12 order=11 px=-70000000 qty=1");
        final RunResult evening;
        try (VenueClearing clearing = VenueClearing.connect(venue.dataDir()))
        {
            evening = run(ClearingKind.EVENING, clearing.context());
        }
        assertPrice(evening, 200, new PriceBand(-2_800 * E5, 3_200 * E5));
        told(a, A, "EVENT ClearingStarted session=1", "EMPTY session=1");
        told(b, B, "EVENT ClearingStarted session=1", "EMPTY session=1");
        assertMoney(evening);
        final StateReport report = operator.reportState();
        assertEquals(14, report.tradeCount());
        assertEquals(List.of(), report.orders());
        // Four trades in the strategy are no trades of clearing's: it has their legs.
        assertEquals(14 - 4, evening.counts().trades());
        assertEquals(List.of(
            "AA01000 1001 8", "AA01000 1002 -3", "BB01000 1001 -8", "BB01000 1002 3"), positions());
        feed.awaitEqual(report);
    }

    /** What one client gains the other loses, to the kopeck; the fees of both are the venue's. */
    private static void assertMoney(final RunResult evening) throws IOException
    {
        BigDecimal margin = BigDecimal.ZERO;
        BigDecimal change = BigDecimal.ZERO;
        BigDecimal fees = BigDecimal.ZERO;
        for (final String row : Files.readAllLines(evening.directory().resolve("money.csv")))
        {
            if (row.startsWith("AA01000") || row.startsWith("BB01000"))
            {
                final String[] column = row.split(";");
                final BigDecimal day = new BigDecimal(column[2]).add(new BigDecimal(column[3]));
                // Near -2 x 100, 5 x (200 - 860), -4 x (200 + 120), -2 x (200 + 100) twice, near 7 x 110.
                assertEquals(new BigDecimal(row.startsWith("AA") ? "-5210.00" : "5210.00"), day);
                margin = margin.add(day);
                fees = fees.add(new BigDecimal(column[4])).add(new BigDecimal(column[5]));
                change = change.add(new BigDecimal(column[6])).subtract(new BigDecimal(column[1]));
            }
        }
        assertEquals(0, margin.signum());
        assertTrue(fees.signum() > 0, "somebody took");
        assertEquals(fees.negate(), change);
        assertEquals(
            fees.movePointRight(2).longValueExact(),
            Math.abs(evening.counts().exchangeFeeKopecks() + evening.counts().clearingFeeKopecks()));
    }

    private void openTheNextSession()
    {
        operator.openSession(2, 20261123);
        order(b, SPREAD, false, 3_200, 1);
        order(a, SPREAD, true, -2_800, 3);
        order(a, SPREAD, true, -2_801, 3);
        assertEquals(List.of(PRICE_OUTSIDE_LIMITS), a.refusals());
        told(a, A, "EVENT SessionDataReady session=2", "ACCEPTED 14 order=13 px=-280000000 qty=3");
        told(b, B, "EVENT SessionDataReady session=2", "ACCEPTED 13 order=12 px=320000000 qty=1");
        feed.awaitEqual(operator.reportState());
    }

    /** The legs are in the journal, not in the table; both sessions are told again what they were told. */
    private void restart() throws IOException
    {
        final StateReport before = operator.reportState();
        final List<String> toldA = a.told();
        final List<String> toldB = b.told();
        leave();
        writeReferenceData("");
        start();
        Told.assertSame("A", toldA, a.told());
        Told.assertSame("B", toldB, b.told());
        final StateReport after = operator.reportState();
        assertEquals(before.orders(), after.orders());
        assertEquals(before.positions(), after.positions());

        order(a, SPREAD, true, 3_200, 1);
        told(a, A,
            "ACCEPTED 16 order=14 px=320000000 qty=1",
            "EXECUTED trade=15 order=14 px=320000000 qty=1 rest=0 instrument=2001 Buy " + ACTIVE + " leg=9240000000");
        told(b, B,
            "EXECUTED trade=15 order=12 px=320000000 qty=1 rest=0 instrument=2001 Sell " + PASSIVE + " leg=9240000000");
        feed.awaitEqual(operator.reportState());
    }

    private void start() throws IOException
    {
        venue = Venue.start(VenueConfigLoader.load(null, options));
        engine = venue.engine().connect();
        operator = new OperatorClient(engine, LIMIT_NS);
        a = new TwimeRecorder(venue.twime().localAddress(), "TWAA01", "AA01000");
        b = new TwimeRecorder(venue.twime().localAddress(), "TWBB01", "BB01000");
        await(() -> a.isRecovered() && b.isRecovered());
    }

    private void leave()
    {
        if (null != a)
        {
            a.close();
            b.close();
            a = null;
        }
        if (null != venue)
        {
            operator.close();
            engine.close();
            venue.close();
            venue = null;
        }
    }

    /** Sends an order and waits until it is answered. */
    private void order(
        final TwimeRecorder trader, final int instrumentId, final boolean isBuy, final long price, final long lots)
    {
        final int answers = trader.toldCount() + trader.refusals().size();
        clOrdId++;
        trader.order(clOrdId, instrumentId, isBuy, price, lots);
        await(() -> trader.toldCount() + trader.refusals().size() > answers);
    }

    /** No protocol of ours has negotiated orders: a gateway of the future would send them like this. */
    private void negotiate(final int loginId, final String account, final String counterparty, final Side side)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
        final NegotiatedOrderEncoder command = new NegotiatedOrderEncoder();
        clOrdId++;
        command.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .header().stampedNs(0).receivedNs(0).sequence(0).sessionId(loginId).gatewayId(OperatorClient.GATEWAY_ID)
            .partition(engine.partition());
        command.clOrdId(clOrdId).priceE5(92_390 * E5).qtyLots(7).accountCode(AccountCode.pack(account))
            .instrumentId(NEAR).linkId(0).side(side.value()).complianceId((byte)'D').clientFlags((short)0)
            .matchRef(77).counterparty(counterparty).clientRef("");
        final CommandPublisher publisher = engine.newCommandPublisher();
        await(() ->
            publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + command.encodedLength()));
    }

    /** What a session is told next, and nothing else. */
    private void told(final TwimeRecorder trader, final int who, final String... lines)
    {
        final int from = checked[who];
        checked[who] = from + lines.length;
        await(() -> trader.toldCount() >= from + lines.length);
        final List<String> told = trader.told();
        assertEquals(List.of(lines), told.subList(from, told.size()));
    }

    /** What the public is shown next, and nothing else. */
    private void shown(final String... trades)
    {
        await(() -> publicTrades.size() >= trades.length);
        assertEquals(List.of(trades), List.copyOf(publicTrades));
        publicTrades.clear();
    }

    private void publish(final MarketTransaction transaction)
    {
        for (int i = 0; i < transaction.tradeCount(); i++)
        {
            final MarketTrade trade = transaction.trade(i);
            final String how;
            if (trade.isStrategyLeg())
            {
                how = "leg";
            }
            else if (trade.isNegotiated())
            {
                how = "negotiated";
            }
            else
            {
                how = (trade.isAggressorBuyer() ? "buyer " : "seller ") + trade.aggressorOrderId() + " takes " +
                    trade.restingOrderId();
            }
            publicTrades.add(trade.tradeId() + " " + trade.securityId() + " " + trade.qtyLots() + "@" +
                trade.priceE5() / E5 + " " + how);
        }
    }

    private List<String> positions()
    {
        return operator.reportState().positions().stream().map(position ->
            AccountCode.unpack(position.accountCode()) + " " + position.instrumentId() + " " + position.netLots())
            .toList();
    }

    private static RunResult run(final ClearingKind kind, final ClearingContext context)
    {
        final RunResult result = VenueClearing.run(kind, context);
        assertTrue(result.checks().stream().allMatch(CheckResult::isOk), () -> result.checks().toString());
        return result;
    }

    private static void assertPrice(final RunResult run, final long settlement, final PriceBand band)
    {
        final InstrumentPrice price =
            run.prices().stream().filter(any -> SPREAD == any.instrumentId()).findFirst().orElseThrow();
        assertEquals(SettlementMethod.LEGS, price.method());
        assertEquals(settlement * E5, price.settlementPriceE5());
        assertEquals(band, price.band());
    }

    private void writeReferenceData(final String strategies) throws IOException
    {
        final Path tables = Files.createDirectories(dir.resolve("reference"));
        Files.writeString(tables.resolve("clearing-firms.csv"), "code\nAA\nBB\n");
        Files.writeString(tables.resolve("brokerage-firms.csv"), "code\nAA01\nBB01\n");
        Files.writeString(tables.resolve("accounts.csv"), "brokerage_firm,first,last\nAA01,000,001\nBB01,000,001\n");
        Files.writeString(tables.resolve("logins.csv"),
            "login_id,protocol,name,brokerage_firm\n1,TWIME,TWAA01,AA01\n2,TWIME,TWBB01,BB01\n");
        Files.writeString(tables.resolve("instruments.csv"), """
            instrument_id,symbol,kind,underlying,currency,price_tick,tick_value,low_limit,high_limit,settlement_price,\
            exchange_fee_pct,clearing_fee_pct,maturity_date
            2001,Si-12.26-3.27,SPREAD,Si,RUB,1,1,-2150,3850,850,0,0,20261217
            1001,Si-12.26,FUTURE,Si,RUB,1,1,83000,101000,92345,0.002655,0.001965,20261217
            1002,Si-3.27,FUTURE,Si,RUB,1,1,84000,102000,93195,0.002655,0.001965,20270318
            """);
        Files.writeString(tables.resolve("strategies.csv"), "strategy_id,leg_instrument_id,ratio\n" + strategies);
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            idle.idle(null == a ? 0 : a.poll() + b.poll());
            assertTrue(System.nanoTime() < deadlineNs, () -> "nothing comes: A=" + a.told() + " " + a.refusals() +
                " B=" + b.told() + " " + b.refusals() + " public=" + publicTrades);
        }
    }
}
