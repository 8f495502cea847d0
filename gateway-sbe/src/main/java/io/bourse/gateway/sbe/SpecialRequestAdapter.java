// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.Decimal5Decoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;

import java.nio.ByteOrder;

/**
 * Icebergs and mass cancels of clients to engine commands (sheet A.3), with the rules of {@link OrderEntryAdapter}.
 */
final class SpecialRequestAdapter
{
    private static final int NOTHING_WRONG = 0;
    private static final int VERSION = NewOrderIcebergDecoder.SCHEMA_VERSION;

    private final NewOrderIcebergDecoder iceberg = new NewOrderIcebergDecoder();
    private final NewOrderIcebergXDecoder icebergX = new NewOrderIcebergXDecoder();
    private final OrderIcebergCancelRequestDecoder cancel = new OrderIcebergCancelRequestDecoder();
    private final OrderIcebergReplaceRequestDecoder replace = new OrderIcebergReplaceRequestDecoder();
    private final OrderMassCancelRequestDecoder massCancel = new OrderMassCancelRequestDecoder();
    private final OrderMassCancelByBFLimitRequestDecoder firmCancel = new OrderMassCancelByBFLimitRequestDecoder();
    private final EngineCommandPublisher engine;
    private final SessionPublisher publisher;
    private final EpochNanoClock epochClock;

    SpecialRequestAdapter(
        final EngineCommandPublisher engine, final SessionPublisher publisher, final EpochNanoClock epochClock)
    {
        this.engine = engine;
        this.publisher = publisher;
        this.epochClock = epochClock;
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
            default -> refuse(connection, clOrdId, RejectCodes.NOT_PERMITTED, nowNs);
        }
    }

    private void onNewOrderIceberg(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int wrongTag = wrongTag(clOrdId, iceberg.price(), iceberg.complianceIDRaw(), iceberg.sideRaw());
        if (NOTHING_WRONG != wrongTag)
        {
            publisher.valueIsIncorrect(connection, clOrdId, wrongTag, nowNs);
        }
        else if (!RequestFields.isWireQty(iceberg.orderQty()) || !RequestFields.isWireQty(iceberg.displayQty()))
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        else
        {
            answer(connection, clOrdId, engine.newIceberg(connection.login(), iceberg, receivedNs), nowNs);
        }
    }

    private void onNewOrderIcebergX(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        int wrongTag = wrongTag(clOrdId, icebergX.price(), icebergX.complianceIDRaw(), icebergX.sideRaw());
        if (NOTHING_WRONG == wrongTag)
        {
            wrongTag = wrongLifetime();
        }
        if (NOTHING_WRONG != wrongTag)
        {
            publisher.valueIsIncorrect(connection, clOrdId, wrongTag, nowNs);
        }
        else if (!RequestFields.isWireQty(icebergX.orderQty()) || !RequestFields.isWireQty(icebergX.displayQty()))
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        else
        {
            answer(connection, clOrdId, engine.newIceberg(connection.login(), icebergX, receivedNs), nowNs);
        }
    }

    private int wrongLifetime()
    {
        if (!RequestFields.isTimeInForce(icebergX.timeInForceRaw()))
        {
            return NewOrderIcebergXDecoder.timeInForceId();
        }
        final boolean isUndated = TimeInForceEnum.GTD.value() == icebergX.timeInForceRaw() &&
            TwimeFrames.NULL_UINT64 == icebergX.expireDate();
        return isUndated ? NewOrderIcebergXDecoder.expireDateId() : NOTHING_WRONG;
    }

    private static int wrongTag(
        final long clOrdId, final Decimal5Decoder price, final byte complianceId, final int side)
    {
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            return NewOrderIcebergDecoder.clOrdIDId();
        }
        if (!RequestFields.isPrice(price))
        {
            return NewOrderIcebergDecoder.priceId();
        }
        if (!RequestFields.isComplianceId(complianceId))
        {
            return NewOrderIcebergDecoder.complianceIDId();
        }
        return RequestFields.isSide(side) ? NOTHING_WRONG : NewOrderIcebergDecoder.sideId();
    }

    private void onCancel(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            publisher.valueIsIncorrect(connection, clOrdId, OrderIcebergCancelRequestDecoder.clOrdIDId(), nowNs);
        }
        else
        {
            answer(connection, clOrdId, engine.cancelIceberg(connection.login(), cancel, receivedNs), nowNs);
        }
    }

    private void onReplace(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        // An iceberg keeps its side, so that any will do here.
        final int wrongTag = wrongTag(clOrdId, replace.price(), replace.complianceIDRaw(), 1);
        if (NOTHING_WRONG != wrongTag)
        {
            publisher.valueIsIncorrect(connection, clOrdId, wrongTag, nowNs);
        }
        else
        {
            answer(connection, clOrdId, engine.replaceIceberg(connection.login(), replace, receivedNs), nowNs);
        }
    }

    private void onMassCancel(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int accountLength = RequestFields.accountPrefix(
            massCancel.buffer(), massCancel.offset() + OrderMassCancelRequestDecoder.accountEncodingOffset());
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            publisher.valueIsIncorrect(connection, clOrdId, OrderMassCancelRequestDecoder.clOrdIDId(), nowNs);
        }
        else if (!RequestFields.isSideFilter(massCancel.sideRaw()))
        {
            publisher.valueIsIncorrect(connection, clOrdId, OrderMassCancelRequestDecoder.sideId(), nowNs);
        }
        else if (RequestFields.NO_ACCOUNT_FILTER == accountLength)
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        else
        {
            final boolean isTaken = engine.massCancel(connection.login(), massCancel, accountLength, receivedNs);
            answer(connection, clOrdId, isTaken, nowNs);
        }
    }

    private void onFirmCancel(
        final TwimeConnection connection, final long clOrdId, final long receivedNs, final long nowNs)
    {
        final int accountLength = RequestFields.accountPrefix(
            firmCancel.buffer(), firmCancel.offset() + OrderMassCancelByBFLimitRequestDecoder.accountEncodingOffset());
        if (TwimeFrames.NULL_UINT64 == clOrdId)
        {
            publisher.valueIsIncorrect(connection, clOrdId, OrderMassCancelByBFLimitRequestDecoder.clOrdIDId(), nowNs);
        }
        else if (RequestFields.NO_ACCOUNT_FILTER == accountLength)
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        else
        {
            final boolean isTaken = engine.massCancelOfFirm(connection.login(), firmCancel, accountLength, receivedNs);
            answer(connection, clOrdId, isTaken, nowNs);
        }
    }

    private void answer(
        final TwimeConnection connection, final long clOrdId, final boolean isTaken, final long nowNs)
    {
        if (!isTaken)
        {
            publisher.systemIsUnavailable(connection, clOrdId, nowNs);
        }
    }

    private void refuse(final TwimeConnection connection, final long clOrdId, final int code, final long nowNs)
    {
        publisher.businessReject(connection, clOrdId, epochClock.nanoTime(), code, nowNs);
    }
}
