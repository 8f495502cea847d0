// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.OrderClass;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * Application messages of clients to engine commands (TWIME A.3). Refuses only what the protocol cannot express in the
 * engine's language: undefined enum values, null where a value is needed, quantities outside the wire range. Everything
 * else is the engine's decision.
 */
final class OrderEntryAdapter
{
    private static final int NOTHING_WRONG = RequestRefusals.NOTHING_WRONG;
    private static final int VERSION = NewOrderSingleDecoder.SCHEMA_VERSION;
    private static final int MODE_KEEP_QTY = 0;
    private static final int MODE_MAX = 3;

    private final NewOrderSingleDecoder newOrder = new NewOrderSingleDecoder();
    private final OrderCancelRequestDecoder cancel = new OrderCancelRequestDecoder();
    private final OrderReplaceRequestDecoder replace = new OrderReplaceRequestDecoder();
    private final NewOrderIcebergDecoder iceberg = new NewOrderIcebergDecoder();
    private final NewOrderIcebergXDecoder icebergX = new NewOrderIcebergXDecoder();
    private final OrderIcebergReplaceRequestDecoder icebergReplace = new OrderIcebergReplaceRequestDecoder();
    private final OrderMassCancelRequestDecoder massCancel = new OrderMassCancelRequestDecoder();
    private final OrderMassCancelByBFLimitRequestDecoder firmCancel = new OrderMassCancelByBFLimitRequestDecoder();
    private final EngineCommandPublisher engine;
    private final RequestRefusals refusals;

    OrderEntryAdapter(final EngineCommandPublisher engine, final RequestRefusals refusals)
    {
        this.engine = engine;
        this.refusals = refusals;
    }

    void onFrame(final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        final DirectBuffer buffer = reader.buffer();
        final int offset = reader.offset() + TwimeFrames.HEADER_LENGTH;
        // ClOrdID is the first field of every application message.
        final long clOrdId = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        switch (reader.templateId())
        {
            case NewOrderSingleDecoder.TEMPLATE_ID ->
            {
                newOrder.wrap(buffer, offset, NewOrderSingleDecoder.BLOCK_LENGTH, VERSION);
                onNewOrderSingle(connection, clOrdId, receivedNs, nowNs);
            }
            // The cancel of an iceberg has the same fields at the same places.
            case OrderCancelRequestDecoder.TEMPLATE_ID, OrderIcebergCancelRequestDecoder.TEMPLATE_ID ->
            {
                cancel.wrap(buffer, offset, OrderCancelRequestDecoder.BLOCK_LENGTH, VERSION);
                final boolean isPlain = OrderCancelRequestDecoder.TEMPLATE_ID == reader.templateId();
                onCancel(connection, isPlain ? OrderClass.PLAIN : OrderClass.ICEBERG, clOrdId, receivedNs, nowNs);
            }
            case OrderReplaceRequestDecoder.TEMPLATE_ID ->
            {
                replace.wrap(buffer, offset, OrderReplaceRequestDecoder.BLOCK_LENGTH, VERSION);
                onOrderReplaceRequest(connection, clOrdId, receivedNs, nowNs);
            }
            case NewOrderIcebergDecoder.TEMPLATE_ID ->
            {
                iceberg.wrap(buffer, offset, NewOrderIcebergDecoder.BLOCK_LENGTH, VERSION);
                onNewOrderIceberg(connection, clOrdId, receivedNs, nowNs);
            }
            case NewOrderIcebergXDecoder.TEMPLATE_ID ->
            {
                icebergX.wrap(buffer, offset, NewOrderIcebergXDecoder.BLOCK_LENGTH, VERSION);
                onNewOrderIcebergX(connection, clOrdId, receivedNs, nowNs);
            }
            case OrderIcebergReplaceRequestDecoder.TEMPLATE_ID ->
            {
                icebergReplace.wrap(buffer, offset, OrderIcebergReplaceRequestDecoder.BLOCK_LENGTH, VERSION);
                onIcebergReplace(connection, clOrdId, receivedNs, nowNs);
            }
            case OrderMassCancelRequestDecoder.TEMPLATE_ID ->
            {
                massCancel.wrap(buffer, offset, OrderMassCancelRequestDecoder.BLOCK_LENGTH, VERSION);
                onMassCancel(connection, clOrdId, receivedNs, nowNs);
            }
            case OrderMassCancelByBFLimitRequestDecoder.TEMPLATE_ID ->
            {
                firmCancel.wrap(buffer, offset, OrderMassCancelByBFLimitRequestDecoder.BLOCK_LENGTH, VERSION);
                onFirmCancel(connection, clOrdId, receivedNs, nowNs);
            }
            // A service this venue does not offer: nothing in the request could be corrected.
            default -> refusals.refuse(connection, clOrdId, RejectCodes.NOT_PERMITTED, nowNs);
        }
    }

    private void onNewOrderSingle(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final boolean hasBadQty = !RequestFields.isWireQty(newOrder.orderQty());
        if (!refusals.isOrderRefused(connection, clOrdId, wrongNewTag(clOrdId), hasBadQty, nowNs))
        {
            refusals.orderUnlessTaken(
                connection, clOrdId, engine.newOrder(connection.login(), newOrder, receivedNs), nowNs);
        }
    }

    private int wrongNewTag(final long clOrdId)
    {
        final int wrongTag = RequestFields.wrongTag(
            clOrdId, newOrder.price(), newOrder.sideRaw(), newOrder.complianceIDRaw());
        return NOTHING_WRONG == wrongTag ?
            RequestFields.wrongLifetime(newOrder.timeInForceRaw(), newOrder.expireDate()) : wrongTag;
    }

    private void onCancel(
        final TwimeConnection connection,
        final OrderClass orderClass,
        final long clOrdId,
        final long receivedNs,
        final long nowNs)
    {
        if (!refusals.isRefused(connection, clOrdId, RequestFields.wrongTag(clOrdId), false, nowNs))
        {
            refusals.unlessTaken(
                connection, clOrdId, engine.cancelOrder(connection.login(), cancel, orderClass, receivedNs), nowNs);
        }
    }

    private void onOrderReplaceRequest(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final boolean hasBadQty = MODE_KEEP_QTY != replace.modeRaw() && !RequestFields.isWireQty(replace.orderQty());
        if (!refusals.isOrderRefused(connection, clOrdId, wrongReplaceTag(clOrdId), hasBadQty, nowNs))
        {
            refusals.orderUnlessTaken(
                connection, clOrdId, engine.replaceOrder(connection.login(), replace, receivedNs), nowNs);
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

    private void onNewOrderIceberg(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = RequestFields.wrongTag(
            clOrdId, iceberg.price(), iceberg.sideRaw(), iceberg.complianceIDRaw());
        final boolean hasBadQty = isBadQty(iceberg.orderQty(), iceberg.displayQty());
        if (!refusals.isOrderRefused(connection, clOrdId, wrongTag, hasBadQty, nowNs))
        {
            refusals.orderUnlessTaken(
                connection, clOrdId, engine.newIceberg(connection.login(), iceberg, receivedNs), nowNs);
        }
    }

    private void onNewOrderIcebergX(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        int wrongTag = RequestFields.wrongTag(
            clOrdId, icebergX.price(), icebergX.sideRaw(), icebergX.complianceIDRaw());
        if (NOTHING_WRONG == wrongTag)
        {
            wrongTag = RequestFields.wrongLifetime(icebergX.timeInForceRaw(), icebergX.expireDate());
        }
        final boolean hasBadQty = isBadQty(icebergX.orderQty(), icebergX.displayQty());
        if (!refusals.isOrderRefused(connection, clOrdId, wrongTag, hasBadQty, nowNs))
        {
            refusals.orderUnlessTaken(
                connection, clOrdId, engine.newIceberg(connection.login(), icebergX, receivedNs), nowNs);
        }
    }

    private static boolean isBadQty(final long orderLots, final long displayLots)
    {
        return !RequestFields.isWireQty(orderLots) || !RequestFields.isWireQty(displayLots);
    }

    private void onIcebergReplace(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = RequestFields.wrongTag(clOrdId, icebergReplace.price(), icebergReplace.complianceIDRaw());
        if (!refusals.isOrderRefused(connection, clOrdId, wrongTag, false, nowNs))
        {
            refusals.orderUnlessTaken(
                connection, clOrdId, engine.replaceIceberg(connection.login(), icebergReplace, receivedNs), nowNs);
        }
    }

    private void onMassCancel(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        int wrongTag = RequestFields.wrongTag(clOrdId);
        if (NOTHING_WRONG == wrongTag && !RequestFields.isSideFilter(massCancel.sideRaw()))
        {
            wrongTag = OrderMassCancelRequestDecoder.sideId();
        }
        final int accountLength = RequestFields.accountPrefix(
            massCancel.buffer(), massCancel.offset() + OrderMassCancelRequestDecoder.accountEncodingOffset());
        if (NOTHING_WRONG == wrongTag && RequestFields.NO_ACCOUNT_FILTER == accountLength)
        {
            wrongTag = OrderMassCancelRequestDecoder.accountId();
        }
        if (!refusals.isRefused(connection, clOrdId, wrongTag, false, nowNs))
        {
            refusals.unlessTaken(connection, clOrdId,
                engine.massCancel(connection.login(), massCancel, accountLength, receivedNs), nowNs);
        }
    }

    private void onFirmCancel(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int accountLength = RequestFields.accountPrefix(
            firmCancel.buffer(), firmCancel.offset() + OrderMassCancelByBFLimitRequestDecoder.accountEncodingOffset());
        int wrongTag = RequestFields.wrongTag(clOrdId);
        if (NOTHING_WRONG == wrongTag && RequestFields.NO_ACCOUNT_FILTER == accountLength)
        {
            wrongTag = OrderMassCancelByBFLimitRequestDecoder.accountId();
        }
        if (!refusals.isRefused(connection, clOrdId, wrongTag, false, nowNs))
        {
            refusals.unlessTaken(connection, clOrdId,
                engine.massCancelOfFirm(connection.login(), firmCancel, accountLength, receivedNs), nowNs);
        }
    }
}
