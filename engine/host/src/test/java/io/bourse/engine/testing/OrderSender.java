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
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends the orders of one login as a gateway would: with a gateway id, the login as session and increasing sequences.
 */
public final class OrderSender
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final NewSpecialOrderEncoder specialOrder = new NewSpecialOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    /** An engine without a leader takes nothing for seconds, and needs the processor to elect one. */
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 10_000, 1_000, 100_000);
    private final CommandPublisher publisher;
    private final int partition;
    private final int gatewayId;
    private final int loginId;
    private final String account;
    private final long packedAccount;
    private long sequence;

    public OrderSender(final EngineClient client, final int gatewayId, final int loginId, final String account)
    {
        publisher = client.newCommandPublisher(Principal.gateway(gatewayId));
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
        return newOrder(instrumentId, side, timeInForce, 0, priceE5, qtyLots);
    }

    /** An order until a date; its clOrdId is the sequence returned. Waits while the engine takes no more. */
    public long newOrder(
        final int instrumentId,
        final Side side,
        final TimeInForce timeInForce,
        final long expireDateNs,
        final long priceE5,
        final long qtyLots)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header());
        newOrder
            .clOrdId(sequence)
            .expireDateNs(expireDateNs)
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
        return send(newOrder.encodedLength());
    }

    /** A cancel of an order of this login. Waits while the engine takes no more. */
    public long cancel(final int instrumentId, final long orderId)
    {
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
        return send(cancelOrder.encodedLength());
    }

    /** Another price and quantity for an order of this login. Waits while the engine takes no more. */
    public long replace(
        final int instrumentId, final long orderId, final long priceE5, final long qtyLots, final ReplaceMode mode)
    {
        replaceOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(replaceOrder.header());
        replaceOrder
            .clOrdId(sequence)
            .orderId(orderId)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .accountCode(packedAccount)
            .instrumentId(instrumentId)
            .linkId(0)
            .mode((short)mode.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef("");
        return send(replaceOrder.encodedLength());
    }

    /** Begins an order of all terms: a limit order of the day until changed. {@link #sendSpecial} sends it. */
    public NewSpecialOrderEncoder special(
        final int instrumentId, final Side side, final long priceE5, final long qtyLots)
    {
        specialOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(specialOrder.header());
        return specialOrder
            .clOrdId(sequence)
            .expireDateNs(0)
            .priceE5(priceE5)
            .stopPriceE5(0)
            .qtyLots(qtyLots)
            .displayLots(0)
            .displayVarianceLots(0)
            .minLots(0)
            .accountCode(packedAccount)
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)side.value())
            .timeInForce((short)TimeInForce.DAY.value())
            .orderType((short)OrderType.LIMIT.value())
            .selfTradeMode((short)0)
            .conditions((short)0)
            .complianceId((byte)'D')
            .clientFlags((short)0);
    }

    /** Sends what {@link #special} began. Waits while the engine takes no more. */
    public long sendSpecial()
    {
        specialOrder.clientRef("");
        return send(specialOrder.encodedLength());
    }

    /** Where a command is encoded that has no method of its own here. */
    public UnsafeBuffer buffer()
    {
        return buffer;
    }

    /** The barrier of a gateway that starts. */
    public void connectGateway(final long epoch)
    {
        final ConnectGatewayEncoder connect = new ConnectGatewayEncoder();
        connect.wrapAndApplyHeader(buffer, 0, messageHeader).epoch(epoch).header()
            .stampedNs(0).receivedNs(0).sequence(0).sessionId(0).gatewayId(gatewayId).partition(partition);
        send(connect.encodedLength());
    }

    /** Header of the next command. */
    public void header(final CommandHeaderEncoder header)
    {
        sequence++;
        header.stampedNs(0).receivedNs(0).sequence(sequence).sessionId(loginId).gatewayId(gatewayId)
            .partition(partition);
    }

    /** Sends the command in the buffer, whose sequence it returns. Waits while the engine takes no more. */
    public long send(final int encodedLength)
    {
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength))
        {
            if (Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("interrupted while the engine took no more: sequence=" + sequence);
            }
            idle.idle();
        }
        idle.reset();
        return sequence;
    }
}
