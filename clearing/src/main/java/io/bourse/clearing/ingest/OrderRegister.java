// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.agrona.collections.Long2ObjectHashMap;

import io.bourse.clearing.model.SettlementPrice;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

/**
 * Live orders as clearing itself has followed them. It is the second witness of every trade: an order must lose exactly
 * what its trade says. It also knows the best bid and ask for the slices of the settlement price.
 */
public final class OrderRegister
{
    private static final int MAX_ANOMALIES = 100;
    private static final long UNKNOWN = -1;

    private final Long2ObjectHashMap<LiveOrder> orders = new Long2ObjectHashMap<>();
    private final List<Levels> books = new ArrayList<>();
    private final List<String> anomalies = new ArrayList<>();
    private long eventCount;

    void onInstrument(final int ordinal)
    {
        books.add(ordinal, new Levels());
    }

    void onAccepted(final int instrument, final OrderAcceptedDecoder event)
    {
        eventCount++;
        put(event.orderId(), instrument, Side.BUY == event.side(), event.priceE5(), event.qtyLots());
    }

    void onReplaced(final int instrument, final OrderReplacedDecoder event)
    {
        eventCount++;
        final LiveOrder order = orders.get(event.prevOrderId());
        if (null == order || order.restLots != event.prevQtyLots())
        {
            anomaly("replaced order is not as the register has it: orderId=" + event.prevOrderId() +
                " eventRest=" + event.prevQtyLots() + " registerRest=" + (null == order ? "none" : order.restLots));
        }
        remove(event.prevOrderId());
        put(event.orderId(), instrument, Side.BUY == event.side(), event.priceE5(), event.qtyLots());
    }

    void onCancelled(final OrderCancelledDecoder event)
    {
        eventCount++;
        final LiveOrder order = remove(event.orderId());
        if (null == order || order.restLots != event.qtyLots())
        {
            anomaly("cancelled order is not as the register has it: orderId=" + event.orderId() +
                " eventRest=" + event.qtyLots() + " registerRest=" + (null == order ? "none" : order.restLots));
        }
    }

    long onTrade(final TradeDecoder event)
    {
        final long bought = fill(event.buy());
        final long sold = fill(event.sell());
        return bought == sold ? bought : UNKNOWN;
    }

    private long fill(final TradeSideDecoder side)
    {
        eventCount++;
        final LiveOrder order = orders.get(side.orderId());
        if (null == order)
        {
            return UNKNOWN;
        }
        final long filled = order.restLots - side.restLots();
        books.get(order.instrument).add(order.isBuy, order.priceE5, -filled);
        order.restLots = side.restLots();
        if (0 == order.restLots)
        {
            orders.remove(side.orderId());
        }
        return filled;
    }

    private void put(
        final long orderId, final int instrument, final boolean isBuy, final long priceE5, final long restLots)
    {
        if (null != orders.put(orderId, new LiveOrder(instrument, isBuy, priceE5, restLots)))
        {
            anomaly("order id is used twice: orderId=" + orderId);
        }
        books.get(instrument).add(isBuy, priceE5, restLots);
    }

    private LiveOrder remove(final long orderId)
    {
        final LiveOrder order = orders.remove(orderId);
        if (null != order)
        {
            books.get(order.instrument).add(order.isBuy, order.priceE5, -order.restLots);
        }
        return order;
    }

    private void anomaly(final String text)
    {
        if (anomalies.size() < MAX_ANOMALIES)
        {
            anomalies.add(text);
        }
    }

    /**
     * Best bid of an instrument.
     *
     * @param instrument ordinal.
     * @return price x 100 000 or {@link SettlementPrice#NO_PRICE}.
     */
    public long bestBidE5(final int instrument)
    {
        return best(books.get(instrument).bids);
    }

    /**
     * Best ask of an instrument.
     *
     * @param instrument ordinal.
     * @return price x 100 000 or {@link SettlementPrice#NO_PRICE}.
     */
    public long bestAskE5(final int instrument)
    {
        return best(books.get(instrument).asks);
    }

    /**
     * Order events seen: acceptances, replaces, cancels and two per trade.
     *
     * @return count.
     */
    public long eventCount()
    {
        return eventCount;
    }

    /**
     * Contradictions between order events, the first hundred.
     *
     * @return sentences naming the order; empty when all is well.
     */
    public List<String> anomalies()
    {
        return Collections.unmodifiableList(anomalies);
    }

    private static long best(final TreeMap<Long, long[]> levels)
    {
        return levels.isEmpty() ? SettlementPrice.NO_PRICE : levels.firstKey();
    }

    private static final class LiveOrder
    {
        private final int instrument;
        private final boolean isBuy;
        private final long priceE5;
        private long restLots;

        LiveOrder(final int instrument, final boolean isBuy, final long priceE5, final long restLots)
        {
            this.instrument = instrument;
            this.isBuy = isBuy;
            this.priceE5 = priceE5;
            this.restLots = restLots;
        }
    }

    private static final class Levels
    {
        private final TreeMap<Long, long[]> bids = new TreeMap<>(Comparator.reverseOrder());
        private final TreeMap<Long, long[]> asks = new TreeMap<>();

        void add(final boolean isBuy, final long priceE5, final long deltaLots)
        {
            final TreeMap<Long, long[]> levels = isBuy ? bids : asks;
            final long[] lots = levels.computeIfAbsent(priceE5, price -> new long[1]);
            lots[0] += deltaLots;
            if (0 == lots[0])
            {
                levels.remove(priceE5);
            }
        }
    }
}
