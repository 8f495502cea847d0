// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * Application messages of clients to engine commands (TWIME A.3). Refuses only what the protocol cannot express in the
 * engine's language: undefined enum values, null where a value is needed, quantities outside the wire range. Everything
 * else is the engine's decision. Icebergs and mass cancels are next door: {@link SpecialRequestAdapter}.
 */
final class OrderEntryAdapter
{
    private static final int NOTHING_WRONG = RequestRefusals.NOTHING_WRONG;
    private static final int MODE_KEEP_QTY = 0;
    private static final int MODE_MAX = 3;

    private final NewOrderSingleDecoder newOrder = new NewOrderSingleDecoder();
    private final OrderCancelRequestDecoder cancel = new OrderCancelRequestDecoder();
    private final OrderReplaceRequestDecoder replace = new OrderReplaceRequestDecoder();
    private final SpecialRequestAdapter specialRequests;
    private final EngineCommandPublisher engine;
    private final RequestRefusals refusals;

    OrderEntryAdapter(final EngineCommandPublisher engine, final RequestRefusals refusals)
    {
        this.engine = engine;
        this.refusals = refusals;
        specialRequests = new SpecialRequestAdapter(engine, refusals);
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
        final boolean hasBadQty = !RequestFields.isWireQty(newOrder.orderQty());
        if (!refusals.isRefused(connection, clOrdId, wrongNewTag(clOrdId), hasBadQty, nowNs) &&
            !refusals.isRepeated(connection, clOrdId, nowNs))
        {
            final boolean isTaken = engine.newOrder(connection.login(), newOrder, receivedNs);
            refusals.orderUnlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }

    private int wrongNewTag(final long clOrdId)
    {
        final int wrongTag = RequestFields.wrongTag(
            clOrdId, newOrder.price(), newOrder.sideRaw(), newOrder.complianceIDRaw());
        if (NOTHING_WRONG != wrongTag)
        {
            return wrongTag;
        }
        if (!RequestFields.isTimeInForce(newOrder.timeInForceRaw()))
        {
            return NewOrderSingleDecoder.timeInForceId();
        }
        return RequestFields.isUndated(newOrder.timeInForceRaw(), newOrder.expireDate()) ?
            NewOrderSingleDecoder.expireDateId() : NOTHING_WRONG;
    }

    private void onOrderCancelRequest(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        if (!refusals.isRefused(connection, clOrdId, RequestFields.wrongTag(clOrdId), false, nowNs))
        {
            final boolean isTaken = engine.cancelOrder(connection.login(), cancel, receivedNs);
            refusals.unlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }

    private void onOrderReplaceRequest(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final boolean hasBadQty =
            MODE_KEEP_QTY != replace.modeRaw() && !RequestFields.isWireQty(replace.orderQty());
        if (!refusals.isRefused(connection, clOrdId, wrongReplaceTag(clOrdId), hasBadQty, nowNs) &&
            !refusals.isRepeated(connection, clOrdId, nowNs))
        {
            final boolean isTaken = engine.replaceOrder(connection.login(), replace, receivedNs);
            refusals.orderUnlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }

    private int wrongReplaceTag(final long clOrdId)
    {
        final int wrongTag = RequestFields.wrongTag(clOrdId, replace.price(), replace.complianceIDRaw());
        if (NOTHING_WRONG != wrongTag)
        {
            return wrongTag;
        }
        return replace.modeRaw() <= MODE_MAX ? NOTHING_WRONG : OrderReplaceRequestDecoder.modeId();
    }
}
