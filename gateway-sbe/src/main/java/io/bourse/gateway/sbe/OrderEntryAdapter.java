// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;

import java.nio.ByteOrder;

/**
 * Application messages of clients to engine commands (sheet A.3). Refuses only what the protocol cannot express in the
 * engine's language: undefined enum values, null where a value is needed, quantities outside the wire range. Everything
 * else is the engine's decision. Icebergs and mass cancels are next door: {@link SpecialRequestAdapter}.
 */
final class OrderEntryAdapter
{
    private static final int NOTHING_WRONG = 0;
    private static final int MODE_KEEP_QTY = 0;
    private static final int MODE_MAX = 3;

    private final NewOrderSingleDecoder newOrder = new NewOrderSingleDecoder();
    private final OrderCancelRequestDecoder cancel = new OrderCancelRequestDecoder();
    private final OrderReplaceRequestDecoder replace = new OrderReplaceRequestDecoder();
    private final SpecialRequestAdapter specialRequests;
    private final EngineCommandPublisher engine;
    private final SessionPublisher publisher;
    private final EpochNanoClock epochClock;

    OrderEntryAdapter(
        final EngineCommandPublisher engine, final SessionPublisher publisher, final EpochNanoClock epochClock)
    {
        this.engine = engine;
        this.publisher = publisher;
        this.epochClock = epochClock;
        specialRequests = new SpecialRequestAdapter(engine, publisher, epochClock);
    }

    void onFrame(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        final DirectBuffer buffer = reader.buffer();
        final int offset = reader.offset() + TwimeFrames.HEADER_LENGTH;
        // ClOrdID is the first field of every application message.
        final long clOrdId = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        switch (reader.templateId())
        {
            case NewOrderSingleDecoder.TEMPLATE_ID ->
            {
                newOrder.wrap(
                    buffer, offset, NewOrderSingleDecoder.BLOCK_LENGTH, NewOrderSingleDecoder.SCHEMA_VERSION);
                onNewOrderSingle(connection, clOrdId, receivedNs, nowNs);
            }
            case OrderCancelRequestDecoder.TEMPLATE_ID ->
            {
                cancel.wrap(
                    buffer, offset, OrderCancelRequestDecoder.BLOCK_LENGTH, OrderCancelRequestDecoder.SCHEMA_VERSION);
                onOrderCancelRequest(connection, clOrdId, receivedNs, nowNs);
            }
            case OrderReplaceRequestDecoder.TEMPLATE_ID ->
            {
                replace.wrap(
                    buffer, offset, OrderReplaceRequestDecoder.BLOCK_LENGTH, OrderReplaceRequestDecoder.SCHEMA_VERSION);
                onOrderReplaceRequest(connection, clOrdId, receivedNs, nowNs);
            }
            default -> specialRequests.onFrame(connection, reader, receivedNs, nowNs);
        }
    }

    private void onNewOrderSingle(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = wrongTag(clOrdId);
        if (NOTHING_WRONG != wrongTag)
        {
            publisher.valueIsIncorrect(connection, clOrdId, wrongTag, nowNs);
        }
        else if (!RequestFields.isWireQty(newOrder.orderQty()))
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        else if (!engine.newOrder(connection.login(), newOrder, receivedNs))
        {
            publisher.systemIsUnavailable(connection, clOrdId, nowNs);
        }
    }

    private int wrongTag(final long clOrdId)
    {
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            return NewOrderSingleDecoder.clOrdIDId();
        }
        if (!RequestFields.isPrice(newOrder.price()))
        {
            return NewOrderSingleDecoder.priceId();
        }
        if (!RequestFields.isComplianceId(newOrder.complianceIDRaw()))
        {
            return NewOrderSingleDecoder.complianceIDId();
        }
        if (!RequestFields.isTimeInForce(newOrder.timeInForceRaw()))
        {
            return NewOrderSingleDecoder.timeInForceId();
        }
        if (!RequestFields.isSide(newOrder.sideRaw()))
        {
            return NewOrderSingleDecoder.sideId();
        }
        // Null is the unused value: an order that lives until a date needs one.
        final boolean isUndated = TimeInForceEnum.GTD.value() == newOrder.timeInForceRaw() &&
            TwimeFrames.NULL_UINT64 == newOrder.expireDate();
        return isUndated ? NewOrderSingleDecoder.expireDateId() : NOTHING_WRONG;
    }

    private void onOrderCancelRequest(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            publisher.valueIsIncorrect(connection, clOrdId, OrderCancelRequestDecoder.clOrdIDId(), nowNs);
        }
        else if (!engine.cancelOrder(connection.login(), cancel, receivedNs))
        {
            publisher.systemIsUnavailable(connection, clOrdId, nowNs);
        }
    }

    private void onOrderReplaceRequest(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = wrongReplaceTag(clOrdId);
        if (NOTHING_WRONG != wrongTag)
        {
            publisher.valueIsIncorrect(connection, clOrdId, wrongTag, nowNs);
        }
        else if (MODE_KEEP_QTY != replace.modeRaw() && !RequestFields.isWireQty(replace.orderQty()))
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        else if (!engine.replaceOrder(connection.login(), replace, receivedNs))
        {
            publisher.systemIsUnavailable(connection, clOrdId, nowNs);
        }
    }

    private int wrongReplaceTag(final long clOrdId)
    {
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            return OrderReplaceRequestDecoder.clOrdIDId();
        }
        if (!RequestFields.isPrice(replace.price()))
        {
            return OrderReplaceRequestDecoder.priceId();
        }
        if (!RequestFields.isComplianceId(replace.complianceIDRaw()))
        {
            return OrderReplaceRequestDecoder.complianceIDId();
        }
        return replace.modeRaw() <= MODE_MAX ? NOTHING_WRONG : OrderReplaceRequestDecoder.modeId();
    }

    private void refuse(final TwimeConnection connection, final long clOrdId, final int code, final long nowNs)
    {
        publisher.businessReject(connection, clOrdId, epochClock.nanoTime(), code, nowNs);
    }
}
