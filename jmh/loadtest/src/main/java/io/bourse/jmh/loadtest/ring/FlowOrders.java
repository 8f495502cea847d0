// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The orders that are live, learnt from the events as a gateway would. Only while a flow is being recorded.
 */
final class FlowOrders implements EventListener
{
    /** A live order. */
    static final class Live
    {
        long orderId;
        long priceE5;
        long restLots;
        long accountCode;
        int loginId;
        int instrumentId;
        Side side;
        private int index;
    }

    private final Map<Long, Live> byId = new HashMap<>();
    private final List<Live> list = new ArrayList<>();
    private long lastOrderId;
    private long trades;

    int size()
    {
        return list.size();
    }

    /** Highest order id seen. */
    long lastOrderId()
    {
        return lastOrderId;
    }

    long trades()
    {
        return trades;
    }

    Live first()
    {
        return list.getFirst();
    }

    /** One of the live orders, a young one rather than an old one. */
    Live choose(final SplittableRandom random)
    {
        final double u = random.nextDouble();
        return list.get(list.size() - 1 - (int)(list.size() * u * u));
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        final Live live = new Live();
        live.orderId = event.orderId();
        live.priceE5 = event.priceE5();
        live.restLots = event.qtyLots();
        live.accountCode = event.accountCode();
        live.loginId = event.loginId();
        live.instrumentId = event.instrumentId();
        live.side = event.side();
        add(live);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final Live live = byId.get(event.prevOrderId());
        remove(event.prevOrderId());
        live.orderId = event.orderId();
        live.priceE5 = event.priceE5();
        live.restLots = event.qtyLots();
        add(live);
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        remove(event.orderId());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        trades++;
        onTraded(event.buy());
        onTraded(event.sell());
    }

    private void onTraded(final TradeSideDecoder side)
    {
        if (0 == side.restLots())
        {
            remove(side.orderId());
        }
        else if (byId.containsKey(side.orderId()))
        {
            byId.get(side.orderId()).restLots = side.restLots();
        }
    }

    private void add(final Live live)
    {
        lastOrderId = Math.max(lastOrderId, live.orderId);
        live.index = list.size();
        list.add(live);
        byId.put(live.orderId, live);
    }

    private void remove(final long orderId)
    {
        final Live live = byId.remove(orderId);
        if (null != live)
        {
            final Live last = list.removeLast();
            if (last != live)
            {
                list.set(live.index, last);
                last.index = live.index;
            }
        }
    }
}
