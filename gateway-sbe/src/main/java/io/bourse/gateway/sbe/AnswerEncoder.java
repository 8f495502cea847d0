// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectEncoder;
import io.bourse.gateway.sbe.twime.EmptyBookEncoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportEncoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportEncoder;
import io.bourse.gateway.sbe.twime.Flags2SetEncoder;
import io.bourse.gateway.sbe.twime.FlagsSetEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseEncoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelResponseEncoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventEncoder;
import io.bourse.gateway.sbe.twime.TradSesEventEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.MutableDirectBuffer;

/**
 * Encodes single answers into the queue, field by field as in TWIME A.4.
 */
final class AnswerEncoder
{
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderSingleResponseEncoder newOrderResponse = new NewOrderSingleResponseEncoder();
    private final OrderReplaceResponseEncoder replaceResponse = new OrderReplaceResponseEncoder();
    private final OrderCancelResponseEncoder cancelResponse = new OrderCancelResponseEncoder();
    private final ExecutionSingleReportEncoder report = new ExecutionSingleReportEncoder();
    private final BusinessMessageRejectEncoder businessReject = new BusinessMessageRejectEncoder();
    private final SystemEventEncoder systemEvent = new SystemEventEncoder();
    private final EmptyBookEncoder emptyBook = new EmptyBookEncoder();
    private final NewOrderIcebergResponseEncoder icebergResponse = new NewOrderIcebergResponseEncoder();
    private final OrderMassCancelResponseEncoder massCancelResponse = new OrderMassCancelResponseEncoder();
    private final ExecutionMultilegReportEncoder multilegReport = new ExecutionMultilegReportEncoder();
    private final AnswerQueue answers;
    private final MutableDirectBuffer buffer;
    private long timestampNs;
    private int tradingSessionId;
    /** Iceberg whose answer may still be completed, 0 for none. */
    private long icebergOrderId;
    /** Trade of a strategy whose reports wait for the price of the first leg, 0 for none. */
    private long multilegTradeId;
    private final int[] multilegOffsets = new int[2];
    private int multilegReports;

    AnswerEncoder(final AnswerQueue answers)
    {
        this.answers = answers;
        buffer = answers.buffer;
    }

    /** Answers of a new transaction: nothing of the last one can be completed any more. */
    void begin(final long engineTimeNs)
    {
        timestampNs = engineTimeNs;
        icebergOrderId = 0;
        multilegTradeId = 0;
        multilegReports = 0;
    }

    void tradingSession(final int sessionId)
    {
        tradingSessionId = sessionId;
    }

    void newOrderSingleResponse(final OrderAcceptedDecoder event, final long flags)
    {
        final int offset = claim(event.loginId(), NewOrderSingleResponseEncoder.BLOCK_LENGTH);
        newOrderResponse.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(event.clOrdId())
            .timestamp(timestampNs)
            .expireDate(event.expireDateNs())
            .orderID(event.orderId());
        flags(newOrderResponse.flags(), newOrderResponse.flags2(), flags);
        newOrderResponse.price().mantissa(event.priceE5());
        newOrderResponse
            .securityID(event.instrumentId())
            .orderQty(event.qtyLots())
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(event.linkId())
            .side(side(event.side()));
        complianceId(
            newOrderResponse.offset() + NewOrderSingleResponseEncoder.complianceIDEncodingOffset(),
            event.complianceId());
    }

    /** An iceberg; what follows in later events of the transaction is filled in when it comes. */
    void newOrderIcebergResponse(final OrderAcceptedDecoder event, final long flags)
    {
        final int offset = claim(event.loginId(), NewOrderIcebergResponseEncoder.BLOCK_LENGTH);
        icebergOrderId = event.orderId();
        icebergResponse.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(event.clOrdId())
            .timestamp(timestampNs)
            .expireDate(event.expireDateNs())
            .orderID(event.orderId())
            .displayOrderID(TwimeFrames.NULL_INT64);
        flags(icebergResponse.flags(), icebergResponse.flags2(), flags);
        icebergResponse.price().mantissa(event.priceE5());
        icebergResponse
            .securityID(event.instrumentId())
            .orderQty(event.qtyLots())
            .displayQty(TwimeFrames.NULL_UINT32)
            .displayVarianceQty(TwimeFrames.NULL_UINT32)
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(event.linkId())
            .side(side(event.side()));
        complianceId(
            icebergResponse.offset() + NewOrderIcebergResponseEncoder.complianceIDEncodingOffset(),
            event.complianceId());
    }

    /** Terms of the iceberg answered last in this transaction. */
    void onTerms(final OrderTermsDecoder event)
    {
        if (icebergOrderId == event.orderId())
        {
            icebergResponse.displayQty(event.displayLots()).displayVarianceQty(event.displayVarianceLots());
        }
    }

    /** First slice of the iceberg answered last in this transaction; later ones are not reported. */
    void onSliceShown(final SliceShownDecoder event)
    {
        if (icebergOrderId == event.orderId())
        {
            icebergResponse.displayOrderID(event.displayOrderId());
            icebergOrderId = 0;
        }
    }

    void orderReplaceResponse(final OrderReplacedDecoder event, final long flags)
    {
        final int offset = claim(event.loginId(), OrderReplaceResponseEncoder.BLOCK_LENGTH);
        replaceResponse.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(event.clOrdId())
            .timestamp(timestampNs)
            .orderID(event.orderId())
            .prevOrderID(event.prevOrderId());
        flags(replaceResponse.flags(), replaceResponse.flags2(), flags);
        replaceResponse.price().mantissa(event.priceE5());
        replaceResponse
            .orderQty(event.qtyLots())
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(event.linkId());
        complianceId(
            replaceResponse.offset() + OrderReplaceResponseEncoder.complianceIDEncodingOffset(), event.complianceId());
    }

    void orderCancelResponse(final OrderCancelledDecoder event, final boolean isRequested, final long flags)
    {
        // A.4 counts the removal of a replace in mode 2 among the unsolicited ones although a request caused it.
        final long clOrdId = isRequested && CancelReason.REPLACE_MISMATCH != event.reason() ?
            event.requestClOrdId() : TwimeFrames.NULL_UINT64;
        cancelResponse(event.loginId(), clOrdId, event.orderId(), event.qtyLots(), event.linkId(), flags);
    }

    /** Self-trade prevention took lots off an order: the removal of a part of it. */
    void orderReduced(final OrderReducedDecoder event, final long flags)
    {
        cancelResponse(event.loginId(), TwimeFrames.NULL_UINT64, event.orderId(), event.reducedLots(),
            TwimeFrames.NULL_INT32, flags);
    }

    private void cancelResponse(
        final int loginId,
        final long clOrdId,
        final long orderId,
        final long qtyLots,
        final int linkId,
        final long flags)
    {
        final int offset = claim(loginId, OrderCancelResponseEncoder.BLOCK_LENGTH);
        cancelResponse.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(clOrdId)
            .timestamp(timestampNs)
            .orderID(orderId);
        flags(cancelResponse.flags(), cancelResponse.flags2(), flags);
        cancelResponse
            .orderQty(qtyLots)
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(linkId);
    }

    /** A party of a trade in the book or of a negotiated one. */
    void executionSingleReport(
        final long tradeId,
        final int instrumentId,
        final long priceE5,
        final long qtyLots,
        final TradeSideDecoder party,
        final Side side,
        final long flags)
    {
        final int offset = claim(party.loginId(), ExecutionSingleReportEncoder.BLOCK_LENGTH);
        report.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(party.clOrdId())
            .timestamp(timestampNs)
            .orderID(party.orderId())
            .trdMatchID(tradeId);
        flags(report.flags(), report.flags2(), flags);
        report.lastPx().mantissa(priceE5);
        report
            .lastQty(qtyLots)
            .orderQty(party.restLots())
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(party.linkId())
            .securityID(instrumentId)
            .side(side(side));
    }

    /** A party of a trade in a strategy; the price of the first leg comes with its own trade. */
    void executionMultilegReport(
        final TradeDecoder event, final TradeSideDecoder party, final Side side, final long flags)
    {
        final int offset = claim(party.loginId(), ExecutionMultilegReportEncoder.BLOCK_LENGTH);
        if (multilegTradeId != event.tradeId())
        {
            multilegTradeId = event.tradeId();
            multilegReports = 0;
        }
        multilegOffsets[multilegReports++] = offset + TwimeFrames.HEADER_LENGTH;
        multilegReport.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(party.clOrdId())
            .timestamp(timestampNs)
            .orderID(party.orderId())
            .trdMatchID(event.tradeId());
        flags(multilegReport.flags(), multilegReport.flags2(), flags);
        multilegReport.lastPx().mantissa(event.priceE5());
        multilegReport.legPrice().mantissa(0);
        multilegReport
            .lastQty(event.qtyLots())
            .orderQty(party.restLots())
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(party.linkId())
            .securityID(event.instrumentId())
            .side(side(side));
    }

    /** The trade of a leg: the first one of a strategy's trade goes into its reports. */
    void onLegTrade(final OffBookTradeDecoder event)
    {
        if (multilegTradeId == event.parentTradeId())
        {
            for (int i = 0; i < multilegReports; i++)
            {
                multilegReport.wrap(buffer, multilegOffsets[i]);
                multilegReport.legPrice().mantissa(event.priceE5());
            }
            multilegTradeId = 0;
        }
    }

    void orderMassCancelResponse(final int loginId, final long clOrdId, final int cancelledOrders)
    {
        final int offset = claim(loginId, OrderMassCancelResponseEncoder.BLOCK_LENGTH);
        massCancelResponse.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(clOrdId)
            .timestamp(timestampNs)
            .totalAffectedOrders(cancelledOrders);
    }

    void businessMessageReject(final int loginId, final long clOrdId, final int code)
    {
        final int offset = claim(loginId, BusinessMessageRejectEncoder.BLOCK_LENGTH);
        businessReject.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(clOrdId)
            .timestamp(timestampNs)
            .ordRejReason(code);
    }

    void systemEvent(final int loginId, final long eventId, final TradSesEventEnum event)
    {
        final int offset = claim(loginId, SystemEventEncoder.BLOCK_LENGTH);
        systemEvent.wrapAndApplyHeader(buffer, offset, header)
            .timestamp(timestampNs)
            .eventId(eventId)
            .tradingSessionID(tradingSessionId)
            .tradSesEvent(event);
    }

    void emptyBook(final int loginId, final int sessionId)
    {
        final int offset = claim(loginId, EmptyBookEncoder.BLOCK_LENGTH);
        emptyBook.wrapAndApplyHeader(buffer, offset, header)
            .timestamp(timestampNs)
            .tradingSessionID(sessionId);
    }

    private int claim(final int loginId, final int blockLength)
    {
        return answers.claim(loginId, TwimeFrames.HEADER_LENGTH + blockLength);
    }

    /** The generated encoder of the sets knows single bits only; all of them are written at once here. */
    private void flags(final FlagsSetEncoder flags, final Flags2SetEncoder flags2, final long bits)
    {
        buffer.putLong(flags.offset(), bits, FlagsSetEncoder.BYTE_ORDER);
        buffer.putLong(flags2.offset(), 0, Flags2SetEncoder.BYTE_ORDER);
    }

    /** Written raw: an order entered by an operator may carry a character that TWIME does not know. */
    private void complianceId(final int offset, final byte value)
    {
        buffer.putByte(offset, value);
    }

    private static SideEnum side(final Side side)
    {
        return Side.BUY == side ? SideEnum.Buy : SideEnum.Sell;
    }
}
