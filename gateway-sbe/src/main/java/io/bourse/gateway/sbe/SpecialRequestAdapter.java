// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestDecoder;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * Icebergs and mass cancels of clients to engine commands (TWIME A.3), with the rules of {@link OrderEntryAdapter}.
 */
final class SpecialRequestAdapter
{
    private static final int NOTHING_WRONG = RequestRefusals.NOTHING_WRONG;
    private static final int VERSION = NewOrderIcebergDecoder.SCHEMA_VERSION;

    private final NewOrderIcebergDecoder iceberg = new NewOrderIcebergDecoder();
    private final NewOrderIcebergXDecoder icebergX = new NewOrderIcebergXDecoder();
    private final OrderIcebergCancelRequestDecoder cancel = new OrderIcebergCancelRequestDecoder();
    private final OrderIcebergReplaceRequestDecoder replace = new OrderIcebergReplaceRequestDecoder();
    private final OrderMassCancelRequestDecoder massCancel = new OrderMassCancelRequestDecoder();
    private final OrderMassCancelByBFLimitRequestDecoder firmCancel = new OrderMassCancelByBFLimitRequestDecoder();
    private final EngineCommandPublisher engine;
    private final RequestRefusals refusals;

    SpecialRequestAdapter(final EngineCommandPublisher engine, final RequestRefusals refusals)
    {
        this.engine = engine;
        this.refusals = refusals;
    }

    void onFrame(
        final TwimeConnection connection, final FrameReader reader, final long receivedNs, final long nowNs)
    {
        final DirectBuffer buffer = reader.buffer();
        final int offset = reader.offset() + TwimeFrames.HEADER_LENGTH;
        final long clOrdId = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        switch (reader.templateId())
        {
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
            case OrderIcebergCancelRequestDecoder.TEMPLATE_ID ->
            {
                cancel.wrap(buffer, offset, OrderIcebergCancelRequestDecoder.BLOCK_LENGTH, VERSION);
                onCancel(connection, clOrdId, receivedNs, nowNs);
            }
            case OrderIcebergReplaceRequestDecoder.TEMPLATE_ID ->
            {
                replace.wrap(buffer, offset, OrderIcebergReplaceRequestDecoder.BLOCK_LENGTH, VERSION);
                onReplace(connection, clOrdId, receivedNs, nowNs);
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
            // A service this venue does not give to anyone: nothing in the request could be corrected.
            default -> refusals.refuse(connection, clOrdId, RejectCodes.NOT_PERMITTED, nowNs);
        }
    }

    private void onNewOrderIceberg(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = RequestFields.wrongTag(
            clOrdId, iceberg.price(), iceberg.sideRaw(), iceberg.complianceIDRaw());
        final boolean hasBadQty = isBadQty(iceberg.orderQty(), iceberg.displayQty());
        if (!refusals.isRefused(connection, clOrdId, wrongTag, hasBadQty, nowNs) &&
            !refusals.isRepeated(connection, clOrdId, nowNs))
        {
            final boolean isTaken = engine.newIceberg(connection.login(), iceberg, receivedNs);
            refusals.orderUnlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }

    private void onNewOrderIcebergX(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        int wrongTag = RequestFields.wrongTag(
            clOrdId, icebergX.price(), icebergX.sideRaw(), icebergX.complianceIDRaw());
        if (NOTHING_WRONG == wrongTag)
        {
            wrongTag = wrongLifetime();
        }
        final boolean hasBadQty = isBadQty(icebergX.orderQty(), icebergX.displayQty());
        if (!refusals.isRefused(connection, clOrdId, wrongTag, hasBadQty, nowNs) &&
            !refusals.isRepeated(connection, clOrdId, nowNs))
        {
            final boolean isTaken = engine.newIceberg(connection.login(), icebergX, receivedNs);
            refusals.orderUnlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }

    private int wrongLifetime()
    {
        if (!RequestFields.isTimeInForce(icebergX.timeInForceRaw()))
        {
            return NewOrderIcebergXDecoder.timeInForceId();
        }
        return RequestFields.isUndated(icebergX.timeInForceRaw(), icebergX.expireDate()) ?
            NewOrderIcebergXDecoder.expireDateId() : NOTHING_WRONG;
    }

    private static boolean isBadQty(final long orderLots, final long displayLots)
    {
        return !RequestFields.isWireQty(orderLots) || !RequestFields.isWireQty(displayLots);
    }

    private void onCancel(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        if (!refusals.isRefused(connection, clOrdId, RequestFields.wrongTag(clOrdId), false, nowNs))
        {
            final boolean isTaken = engine.cancelIceberg(connection.login(), cancel, receivedNs);
            refusals.unlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }

    private void onReplace(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = RequestFields.wrongTag(clOrdId, replace.price(), replace.complianceIDRaw());
        if (!refusals.isRefused(connection, clOrdId, wrongTag, false, nowNs) &&
            !refusals.isRepeated(connection, clOrdId, nowNs))
        {
            final boolean isTaken = engine.replaceIceberg(connection.login(), replace, receivedNs);
            refusals.orderUnlessTaken(connection, clOrdId, isTaken, nowNs);
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
            final boolean isTaken = engine.massCancel(connection.login(), massCancel, accountLength, receivedNs);
            refusals.unlessTaken(connection, clOrdId, isTaken, nowNs);
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
            final boolean isTaken = engine.massCancelOfFirm(connection.login(), firmCancel, accountLength, receivedNs);
            refusals.unlessTaken(connection, clOrdId, isTaken, nowNs);
        }
    }
}
