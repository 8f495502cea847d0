// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
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
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.HashMap;
import java.util.Map;

/**
 * Requests about orders in TWIME, and what comes back.
 */
final class TwimeOrders implements OrderMessages
{
    private static final Map<Integer, Reader> READERS = readers();

    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();

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
        final Reader reader = READERS.get(templateId);
        if (null != reader)
        {
            reader.read(buffer, handler);
        }
        return length;
    }

    private static Map<Integer, Reader> readers()
    {
        final Map<Integer, Reader> readers = new HashMap<>();
        readers.put(NewOrderSingleDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.ORDER, NewOrderSingleDecoder.clOrdIDEncodingOffset()));
        readers.put(NewOrderIcebergDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.ORDER, NewOrderIcebergDecoder.clOrdIDEncodingOffset()));
        readers.put(NewOrderIcebergXDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.ORDER, NewOrderIcebergXDecoder.clOrdIDEncodingOffset()));
        readers.put(OrderCancelRequestDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.CANCEL, OrderCancelRequestDecoder.clOrdIDEncodingOffset()));
        readers.put(OrderIcebergCancelRequestDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.CANCEL, OrderIcebergCancelRequestDecoder.clOrdIDEncodingOffset()));
        readers.put(OrderReplaceRequestDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.REPLACE, OrderReplaceRequestDecoder.clOrdIDEncodingOffset()));
        readers.put(OrderIcebergReplaceRequestDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.REPLACE, OrderIcebergReplaceRequestDecoder.clOrdIDEncodingOffset()));
        readers.put(OrderMassCancelRequestDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.MASS_CANCEL, OrderMassCancelRequestDecoder.clOrdIDEncodingOffset()));
        readers.put(OrderMassCancelByBFLimitRequestDecoder.TEMPLATE_ID, request(
            CapturedRequest.Kind.MASS_CANCEL, OrderMassCancelByBFLimitRequestDecoder.clOrdIDEncodingOffset()));
        readers.put(NewOrderSingleResponseDecoder.TEMPLATE_ID, done(
            NewOrderSingleResponseDecoder.clOrdIDEncodingOffset(),
            NewOrderSingleResponseDecoder.orderIDEncodingOffset()));
        readers.put(NewOrderIcebergResponseDecoder.TEMPLATE_ID, done(
            NewOrderIcebergResponseDecoder.clOrdIDEncodingOffset(),
            NewOrderIcebergResponseDecoder.orderIDEncodingOffset()));
        readers.put(OrderCancelResponseDecoder.TEMPLATE_ID, done(
            OrderCancelResponseDecoder.clOrdIDEncodingOffset(), OrderCancelResponseDecoder.orderIDEncodingOffset()));
        readers.put(OrderReplaceResponseDecoder.TEMPLATE_ID, done(
            OrderReplaceResponseDecoder.clOrdIDEncodingOffset(), OrderReplaceResponseDecoder.orderIDEncodingOffset()));
        readers.put(OrderMassCancelResponseDecoder.TEMPLATE_ID, (message, handler) ->
            handler.onDone(text(message, OrderMassCancelResponseDecoder.clOrdIDEncodingOffset()), 0));
        readers.put(BusinessMessageRejectDecoder.TEMPLATE_ID, (message, handler) ->
            handler.onRefused(text(message, BusinessMessageRejectDecoder.clOrdIDEncodingOffset())));
        readers.put(ExecutionSingleReportDecoder.TEMPLATE_ID, trade(
            ExecutionSingleReportDecoder.orderIDEncodingOffset(),
            ExecutionSingleReportDecoder.trdMatchIDEncodingOffset()));
        readers.put(ExecutionMultilegReportDecoder.TEMPLATE_ID, trade(
            ExecutionMultilegReportDecoder.orderIDEncodingOffset(),
            ExecutionMultilegReportDecoder.trdMatchIDEncodingOffset()));
        return readers;
    }

    private static Reader request(final CapturedRequest.Kind kind, final int requestIdOffset)
    {
        return (message, handler) -> handler.onRequest(kind, text(message, requestIdOffset));
    }

    private static Reader done(final int requestIdOffset, final int orderIdOffset)
    {
        return (message, handler) ->
            handler.onDone(text(message, requestIdOffset), number(message, orderIdOffset));
    }

    private static Reader trade(final int orderIdOffset, final int tradeIdOffset)
    {
        return (message, handler) ->
            handler.onTrade(number(message, orderIdOffset), number(message, tradeIdOffset));
    }

    private static String text(final UnsafeBuffer message, final int offset)
    {
        return Long.toUnsignedString(number(message, offset));
    }

    private static long number(final UnsafeBuffer message, final int offset)
    {
        return message.getLong(TwimeFrames.HEADER_LENGTH + offset, LITTLE_ENDIAN);
    }

    /** Reads a message of one template. */
    private interface Reader
    {
        void read(UnsafeBuffer message, Handler handler);
    }
}
