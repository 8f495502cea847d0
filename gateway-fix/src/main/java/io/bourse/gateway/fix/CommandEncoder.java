// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ConnectGatewayEncoder;
import io.bourse.engine.protocol.LoginConnectedEncoder;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Encodes requests as engine commands and offers them to the ring. Not thread-safe: the desk's lock guards it.
 */
final class CommandEncoder
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final ConnectGatewayEncoder connectGateway = new ConnectGatewayEncoder();
    private final LoginConnectedEncoder loginConnected = new LoginConnectedEncoder();
    private final LoginDisconnectedEncoder loginDisconnected = new LoginDisconnectedEncoder();
    private final CommandPublisher publisher;
    private final int gatewayId;
    private final int partition;

    CommandEncoder(final CommandPublisher publisher, final int gatewayId, final int partition)
    {
        this.publisher = publisher;
        this.gatewayId = gatewayId;
        this.partition = partition;
    }

    /** Offers the request; the numeric clOrdId of the engine is the sequence, the text travels as clientRef. */
    boolean offer(final OrderRequest request, final long sequence)
    {
        return switch (request.kind)
        {
            case NEW -> offerNew(request, sequence);
            case CANCEL -> offerCancel(request, sequence);
            case REPLACE -> offerReplace(request, sequence);
        };
    }

    boolean offerConnect(final long epoch, final long nowNs)
    {
        connectGateway.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(connectGateway.header(), 0, 0, nowNs);
        connectGateway.epoch(epoch);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + connectGateway.encodedLength());
    }

    boolean offerConnection(
        final int loginId, final long sequence, final boolean isConnected, final long nowNs)
    {
        final int encodedLength;
        if (isConnected)
        {
            loginConnected.wrapAndApplyHeader(buffer, 0, messageHeader);
            header(loginConnected.header(), sequence, loginId, nowNs);
            encodedLength = loginConnected.encodedLength();
        }
        else
        {
            loginDisconnected.wrapAndApplyHeader(buffer, 0, messageHeader);
            header(loginDisconnected.header(), sequence, loginId, nowNs);
            encodedLength = loginDisconnected.encodedLength();
        }
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
    }

    private boolean offerNew(final OrderRequest request, final long sequence)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header(), sequence, request.login.loginId, request.receivedNs);
        newOrder
            .clOrdId(sequence)
            .expireDateNs(0)
            .priceE5(request.priceE5)
            .qtyLots(request.qtyLots)
            .accountCode(request.accountCode)
            .instrumentId(request.instrument.instrumentId())
            .linkId(0)
            .side((short)(request.side - '0'))
            .timeInForce((short)(request.timeInForce - '0'))
            .complianceId(request.complianceId)
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef(request.clOrdId);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + newOrder.encodedLength());
    }

    private boolean offerCancel(final OrderRequest request, final long sequence)
    {
        final FixOrder order = request.order;
        cancelOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(cancelOrder.header(), sequence, request.login.loginId, request.receivedNs);
        cancelOrder
            .clOrdId(sequence)
            .orderId(order.orderId)
            .accountCode(order.accountCode)
            .instrumentId(order.instrument.instrumentId())
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef(request.clOrdId);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + cancelOrder.encodedLength());
    }

    private boolean offerReplace(final OrderRequest request, final long sequence)
    {
        final FixOrder order = request.order;
        replaceOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(replaceOrder.header(), sequence, request.login.loginId, request.receivedNs);
        replaceOrder
            .clOrdId(sequence)
            .orderId(order.orderId)
            .priceE5(request.priceE5)
            .qtyLots(request.qtyLots)
            .accountCode(order.accountCode)
            .instrumentId(order.instrument.instrumentId())
            .linkId(0)
            .mode(ReplaceMode.SET_TOTAL.value())
            .complianceId(request.complianceId)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef(request.clOrdId);
        return publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + replaceOrder.encodedLength());
    }

    private void header(
        final CommandHeaderEncoder header,
        final long sequence,
        final int sessionId,
        final long receivedNs)
    {
        header
            .stampedNs(0)
            .receivedNs(receivedNs)
            .sequence(sequence)
            .sessionId(sessionId)
            .gatewayId(gatewayId)
            .partition(partition);
    }
}
