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

/**
 * Hands whole frames of the venue to a listener as typed messages, and keeps their implied numbers.
 */
final class VenueFrameAdapter
{
    private static final int VERSION = SequenceDecoder.SCHEMA_VERSION;

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
                establishmentAck.wrap(buffer, block, EstablishmentAckDecoder.BLOCK_LENGTH, VERSION);
                nextSeqNo = establishmentAck.nextSeqNo();
                retransmissionLeft = 0;
                listener.onEstablished(establishmentAck);
            }
            case EstablishmentRejectDecoder.TEMPLATE_ID ->
            {
                establishmentReject.wrap(buffer, block, EstablishmentRejectDecoder.BLOCK_LENGTH, VERSION);
                listener.onEstablishmentReject(establishmentReject);
            }
            case TerminateDecoder.TEMPLATE_ID ->
            {
                terminate.wrap(buffer, block, TerminateDecoder.BLOCK_LENGTH, VERSION);
                listener.onTerminate(terminate);
            }
            case SequenceDecoder.TEMPLATE_ID ->
            {
                sequence.wrap(buffer, block, SequenceDecoder.BLOCK_LENGTH, VERSION);
                listener.onSequence(sequence);
            }
            case RetransmissionDecoder.TEMPLATE_ID ->
            {
                retransmission.wrap(buffer, block, RetransmissionDecoder.BLOCK_LENGTH, VERSION);
                retransmittedSeqNo = retransmission.nextSeqNo();
                retransmissionLeft = retransmission.count();
                listener.onRetransmission(retransmission);
            }
            case FloodRejectDecoder.TEMPLATE_ID ->
            {
                floodReject.wrap(buffer, block, FloodRejectDecoder.BLOCK_LENGTH, VERSION);
                listener.onFloodReject(floodReject);
            }
            case SessionRejectDecoder.TEMPLATE_ID ->
            {
                sessionReject.wrap(buffer, block, SessionRejectDecoder.BLOCK_LENGTH, VERSION);
                listener.onSessionReject(sessionReject);
            }
            case BusinessMessageRejectDecoder.TEMPLATE_ID ->
            {
                businessMessageReject.wrap(buffer, block, BusinessMessageRejectDecoder.BLOCK_LENGTH, VERSION);
                listener.onBusinessMessageReject(businessMessageReject);
            }
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
            {
                newOrderSingleResponse.wrap(buffer, block, NewOrderSingleResponseDecoder.BLOCK_LENGTH, VERSION);
                listener.onNewOrderSingleResponse(seqNo, newOrderSingleResponse);
            }
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID ->
            {
                newOrderIcebergResponse.wrap(buffer, block, NewOrderIcebergResponseDecoder.BLOCK_LENGTH, VERSION);
                listener.onNewOrderIcebergResponse(seqNo, newOrderIcebergResponse);
            }
            case OrderCancelResponseDecoder.TEMPLATE_ID ->
            {
                orderCancelResponse.wrap(buffer, block, OrderCancelResponseDecoder.BLOCK_LENGTH, VERSION);
                listener.onOrderCancelResponse(seqNo, orderCancelResponse);
            }
            case OrderReplaceResponseDecoder.TEMPLATE_ID ->
            {
                orderReplaceResponse.wrap(buffer, block, OrderReplaceResponseDecoder.BLOCK_LENGTH, VERSION);
                listener.onOrderReplaceResponse(seqNo, orderReplaceResponse);
            }
            case OrderMassCancelResponseDecoder.TEMPLATE_ID ->
            {
                orderMassCancelResponse.wrap(buffer, block, OrderMassCancelResponseDecoder.BLOCK_LENGTH, VERSION);
                listener.onOrderMassCancelResponse(seqNo, orderMassCancelResponse);
            }
            case ExecutionSingleReportDecoder.TEMPLATE_ID ->
            {
                executionSingleReport.wrap(buffer, block, ExecutionSingleReportDecoder.BLOCK_LENGTH, VERSION);
                listener.onExecutionSingleReport(seqNo, executionSingleReport);
            }
            case ExecutionMultilegReportDecoder.TEMPLATE_ID ->
            {
                executionMultilegReport.wrap(buffer, block, ExecutionMultilegReportDecoder.BLOCK_LENGTH, VERSION);
                listener.onExecutionMultilegReport(seqNo, executionMultilegReport);
            }
            case EmptyBookDecoder.TEMPLATE_ID ->
            {
                emptyBook.wrap(buffer, block, EmptyBookDecoder.BLOCK_LENGTH, VERSION);
                listener.onEmptyBook(seqNo, emptyBook);
            }
            case SystemEventDecoder.TEMPLATE_ID ->
            {
                systemEvent.wrap(buffer, block, SystemEventDecoder.BLOCK_LENGTH, VERSION);
                listener.onSystemEvent(seqNo, systemEvent);
            }
            default -> throw new IllegalStateException("no decoder for a known template: templateId=" + templateId);
        }
    }
}
