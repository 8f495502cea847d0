// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.client;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.MutableDirectBuffer;

/**
 * Encodes the requests of a client into its output; each returns false when it does not fit.
 */
final class RequestEncoder
{
    /** Kept free in the output so that Terminate always fits. */
    static final int LAST_WORDS_LENGTH = 64;

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderSingleEncoder newOrder = new NewOrderSingleEncoder();
    private final OrderCancelRequestEncoder cancel = new OrderCancelRequestEncoder();
    private final OrderReplaceRequestEncoder replace = new OrderReplaceRequestEncoder();
    private final OutputBuffer writer;

    RequestEncoder(final OutputBuffer writer)
    {
        this.writer = writer;
    }

    boolean newOrder(
        final long clOrdId,
        final int instrumentId,
        final SideEnum side,
        final long priceE5,
        final long qtyLots,
        final TimeInForceEnum timeInForce,
        final long accountCode,
        final int linkId)
    {
        final int offset = claim(NewOrderSingleEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        newOrder.wrapAndApplyHeader(writer.buffer(), offset, header)
            .clOrdID(clOrdId)
            .expireDate(TwimeFrames.NULL_UINT64);
        newOrder.price().mantissa(priceE5);
        newOrder
            .securityID(instrumentId)
            .clOrdLinkID(linkId)
            .orderQty(qtyLots)
            .complianceID(ComplianceIDEnum.Algorithm)
            .timeInForce(timeInForce)
            .side(side);
        newOrder.clientFlags().clear();
        account(newOrder.offset() + NewOrderSingleEncoder.accountEncodingOffset(), accountCode);
        return true;
    }

    boolean cancel(final long clOrdId, final long orderId, final int instrumentId, final long accountCode)
    {
        final int offset = claim(OrderCancelRequestEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        cancel.wrapAndApplyHeader(writer.buffer(), offset, header)
            .clOrdID(clOrdId)
            .orderID(orderId)
            .securityID(instrumentId);
        cancel.clientFlags().clear();
        account(cancel.offset() + OrderCancelRequestEncoder.accountEncodingOffset(), accountCode);
        return true;
    }

    boolean replace(
        final long clOrdId,
        final long orderId,
        final int instrumentId,
        final long priceE5,
        final long qtyLots,
        final ModeEnum mode,
        final long accountCode,
        final int linkId)
    {
        final int offset = claim(OrderReplaceRequestEncoder.BLOCK_LENGTH);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        replace.wrapAndApplyHeader(writer.buffer(), offset, header)
            .clOrdID(clOrdId)
            .orderID(orderId);
        replace.price().mantissa(priceE5);
        replace
            .orderQty(qtyLots)
            .clOrdLinkID(linkId)
            .securityID(instrumentId)
            .complianceID(ComplianceIDEnum.Algorithm)
            .mode(mode);
        replace.clientFlags().clear();
        account(replace.offset() + OrderReplaceRequestEncoder.accountEncodingOffset(), accountCode);
        return true;
    }

    private int claim(final int blockLength)
    {
        return writer.claim(TwimeFrames.HEADER_LENGTH + blockLength, LAST_WORDS_LENGTH);
    }

    private void account(final int offset, final long accountCode)
    {
        final MutableDirectBuffer buffer = writer.buffer();
        for (int i = 0; i < AccountCode.LENGTH; i++)
        {
            buffer.putByte(offset + i, (byte)(accountCode >>> (i << 3)));
        }
    }
}
