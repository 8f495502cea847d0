// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.client;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
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
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

/**
 * Hands whole frames of the venue to a listener as typed messages, and keeps their implied numbers.
 */
final class VenueFrameAdapter
{
    private final EstablishmentAckDecoder establishmentAck = new EstablishmentAckDecoder();
    private final EstablishmentRejectDecoder establishmentReject = new EstablishmentRejectDecoder();
    private final TerminateDecoder terminate = new TerminateDecoder();
    private final SequenceDecoder sequence = new SequenceDecoder();
    private final RetransmissionDecoder retransmission = new RetransmissionDecoder();
    private final FloodRejectDecoder floodReject = new FloodRejectDecoder();
    private final SessionRejectDecoder sessionReject = new SessionRejectDecoder();
    private final BusinessMessageRejectDecoder businessMessageReject = new BusinessMessageRejectDecoder();
    private final NewOrderSingleResponseDecoder newOrderSingleResponse = new NewOrderSingleResponseDecoder();
    private final NewOrderIcebergResponseDecoder newOrderIcebergResponse = new NewOrderIcebergResponseDecoder();
    private final OrderCancelResponseDecoder orderCancelResponse = new OrderCancelResponseDecoder();
    private final OrderReplaceResponseDecoder orderReplaceResponse = new OrderReplaceResponseDecoder();
    private final OrderMassCancelResponseDecoder orderMassCancelResponse = new OrderMassCancelResponseDecoder();
    private final ExecutionSingleReportDecoder executionSingleReport = new ExecutionSingleReportDecoder();
    private final ExecutionMultilegReportDecoder executionMultilegReport = new ExecutionMultilegReportDecoder();
    private final EmptyBookDecoder emptyBook = new EmptyBookDecoder();
    private final SystemEventDecoder systemEvent = new SystemEventDecoder();
    private long nextSeqNo = TwimeFrames.NULL_UINT64;
    private long retransmittedSeqNo;
    private long retransmissionLeft;

    /** Number the next live application message will have. */
    long nextSeqNo()
    {
        return nextSeqNo;
    }

    /**
     * Handles one frame.
     *
     * @param offset of its message header.
     */
    void onFrame(final int templateId, final DirectBuffer buffer, final int offset, final TwimeListener listener)
    {
        final int block = offset + TwimeFrames.HEADER_LENGTH;
        if (TwimeFrames.isNumbered(templateId))
        {
            onApplicationMessage(templateId, nextNumber(), buffer, block, listener);
        }
        else
        {
            onSessionMessage(templateId, buffer, block, listener);
        }
    }

    private long nextNumber()
    {
        if (retransmissionLeft > 0)
        {
            retransmissionLeft--;
            return retransmittedSeqNo++;
        }
        return nextSeqNo++;
    }

    private void onSessionMessage(
        final int templateId, final DirectBuffer buffer, final int block, final TwimeListener listener)
    {
        switch (templateId)
        {
            case EstablishmentAckDecoder.TEMPLATE_ID ->
            {
                nextSeqNo = read(establishmentAck, buffer, block).nextSeqNo();
                retransmissionLeft = 0;
                listener.onEstablished(establishmentAck);
            }
            case EstablishmentRejectDecoder.TEMPLATE_ID ->
                listener.onEstablishmentReject(read(establishmentReject, buffer, block));
            case TerminateDecoder.TEMPLATE_ID -> listener.onTerminate(read(terminate, buffer, block));
            case SequenceDecoder.TEMPLATE_ID -> listener.onSequence(read(sequence, buffer, block));
            case RetransmissionDecoder.TEMPLATE_ID ->
            {
                retransmittedSeqNo = read(retransmission, buffer, block).nextSeqNo();
                retransmissionLeft = retransmission.count();
                listener.onRetransmission(retransmission);
            }
            case FloodRejectDecoder.TEMPLATE_ID -> listener.onFloodReject(read(floodReject, buffer, block));
            case SessionRejectDecoder.TEMPLATE_ID -> listener.onSessionReject(read(sessionReject, buffer, block));
            case BusinessMessageRejectDecoder.TEMPLATE_ID ->
                listener.onBusinessMessageReject(read(businessMessageReject, buffer, block));
            default -> throw new IllegalStateException("no decoder for a known template: templateId=" + templateId);
        }
    }

    private void onApplicationMessage(
        final int templateId,
        final long seqNo,
        final DirectBuffer buffer,
        final int block,
        final TwimeListener listener)
    {
        switch (templateId)
        {
            case NewOrderSingleResponseDecoder.TEMPLATE_ID ->
                listener.onNewOrderSingleResponse(seqNo, read(newOrderSingleResponse, buffer, block));
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID ->
                listener.onNewOrderIcebergResponse(seqNo, read(newOrderIcebergResponse, buffer, block));
            case OrderCancelResponseDecoder.TEMPLATE_ID ->
                listener.onOrderCancelResponse(seqNo, read(orderCancelResponse, buffer, block));
            case OrderReplaceResponseDecoder.TEMPLATE_ID ->
                listener.onOrderReplaceResponse(seqNo, read(orderReplaceResponse, buffer, block));
            case OrderMassCancelResponseDecoder.TEMPLATE_ID ->
                listener.onOrderMassCancelResponse(seqNo, read(orderMassCancelResponse, buffer, block));
            case ExecutionSingleReportDecoder.TEMPLATE_ID ->
                listener.onExecutionSingleReport(seqNo, read(executionSingleReport, buffer, block));
            case ExecutionMultilegReportDecoder.TEMPLATE_ID ->
                listener.onExecutionMultilegReport(seqNo, read(executionMultilegReport, buffer, block));
            case EmptyBookDecoder.TEMPLATE_ID -> listener.onEmptyBook(seqNo, read(emptyBook, buffer, block));
            case SystemEventDecoder.TEMPLATE_ID -> listener.onSystemEvent(seqNo, read(systemEvent, buffer, block));
            default -> throw new IllegalStateException("no decoder for a known template: templateId=" + templateId);
        }
    }

    private static <T extends MessageDecoderFlyweight> T read(
        final T decoder, final DirectBuffer buffer, final int block)
    {
        decoder.wrap(buffer, block, decoder.sbeBlockLength(), decoder.sbeSchemaVersion());
        return decoder;
    }
}
