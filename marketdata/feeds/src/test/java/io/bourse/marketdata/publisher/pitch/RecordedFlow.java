// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.AnsweredOrders;
import org.agrona.collections.Long2LongHashMap;

/**
 * Sends the orders of a recorded day to an engine: those that rest by one login, those that take by another.
 */
final class RecordedFlow extends AnsweredOrders
{
    private static final int GATEWAY_ID = 8;
    private static final int WINDOW = 64;
    private static final long NONE = 0;
    /** The login whose orders rest. */
    private static final int RESTS = 1;

    private final Long2LongHashMap keys = new Long2LongHashMap(NONE);
    private final Long2LongHashMap orderIds = new Long2LongHashMap(NONE);
    private final int instrumentId;

    RecordedFlow(final EngineClient client, final int instrumentId)
    {
        super(client, GATEWAY_ID, "AA01001", "BB01001");
        this.instrumentId = instrumentId;
    }

    void rest(final long key, final boolean isBuy, final long priceE5, final long qtyLots)
    {
        keys.put(sender(0).newOrder(instrumentId, isBuy ? Side.BUY : Side.SELL, priceE5, qtyLots), key);
        listen(WINDOW);
    }

    void take(final boolean isBuy, final long priceE5, final long qtyLots)
    {
        sender(1).newOrder(instrumentId, isBuy ? Side.BUY : Side.SELL, TimeInForce.IOC, priceE5, qtyLots);
        listen(WINDOW);
    }

    void cancel(final long key)
    {
        final long orderId = orderId(key);
        if (NONE != orderId)
        {
            sender(0).cancel(instrumentId, orderId);
            listen(WINDOW);
        }
    }

    void setRest(final long key, final long priceE5, final long qtyLots)
    {
        final long orderId = orderId(key);
        if (NONE != orderId)
        {
            sender(0).replace(instrumentId, orderId, priceE5, qtyLots, ReplaceMode.SET_REST);
            listen(WINDOW);
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (RESTS == event.loginId())
        {
            orderIds.put(keys.remove(event.clOrdId()), event.orderId());
        }
    }

    private long orderId(final long key)
    {
        if (NONE == orderIds.get(key))
        {
            listen(0);
        }
        return orderIds.get(key);
    }
}
