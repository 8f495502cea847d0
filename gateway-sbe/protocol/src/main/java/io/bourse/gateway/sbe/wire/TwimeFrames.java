// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EstablishDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.RetransmissionDecoder;
import io.bourse.gateway.sbe.twime.RetransmitRequestDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;

/**
 * What a TWIME frame may look like (TWIME A.1): an eight-byte header, then one flat block whose length is fixed by the
 * template. There is no length prefix.
 */
public final class TwimeFrames
{
    /** Bytes of the message header. */
    public static final int HEADER_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH;
    /** Length of the longest frame, header included. */
    public static final int MAX_FRAME_LENGTH = HEADER_LENGTH + NewOrderIcebergResponseDecoder.BLOCK_LENGTH;
    /** Templates from here on are application messages; those of the venue consume sequence numbers (A.5.4). */
    public static final int FIRST_APPLICATION_TEMPLATE_ID = 6000;
    /** Null of UInt64 and TimeStamp. */
    public static final long NULL_UINT64 = -1L;
    public static final long NULL_UINT32 = 0xFFFF_FFFFL;
    public static final long NULL_INT64 = Long.MAX_VALUE;
    public static final int NULL_INT32 = Integer.MAX_VALUE;
    /** What the block length functions return for a template that does not travel in that direction. */
    public static final int UNKNOWN_TEMPLATE = -1;

    private TwimeFrames()
    {
    }

    /**
     * Block length of a message that a client sends.
     *
     * @param templateId of the message.
     * @return bytes after the header, or {@link #UNKNOWN_TEMPLATE}.
     */
    public static int clientBlockLength(final int templateId)
    {
        return switch (templateId)
        {
            case EstablishDecoder.TEMPLATE_ID -> EstablishDecoder.BLOCK_LENGTH;
            case TerminateDecoder.TEMPLATE_ID -> TerminateDecoder.BLOCK_LENGTH;
            case RetransmitRequestDecoder.TEMPLATE_ID -> RetransmitRequestDecoder.BLOCK_LENGTH;
            case SequenceDecoder.TEMPLATE_ID -> SequenceDecoder.BLOCK_LENGTH;
            case NewOrderSingleDecoder.TEMPLATE_ID -> NewOrderSingleDecoder.BLOCK_LENGTH;
            case OrderMassCancelRequestDecoder.TEMPLATE_ID -> OrderMassCancelRequestDecoder.BLOCK_LENGTH;
            case OrderMassCancelByBFLimitRequestDecoder.TEMPLATE_ID ->
                OrderMassCancelByBFLimitRequestDecoder.BLOCK_LENGTH;
            case OrderCancelRequestDecoder.TEMPLATE_ID -> OrderCancelRequestDecoder.BLOCK_LENGTH;
            case OrderReplaceRequestDecoder.TEMPLATE_ID -> OrderReplaceRequestDecoder.BLOCK_LENGTH;
            case NewOrderIcebergDecoder.TEMPLATE_ID -> NewOrderIcebergDecoder.BLOCK_LENGTH;
            case OrderIcebergCancelRequestDecoder.TEMPLATE_ID -> OrderIcebergCancelRequestDecoder.BLOCK_LENGTH;
            case OrderIcebergReplaceRequestDecoder.TEMPLATE_ID -> OrderIcebergReplaceRequestDecoder.BLOCK_LENGTH;
            case NewOrderIcebergXDecoder.TEMPLATE_ID -> NewOrderIcebergXDecoder.BLOCK_LENGTH;
            default -> UNKNOWN_TEMPLATE;
        };
    }

    /**
     * Block length of a message that the venue sends.
     *
     * @param templateId of the message.
     * @return bytes after the header, or {@link #UNKNOWN_TEMPLATE}.
     */
    public static int venueBlockLength(final int templateId)
    {
        return switch (templateId)
        {
            case EstablishmentAckDecoder.TEMPLATE_ID -> EstablishmentAckDecoder.BLOCK_LENGTH;
            case EstablishmentRejectDecoder.TEMPLATE_ID -> EstablishmentRejectDecoder.BLOCK_LENGTH;
            case TerminateDecoder.TEMPLATE_ID -> TerminateDecoder.BLOCK_LENGTH;
            case RetransmissionDecoder.TEMPLATE_ID -> RetransmissionDecoder.BLOCK_LENGTH;
            case SequenceDecoder.TEMPLATE_ID -> SequenceDecoder.BLOCK_LENGTH;
            case FloodRejectDecoder.TEMPLATE_ID -> FloodRejectDecoder.BLOCK_LENGTH;
            case SessionRejectDecoder.TEMPLATE_ID -> SessionRejectDecoder.BLOCK_LENGTH;
            case BusinessMessageRejectDecoder.TEMPLATE_ID -> BusinessMessageRejectDecoder.BLOCK_LENGTH;
            case OrderMassCancelResponseDecoder.TEMPLATE_ID -> OrderMassCancelResponseDecoder.BLOCK_LENGTH;
            case EmptyBookDecoder.TEMPLATE_ID -> EmptyBookDecoder.BLOCK_LENGTH;
            case SystemEventDecoder.TEMPLATE_ID -> SystemEventDecoder.BLOCK_LENGTH;
            case NewOrderSingleResponseDecoder.TEMPLATE_ID -> NewOrderSingleResponseDecoder.BLOCK_LENGTH;
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID -> NewOrderIcebergResponseDecoder.BLOCK_LENGTH;
            case OrderCancelResponseDecoder.TEMPLATE_ID -> OrderCancelResponseDecoder.BLOCK_LENGTH;
            case OrderReplaceResponseDecoder.TEMPLATE_ID -> OrderReplaceResponseDecoder.BLOCK_LENGTH;
            case ExecutionSingleReportDecoder.TEMPLATE_ID -> ExecutionSingleReportDecoder.BLOCK_LENGTH;
            case ExecutionMultilegReportDecoder.TEMPLATE_ID -> ExecutionMultilegReportDecoder.BLOCK_LENGTH;
            default -> UNKNOWN_TEMPLATE;
        };
    }

    /**
     * Whether a message of the venue consumes a sequence number. Session messages and BusinessMessageReject never do.
     *
     * @param templateId of the message.
     * @return true for application messages.
     */
    public static boolean isNumbered(final int templateId)
    {
        return templateId >= FIRST_APPLICATION_TEMPLATE_ID;
    }
}
