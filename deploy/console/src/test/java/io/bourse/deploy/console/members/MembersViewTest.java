// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.members;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.BrokerageFirmDefinedEncoder;
import io.bourse.engine.protocol.CommandRejectedEncoder;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeCorrectedEncoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What members have done in transactions written by hand.
 */
class MembersViewTest
{
    private static final int FUTURE = 7;
    private static final int STRATEGY = 8;
    private static final long BUYER = AccountCode.pack("AA01000");
    private static final long SELLER = AccountCode.pack("BB02000");
    private static final long E5 = 100_000;
    private static final long TICK_E5 = 50_000;

    private final MembersView view = new MembersView();
    private final EventScript events = new EventScript(view);

    @BeforeEach
    void define()
    {
        for (final String code : List.of("AA01", "BB02"))
        {
            events.begin().event(new BrokerageFirmDefinedEncoder(), (e) -> e.code(code)).end();
        }
        instrument(FUTURE, InstrumentKind.FUTURE);
        instrument(STRATEGY, InstrumentKind.SPREAD);
        open(1);
    }

    private void instrument(final int id, final InstrumentKind kind)
    {
        events.begin().event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(id).symbol("I" + id).kind(kind)
            .priceTickE5(TICK_E5).tickValueE5(2 * E5)).end();
    }

    private void open(final int sessionId)
    {
        events.begin().event(
            new SessionOpenedEncoder(), (e) -> e.sessionId(sessionId).tradingDate(20261129)).end();
    }

    private void trade(
        final long tradeId, final int instrumentId, final Side aggressor, final long price, final long lots)
    {
        events.begin().event(new TradeEncoder(), (e) ->
        {
            e.tradeId(tradeId).instrumentId(instrumentId).priceE5(price * E5).qtyLots(lots).aggressorSide(aggressor);
            e.buy().accountCode(BUYER);
            e.sell().accountCode(SELLER);
        }).end();
    }

    private void correct(final long tradeId, final long newLots)
    {
        events.begin().event(new TradeCorrectedEncoder(), (e) ->
        {
            e.tradeId(tradeId).instrumentId(FUTURE).priceE5(100 * E5).qtyLots(3).newPriceE5(100 * E5)
                .newQtyLots(newLots).aggressorSide(Side.SELL).offBookKind(OffBookKind.NULL_VAL);
            e.buy().accountCode(BUYER);
            e.sell().accountCode(SELLER);
        }).end();
    }

    private static String text(final MembersView.Session session, final String firm, final String... fields)
    {
        final Map<String, Object> row = session.rows().get(firm);
        return String.join(" ", List.of(fields).stream().map((field) -> String.valueOf(row.get(field))).toList());
    }

    private String now(final String firm, final String... fields)
    {
        return text(view.session(), firm, fields);
    }

    @Test
    void shouldCountOrdersForEachTrade()
    {
        final String[] fields = {"orders", "changes", "cancels", "rejected", "ordersPerTrade"};
        assertEquals("0 0 0 0 null", now("AA01", fields));
        for (int i = 0; i < 5; i++)
        {
            events.begin().event(new OrderAcceptedEncoder(), (e) -> e.accountCode(BUYER)).end();
        }
        events.begin().event(new OrderReplacedEncoder(), (e) -> e.accountCode(BUYER)).end();
        events.begin().event(new OrderCancelledEncoder(), (e) -> e.accountCode(BUYER).requestClOrdId(9)).end();
        events.begin().event(new OrderCancelledEncoder(), (e) -> e.accountCode(BUYER)
            .requestClOrdId(OrderCancelledEncoder.requestClOrdIdNullValue())).end();
        events.begin().event(new CommandRejectedEncoder(), (e) -> e.accountCode(BUYER)).end();
        events.begin().event(new CommandRejectedEncoder(), (e) -> e.accountCode(AccountCode.pack("ZZ01000"))).end();
        trade(1, FUTURE, Side.SELL, 100, 1);
        trade(2, FUTURE, Side.SELL, 100, 1);
        trade(3, FUTURE, Side.SELL, 100, 1);
        assertEquals("5 1 1 1 2.33", now("AA01", fields));
        assertEquals("0 0 0 0 0.00", now("BB02", fields));
    }

    /** 100.0 is 200 ticks of 2 roubles: 40 000 kopecks. */
    @Test
    void shouldCountTurnoverAndMakersOfBothSides()
    {
        final String[] fields = {"trades", "lots", "turnoverKopecks", "makerPermille"};
        assertEquals("0 0 0 null", now("AA01", fields));
        trade(1, FUTURE, Side.SELL, 100, 3);
        assertEquals("1 3 120000 1000", now("AA01", fields));
        assertEquals("1 3 120000 0", now("BB02", fields));
        trade(2, FUTURE, Side.BUY, 100, 1);
        assertEquals("2 4 160000 750", now("AA01", fields));
        trade(3, FUTURE, Side.NULL_VAL, 100, 2);
        assertEquals("3 6 240000 750", now("AA01", fields));
        assertEquals("3 6 240000 250", now("BB02", fields));
        correct(1, 1);
        assertEquals("3 4 160000 500", now("AA01", fields));
        assertEquals("3 4 160000 500", now("BB02", fields));
    }

    /** A strategy is worth what its legs are. */
    @Test
    void shouldCountAStrategyByItsLegs()
    {
        trade(1, STRATEGY, Side.BUY, -5, 2);
        assertEquals("1 0 0", now("AA01", "trades", "lots", "turnoverKopecks"));
        for (final OffBookKind kind : List.of(OffBookKind.SPREAD_LEG, OffBookKind.NEGOTIATED))
        {
            events.begin().event(new OffBookTradeEncoder(), (e) ->
            {
                e.tradeId(OffBookKind.NEGOTIATED == kind ? 3 : 2).instrumentId(FUTURE).priceE5(100 * E5).qtyLots(2)
                    .kind(kind);
                e.buy().accountCode(BUYER);
                e.sell().accountCode(SELLER);
            }).end();
        }
        assertEquals("2 4 160000", now("AA01", "trades", "lots", "turnoverKopecks"));
    }

    @Test
    void shouldValueATradeAtTheTickValueOfItsTime()
    {
        trade(1, FUTURE, Side.SELL, 100, 3);
        events.begin().event(new SettlementPublishedEncoder(), (e) -> e.instrumentId(FUTURE).tickValueE5(E5)).end();
        trade(2, FUTURE, Side.SELL, 100, 3);
        assertEquals("180000", now("AA01", "turnoverKopecks"));
        correct(1, 0);
        assertEquals("60000", now("AA01", "turnoverKopecks"));
        correct(2, 0);
        assertEquals("0", now("AA01", "turnoverKopecks"));
    }

    @Test
    void shouldBeginAgainWithASessionAndKeepTheOneBefore()
    {
        assertEquals(Map.of(), view.before().rows());
        trade(1, FUTURE, Side.SELL, 100, 3);
        open(2);
        assertEquals(1, view.before().sessionId());
        assertEquals("1 120000", text(view.before(), "AA01", "trades", "turnoverKopecks"));
        assertEquals(2, view.session().sessionId());
        correct(1, 0);
        assertEquals("0 0", now("AA01", "trades", "turnoverKopecks"));
        trade(2, FUTURE, Side.SELL, 100, 1);
        assertEquals("1 40000", now("AA01", "trades", "turnoverKopecks"));
    }

    @Test
    void shouldKeepTheLastValueOfAnIndexInEachMinuteOfTheSession()
    {
        final PublicMarket market = new PublicMarket((transaction) ->
        {
        }, List.of(new IndexSpec(9, "IDX", "RUB", 20261129, E5, 1_000_000, 2, 0,
            List.of(new IndexMember(FUTURE, 1_000_000, 10_000)))));
        final IndexHistory history = new IndexHistory(market.statistics().indices().indices());
        final EventScript script = new EventScript(new EventListenerPair(market, history));
        script.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(1).tradingDate(20261129)).end();
        assertEquals(List.of(), history.points(0));
        script.begin().event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(FUTURE).symbol("I")
            .kind(InstrumentKind.FUTURE).priceTickE5(TICK_E5).tickValueE5(E5).settlementPriceE5(100 * E5)).end();
        assertEquals(List.of(new IndexHistory.Point(0, "100")), history.points(0));
        script.begin().event(new SettlementPublishedEncoder(),
            (e) -> e.instrumentId(FUTURE).settlementPriceE5(101 * E5).tickValueE5(E5)).end();
        assertEquals(List.of(new IndexHistory.Point(0, "101")), history.points(0));
        script.begin().event(new SettlementPublishedEncoder(),
            (e) -> e.instrumentId(FUTURE).settlementPriceE5(100 * E5).tickValueE5(E5)).end();
        script.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(2).tradingDate(20261129)).end();
        assertEquals(List.of(new IndexHistory.Point(0, "100")), history.points(0));
    }
}
