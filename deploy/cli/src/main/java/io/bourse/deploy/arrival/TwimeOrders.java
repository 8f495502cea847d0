// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Orders in TWIME, both directions.
 */
final class TwimeOrders implements OrderMessages
{
    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
    private final NewOrderIcebergDecoder iceberg = new NewOrderIcebergDecoder();
    private final NewOrderIcebergXDecoder icebergX = new NewOrderIcebergXDecoder();
    private final NewOrderSingleResponseDecoder accepted = new NewOrderSingleResponseDecoder();
    private final NewOrderIcebergResponseDecoder icebergAccepted = new NewOrderIcebergResponseDecoder();
    private final BusinessMessageRejectDecoder refused = new BusinessMessageRejectDecoder();

    @Override
    public int next(final byte[] bytes, final int begin, final int end, final Handler handler)
    {
        if (end - begin < TwimeFrames.HEADER_LENGTH)
        {
            return INCOMPLETE;
        }
        buffer.wrap(bytes, begin, end - begin);
        header.wrap(buffer, 0);
        final int templateId = header.templateId();
        final int blockLength = header.blockLength();
        if (MessageHeaderDecoder.SCHEMA_ID != header.schemaId() ||
            blockLength != TwimeFrames.clientBlockLength(templateId) &&
            blockLength != TwimeFrames.venueBlockLength(templateId))
        {
            return GARBLED;
        }
        final int length = TwimeFrames.HEADER_LENGTH + blockLength;
        if (end - begin < length)
        {
            return INCOMPLETE;
        }
        onMessage(templateId, handler);
        return length;
    }

    private void onMessage(final int templateId, final Handler handler)
    {
        switch (templateId)
        {
            case NewOrderSingleDecoder.TEMPLATE_ID ->
                handler.onOrder(text(order.wrapAndApplyHeader(buffer, 0, header).clOrdID()));
            case NewOrderIcebergDecoder.TEMPLATE_ID ->
                handler.onOrder(text(iceberg.wrapAndApplyHeader(buffer, 0, header).clOrdID()));
            case NewOrderIcebergXDecoder.TEMPLATE_ID ->
                handler.onOrder(text(icebergX.wrapAndApplyHeader(buffer, 0, header).clOrdID()));
            case NewOrderSingleResponseDecoder.TEMPLATE_ID ->
            {
                accepted.wrapAndApplyHeader(buffer, 0, header);
                handler.onAccepted(text(accepted.clOrdID()), accepted.orderID());
            }
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID ->
            {
                icebergAccepted.wrapAndApplyHeader(buffer, 0, header);
                handler.onAccepted(text(icebergAccepted.clOrdID()), icebergAccepted.orderID());
            }
            case BusinessMessageRejectDecoder.TEMPLATE_ID ->
                handler.onRefused(text(refused.wrapAndApplyHeader(buffer, 0, header).clOrdID()));
            default ->
            {
                // Neither an order nor its answer.
            }
        }
    }

    private static String text(final long clientOrderId)
    {
        return Long.toUnsignedString(clientOrderId);
    }
}
