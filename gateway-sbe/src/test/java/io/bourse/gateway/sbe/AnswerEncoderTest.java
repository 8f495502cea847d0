// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReducedEncoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.OrderTermsEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.TradSesEventEnum;
import io.bourse.gateway.sbe.wire.SchemaCodec;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Every field of every answer (TWIME A.4), read by the schema file. Where an answer goes nothing has been zero before.
 */
class AnswerEncoderTest
{
    private static final int LOGIN = 7;
    private static final long TIME_NS = 1_795_000_000_123_456_789L;
    private static final long FLAGS = 0x7000_0000_0000_0005L;
    /** In the queue, before the first frame of a transaction and before each frame. */
    private static final int GROUP_HEADER_LENGTH = 32;

    private final SchemaCodec codec = SchemaCodec.load(7);
    private final AnswerQueue answers =
        new AnswerQueue(null, new CounterSet<>(GatewayCounter.class), RequestStamps.off());
    private final AnswerEncoder encoder = new AnswerEncoder(answers);
    private final UnsafeBuffer event = new UnsafeBuffer(new byte[512]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final MessageHeaderDecoder decodedHeader = new MessageHeaderDecoder();

    @BeforeEach
    void begin()
    {
        answers.buffer.setMemory(0, 4096, (byte)0x5A);
        answers.beginGroup();
        encoder.begin(TIME_NS);
        encoder.tradingSession(6543);
    }

    @Test
    void shouldAnswerANewOrder()
    {
        encoder.newOrderSingleResponse(accepted(100, Side.BUY), FLAGS);
        encoder.newOrderSingleResponse(accepted(101, Side.SELL), 1);
        assertEquals(
            List.of("NewOrderSingleResponse ClOrdID=1000 Timestamp=* ExpireDate=12 OrderID=100 " +
                "Flags=7000000000000005 Flags2=0 Price=65123 SecurityID=1001 OrderQty=50 TradingSessionID=6543 " +
                "ClOrdLinkID=3 Side=Buy ComplianceID=Manual",
                "NewOrderSingleResponse ClOrdID=1010 Timestamp=* ExpireDate=12 OrderID=101 Flags=1 Flags2=0 " +
                "Price=65123 SecurityID=1001 OrderQty=50 TradingSessionID=6543 ClOrdLinkID=3 Side=Sell " +
                "ComplianceID=Manual"),
            frames());
    }

    @Test
    void shouldAnswerAnIcebergAsFarAsItIsKnown()
    {
        encoder.newOrderIcebergResponse(accepted(100, Side.SELL), FLAGS);
        assertEquals(List.of(iceberg("DisplayOrderID=null", "DisplayQty=null DisplayVarianceQty=null")), frames());
    }

    @Test
    void shouldCompleteTheAnswerOfAnIcebergByItsOwnTermsAndFirstSliceOnly()
    {
        encoder.newOrderIcebergResponse(accepted(100, Side.SELL), FLAGS);
        terms(99, 1, 1);
        slice(99, 200);
        terms(100, 10, 2);
        slice(100, 201);
        slice(100, 202);
        terms(100, 11, 3);
        assertEquals(List.of(iceberg("DisplayOrderID=201", "DisplayQty=10 DisplayVarianceQty=2")), frames());
    }

    @Test
    void shouldCompleteNothingInTheNextTransaction()
    {
        encoder.newOrderIcebergResponse(accepted(100, Side.SELL), FLAGS);
        encoder.executionMultilegReport(trade(900, 5), trade(900, 5).buy(), Side.BUY, FLAGS);
        final List<String> before = frames();
        encoder.begin(TIME_NS + 1);
        terms(100, 10, 2);
        slice(100, 201);
        legTrade(900, 77);
        assertEquals(before, frames());
    }

    @Test
    void shouldAnswerAReplace()
    {
        encoder.orderReplaceResponse(new OrderReplacedDecoder().wrapAndApplyHeader(encoded(() ->
            new OrderReplacedEncoder().wrapAndApplyHeader(event, 0, header)
                .orderId(102).prevOrderId(100).clOrdId(5).priceE5(600).qtyLots(40).linkId(4).loginId(LOGIN)
                .complianceId((byte)'R')), 0, decodedHeader), FLAGS);
        assertEquals(
            List.of("OrderReplaceResponse ClOrdID=5 Timestamp=* OrderID=102 PrevOrderID=100 Flags=7000000000000005 " +
                "Flags2=0 Price=600 OrderQty=40 TradingSessionID=6543 ClOrdLinkID=4 ComplianceID=Algorithm"),
            frames());
    }

    @Test
    void shouldNameTheRequestOfACancelUnlessItWasAReplaceThatFoundAnotherRest()
    {
        encoder.orderCancelResponse(cancelled(CancelReason.REQUESTED), true, FLAGS);
        encoder.orderCancelResponse(cancelled(CancelReason.REQUESTED), false, FLAGS);
        encoder.orderCancelResponse(cancelled(CancelReason.REPLACE_MISMATCH), true, FLAGS);
        final String rest = " Timestamp=* OrderID=100 Flags=7000000000000005 Flags2=0 OrderQty=50 " +
            "TradingSessionID=6543 ClOrdLinkID=3";
        assertEquals(
            List.of("OrderCancelResponse ClOrdID=77" + rest, "OrderCancelResponse ClOrdID=null" + rest,
                "OrderCancelResponse ClOrdID=null" + rest),
            frames());
    }

    @Test
    void shouldSayWhatSelfTradePreventionTookOff()
    {
        encoder.orderReduced(new OrderReducedDecoder().wrapAndApplyHeader(encoded(() ->
            new OrderReducedEncoder().wrapAndApplyHeader(event, 0, header)
                .orderId(100).clOrdId(1000).reducedLots(4).restLots(6).loginId(LOGIN)), 0, decodedHeader), FLAGS);
        assertEquals(
            List.of("OrderCancelResponse ClOrdID=null Timestamp=* OrderID=100 Flags=7000000000000005 Flags2=0 " +
                "OrderQty=4 TradingSessionID=6543 ClOrdLinkID=null"),
            frames());
    }

    @Test
    void shouldReportATrade()
    {
        final TradeDecoder trade = trade(900, 5);
        encoder.executionSingleReport(900, 1001, 65123, 5, trade.sell(), Side.SELL, FLAGS);
        assertEquals(
            List.of("ExecutionSingleReport ClOrdID=2000 Timestamp=* OrderID=200 TrdMatchID=900 " +
                "Flags=7000000000000005 Flags2=0 LastPx=65123 LastQty=5 OrderQty=2 TradingSessionID=6543 " +
                "ClOrdLinkID=8 SecurityID=1001 Side=Sell"),
            frames());
    }

    @Test
    void shouldReportATradeOfAStrategyWithThePriceOfItsFirstLegToBothParties()
    {
        final TradeDecoder trade = trade(900, 5);
        encoder.executionMultilegReport(trade, trade.buy(), Side.BUY, FLAGS);
        encoder.executionMultilegReport(trade, trade.sell(), Side.SELL, 1);
        legTrade(899, 1);
        assertEquals(List.of(multileg(900, "0"), multilegOfSeller("0")), frames());
        legTrade(900, 12_300);
        legTrade(900, 12_800);
        assertEquals(List.of(multileg(900, "12300"), multilegOfSeller("12300")), frames());
    }

    @Test
    void shouldGiveEachTradeOfATransactionThePriceOfItsOwnLeg()
    {
        encoder.executionMultilegReport(trade(900, 5), trade(900, 5).buy(), Side.BUY, FLAGS);
        legTrade(900, 12_300);
        encoder.executionMultilegReport(trade(903, 5), trade(903, 5).buy(), Side.BUY, FLAGS);
        legTrade(903, 12_400);
        assertEquals(List.of(multileg(900, "12300"), multileg(903, "12400")), frames());
    }

    @Test
    void shouldEncodeWhatIsNotOfAnOrder()
    {
        encoder.orderMassCancelResponse(LOGIN, 78, 6);
        encoder.businessMessageReject(LOGIN, 79, 4103);
        encoder.systemEvent(LOGIN, 11, TradSesEventEnum.SessionDataReady);
        encoder.emptyBook(LOGIN, 6544);
        assertEquals(
            List.of("OrderMassCancelResponse ClOrdID=78 Timestamp=* TotalAffectedOrders=6",
                "BusinessMessageReject ClOrdID=79 Timestamp=* OrdRejReason=4103",
                "SystemEvent Timestamp=* EventId=11 TradingSessionID=6543 TradSesEvent=SessionDataReady",
                "EmptyBook Timestamp=* TradingSessionID=6544"),
            frames());
    }

    private static String iceberg(final String displayOrder, final String display)
    {
        return "NewOrderIcebergResponse ClOrdID=1000 Timestamp=* ExpireDate=12 OrderID=100 " + displayOrder +
            " Flags=7000000000000005 Flags2=0 Price=65123 SecurityID=1001 OrderQty=50 " + display +
            " TradingSessionID=6543 ClOrdLinkID=3 Side=Sell ComplianceID=Manual";
    }

    private static String multileg(final long tradeId, final String legPrice)
    {
        return "ExecutionMultilegReport ClOrdID=1000 Timestamp=* OrderID=100 TrdMatchID=" + tradeId +
            " Flags=7000000000000005 Flags2=0 LastPx=65123 LegPrice=" + legPrice + " LastQty=5 OrderQty=1 " +
            "TradingSessionID=6543 ClOrdLinkID=6 SecurityID=1001 Side=Buy";
    }

    private static String multilegOfSeller(final String legPrice)
    {
        return "ExecutionMultilegReport ClOrdID=2000 Timestamp=* OrderID=200 TrdMatchID=900 Flags=1 Flags2=0 " +
            "LastPx=65123 LegPrice=" + legPrice + " LastQty=5 OrderQty=2 TradingSessionID=6543 ClOrdLinkID=8 " +
            "SecurityID=1001 Side=Sell";
    }

    private OrderAcceptedDecoder accepted(final long orderId, final Side side)
    {
        return new OrderAcceptedDecoder().wrapAndApplyHeader(encoded(() ->
            new OrderAcceptedEncoder().wrapAndApplyHeader(event, 0, header)
                .orderId(orderId).clOrdId(orderId * 10).expireDateNs(12).priceE5(65123).qtyLots(50).instrumentId(1001)
                .loginId(LOGIN).linkId(3).side(side).complianceId((byte)'M')), 0, decodedHeader);
    }

    private OrderCancelledDecoder cancelled(final CancelReason reason)
    {
        return new OrderCancelledDecoder().wrapAndApplyHeader(encoded(() ->
            new OrderCancelledEncoder().wrapAndApplyHeader(event, 0, header)
                .orderId(100).clOrdId(1000).requestClOrdId(77).qtyLots(50).loginId(LOGIN).linkId(3).reason(reason)),
            0, decodedHeader);
    }

    private void terms(final long orderId, final long displayLots, final long varianceLots)
    {
        encoder.onTerms(new OrderTermsDecoder().wrapAndApplyHeader(encoded(() ->
            new OrderTermsEncoder().wrapAndApplyHeader(event, 0, header)
                .orderId(orderId).displayLots(displayLots).displayVarianceLots(varianceLots)), 0, decodedHeader));
    }

    private void slice(final long orderId, final long displayOrderId)
    {
        encoder.onSliceShown(new SliceShownDecoder().wrapAndApplyHeader(encoded(() ->
            new SliceShownEncoder().wrapAndApplyHeader(event, 0, header)
                .orderId(orderId).displayOrderId(displayOrderId)), 0, decodedHeader));
    }

    private TradeDecoder trade(final long tradeId, final long lots)
    {
        return new TradeDecoder().wrapAndApplyHeader(encoded(() ->
        {
            final TradeEncoder trade = new TradeEncoder().wrapAndApplyHeader(event, 0, header)
                .tradeId(tradeId).priceE5(65123).qtyLots(lots).instrumentId(1001);
            trade.buy().loginId(LOGIN).orderId(100).clOrdId(1000).restLots(1).linkId(6);
            trade.sell().loginId(LOGIN).orderId(200).clOrdId(2000).restLots(2).linkId(8);
        }), 0, decodedHeader);
    }

    private void legTrade(final long parentTradeId, final long priceE5)
    {
        final UnsafeBuffer leg = new UnsafeBuffer(new byte[512]);
        new OffBookTradeEncoder().wrapAndApplyHeader(leg, 0, header)
            .tradeId(parentTradeId + 1).parentTradeId(parentTradeId).priceE5(priceE5);
        encoder.onLegTrade(new OffBookTradeDecoder().wrapAndApplyHeader(leg, 0, decodedHeader));
    }

    private UnsafeBuffer encoded(final Runnable write)
    {
        event.setMemory(0, event.capacity(), (byte)0x33);
        write.run();
        return event;
    }

    /** All answers so far, each for the login and with the time of the transaction. */
    private List<String> frames()
    {
        final List<String> frames = new ArrayList<>();
        int offset = GROUP_HEADER_LENGTH;
        while (offset < answers.heldLength())
        {
            assertEquals(LOGIN, answers.buffer.getInt(offset));
            final byte[] frame = new byte[answers.buffer.getInt(offset + 4)];
            answers.buffer.getBytes(offset + 8, frame);
            assertEquals(TIME_NS, codec.number(frame, "Timestamp"));
            frames.add(codec.decode(frame));
            offset += 8 + frame.length;
        }
        return frames;
    }
}
