// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.AuctionIndicatedEncoder;
import io.bourse.engine.protocol.AuctionUncrossedEncoder;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeCorrectedEncoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchPrinter;
import io.bourse.testing.EventScript;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the feed says of transactions written by hand: whole lists of messages, without their times.
 */
class PitchTranslationTest
{
    private static final int ID = 7;
    private static final long P100 = 100_00000L;
    private static final long P101 = 101_00000L;

    private final PitchFeed feed = new PitchFeed(PitchFeedOptions.builder()
        .feedA(MulticastEndpoint.parse(Multicast.free()))
        .feedB(null)
        .symbols(Map.of("LONGNAMED-12.26", "LN26")).build());
    private final PublicMarket market = new PublicMarket(feed);
    private final EventScript events = new EventScript(market);
    private final PitchPrinter printer = new PitchPrinter();
    private final UnsafeBuffer block = new UnsafeBuffer(new byte[16 * 1024]);
    private long read = 1;

    @BeforeEach
    void openSession()
    {
        define(ID, "ABC-6");
        assertMessages("Time", "TradingStatus ABC-6 status=S regSho=0");
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(3).tradingDate(20261123)).end();
        assertMessages("TradingStatus ABC-6 status=T regSho=0");
    }

    @AfterEach
    void tearDown()
    {
        feed.close();
    }

    @Test
    void shouldAddReduceAndDelete()
    {
        events.begin();
        accept(100, Side.BUY, P100, 10, true);
        events.end();
        assertMessages("AddOrder ABC-6 B 10@100 order=100 flags=1");

        events.begin();
        replace(100, 100, Side.BUY, P100, 6);
        events.end();
        assertMessages("ReduceSize order=100 lots=4");

        events.begin();
        replace(100, 100, Side.BUY, P100, 6);
        events.end();
        assertMessages();

        events.begin();
        events.event(new OrderReducedEncoder(), (e) -> e.orderId(100).instrumentId(ID).reducedLots(1));
        events.end();
        assertMessages("ReduceSize order=100 lots=1");

        events.begin();
        replace(101, 100, Side.BUY, P101, 5);
        events.end();
        assertMessages("DeleteOrder order=100", "AddOrder ABC-6 B 5@101 order=101 flags=1");

        events.begin();
        cancel(101, Side.BUY, 5, CancelReason.REQUESTED);
        events.end();
        assertMessages("DeleteOrder order=101");
    }

    @Test
    void shouldShowOnlyTheRestOfAnOrderThatTradesOnEntry()
    {
        events.begin();
        accept(100, Side.SELL, P100, 10, true);
        accept(101, Side.SELL, P101, 10, true);
        events.end();
        assertMessages("AddOrder ABC-6 S 10@100 order=100 flags=1", "AddOrder ABC-6 S 10@101 order=101 flags=1");

        events.begin();
        accept(102, Side.BUY, P101, 25, true);
        trade(900, Side.BUY, P100, 10, 102, P101, 15, 100, P100, 0);
        trade(901, Side.BUY, P101, 10, 102, P101, 5, 101, P101, 0);
        events.end();
        assertMessages(
            "OrderExecuted order=100 lots=10 execution=900",
            "OrderExecuted order=101 lots=10 execution=901",
            "AddOrder ABC-6 B 5@101 order=102 flags=1");

        events.begin();
        accept(103, Side.SELL, P101, 4, true);
        trade(902, Side.SELL, P101, 3, 102, P101, 2, 103, P101, 1);
        cancel(103, Side.SELL, 1, CancelReason.IOC_REST);
        events.end();
        assertMessages("OrderExecuted order=102 lots=3 execution=902");
    }

    @Test
    void shouldKeepTheOrderOfEntryWhenSeveralOrdersEnterInOneTransaction()
    {
        events.begin();
        accept(100, Side.SELL, P101, 3, true);
        events.end();
        assertMessages("AddOrder ABC-6 S 3@101 order=100 flags=1");

        // 101 and 102 both enter before 101 trades: 102 must not get ahead of it.
        events.begin();
        accept(101, Side.BUY, P101, 5, true);
        accept(102, Side.BUY, P101, 5, true);
        trade(900, Side.BUY, P101, 3, 101, P101, 2, 100, P101, 0);
        accept(103, Side.SELL, P101, 1, true);
        trade(901, Side.SELL, P101, 1, 101, P101, 1, 103, P101, 0);
        events.end();
        assertMessages(
            "OrderExecuted order=100 lots=3 execution=900",
            "AddOrder ABC-6 B 2@101 order=101 flags=1",
            "AddOrder ABC-6 B 5@101 order=102 flags=1",
            "OrderExecuted order=101 lots=1 execution=901");
    }

    @Test
    void shouldSendTradesWithHiddenOrdersAsTrades()
    {
        events.begin();
        accept(100, Side.SELL, P100, 10, false);
        events.end();
        assertMessages();

        events.begin();
        accept(101, Side.BUY, P100, 4, true);
        trade(900, Side.BUY, P100, 4, 101, P100, 0, 100, P100, 6);
        events.end();
        assertMessages("Trade ABC-6 S 4@100 order=0 execution=900");

        // A hidden order that trades on entry is not seen at all.
        events.begin();
        accept(102, Side.BUY, P101, 8, false);
        trade(901, Side.BUY, P100, 6, 102, P101, 2, 100, P100, 0);
        events.end();
        assertMessages("Trade ABC-6 S 6@100 order=0 execution=901");

        events.begin();
        events.event(new OffBookTradeEncoder(), (e) -> e.tradeId(902).instrumentId(ID).priceE5(P101).qtyLots(5)
            .kind(OffBookKind.NEGOTIATED));
        events.end();
        assertMessages("Trade ABC-6 B 5@101 order=0 execution=902");
    }

    @Test
    void shouldShowSlicesOfAnIcebergOnly()
    {
        events.begin();
        accept(100, Side.SELL, P100, 50, false);
        slice(100, 101, P100, 10);
        events.end();
        assertMessages("AddOrder ABC-6 S 10@100 order=101 flags=1");

        events.begin();
        accept(102, Side.BUY, P100, 14, true);
        trade(900, Side.BUY, P100, 10, 102, P100, 4, 100, P100, 40);
        slice(100, 103, P100, 9);
        trade(901, Side.BUY, P100, 4, 102, P100, 0, 100, P100, 36);
        events.end();
        assertMessages(
            "OrderExecuted order=101 lots=10 execution=900",
            "AddOrder ABC-6 S 9@100 order=103 flags=1",
            "OrderExecuted order=103 lots=4 execution=901");
    }

    @Test
    void shouldReportAnAuction()
    {
        phase(Phase.OPENING_AUCTION, Phase.CONTINUOUS);
        assertMessages("TradingStatus ABC-6 status=Q regSho=0");
        events.begin();
        accept(100, Side.BUY, P101, 10, true);
        accept(101, Side.SELL, P100, 7, true);
        indicate(P101, 7, 3);
        events.end();
        assertMessages(
            "AddOrder ABC-6 B 10@101 order=100 flags=1",
            "AddOrder ABC-6 S 7@100 order=101 flags=1",
            "AuctionUpdate ABC-6 type=O reference=100 buy=10 sell=7 indicative=101 auctionOnly=0");

        events.begin();
        events.event(new AuctionUncrossedEncoder(), (e) -> e.instrumentId(ID).priceE5(P101).qtyLots(7)
            .imbalanceLots(3).phase(Phase.OPENING_AUCTION));
        trade(900, Side.NULL_VAL, P101, 7, 100, P101, 3, 101, P100, 0);
        events.event(new PhaseChangedEncoder(), (e) -> e.instrumentId(ID).phase(Phase.CONTINUOUS)
            .previous(Phase.OPENING_AUCTION));
        events.end();
        assertMessages(
            "OrderExecuted order=100 lots=7 execution=900",
            "OrderExecutedAtPriceSize order=101 lots=7 price=101 remaining=0 execution=900",
            "AuctionSummary ABC-6 type=O 7@101",
            "TradingStatus ABC-6 status=T regSho=0");
    }

    @Test
    void shouldShowStatusOfPhasesAndClearTheUnitInTheEvening()
    {
        phase(Phase.HALTED, Phase.CONTINUOUS);
        assertMessages("TradingStatus ABC-6 status=H regSho=0");
        phase(Phase.PRE_OPEN, Phase.HALTED);
        assertMessages("TradingStatus ABC-6 status=A regSho=0");
        phase(Phase.POST_TRADE, Phase.PRE_OPEN);
        assertMessages("TradingStatus ABC-6 status=S regSho=0");
        phase(Phase.CLOSED, Phase.POST_TRADE);
        assertMessages();
        phase(Phase.CONTINUOUS, Phase.CLOSED);
        assertMessages("TradingStatus ABC-6 status=T regSho=0");
        events.begin();
        accept(100, Side.BUY, P100, 10, true);
        events.end();
        assertMessages("AddOrder ABC-6 B 10@100 order=100 flags=1");

        events.begin();
        events.event(new TradingSuspendedEncoder(), (e) -> e.sessionId(3).kind(ClearingKind.EVENING));
        events.event(new BookClearedEncoder(), (e) -> e.sessionId(3));
        cancel(100, Side.BUY, 10, CancelReason.SESSION_END);
        events.end();
        assertMessages("UnitClear", "TradingStatus ABC-6 status=S regSho=0", "EndOfSession");

        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(4)).end();
        assertMessages("TradingStatus ABC-6 status=T regSho=0");
    }

    @Test
    void shouldLeaveOutAndCountWhatItCannotSay()
    {
        events.begin();
        accept(100, Side.SELL, 100_00001L, 10, true);
        accept(101, Side.BUY, -5_00000L, 10, true);
        events.end();
        assertMessages();
        assertEquals(2, feed.counters().get(PitchCounter.UNSHOWABLE));

        events.begin();
        accept(102, Side.BUY, P101, 12, true);
        trade(900, Side.BUY, 100_00001L, 4, 102, P101, 8, 100, 100_00001L, 6);
        events.end();
        assertMessages("AddOrder ABC-6 B 8@101 order=102 flags=1");
        assertEquals(3, feed.counters().get(PitchCounter.UNSHOWABLE));

        events.begin();
        cancel(100, Side.SELL, 6, CancelReason.REQUESTED);
        cancel(101, Side.BUY, 10, CancelReason.REQUESTED);
        events.end();
        assertMessages();
    }

    @Test
    void shouldBreakTradesAndShowWhatStandsInTheirPlace()
    {
        correct(900, P100, 901, P101, 3);
        assertMessages("TradeBreak execution=900", "Trade ABC-6 B 3@101 order=0 execution=901");
        correct(901, P101, TradeCorrectedEncoder.newTradeIdNullValue(), P101, 0);
        assertMessages("TradeBreak execution=901");
        // A trade that was not shown is not broken either.
        correct(902, 100_00001L, 903, P101, 3);
        assertMessages("Trade ABC-6 B 3@101 order=0 execution=903");
        correct(903, P101, 904, 100_00001L, 3);
        assertMessages("TradeBreak execution=903");
        assertEquals(1, feed.counters().get(PitchCounter.UNSHOWABLE));
    }

    private void correct(
        final long tradeId, final long priceE5, final long newTradeId, final long newPriceE5, final long newLots)
    {
        events.begin()
            .event(new TradeCorrectedEncoder(), (e) -> e.tradeId(tradeId).instrumentId(ID).priceE5(priceE5).qtyLots(5)
                .newTradeId(newTradeId).newPriceE5(newPriceE5).newQtyLots(newLots).aggressorSide(Side.BUY)
                .offBookKind(OffBookKind.NULL_VAL).reason("wrong"))
            .end();
    }

    @Test
    void shouldGiveEveryInstrumentASymbol()
    {
        define(8, "LONGNAMED-12.26");
        assertMessages("TradingStatus LN26 status=T regSho=0");
        define(46_655, "LONGNAMED-3.27");
        assertMessages("TradingStatus #ZZZ status=T regSho=0");
        define(9, "#XYZ");
        assertMessages("TradingStatus #9 status=T regSho=0");
        define(10, "LN26");
        assertMessages("TradingStatus #A status=T regSho=0");
        define(11, "ABC-12.26");
        assertMessages("TradingStatus #B status=T regSho=0");
        define(12, "AB-12.26");
        assertMessages("TradingStatus AB-12.26 status=T regSho=0");
    }

    private void define(final int id, final String symbol)
    {
        events.begin().event(new InstrumentDefinedEncoder(),
            (e) -> e.instrumentId(id).symbol(symbol).settlementPriceE5(P100)).end();
    }

    private void phase(final Phase phase, final Phase previous)
    {
        events.begin().event(new PhaseChangedEncoder(),
            (e) -> e.instrumentId(ID).phase(phase).previous(previous)).end();
    }

    private void indicate(final long priceE5, final long lots, final long imbalanceLots)
    {
        events.event(new AuctionIndicatedEncoder(),
            (e) -> e.instrumentId(ID).priceE5(priceE5).qtyLots(lots).imbalanceLots(imbalanceLots));
    }

    private void accept(
        final long orderId, final Side side, final long priceE5, final long qtyLots, final boolean isShown)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(ID).side(side)
            .priceE5(priceE5).qtyLots(qtyLots).timeInForce(TimeInForce.DAY).shown((short)(isShown ? 1 : 0)));
    }

    private void replace(
        final long orderId, final long prevOrderId, final Side side, final long priceE5, final long qtyLots)
    {
        events.event(new OrderReplacedEncoder(), (e) -> e.orderId(orderId).prevOrderId(prevOrderId)
            .instrumentId(ID).side(side).priceE5(priceE5).qtyLots(qtyLots).shown((short)1));
    }

    private void slice(final long orderId, final long sliceId, final long priceE5, final long shownLots)
    {
        events.event(new SliceShownEncoder(), (e) -> e.orderId(orderId).displayOrderId(sliceId)
            .instrumentId(ID).side(Side.SELL).priceE5(priceE5).shownLots(shownLots));
    }

    private void cancel(final long orderId, final Side side, final long qtyLots, final CancelReason reason)
    {
        events.event(new OrderCancelledEncoder(), (e) ->
            e.orderId(orderId).instrumentId(ID).side(side).qtyLots(qtyLots).reason(reason));
    }

    private void trade(
        final long tradeId,
        final Side aggressor,
        final long priceE5,
        final long qtyLots,
        final long buyId,
        final long buyPriceE5,
        final long buyRest,
        final long sellId,
        final long sellPriceE5,
        final long sellRest)
    {
        events.event(new TradeEncoder(), (e) ->
        {
            e.tradeId(tradeId).instrumentId(ID).aggressorSide(aggressor).priceE5(priceE5).qtyLots(qtyLots);
            EventScript.party(e.buy(), 1, buyId, buyPriceE5, buyRest);
            EventScript.party(e.sell(), 2, sellId, sellPriceE5, sellRest);
        });
    }

    private void assertMessages(final String... expected)
    {
        final ArrayList<String> actual = new ArrayList<>();
        final long last = feed.unit().lastSequence();
        if (read <= last)
        {
            final int length = feed.unit().putMessages(read, last + 1, block);
            final String[] lines = printer.print(block, 0, length).split("\n");
            for (int i = 1; i < lines.length; i++)
            {
                // Number and time in front.
                actual.add(lines[i].trim().split(" ", 3)[2]);
            }
        }
        read = last + 1;
        assertEquals(List.of(expected), actual);
    }
}
