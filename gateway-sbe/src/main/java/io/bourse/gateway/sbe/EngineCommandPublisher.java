// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ConnectGatewayEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * Encodes engine commands and gives each the next number of its session. A command that the ring does not take keeps
 * its number free, so that the numbers the engine sees have no gap.
 */
final class EngineCommandPublisher
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final ConnectGatewayEncoder connectGateway = new ConnectGatewayEncoder();
    private final CommandPublisher publisher;
    private final GatewayCounters counters;
    private final int gatewayId;
    private final int partition;

    EngineCommandPublisher(
        final CommandPublisher publisher, final GatewayCounters counters, final int gatewayId, final int partition)
    {
        this.publisher = publisher;
        this.counters = counters;
        this.gatewayId = gatewayId;
        this.partition = partition;
    }

    boolean connectGateway(final long epoch, final long receivedNs)
    {
        connectGateway.wrapAndApplyHeader(buffer, 0, header);
        fill(connectGateway.header(), 0, 0, receivedNs);
        connectGateway.epoch(epoch);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + connectGateway.encodedLength());
    }

    boolean newOrder(final Login login, final NewOrderSingleDecoder request, final long receivedNs)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, header);
        fill(newOrder.header(), login.loginId(), login.commandSequence() + 1, receivedNs);
        newOrder
            .clOrdId(request.clOrdID())
            .expireDateNs(request.expireDate())
            .priceE5(request.price().mantissa())
            .qtyLots(request.orderQty())
            .accountCode(account(request.buffer(), request.offset() + NewOrderSingleDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .side(request.sideRaw())
            .timeInForce(request.timeInForceRaw())
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .conditions((short)0)
            .putClientRef(buffer, 0, 0);
        return offer(login, newOrder.encodedLength());
    }

    boolean cancelOrder(final Login login, final OrderCancelRequestDecoder request, final long receivedNs)
    {
        cancelOrder.wrapAndApplyHeader(buffer, 0, header);
        fill(cancelOrder.header(), login.loginId(), login.commandSequence() + 1, receivedNs);
        cancelOrder
            .clOrdId(request.clOrdID())
            .orderId(request.orderID())
            .accountCode(
                account(request.buffer(), request.offset() + OrderCancelRequestDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .clientFlags(request.clientFlags().getRaw())
            .orderClass(OrderClass.PLAIN)
            .putClientRef(buffer, 0, 0);
        return offer(login, cancelOrder.encodedLength());
    }

    boolean replaceOrder(final Login login, final OrderReplaceRequestDecoder request, final long receivedNs)
    {
        replaceOrder.wrapAndApplyHeader(buffer, 0, header);
        fill(replaceOrder.header(), login.loginId(), login.commandSequence() + 1, receivedNs);
        replaceOrder
            .clOrdId(request.clOrdID())
            .orderId(request.orderID())
            .priceE5(request.price().mantissa())
            .qtyLots(request.orderQty())
            .accountCode(
                account(request.buffer(), request.offset() + OrderReplaceRequestDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .mode(request.modeRaw())
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .orderClass(OrderClass.PLAIN)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .putClientRef(buffer, 0, 0);
        return offer(login, replaceOrder.encodedLength());
    }

    private void fill(
        final CommandHeaderEncoder commandHeader, final int sessionId, final long sequence, final long receivedNs)
    {
        commandHeader
            .stampedNs(0)
            .receivedNs(receivedNs)
            .sequence(sequence)
            .sessionId(sessionId)
            .gatewayId(gatewayId)
            .partition(partition);
    }

    private boolean offer(final Login login, final int encodedLength)
    {
        final boolean isTaken = publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
        if (isTaken)
        {
            login.onCommandSequence(login.commandSequence() + 1);
            counters.increment(GatewayCounter.COMMANDS_PUBLISHED);
        }
        return isTaken;
    }

    /**
     * Packs the seven characters of an account. They end their message, so the eight bytes are read from one before:
     * reading behind could leave the buffer.
     */
    private static long account(final DirectBuffer buffer, final int offset)
    {
        return buffer.getLong(offset - 1, ByteOrder.LITTLE_ENDIAN) >>> 8;
    }
}
