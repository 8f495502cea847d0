// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.bourse.clearing.model.SettlementPrice;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderActivatedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderRestatedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.testing.EventScript;

/**
 * What the day takes from events that plain orders do not cause.
 */
class ClearingDayTest
{
    private static final int FUTURE = 7;
    private static final int SPREAD = 9;

    private final ClearingDay day = new ClearingDay(new SliceCollector(10, 3));
    private final EventScript events = new EventScript(day);

    @BeforeEach
    void openSession()
    {
        events.begin()
            .event(new AccountDefinedEncoder(), (e) -> e.accountId(0).accountCode(1))
            .event(new InstrumentDefinedEncoder(), (e) ->
                e.instrumentId(FUTURE).kind(InstrumentKind.FUTURE).priceTickE5(1).symbol("F").currency("RUB"))
            .event(new InstrumentDefinedEncoder(), (e) ->
                e.instrumentId(SPREAD).kind(InstrumentKind.SPREAD).priceTickE5(1).symbol("S").currency("RUB"))
            .event(new LegDefinedEncoder(), (e) -> e.instrumentId(SPREAD).legInstrumentId(FUTURE).ratio(-1))
            .event(new SessionOpenedEncoder(), (e) -> e.sessionId(5))
            .end();
    }

    @Test
    void shouldTakeTheLegsOfAStrategyForItsTrade()
    {
        events.begin();
        accept(100, SPREAD, Side.BUY, 500, 5, 1);
        accept(101, SPREAD, Side.SELL, 500, 5, 1);
        trade(900, SPREAD, Side.SELL, 500, 5, 100, 0, 101, 0);
        events
            .event(new OffBookTradeEncoder(), (e) ->
            {
                e.tradeId(901).parentTradeId(900).instrumentId(FUTURE).priceE5(12_300).qtyLots(5)
                    .kind(OffBookKind.SPREAD_LEG);
                // A ratio below 0: who bought the strategy sells this leg.
                EventScript.party(e.buy(), 2, 101, 500, 0);
                EventScript.party(e.sell(), 1, 100, 500, 0);
            })
            .end();
        assertEquals(List.of("901 5@12300 filled=5 leg buyer=101 T seller=100 M"), trades());
        assertEquals(2, day.totalTrades());
        assertEquals(List.of(), day.orders().anomalies());
    }

    @Test
    void shouldChargeBothPartiesOfANegotiatedTrade()
    {
        events.begin();
        accept(100, FUTURE, Side.BUY, 12_300, 5, 0);
        accept(101, FUTURE, Side.SELL, 12_300, 5, 0);
        events
            .event(new OffBookTradeEncoder(), (e) ->
            {
                e.tradeId(901).instrumentId(FUTURE).priceE5(12_300).qtyLots(5).kind(OffBookKind.NEGOTIATED);
                EventScript.party(e.buy(), 1, 100, 12_300, 0);
                EventScript.party(e.sell(), 2, 101, 12_300, 0);
            })
            .end();
        assertEquals(List.of("901 5@12300 filled=5 negotiated buyer=100 T seller=101 T"), trades());
        assertEquals(List.of(), day.orders().anomalies());
    }

    @Test
    void shouldTakeTheLaterOrderOfAnAuctionForTheTaker()
    {
        events.begin();
        accept(100, FUTURE, Side.SELL, 490, 5, 1);
        accept(101, FUTURE, Side.BUY, 510, 7, 1);
        trade(900, FUTURE, Side.NULL_VAL, 500, 5, 101, 2, 100, 0);
        events.end();
        assertEquals(List.of("900 5@500 filled=5 book buyer=101 T seller=100 M"), trades());
    }

    @Test
    void shouldFollowParkedHiddenAndIcebergOrders()
    {
        events.begin();
        accept(100, FUTURE, Side.BUY, 500, 50, 0);
        accept(101, FUTURE, Side.SELL, 520, 5, 0);
        events.end();
        assertTouch(SettlementPrice.NO_PRICE, SettlementPrice.NO_PRICE);

        events.begin()
            .event(new SliceShownEncoder(), (e) -> e.orderId(100).displayOrderId(102).shownLots(10).restLots(50))
            .event(new OrderActivatedEncoder(), (e) -> e.orderId(101).priceE5(515).restLots(5)
                .cause(ActivationCause.STOP_TRIGGERED).shown((short)1))
            .end();
        assertTouch(500, 515);

        events.begin()
            .event(new OrderReducedEncoder(), (e) -> e.orderId(100).reducedLots(20).restLots(30))
            .event(new OrderReplacedEncoder(), (e) -> e.orderId(100).prevOrderId(100).instrumentId(FUTURE)
                .side(Side.BUY).priceE5(500).qtyLots(25).prevQtyLots(30))
            .end();
        assertTouch(500, 515);

        events.begin()
            .event(new OrderReplacedEncoder(), (e) -> e.orderId(103).prevOrderId(100).instrumentId(FUTURE)
                .side(Side.BUY).priceE5(498).qtyLots(25).prevQtyLots(25))
            .end();
        assertTouch(SettlementPrice.NO_PRICE, 515);

        events.begin()
            .event(new SliceShownEncoder(), (e) -> e.orderId(103).displayOrderId(104).shownLots(10).restLots(25))
            .event(new OrderRestatedEncoder(), (e) -> e.orderId(101).priceE5(515).restLots(5).shown((short)1))
            .event(new OrderCancelledEncoder(), (e) -> e.orderId(101).qtyLots(5).reason(CancelReason.EXPIRED))
            .end();
        assertTouch(498, SettlementPrice.NO_PRICE);
        assertEquals(List.of(), day.orders().anomalies());
    }

    @Test
    void shouldSayWhenAnOrderIsNotAsItsEventsSay()
    {
        events.begin()
            .event(new OrderReducedEncoder(), (e) -> e.orderId(77).reducedLots(1).restLots(2))
            .end();
        assertEquals(
            List.of("reduced order is not as the register has it: orderId=77 eventRest=3 registerRest=none"),
            day.orders().anomalies());
    }

    private void accept(
        final long orderId,
        final int instrumentId,
        final Side side,
        final long priceE5,
        final long qtyLots,
        final int shown)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(instrumentId).side(side)
            .priceE5(priceE5).qtyLots(qtyLots).shown((short)shown));
    }

    private void trade(
        final long tradeId,
        final int instrumentId,
        final Side aggressor,
        final long priceE5,
        final long qtyLots,
        final long buyId,
        final long buyRest,
        final long sellId,
        final long sellRest)
    {
        events.event(new TradeEncoder(), (e) ->
        {
            e.tradeId(tradeId).instrumentId(instrumentId).aggressorSide(aggressor).priceE5(priceE5).qtyLots(qtyLots);
            EventScript.party(e.buy(), 1, buyId, priceE5, buyRest);
            EventScript.party(e.sell(), 2, sellId, priceE5, sellRest);
        });
    }

    private void assertTouch(final long bidE5, final long askE5)
    {
        assertEquals(bidE5, day.orders().bestBidE5(0));
        assertEquals(askE5, day.orders().bestAskE5(0));
    }

    private List<String> trades()
    {
        final TradeColumns trades = day.trades();
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < trades.size(); i++)
        {
            lines.add(trades.tradeId(i) + " " + trades.qtyLots(i) + "@" + trades.priceE5(i) + " filled=" +
                trades.filledByRegister(i) + " " + trades.origin(i).reportText() + " buyer=" +
                trades.orderId(2 * i) + (trades.isTaker(2 * i) ? " T" : " M") + " seller=" +
                trades.orderId(2 * i + 1) + (trades.isTaker(2 * i + 1) ? " T" : " M"));
        }
        return lines;
    }
}
