// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends the orders of a recorded day to an engine: those that rest by one login, those that take by another.
 */
final class RecordedFlow implements EventListener, AutoCloseable
{
    private static final int GATEWAY_ID = 8;
    private static final int WINDOW = 64;
    private static final long NONE = 0;
    private static final String[] ACCOUNTS = {"AA01001", "BB01001"};

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final Long2LongHashMap orderIds = new Long2LongHashMap(NONE);
    private final int instrumentId;
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private long sent;
    private long answered;

    RecordedFlow(final EngineClient client, final int instrumentId)
    {
        this.instrumentId = instrumentId;
        publisher = client.newCommandPublisher();
        follower = client.follow(client.endCursor(), this);
    }

    void rest(final long key, final boolean isBuy, final long priceE5, final long qtyLots)
    {
        order(key, isBuy, priceE5, qtyLots, 0, TimeInForce.DAY);
    }

    void take(final boolean isBuy, final long priceE5, final long qtyLots)
    {
        order(NONE, isBuy, priceE5, qtyLots, 1, TimeInForce.IOC);
    }

    void cancel(final long key)
    {
        final long orderId = orderId(key);
        if (NONE == orderId)
        {
            return;
        }
        cancelOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(cancelOrder.header(), 0);
        cancelOrder.clOrdId(key)
            .orderId(orderId)
            .accountCode(AccountCode.pack(ACCOUNTS[0]))
            .instrumentId(instrumentId)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef("");
        send(cancelOrder.encodedLength());
    }

    void setRest(final long key, final long priceE5, final long qtyLots)
    {
        final long orderId = orderId(key);
        if (NONE == orderId)
        {
            return;
        }
        replaceOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(replaceOrder.header(), 0);
        replaceOrder.clOrdId(key)
            .orderId(orderId)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .accountCode(AccountCode.pack(ACCOUNTS[0]))
            .instrumentId(instrumentId)
            .linkId(0)
            .mode((short)ReplaceMode.SET_REST.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef("");
        send(replaceOrder.encodedLength());
    }

    /** Waits until the engine has answered all but some requests. */
    void listen(final int maxUnanswered)
    {
        final long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (sent - answered > maxUnanswered)
        {
            if (0 == follower.poll(64))
            {
                Thread.yield();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("engine does not answer: sent=" + sent + " answered=" + answered);
            }
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        if (GATEWAY_ID == group.gatewayId())
        {
            answered++;
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (NONE != event.clOrdId())
        {
            orderIds.put(event.clOrdId(), event.orderId());
        }
    }

    @Override
    public void close()
    {
        follower.close();
    }

    private long orderId(final long key)
    {
        if (NONE == orderIds.get(key))
        {
            listen(0);
        }
        return orderIds.get(key);
    }

    private void order(
        final long key,
        final boolean isBuy,
        final long priceE5,
        final long qtyLots,
        final int login,
        final TimeInForce timeInForce)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header(), login);
        newOrder.clOrdId(key)
            .expireDateNs(0)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .accountCode(AccountCode.pack(ACCOUNTS[login]))
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)(isBuy ? Side.BUY : Side.SELL).value())
            .timeInForce((short)timeInForce.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        send(newOrder.encodedLength());
    }

    private static void header(final CommandHeaderEncoder header, final int login)
    {
        header.stampedNs(0).receivedNs(0).sequence(0).sessionId(login + 1).gatewayId(GATEWAY_ID).partition(0);
    }

    private void send(final int encodedLength)
    {
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength))
        {
            Thread.yield();
        }
        sent++;
        listen(WINDOW);
    }
}
