// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.SettlementPrice;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractDefinedEncoder;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.ExerciseInstructedEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentExpiredEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.InstrumentTotalsEncoder;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderActivatedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderRestatedEncoder;
import io.bourse.engine.protocol.PositionMovedEncoder;
import io.bourse.engine.protocol.SessionDateMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TradeCorrectedEncoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the recorder takes from events that plain orders do not cause.
 */
class DayRecorderTest
{
    private static final int FUTURE = 7;
    private static final int SPREAD = 9;

    @TempDir
    Path dir;
    private DayRecorder recorder;
    private EventScript events;

    @AfterEach
    void close()
    {
        recorder.close();
    }

    @BeforeEach
    void openSession()
    {
        recorder = new DayRecorder(IngestContext.builder().directory(dir).sliceIntervalNs(10).windowSlices(3).build());
        events = new EventScript(recorder);
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
        assertEquals(List.of("901 5@12300 leg buyer=101 T seller=100 M"), trades());
        withDay(day -> assertEquals(2, day.totalTrades()));
        assertEquals(List.of(), anomalies());
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
        assertEquals(List.of("901 5@12300 negotiated buyer=100 T seller=101 T"), trades());
        assertEquals(List.of(), anomalies());
    }

    @Test
    void shouldBookReversalAndCorrectionAsTradesOfTheirOwn()
    {
        events.begin();
        accept(100, FUTURE, Side.BUY, 12_300, 5, 1);
        accept(101, FUTURE, Side.SELL, 12_300, 5, 1);
        trade(900, FUTURE, Side.SELL, 12_300, 5, 100, 0, 101, 0);
        events.end();
        correct(900, 901, 902, 12_301, 4);
        correct(902, 903, TradeCorrectedEncoder.newTradeIdNullValue(), 12_301, 0);
        assertEquals(
            List.of(
                "900 5@12300 book buyer=100 M seller=101 T",
                "901 5@12300 reversal buyer=101 T seller=100 T",
                "902 4@12301 book buyer=100 M seller=101 T",
                "903 4@12301 reversal buyer=101 T seller=100 T"),
            trades());
        withDay(day ->
        {
            assertEquals(4, day.totalTrades());
            assertEquals(900, day.trades().longs(DayTables.TRADE_BUY_EXT).get(1));
            assertEquals(902, day.trades().longs(DayTables.TRADE_SELL_EXT).get(3));
        });
        assertEquals(List.of(), anomalies());
    }

    private void correct(
        final long tradeId, final long reversalId, final long newId, final long newPriceE5, final long newLots)
    {
        final boolean isFirst = 900 == tradeId;
        events.begin()
            .event(new TradeCorrectedEncoder(), (e) ->
            {
                e.tradeId(tradeId).reversalTradeId(reversalId).newTradeId(newId).instrumentId(FUTURE)
                    .priceE5(isFirst ? 12_300 : 12_301).qtyLots(isFirst ? 5 : 4)
                    .newPriceE5(newPriceE5).newQtyLots(newLots)
                    .aggressorSide(Side.SELL).offBookKind(OffBookKind.NULL_VAL).reason("wrong");
                e.buy().orderId(100);
                e.sell().orderId(101);
            })
            .end();
    }

    @Test
    void shouldTakeTheLaterOrderOfAnAuctionForTheTaker()
    {
        events.begin();
        accept(100, FUTURE, Side.SELL, 490, 5, 1);
        accept(101, FUTURE, Side.BUY, 510, 7, 1);
        trade(900, FUTURE, Side.NULL_VAL, 500, 5, 101, 2, 100, 0);
        events.end();
        assertEquals(List.of("900 5@500 book buyer=101 T seller=100 M"), trades());
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
                .cause(ActivationCause.TRIGGERED).shown((short)1))
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
            .event(new OrderCancelledEncoder(), (e) -> e.orderId(101).instrumentId(FUTURE).side(Side.SELL).qtyLots(5)
                .reason(CancelReason.EXPIRED))
            .end();
        assertTouch(498, SettlementPrice.NO_PRICE);
        assertEquals(List.of(), anomalies());
    }

    @Test
    void shouldSayWhenATradeTookWhatItDoesNotSay()
    {
        events.begin();
        accept(100, FUTURE, Side.SELL, 500, 5, 1);
        accept(101, FUTURE, Side.BUY, 500, 5, 1);
        trade(900, FUTURE, Side.BUY, 500, 4, 101, 0, 100, 1);
        trade(901, FUTURE, Side.BUY, 500, 1, 77, 0, 100, 0);
        events.end();
        assertEquals(
            List.of(
                "trade took from its orders what it does not say: tradeId=900 qtyLots=4 buyOrderLost=5 sellOrderLost=4",
                "trade took from its orders what it does not say: tradeId=901 qtyLots=1 buyOrderLost=unknown " +
                    "sellOrderLost=1"),
            anomalies());
    }

    @Test
    void shouldKeepTheLastInstructionOfEachRegisterUntilTheSeriesHasExpired()
    {
        events.begin()
            .event(new ExerciseInstructedEncoder(), (e) -> e.accountId(0).instrumentId(FUTURE).lots(-3))
            .event(new ExerciseInstructedEncoder(), (e) -> e.accountId(0).instrumentId(SPREAD).lots(5))
            .event(new ExerciseInstructedEncoder(), (e) -> e.accountId(0).instrumentId(FUTURE).lots(2))
            .end();
        withDay(day -> assertEquals(
            List.of(new ExerciseInstruction(0, 0, 2), new ExerciseInstruction(0, 1, 5)), day.exercises()));
        events.begin().event(new InstrumentExpiredEncoder(), (e) -> e.instrumentId(FUTURE)).end();
        withDay(day ->
        {
            assertEquals(List.of(new ExerciseInstruction(0, 1, 5)), day.exercises());
            assertTrue(day.instruments().byOrdinal(0).isExpired());
        });
    }

    @Test
    void shouldTakeTermsAndRunsFromTheStream()
    {
        events.begin()
            .event(new ContractDefinedEncoder(), (e) -> e.instrumentId(FUTURE).style(ContractStyle.PREMIUM_OPTION)
                .right(OptionRight.PUT).settlement(SettlementType.PHYSICAL).strikeE5(123).lotUnits(10)
                .underlyingInstrumentId(SPREAD).expiryDate(20_261_130).expiresIntraday((short)1))
            .event(new TradingSuspendedEncoder(), (e) -> e.runId(3).kind(ClearingKind.INTRADAY))
            .event(new InstrumentTotalsEncoder(), (e) -> e.instrumentId(FUTURE).sessionTrades(1).sessionLots(2)
                .openInterestLots(3).trades(4))
            .end();
        events.begin()
            .event(new PositionMovedEncoder(), (e) -> e.runId(3).instrumentId(FUTURE).lots(-1))
            .event(new PositionMovedEncoder(), (e) -> e.runId(3).instrumentId(FUTURE).lots(1))
            .event(new InstrumentExpiredEncoder(), (e) -> e.runId(3).instrumentId(FUTURE))
            .event(new ClearingCompletedEncoder(), (e) -> e.runId(3).kind(ClearingKind.INTRADAY))
            .event(new TradingResumedEncoder(), (e) -> e.runId(3))
            .end();
        withDay(day ->
        {
            assertEquals(
                new ClearingTerms(
                    io.bourse.clearing.model.ContractStyle.PREMIUM_OPTION,
                    io.bourse.clearing.model.OptionRight.PUT,
                    io.bourse.clearing.model.SettlementType.PHYSICAL,
                    123,
                    10,
                    SPREAD,
                    20_261_130,
                    true),
                day.instruments().byOrdinal(0).terms());
            final RunRecord run = day.run(3);
            assertEquals(2, run.movedRows());
            assertTrue(run.isExpired(0) && !run.isExpired(1) && run.isCompleted() && run.isResumed());
            assertEquals(new EngineTotals(1, 2, 3, 4), run.totals(0));
            assertTrue(day.isTrading());
        });
    }

    @Test
    void shouldNotWriteOverASessionOfTheSameDate()
    {
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(6).tradingDate(20_261_123)).end();
        withDay(day -> assertEquals("20261123", day.directory().getFileName().toString()));
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(7).tradingDate(20_261_123)).end();
        withDay(day -> assertEquals("20261123-7", day.directory().getFileName().toString()));
    }

    @Test
    void shouldFollowADateThatIsMovedAndNeverWriteOverItsTables()
    {
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(6).tradingDate(20_991_231)).end();
        events.begin().event(new SessionDateMovedEncoder(),
            (e) -> e.sessionId(6).tradingDate(20_261_123).previousDate(20_991_231)).end();
        withDay(day ->
        {
            assertEquals(20_261_123, day.tradingDate());
            assertEquals(6, day.sessionId());
            assertTrue(day.isTrading());
            assertEquals("20991231", day.directory().getFileName().toString());
        });
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(7).tradingDate(20_261_124)).end();
        withDay(day -> assertEquals("20261124-7", day.directory().getFileName().toString()));
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(8).tradingDate(20_991_231)).end();
        withDay(day -> assertEquals("20991231-8", day.directory().getFileName().toString()));
    }

    @Test
    void shouldSayWhenAnOrderIsNotAsItsEventsSay()
    {
        events.begin()
            .event(new OrderReducedEncoder(), (e) -> e.orderId(77).reducedLots(1).restLots(2))
            .end();
        assertEquals(
            List.of("reduced order is not as the register has it: orderId=77 eventRest=3 registerRest=none"),
            anomalies());
    }

    /** The hash of a checkpoint is that of its JSON: with other names or another order no ingest could be taken up. */
    @Test
    void shouldKeepInstrumentsAndRunsInTheFormOfTheCheckpoint() throws IOException
    {
        events.begin()
            .event(new TradingSuspendedEncoder(), (e) -> e.runId(2_026_112_301L).kind(ClearingKind.INTRADAY))
            .end();
        recorder.checkpoint();
        final long cursor = IngestedDays.latestState(dir).cursor();
        final JsonNode state = new ObjectMapper().readTree(Files.readAllBytes(
            dir.resolve(String.format("checkpoints/%019d.json", cursor)))).get("state");
        final JsonNode spread = state.get("instruments").get(1);
        assertEquals(List.of("definition", "terms", "tickValueE5", "lastSettlementE5", "eveningSettlementE5", "band",
            "legs", "legsCursor", "expired"), names(spread));
        assertEquals("[[0,-1]]", spread.get("legs").toString());
        final JsonNode run = state.get("runs").get(0);
        assertEquals(List.of("runId", "kind", "cut", "published", "totals", "margins", "collaterals", "expired",
            "movedRows", "completed", "resumed"), names(run));
        assertEquals("\"INTRADAY\"", run.get("kind").toString());
        withDay(day ->
        {
            assertEquals(-1, day.instruments().byOrdinal(1).legsAt(cursor).getFirst().ratio());
            assertEquals(ClearingKind.INTRADAY, day.openRun().kind());
        });
    }

    private static List<String> names(final JsonNode node)
    {
        final List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
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
        assertEquals(bidE5, recorder.prices().bestBidE5(0));
        assertEquals(askE5, recorder.prices().bestAskE5(0));
    }

    private void withDay(final Consumer<IngestedDay> look)
    {
        recorder.checkpoint();
        try (IngestedDay day = IngestedDays.latest(dir))
        {
            look.accept(day);
        }
    }

    private List<String> anomalies()
    {
        final List<String> found = new ArrayList<>();
        withDay(day -> found.addAll(day.anomalies()));
        return found;
    }

    private List<String> trades()
    {
        final List<String> lines = new ArrayList<>();
        withDay(day ->
        {
            for (int i = 0; i < day.tradeCount(); i++)
            {
                lines.add(line(day.trades(), i));
            }
        });
        return lines;
    }

    private static String line(final Table trades, final long row)
    {
        final int flags = trades.ints(DayTables.TRADE_FLAGS).get(row);
        final int taker = flags & DayTables.TAKER_MASK;
        return trades.longs(DayTables.TRADE_ID).get(row) + " " + trades.ints(DayTables.TRADE_QTY).get(row) + "@" +
            trades.longs(DayTables.TRADE_PRICE_E5).get(row) + " " +
            TradeOrigin.values()[flags >> DayTables.ORIGIN_SHIFT].reportText() + " buyer=" +
            trades.longs(DayTables.TRADE_BUY_ORDER).get(row) +
            (DayTables.SELLER_TAKES == taker ? " M" : " T") + " seller=" +
            trades.longs(DayTables.TRADE_SELL_ORDER).get(row) + (DayTables.BUYER_TAKES == taker ? " M" : " T");
    }
}
