// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.model.SettlementPrice;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Live orders as clearing itself has followed them. It is the second witness of every trade: an order must lose exactly
 * what its trade says. It also knows the best bid and ask for the slices of the settlement price.
 */
public final class OrderRegister implements BestPrices
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
        if (0 != event.shown())
        {
            show(orders.get(event.orderId()));
        }
    }

    void onActivated(final OrderActivatedDecoder event)
    {
        eventCount++;
        final LiveOrder order = expect("activated", event.orderId(), event.restLots());
        if (null != order)
        {
            hide(order);
            order.priceE5 = event.priceE5();
            if (0 != event.shown())
            {
                show(order);
            }
        }
    }

    /** An order that outlived the evening: it never left the register, but its limit may be another. */
    void onRestated(final OrderRestatedDecoder event)
    {
        eventCount++;
        final LiveOrder order = expect("restated", event.orderId(), event.restLots());
        if (null != order)
        {
            hide(order);
            order.priceE5 = event.priceE5();
            if (0 != event.shown())
            {
                show(order);
            }
        }
    }

    /** From its first slice on an iceberg makes a price. */
    void onSliceShown(final SliceShownDecoder event)
    {
        eventCount++;
        final LiveOrder order = expect("shown", event.orderId(), event.restLots());
        if (null != order)
        {
            show(order);
        }
    }

    void onReduced(final OrderReducedDecoder event)
    {
        eventCount++;
        final LiveOrder order = expect("reduced", event.orderId(), event.restLots() + event.reducedLots());
        if (null != order)
        {
            setRest(order, event.restLots());
        }
    }

    void onReplaced(final int instrument, final OrderReplacedDecoder event)
    {
        eventCount++;
        final LiveOrder previous = expect("replaced", event.prevOrderId(), event.prevQtyLots());
        final boolean keepsPlace = event.orderId() == event.prevOrderId();
        final boolean wasShown = null != previous && previous.isShown;
        remove(event.prevOrderId());
        put(event.orderId(), instrument, Side.BUY == event.side(), event.priceE5(), event.qtyLots());
        // An iceberg that keeps its place keeps its slice; otherwise a new one follows.
        if (0 != event.shown() || keepsPlace && wasShown)
        {
            show(orders.get(event.orderId()));
        }
    }

    void onCancelled(final OrderCancelledDecoder event)
    {
        eventCount++;
        expect("cancelled", event.orderId(), event.qtyLots());
        remove(event.orderId());
    }

    long onTrade(final TradeDecoder event)
    {
        return fill(event.buy(), event.sell());
    }

    /** A trade that two negotiated orders made. */
    long onNegotiatedTrade(final OffBookTradeDecoder event)
    {
        return fill(event.buy(), event.sell());
    }

    /** A trade whose lots are not in the columns. */
    void requireFilled(final long tradeId, final long qtyLots, final long filledLots)
    {
        if (qtyLots != filledLots)
        {
            anomaly("trade took from its orders what it does not say: tradeId=" + tradeId + " qtyLots=" + qtyLots +
                " filledByOrders=" + filledLots);
        }
    }

    private long fill(final TradeSideDecoder buy, final TradeSideDecoder sell)
    {
        final long bought = fill(buy);
        final long sold = fill(sell);
        return bought == sold ? bought : UNKNOWN;
    }

    private LiveOrder expect(final String what, final long orderId, final long restLots)
    {
        final LiveOrder order = orders.get(orderId);
        if (null == order || order.restLots != restLots)
        {
            anomaly(what + " order is not as the register has it: orderId=" + orderId +
                " eventRest=" + restLots + " registerRest=" + (null == order ? "none" : order.restLots));
        }
        return order;
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
        setRest(order, side.restLots());
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
    }

    private void setRest(final LiveOrder order, final long restLots)
    {
        if (order.isShown)
        {
            books.get(order.instrument).add(order.isBuy, order.priceE5, restLots - order.restLots);
        }
        order.restLots = restLots;
    }

    private void show(final LiveOrder order)
    {
        if (!order.isShown)
        {
            order.isShown = true;
            books.get(order.instrument).add(order.isBuy, order.priceE5, order.restLots);
        }
    }

    private void hide(final LiveOrder order)
    {
        if (order.isShown)
        {
            order.isShown = false;
            books.get(order.instrument).add(order.isBuy, order.priceE5, -order.restLots);
        }
    }

    private LiveOrder remove(final long orderId)
    {
        final LiveOrder order = orders.remove(orderId);
        if (null != order)
        {
            hide(order);
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
    @Override
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
    @Override
    public long bestAskE5(final int instrument)
    {
        return best(books.get(instrument).asks);
    }

    /**
     * Order events seen: acceptances, changes, cancels and two per trade.
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
        private long priceE5;
        private long restLots;
        /** Whether it makes a price that everybody sees: not while it is parked or hidden. */
        private boolean isShown;

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
