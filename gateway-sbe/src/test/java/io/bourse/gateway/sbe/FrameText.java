// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FlagsSetDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.RetransmissionDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import org.agrona.DirectBuffer;

/**
 * Frames of the venue as one line each, with everything in them but the time stamps. The flags keep their bit numbers.
 */
final class FrameText
{
    private static final MessageHeaderDecoder HEADER = new MessageHeaderDecoder();

    private FrameText()
    {
    }

    static String of(final DirectBuffer buffer, final int offset)
    {
        final int templateId = HEADER.wrap(buffer, offset).templateId();
        return switch (templateId)
        {
            case EstablishmentAckDecoder.TEMPLATE_ID -> of(
                new EstablishmentAckDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case EstablishmentRejectDecoder.TEMPLATE_ID -> "EstablishmentReject " +
                new EstablishmentRejectDecoder().wrapAndApplyHeader(buffer, offset, HEADER).establishmentRejectCode();
            case TerminateDecoder.TEMPLATE_ID -> "Terminate " +
                new TerminateDecoder().wrapAndApplyHeader(buffer, offset, HEADER).terminationCode();
            case SequenceDecoder.TEMPLATE_ID -> "Sequence " +
                new SequenceDecoder().wrapAndApplyHeader(buffer, offset, HEADER).nextSeqNo();
            case RetransmissionDecoder.TEMPLATE_ID -> of(
                new RetransmissionDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case SessionRejectDecoder.TEMPLATE_ID -> of(
                new SessionRejectDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case FloodRejectDecoder.TEMPLATE_ID -> of(
                new FloodRejectDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case BusinessMessageRejectDecoder.TEMPLATE_ID -> of(
                new BusinessMessageRejectDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            default -> application(templateId, buffer, offset);
        };
    }

    private static String application(final int templateId, final DirectBuffer buffer, final int offset)
    {
        return switch (templateId)
        {
            case EmptyBookDecoder.TEMPLATE_ID -> "EmptyBook session=" +
                new EmptyBookDecoder().wrapAndApplyHeader(buffer, offset, HEADER).tradingSessionID();
            case SystemEventDecoder.TEMPLATE_ID -> of(
                new SystemEventDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case NewOrderSingleResponseDecoder.TEMPLATE_ID -> of(
                new NewOrderSingleResponseDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case OrderCancelResponseDecoder.TEMPLATE_ID -> of(
                new OrderCancelResponseDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case OrderReplaceResponseDecoder.TEMPLATE_ID -> of(
                new OrderReplaceResponseDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case ExecutionSingleReportDecoder.TEMPLATE_ID -> of(
                new ExecutionSingleReportDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID -> of(
                new NewOrderIcebergResponseDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case OrderMassCancelResponseDecoder.TEMPLATE_ID -> of(
                new OrderMassCancelResponseDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            case ExecutionMultilegReportDecoder.TEMPLATE_ID -> of(
                new ExecutionMultilegReportDecoder().wrapAndApplyHeader(buffer, offset, HEADER));
            default -> throw new AssertionError("unexpected template: templateId=" + templateId);
        };
    }

    private static String of(final EstablishmentAckDecoder d)
    {
        return "EstablishmentAck request=" + d.requestTimestamp() + " keepalive=" + d.keepaliveInterval() +
            " next=" + d.nextSeqNo();
    }

    private static String of(final RetransmissionDecoder d)
    {
        return "Retransmission next=" + d.nextSeqNo() + " request=" + d.requestTimestamp() + " count=" + d.count();
    }

    private static String of(final FloodRejectDecoder message)
    {
        return "FloodReject " + message.clOrdID() + " queue=" + message.queueSize() + " penaltyUs=" +
            message.penaltyRemain();
    }

    private static String of(final SessionRejectDecoder d)
    {
        return "SessionReject " + d.clOrdID() + " tag=" + d.refTagID() + " " + d.sessionRejectReason();
    }

    private static String of(final BusinessMessageRejectDecoder d)
    {
        return "BusinessMessageReject " + d.clOrdID() + " code=" + d.ordRejReason();
    }

    private static String of(final SystemEventDecoder d)
    {
        return "SystemEvent " + d.eventId() + " session=" + d.tradingSessionID() + " " + d.tradSesEvent();
    }

    private static String of(final NewOrderSingleResponseDecoder d)
    {
        return "NewOrder " + d.clOrdID() + " id=" + d.orderID() + " " + flags(d.flags()) + " px=" +
            d.price().mantissa() + " qty=" + d.orderQty() + " instrument=" + d.securityID() + " link=" +
            d.clOrdLinkID() + " session=" + d.tradingSessionID() + " expire=" + d.expireDate() + " " + d.side() +
            " " + d.complianceID() + zero(d.flags2().isEmpty());
    }

    private static String of(final OrderCancelResponseDecoder d)
    {
        return "Cancel " + d.clOrdID() + " id=" + d.orderID() + " " + flags(d.flags()) + " qty=" + d.orderQty() +
            " link=" + d.clOrdLinkID() + " session=" + d.tradingSessionID() + zero(d.flags2().isEmpty());
    }

    private static String of(final OrderReplaceResponseDecoder d)
    {
        return "Replace " + d.clOrdID() + " id=" + d.orderID() + " prev=" + d.prevOrderID() + " " +
            flags(d.flags()) + " px=" + d.price().mantissa() + " qty=" + d.orderQty() + " link=" + d.clOrdLinkID() +
            " session=" + d.tradingSessionID() + " " + d.complianceID() + zero(d.flags2().isEmpty());
    }

    private static String of(final ExecutionSingleReportDecoder d)
    {
        return "Trade " + d.clOrdID() + " id=" + d.orderID() + " match=" + d.trdMatchID() + " " +
            flags(d.flags()) + " px=" + d.lastPx().mantissa() + " qty=" + d.lastQty() + " rest=" + d.orderQty() +
            " instrument=" + d.securityID() + " link=" + d.clOrdLinkID() + " session=" + d.tradingSessionID() +
            " " + d.side() + zero(d.flags2().isEmpty());
    }

    private static String of(final NewOrderIcebergResponseDecoder d)
    {
        return "Iceberg " + d.clOrdID() + " id=" + d.orderID() + " display=" + d.displayOrderID() + " " +
            flags(d.flags()) + " px=" + d.price().mantissa() + " qty=" + d.orderQty() + " show=" + d.displayQty() +
            "+-" + d.displayVarianceQty() + " instrument=" + d.securityID() + " link=" + d.clOrdLinkID() +
            " session=" + d.tradingSessionID() + " expire=" + d.expireDate() + " " + d.side() + " " +
            d.complianceID() + zero(d.flags2().isEmpty());
    }

    private static String of(final OrderMassCancelResponseDecoder d)
    {
        return "MassCancel " + d.clOrdID() + " orders=" + d.totalAffectedOrders();
    }

    private static String of(final ExecutionMultilegReportDecoder d)
    {
        return "Multileg " + d.clOrdID() + " id=" + d.orderID() + " match=" + d.trdMatchID() + " " +
            flags(d.flags()) + " px=" + d.lastPx().mantissa() + " leg=" + d.legPrice().mantissa() + " qty=" +
            d.lastQty() + " rest=" + d.orderQty() + " instrument=" + d.securityID() + " link=" + d.clOrdLinkID() +
            " session=" + d.tradingSessionID() + " " + d.side() + zero(d.flags2().isEmpty());
    }

    private static String flags(final FlagsSetDecoder flags)
    {
        final StringBuilder text = new StringBuilder("bits");
        for (int bit = 0; bit < Long.SIZE; bit++)
        {
            if (0 != (flags.getRaw() & 1L << bit))
            {
                text.append('_').append(bit);
            }
        }
        return text.toString();
    }

    private static String zero(final boolean isFlags2Zero)
    {
        return isFlags2Zero ? "" : " FLAGS2";
    }
}
