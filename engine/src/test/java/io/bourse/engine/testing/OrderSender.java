// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ConnectGatewayEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * Sends the orders of one login as a gateway would: with a gateway id, the login as session and increasing sequences.
 */
public final class OrderSender
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final CommandPublisher publisher;
    private final int partition;
    private final int gatewayId;
    private final int loginId;
    private final String account;
    private final long packedAccount;
    private long sequence;

    public OrderSender(final EngineClient client, final int gatewayId, final int loginId, final String account)
    {
        publisher = client.newCommandPublisher();
        partition = client.partition();
        this.gatewayId = gatewayId;
        this.loginId = loginId;
        this.account = account;
        packedAccount = AccountCode.pack(account);
    }

    /** The sequence of the last command; setting it lets a test repeat or skip some. */
    public OrderSender sequence(final long lastSequence)
    {
        sequence = lastSequence;
        return this;
    }

    public long sequence()
    {
        return sequence;
    }

    public String account()
    {
        return account;
    }

    /** A day order; its clOrdId is the sequence returned. Waits while the engine takes no more. */
    public long newOrder(final int instrumentId, final Side side, final long priceE5, final long qtyLots)
    {
        return newOrder(instrumentId, side, TimeInForce.DAY, priceE5, qtyLots);
    }

    /** An order; its clOrdId is the sequence returned. Waits while the engine takes no more. */
    public long newOrder(
        final int instrumentId, final Side side, final TimeInForce timeInForce, final long priceE5, final long qtyLots)
    {
        sequence++;
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header());
        newOrder
            .clOrdId(sequence)
            .expireDateNs(0)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .accountCode(packedAccount)
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)side.value())
            .timeInForce((short)timeInForce.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        send(newOrder.encodedLength());
        return sequence;
    }

    /** A cancel of an order of this login. Waits while the engine takes no more. */
    public long cancel(final int instrumentId, final long orderId)
    {
        sequence++;
        cancelOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(cancelOrder.header());
        cancelOrder
            .clOrdId(sequence)
            .orderId(orderId)
            .accountCode(packedAccount)
            .instrumentId(instrumentId)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef("");
        send(cancelOrder.encodedLength());
        return sequence;
    }

    /** The barrier of a gateway that starts. */
    public void connectGateway(final long epoch)
    {
        final ConnectGatewayEncoder connect = new ConnectGatewayEncoder();
        connect.wrapAndApplyHeader(buffer, 0, messageHeader).epoch(epoch).header()
            .stampedNs(0).receivedNs(0).sequence(0).sessionId(0).gatewayId(gatewayId).partition(partition);
        send(connect.encodedLength());
    }

    private void header(final CommandHeaderEncoder header)
    {
        header.stampedNs(0).receivedNs(0).sequence(sequence).sessionId(loginId).gatewayId(gatewayId)
            .partition(partition);
    }

    private void send(final int encodedLength)
    {
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength))
        {
            if (Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("interrupted while the engine took no more: sequence=" + sequence);
            }
            YieldingIdleStrategy.INSTANCE.idle();
        }
    }
}
