// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.AuctionUncrossedEncoder;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.LoginDefinedEncoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MassCancelledEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderTermsEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.SessionDateMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeKind;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.testing.EventScript;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Answers to events that plain orders do not cause; every list is of one login unless said otherwise.
 */
class AnswerPublisherTest
{
    private static final int LOGIN = 7;
    private static final int OTHER = 8;
    private static final int FOREIGN = 9;
    private static final int FUTURE = 1001;
    private static final int SPREAD = 2001;
    /** The same in all answers to orders: behind the ClOrdID. */
    private static final int TIMESTAMP_OFFSET =
        TwimeFrames.HEADER_LENGTH + ExecutionSingleReportDecoder.timestampEncodingOffset();

    private final CounterSet<GatewayCounter> counters = new CounterSet<>(GatewayCounter.class);
    private final AnswerLog log = new AnswerLog(null, AnswerLog.CHUNK_LENGTH, 1);
    private final LoginTable logins = new LoginTable(log, new IdBudget(1_000_000, 1_000_000));
    private final AnswerQueue answers = new AnswerQueue(logins, counters, RequestStamps.off());
    private final EventScript events =
        new EventScript(new AnswerPublisher(logins, answers, counters, () -> 0, 1, 1, null));

    @AfterEach
    void removeLog()
    {
        log.close();
    }

    @BeforeEach
    void openSession()
    {
        events.begin()
            .event(new LoginDefinedEncoder(), (e) -> e.loginId(LOGIN).protocol(LoginProtocol.TWIME).name("A"))
            .event(new LoginDefinedEncoder(), (e) -> e.loginId(OTHER).protocol(LoginProtocol.TWIME).name("B"))
            .event(new LoginDefinedEncoder(), (e) -> e.loginId(FOREIGN).protocol(LoginProtocol.FIX).name("C"))
            .event(new LegDefinedEncoder(), (e) -> e.instrumentId(SPREAD).legInstrumentId(FUTURE).ratio(-1))
            .event(new SessionOpenedEncoder(), (e) -> e.sessionId(5))
            .end();
        answers.releaseAll(0);
    }

    @Test
    void shouldCompleteTheAnswerOfAnIcebergWithItsTermsAndItsSlice()
    {
        events.begin();
        accept(100, TimeInForce.DAY, OrderConditions.ICEBERG, 50, 0);
        events
            .event(new OrderTermsEncoder(), (e) -> e.orderId(100).displayLots(10).displayVarianceLots(2))
            .event(new SliceShownEncoder(), (e) -> e.orderId(100).displayOrderId(101).shownLots(9).restLots(50))
            .end();
        assertEquals(List.of(
            "Iceberg 1000 id=100 display=101 bits_0_47 px=500 qty=50 show=10+-2 instrument=1001 link=3 session=5 " +
            "expire=0 Buy NotAvailable"), frames(LOGIN));
    }

    @Test
    void shouldNotNameASliceWhenTheIcebergTradedEntirelyAndForgetIt()
    {
        events.begin();
        accept(100, TimeInForce.DAY, OrderConditions.ICEBERG, 50, 0);
        events.event(new OrderTermsEncoder(), (e) -> e.orderId(100).displayLots(10));
        trade(FUTURE, 900, Side.BUY, 50, 0, 200, 7);
        events.end();
        events.begin();
        cancel(100, CancelReason.REQUESTED);
        events.end();
        assertEquals(List.of(
            "Iceberg 1000 id=100 display=9223372036854775807 bits_0_47 px=500 qty=50 show=10+-0 instrument=1001 " +
            "link=3 session=5 expire=0 Buy NotAvailable",
            "Trade 1000 id=100 match=900 bits_0_41_47 px=500 qty=50 rest=0 instrument=1001 link=0 session=5 Buy",
            "Cancel -1 id=100 bits_0_21 qty=50 link=3 session=5"), frames(LOGIN));
    }

    @Test
    void shouldKeepTheFlagsOfAnOrderThroughReplaceTradeAndCancel()
    {
        events.begin();
        accept(100, TimeInForce.GTD, OrderConditions.POST_ONLY, 50, 1);
        events.end();
        events.begin()
            .event(new OrderReplacedEncoder(), (e) -> e.loginId(LOGIN).orderId(102).prevOrderId(100).clOrdId(5)
                .priceE5(600).qtyLots(40).side(Side.BUY).complianceId((byte)' '))
            .end();
        events.begin();
        trade(FUTURE, 901, Side.SELL, 10, 30, 200, 0, 102);
        events.end();
        events.begin(1, LOGIN, 9, 0, "");
        cancel(102, CancelReason.MASS_CANCEL);
        events
            .event(new MassCancelledEncoder(), (e) -> e.clOrdId(78).loginId(LOGIN).cancelledOrders(1))
            .end();
        assertEquals(List.of(
            "NewOrder 1000 id=100 bits_0_60 px=500 qty=50 instrument=1001 link=3 session=5 expire=0 Buy NotAvailable",
            "Replace 5 id=102 prev=100 bits_0_20_60 px=600 qty=40 link=0 session=5 NotAvailable",
            "Trade 1020 id=102 match=901 bits_0_42_60 px=500 qty=10 rest=30 instrument=1001 link=0 session=5 Buy",
            "Cancel 77 id=102 bits_0_22_60 qty=50 link=3 session=5",
            "MassCancel 78 orders=1"), frames(LOGIN));
    }

    @Test
    void shouldSendTheIdOfARequestOnlyToTheLoginThatSentIt()
    {
        final int[][] senders = {{1, LOGIN}, {1, OTHER}, {2, LOGIN}, {0, 0}};
        for (int i = 0; i < senders.length; i++)
        {
            events.begin(senders[i][0], senders[i][1], i + 1, 0, "");
            cancel(i, CancelReason.MASS_CANCEL);
            events.end();
        }
        assertEquals(List.of(
            "Cancel 77 id=0 bits_0_22 qty=50 link=3 session=5",
            "Cancel -1 id=1 bits_0_22 qty=50 link=3 session=5",
            "Cancel -1 id=2 bits_0_22 qty=50 link=3 session=5",
            "Cancel -1 id=3 bits_0_22 qty=50 link=3 session=5"), frames(LOGIN));
    }

    @Test
    void shouldSayWhyAnOrderWasRemoved()
    {
        final CancelReason[] reasons = {
            CancelReason.MARKET_REST, CancelReason.AUCTION_REST, CancelReason.EXPIRED, CancelReason.SELF_TRADE,
            CancelReason.KILL_SWITCH, CancelReason.DISCONNECT, CancelReason.OUT_OF_LIMITS, CancelReason.RISK,
            CancelReason.SESSION_END};
        for (int i = 0; i < reasons.length; i++)
        {
            events.begin();
            cancel(i, reasons[i]);
            events.end();
        }
        assertEquals(List.of(
            "Cancel -1 id=0 bits_0 qty=50 link=3 session=5",
            "Cancel -1 id=1 bits_0 qty=50 link=3 session=5",
            "Cancel -1 id=2 bits_0_21 qty=50 link=3 session=5",
            "Cancel -1 id=3 bits_0_13 qty=50 link=3 session=5",
            "Cancel -1 id=4 bits_0_37 qty=50 link=3 session=5",
            "Cancel -1 id=5 bits_0_32 qty=50 link=3 session=5",
            "Cancel -1 id=6 bits_0_21 qty=50 link=3 session=5",
            "Cancel -1 id=7 bits_0_21 qty=50 link=3 session=5"), frames(LOGIN));
    }

    @Test
    void shouldSayThatClearingRemovedAnOrderWhenASessionOpensOrCloses()
    {
        final int[] commands = {OpenSessionDecoder.TEMPLATE_ID, SuspendTradingDecoder.TEMPLATE_ID, 0};
        for (int i = 0; i < commands.length; i++)
        {
            events.begin(0, 0, 0, commands[i], "");
            cancel(10 * i, CancelReason.EXPIRED);
            cancel(10 * i + 1, CancelReason.OUT_OF_LIMITS);
            events.end();
        }
        assertEquals(List.of(
            "Cancel -1 id=0 bits_0_25 qty=50 link=3 session=5",
            "Cancel -1 id=1 bits_0_25 qty=50 link=3 session=5",
            "Cancel -1 id=10 bits_0_25 qty=50 link=3 session=5",
            "Cancel -1 id=11 bits_0_25 qty=50 link=3 session=5",
            "Cancel -1 id=20 bits_0_21 qty=50 link=3 session=5",
            "Cancel -1 id=21 bits_0_21 qty=50 link=3 session=5"), frames(LOGIN));
    }

    @Test
    void shouldMakeTheAuctionsOfInstrumentsOneAuctionOfTheVenue()
    {
        events.begin();
        phase(1, Phase.OPENING_AUCTION);
        phase(2, Phase.OPENING_AUCTION);
        phase(3, Phase.VOLATILITY_AUCTION);
        events.end();
        events.begin();
        phase(3, Phase.CONTINUOUS);
        events.end();
        events.begin().event(new AuctionUncrossedEncoder(), (e) -> e.instrumentId(1).phase(Phase.OPENING_AUCTION));
        trade(FUTURE, 900, Side.NULL_VAL, 5, 1, 200, 0);
        phase(1, Phase.CONTINUOUS);
        events.end();
        events.begin();
        phase(2, Phase.HALTED);
        events.end();
        assertEquals(List.of(
            "SystemEvent 2 session=5 AuctionCollectOrderStarted",
            "SystemEvent 3 session=5 AuctionCollectOrderFinished",
            "Trade 1000 id=100 match=900 bits_0_42_62 px=500 qty=5 rest=1 instrument=1001 link=0 session=5 Buy",
            "SystemEvent 4 session=5 AuctionFinished"), frames(LOGIN));
    }

    @Test
    void shouldEndTheCollectingOfAnAuctionThatIsHalted()
    {
        events.begin();
        phase(1, Phase.CLOSING_AUCTION);
        events.end();
        events.begin();
        phase(1, Phase.HALTED);
        events.end();
        assertEquals(List.of(
            "SystemEvent 2 session=5 AuctionCollectOrderStarted",
            "SystemEvent 3 session=5 AuctionCollectOrderFinished",
            "SystemEvent 4 session=5 AuctionFinished"), frames(LOGIN));
    }

    @Test
    void shouldBeginTheNumbersAgainWhenASessionOfALaterDateOpens()
    {
        openSession(6, 20261123);
        openSession(7, 20261123);
        assertEquals(4, logins.get(LOGIN).nextSeqNo());
        openSession(8, 20261124);
        assertEquals(2, logins.get(LOGIN).nextSeqNo());
        final AnswerCursor cursor = new AnswerCursor();
        cursor.seek(logins.get(LOGIN).answers, 1);
        assertEquals("SystemEvent 4 session=8 SessionDataReady", FrameText.of(cursor.buffer(), cursor.offset()));
        openSession(9, 20261125);
        assertEquals(2, logins.get(LOGIN).nextSeqNo());
    }

    @Test
    void shouldGoOnCountingWhenTheDateIsMovedAndBeginAgainWithTheNextSession()
    {
        openSession(6, 20991231);
        final long next = logins.get(LOGIN).nextSeqNo();
        events.begin()
            .event(new SessionDateMovedEncoder(),
                (e) -> e.sessionId(6).tradingDate(20261124).previousDate(20991231))
            .end();
        answers.releaseAll(0);
        assertEquals(next, logins.get(LOGIN).nextSeqNo());
        openSession(7, 20261125);
        assertEquals(2, logins.get(LOGIN).nextSeqNo());
    }

    private void openSession(final int sessionId, final int tradingDate)
    {
        events.begin(0, 0, 0, OpenSessionDecoder.TEMPLATE_ID, "")
            .event(new SessionOpenedEncoder(), (e) -> e.sessionId(sessionId).tradingDate(tradingDate))
            .end();
        answers.releaseAll(0);
    }

    private void phase(final int instrumentId, final Phase phase)
    {
        events.event(new PhaseChangedEncoder(), (e) -> e.instrumentId(instrumentId).phase(phase));
    }

    @Test
    void shouldReportWhatSelfTradePreventionTookOff()
    {
        events.begin()
            .event(new OrderReducedEncoder(), (e) -> e.loginId(LOGIN).orderId(100).reducedLots(4).restLots(6))
            .end();
        assertEquals(List.of("Cancel -1 id=100 bits_0_29 qty=4 link=2147483647 session=5"), frames(LOGIN));
    }

    @Test
    void shouldReportBothPartiesOfAnAuctionAsPassive()
    {
        events.begin();
        trade(FUTURE, 900, Side.NULL_VAL, 5, 1, 200, 0);
        events.end();
        assertEquals(List.of(
            "Trade 1000 id=100 match=900 bits_0_42_62 px=500 qty=5 rest=1 instrument=1001 link=0 session=5 Buy"),
            frames(LOGIN));
        assertEquals(List.of(
            "Trade 2000 id=200 match=900 bits_0_42_62 px=500 qty=5 rest=0 instrument=1001 link=0 session=5 Sell"),
            frames(OTHER));
    }

    @Test
    void shouldReportTheTradeOfAStrategyOnceWithThePriceOfItsFirstLeg()
    {
        events.begin();
        trade(SPREAD, 900, Side.BUY, 5, 0, 200, 0);
        leg(901, 900, 12_300);
        leg(902, 900, 12_800);
        events.end();
        assertEquals(List.of(
            "Multileg 1000 id=100 match=900 bits_0_27_41 px=500 leg=12300 qty=5 rest=0 instrument=2001 link=0 " +
            "session=5 Buy"), frames(LOGIN));
        assertEquals(List.of(
            "Multileg 2000 id=200 match=900 bits_0_27_42 px=500 leg=12300 qty=5 rest=0 instrument=2001 link=0 " +
            "session=5 Sell"), frames(OTHER));
    }

    @Test
    void shouldGiveEachTradeOfASweepTheLegPriceOfItsOwn()
    {
        events.begin();
        trade(SPREAD, 900, Side.BUY, 5, 3, 200, 0);
        leg(901, 900, 12_300);
        leg(902, 900, 12_800);
        trade(SPREAD, 903, Side.BUY, 3, 0, 201, 0);
        leg(904, 903, 12_400);
        leg(905, 903, 12_900);
        events.end();
        assertEquals(List.of(
            "Multileg 1000 id=100 match=900 bits_0_27_41 px=500 leg=12300 qty=5 rest=3 instrument=2001 link=0 " +
            "session=5 Buy",
            "Multileg 1000 id=100 match=903 bits_0_27_41 px=500 leg=12400 qty=3 rest=0 instrument=2001 link=0 " +
            "session=5 Buy"), frames(LOGIN));
    }

    @Test
    void shouldReportANegotiatedTrade()
    {
        events.begin()
            .event(new OffBookTradeEncoder(), (e) ->
            {
                e.tradeId(900).priceE5(12_300).qtyLots(5).instrumentId(FUTURE).kind(OffBookKind.NEGOTIATED);
                EventScript.party(e.buy(), LOGIN, 100, 12_300, 0);
                EventScript.party(e.sell(), FOREIGN, 200, 12_300, 0);
            })
            .end();
        assertEquals(List.of(
            "Trade 1000 id=100 match=900 bits_26_31 px=12300 qty=5 rest=0 instrument=1001 link=0 session=5 Buy"),
            frames(LOGIN));
    }

    @Test
    void shouldGiveEveryAnswerTheTimeOfItsOwnTransaction()
    {
        final List<Long> expected = new ArrayList<>();
        expected.add(events.begin().engineTimeNs());
        accept(100, TimeInForce.DAY, 0, 50, 1);
        events.end();
        expected.add(events.begin().engineTimeNs());
        trade(FUTURE, 900, Side.BUY, 10, 40, 200, 7);
        events.end();
        // Nothing for this login.
        events.begin().end();
        expected.add(events.begin().engineTimeNs());
        events.event(new OrderReducedEncoder(), (e) -> e.loginId(LOGIN).orderId(100).reducedLots(5).restLots(35)).end();
        expected.add(events.begin().engineTimeNs());
        cancel(100, CancelReason.REQUESTED);
        events.end();
        assertEquals(expected, kept(LOGIN, (buffer, offset) ->
            buffer.getLong(offset + TIMESTAMP_OFFSET, ByteOrder.LITTLE_ENDIAN)));
    }

    @Test
    void shouldTellEveryLoginThatTheBooksAreEmpty()
    {
        events.begin().event(new BookClearedEncoder(), (e) -> e.sessionId(6)).end();
        assertEquals(List.of("EmptyBook session=6"), frames(LOGIN));
        assertEquals(List.of("EmptyBook session=6"), frames(OTHER));
    }

    private void accept(
        final long orderId, final TimeInForce timeInForce, final int conditions, final long qtyLots, final int shown)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.loginId(LOGIN).orderId(orderId).clOrdId(orderId * 10)
            .priceE5(500).qtyLots(qtyLots).instrumentId(FUTURE).linkId(3).side(Side.BUY).timeInForce(timeInForce)
            .conditions((short)conditions).shown((short)shown).complianceId((byte)' '));
    }

    private void cancel(final long orderId, final CancelReason reason)
    {
        events.event(new OrderCancelledEncoder(), (e) -> e.loginId(LOGIN).orderId(orderId).requestClOrdId(77)
            .qtyLots(50).linkId(3).side(Side.BUY).reason(reason));
    }

    private void trade(
        final int instrumentId,
        final long tradeId,
        final Side aggressor,
        final long lots,
        final long buyRest,
        final long sellOrderId,
        final long sellRest)
    {
        trade(instrumentId, tradeId, aggressor, lots, buyRest, sellOrderId, sellRest, 100);
    }

    private void trade(
        final int instrumentId,
        final long tradeId,
        final Side aggressor,
        final long lots,
        final long buyRest,
        final long sellOrderId,
        final long sellRest,
        final long buyOrderId)
    {
        events.event(new TradeEncoder(), (e) ->
        {
            e.tradeId(tradeId).priceE5(500).qtyLots(lots).instrumentId(instrumentId).aggressorSide(aggressor)
                .kind(Side.NULL_VAL == aggressor ? TradeKind.AUCTION : TradeKind.CONTINUOUS);
            EventScript.party(e.buy(), LOGIN, buyOrderId, 500, buyRest);
            EventScript.party(e.sell(), OTHER, sellOrderId, 500, sellRest);
        });
    }

    private void leg(final long tradeId, final long parentTradeId, final long priceE5)
    {
        events.event(new OffBookTradeEncoder(), (e) -> e.tradeId(tradeId).parentTradeId(parentTradeId)
            .priceE5(priceE5).qtyLots(5).instrumentId(FUTURE).kind(OffBookKind.SPREAD_LEG));
    }

    /** What a login was sent since the session was opened. */
    private List<String> frames(final int loginId)
    {
        return kept(loginId, FrameText::of);
    }

    private <T> List<T> kept(final int loginId, final BiFunction<DirectBuffer, Integer, T> reader)
    {
        answers.releaseAll(0);
        final LoginAnswers kept = logins.get(loginId).answers;
        final List<T> frames = new ArrayList<>();
        final AnswerCursor cursor = new AnswerCursor();
        for (long seqNo = 2; seqNo < kept.nextSeqNo(); seqNo++)
        {
            cursor.seek(kept, seqNo);
            frames.add(reader.apply(cursor.buffer(), cursor.offset()));
        }
        return frames;
    }
}
