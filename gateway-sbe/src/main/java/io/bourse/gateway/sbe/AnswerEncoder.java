// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectEncoder;
import io.bourse.gateway.sbe.twime.EmptyBookEncoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportEncoder;
import io.bourse.gateway.sbe.twime.Flags2SetEncoder;
import io.bourse.gateway.sbe.twime.FlagsSetEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseEncoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventEncoder;
import io.bourse.gateway.sbe.twime.TradSesEventEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.MutableDirectBuffer;

/**
 * Encodes single answers into the queue, field by field as in sheet A.4.
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
    private final AnswerQueue answers;
    private final MutableDirectBuffer buffer;

    AnswerEncoder(final AnswerQueue answers)
    {
        this.answers = answers;
        buffer = answers.buffer();
    }

    void newOrderSingleResponse(
        final OrderAcceptedDecoder event, final long timestampNs, final long flags, final int tradingSessionId)
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

    void orderReplaceResponse(
        final OrderReplacedDecoder event, final long timestampNs, final long flags, final int tradingSessionId)
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
            replaceResponse.offset() + OrderReplaceResponseEncoder.complianceIDEncodingOffset(),
            event.complianceId());
    }

    void orderCancelResponse(
        final OrderCancelledDecoder event, final long timestampNs, final long flags, final int tradingSessionId)
    {
        final int offset = claim(event.loginId(), OrderCancelResponseEncoder.BLOCK_LENGTH);
        // A.4 counts the removal of a replace in mode 2 among the unsolicited ones although a request caused it.
        final long clOrdId = CancelReason.REPLACE_MISMATCH == event.reason() ?
            TwimeFrames.NULL_UINT64 : event.requestClOrdId();
        cancelResponse.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(clOrdId)
            .timestamp(timestampNs)
            .orderID(event.orderId());
        flags(cancelResponse.flags(), cancelResponse.flags2(), flags);
        cancelResponse
            .orderQty(event.qtyLots())
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(event.linkId());
    }

    void executionSingleReport(
        final TradeDecoder event,
        final TradeSideDecoder party,
        final Side side,
        final long timestampNs,
        final long flags,
        final int tradingSessionId)
    {
        final int offset = claim(party.loginId(), ExecutionSingleReportEncoder.BLOCK_LENGTH);
        report.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(party.clOrdId())
            .timestamp(timestampNs)
            .orderID(party.orderId())
            .trdMatchID(event.tradeId());
        flags(report.flags(), report.flags2(), flags);
        report.lastPx().mantissa(event.priceE5());
        report
            .lastQty(event.qtyLots())
            .orderQty(party.restLots())
            .tradingSessionID(tradingSessionId)
            .clOrdLinkID(party.linkId())
            .securityID(event.instrumentId())
            .side(side(side));
    }

    void businessMessageReject(final int loginId, final long clOrdId, final long timestampNs, final int code)
    {
        final int offset = claim(loginId, BusinessMessageRejectEncoder.BLOCK_LENGTH);
        businessReject.wrapAndApplyHeader(buffer, offset, header)
            .clOrdID(clOrdId)
            .timestamp(timestampNs)
            .ordRejReason(code);
    }

    void systemEvent(
        final int loginId,
        final long timestampNs,
        final long eventId,
        final int tradingSessionId,
        final TradSesEventEnum event)
    {
        final int offset = claim(loginId, SystemEventEncoder.BLOCK_LENGTH);
        systemEvent.wrapAndApplyHeader(buffer, offset, header)
            .timestamp(timestampNs)
            .eventId(eventId)
            .tradingSessionID(tradingSessionId)
            .tradSesEvent(event);
    }

    void emptyBook(final int loginId, final long timestampNs, final int tradingSessionId)
    {
        final int offset = claim(loginId, EmptyBookEncoder.BLOCK_LENGTH);
        emptyBook.wrapAndApplyHeader(buffer, offset, header)
            .timestamp(timestampNs)
            .tradingSessionID(tradingSessionId);
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
