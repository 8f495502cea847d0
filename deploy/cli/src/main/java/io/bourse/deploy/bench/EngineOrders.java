// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bench;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Orders that rest over a halt, and what becomes of them.
 */
final class EngineOrders implements EventListener, AutoCloseable
{
    private static final int GATEWAY_ID = 1;
    private static final int POLL_LIMIT = 64;
    private static final int LEVELS = 400;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1_000, 1_000_000);
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private final int partition;
    private final long timeoutNs;
    private int accepted;
    private int uncovered;
    private String refusal;

    EngineOrders(final EngineClient client, final long timeoutNs)
    {
        this.timeoutNs = timeoutNs;
        partition = client.partition();
        publisher = client.newCommandPublisher(Principal.gateway(GATEWAY_ID));
        follower = client.follow(client.endCursor(), this);
    }

    /** Enters buy orders that outlive the session, of all traders in turn; returns when they are accepted. */
    void enter(final EngineShare.Volumes volumes)
    {
        for (int i = 0; i < volumes.orders(); i++)
        {
            final int trader = i % EngineFilling.TRADERS;
            encode(i, trader, 1 + i / EngineFilling.TRADERS % volumes.instruments());
            final long deadlineNs = System.nanoTime() + timeoutNs;
            while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + newOrder.encodedLength()))
            {
                poll(deadlineNs, "orders are not taken");
            }
            follower.poll(POLL_LIMIT);
        }
        final long deadlineNs = System.nanoTime() + timeoutNs;
        while (accepted < volumes.orders())
        {
            poll(deadlineNs, "orders are not accepted: accepted=" + accepted + " orders=" + volumes.orders());
        }
    }

    private void encode(final int number, final int trader, final int instrumentId)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(1 + number / EngineFilling.TRADERS)
            .sessionId(trader + 1)
            .gatewayId(GATEWAY_ID)
            .partition(partition);
        newOrder
            .clOrdId(number + 1)
            .expireDateNs(Long.MAX_VALUE - 1)
            .priceE5(EngineFilling.PRICE_E5 - EngineFilling.TICK_E5 * (1 + number % LEVELS))
            .qtyLots(1)
            .accountCode(AccountCode.pack(EngineFilling.code(trader)))
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)Side.BUY.value())
            .timeInForce((short)TimeInForce.GTD.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
    }

    /** Reads up to a cursor; returns how many orders were cancelled for want of cover since the last call. */
    int uncoveredUntil(final long cursor)
    {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        while (follower.cursor() < cursor)
        {
            poll(deadlineNs, "the event stream does not come: cursor=" + follower.cursor() + " wanted=" + cursor);
        }
        final int count = uncovered;
        uncovered = 0;
        return count;
    }

    private void poll(final long deadlineNs, final String otherwise)
    {
        final int workCount = follower.poll(POLL_LIMIT);
        if (null != refusal)
        {
            throw new IllegalStateException("an order is refused: reason=" + refusal);
        }
        if (System.nanoTime() - deadlineNs > 0)
        {
            throw new IllegalStateException(otherwise + " timeoutNs=" + timeoutNs);
        }
        idle.idle(workCount);
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        accepted++;
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        uncovered += CancelReason.RISK == event.reason() ? 1 : 0;
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        refusal = GATEWAY_ID == group.gatewayId() ? event.reason().name() : refusal;
    }

    @Override
    public void close()
    {
        follower.close();
    }
}
