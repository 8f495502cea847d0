// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import io.bourse.clearing.layout.OrderEvent;
import io.bourse.clearing.layout.OrderRowKind;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Live orders as clearing itself follows them. It is the second witness of every trade: an order must lose exactly what
 * its trade says. It knows the best prices for the slices, and writes every order event into its firm's segment.
 */
public final class OrderTracker implements BestPrices
{
    private static final int MAX_ANOMALIES = 100;
    private static final long MAX_LOTS = 0xFFFF_FFFFL;
    private static final long UNKNOWN = -1;

    private final TrackedOrders orders = new TrackedOrders();
    private final List<LotsByPrice> bids = new ArrayList<>();
    private final List<LotsByPrice> asks = new ArrayList<>();
    private final List<String> anomalies = new ArrayList<>();
    private OrderSegments segments;
    private long timeNs;
    private long accepted;
    private long replaced;
    private long renamed;
    private long cancelled;
    private long filled;
    private long other;

    /** An instrument more, with empty books. */
    public void onInstrument()
    {
        bids.add(new LotsByPrice(true));
        asks.add(new LotsByPrice(false));
    }

    /** A session begins: its events are counted anew and go into its own segments. */
    public void onSession(final OrderSegments newSegments)
    {
        segments = newSegments;
        counts(OrderCounts.NONE);
        anomalies.clear();
    }

    /** A transaction begins. */
    public void onGroup(final long engineTimeNs)
    {
        timeNs = engineTimeNs;
    }

    /** A new order. */
    public void onAccepted(final int instrument, final OrderAcceptedDecoder event)
    {
        accepted++;
        final boolean isBuy = Side.BUY == event.side();
        final int firmKey = SegmentFiles.firmKey(event.accountCode());
        final long qtyLots = event.qtyLots();
        final int at =
            put(event.orderId(), instrument, isBuy, event.priceE5(), qtyLots, event.accountId(), firmKey);
        if (0 != event.shown())
        {
            show(at);
        }
        row(at, OrderRowKind.ACCEPTED, event.clOrdId(), qtyLots,
            origin(event.orderId(), event.timeInForceRaw(), event.loginId()), event.complianceId());
    }

    /** An order with another price or other lots. */
    public void onReplaced(final int instrument, final OrderReplacedDecoder event)
    {
        replaced++;
        final long orderId = event.orderId();
        final long previousId = event.prevOrderId();
        final int previous = expect("replaced", previousId, event.prevQtyLots());
        final boolean keepsPlace = orderId == previousId;
        final boolean wasShown = TrackedOrders.NONE != previous && orders.isShown(previous);
        if (TrackedOrders.NONE != previous)
        {
            if (!keepsPlace)
            {
                renamed++;
                row(previous, OrderRowKind.RENAMED, orderId, event.prevQtyLots(), 0);
            }
            remove(previous);
        }
        final int at = put(
            orderId,
            instrument,
            Side.BUY == event.side(),
            event.priceE5(),
            event.qtyLots(),
            event.accountId(),
            SegmentFiles.firmKey(event.accountCode()));
        // An iceberg that keeps its place keeps its slice; otherwise a new one follows.
        if (0 != event.shown() || keepsPlace && wasShown)
        {
            show(at);
        }
        row(at, OrderRowKind.REPLACED, event.clOrdId(), event.qtyLots(),
            origin(orderId, OrderEvent.NO_TIME_IN_FORCE, event.loginId()), event.complianceId());
    }

    /** An order that is no longer live. */
    public void onCancelled(final int instrument, final OrderCancelledDecoder event)
    {
        cancelled++;
        final long qtyLots = event.qtyLots();
        final int at = expect("cancelled", event.orderId(), qtyLots);
        if (TrackedOrders.NONE != at)
        {
            remove(at);
        }
        append(
            SegmentFiles.firmKey(event.accountCode()),
            event.orderId(),
            event.priceE5(),
            event.clOrdId(),
            qtyLots,
            0,
            event.accountId(),
            instrument,
            kind(OrderRowKind.CANCELLED, Side.BUY == event.side()),
            event.reasonRaw());
    }

    /** A stop order that was triggered. */
    public void onActivated(final OrderActivatedDecoder event)
    {
        reprice("activated", OrderRowKind.ACTIVATED, event.orderId(), event.restLots(), event.priceE5(),
            0 != event.shown(), event.clOrdId());
    }

    /** An order that outlived the evening: it never left the register, but its limit may be another. */
    public void onRestated(final OrderRestatedDecoder event)
    {
        reprice("restated", OrderRowKind.RESTATED, event.orderId(), event.restLots(), event.priceE5(),
            0 != event.shown(), event.clOrdId());
    }

    private void reprice(
        final String what,
        final OrderRowKind kind,
        final long orderId,
        final long restLots,
        final long priceE5,
        final boolean isShown,
        final long clOrdId)
    {
        other++;
        final int at = expect(what, orderId, restLots);
        if (TrackedOrders.NONE != at)
        {
            hide(at);
            orders.priceE5(at, priceE5);
            if (isShown)
            {
                show(at);
            }
            row(at, kind, clOrdId, restLots, 0);
        }
    }

    /** From its first slice on an iceberg makes a price. */
    public void onSliceShown(final SliceShownDecoder event)
    {
        other++;
        final int at = expect("shown", event.orderId(), event.restLots());
        if (TrackedOrders.NONE != at)
        {
            show(at);
            row(at, OrderRowKind.SHOWN, event.displayOrderId(), event.shownLots(), 0);
        }
    }

    /** An order with fewer lots. */
    public void onReduced(final OrderReducedDecoder event)
    {
        other++;
        final int at = expect("reduced", event.orderId(), event.restLots() + event.reducedLots());
        if (TrackedOrders.NONE != at)
        {
            setRest(at, event.restLots());
            row(at, OrderRowKind.REDUCED, event.clOrdId(), event.reducedLots(), 0);
        }
    }

    /** A trade of a book, or of two negotiated orders: both must have lost what it says. */
    public void onTrade(
        final long tradeId,
        final int instrument,
        final long priceE5,
        final long qtyLots,
        final TradeSideDecoder buy,
        final TradeSideDecoder sell)
    {
        final long bought = fill(buy, true, tradeId, instrument, priceE5, qtyLots);
        final long sold = fill(sell, false, tradeId, instrument, priceE5, qtyLots);
        if (qtyLots != bought || qtyLots != sold)
        {
            anomaly("trade took from its orders what it does not say: tradeId=" + tradeId + " qtyLots=" + qtyLots +
                " buyOrderLost=" + lost(bought) + " sellOrderLost=" + lost(sold));
        }
    }

    private static String lost(final long lots)
    {
        return UNKNOWN == lots ? "unknown" : Long.toString(lots);
    }

    private long fill(
        final TradeSideDecoder side,
        final boolean isBuy,
        final long tradeId,
        final int instrument,
        final long priceE5,
        final long qtyLots)
    {
        filled++;
        final long orderId = side.orderId();
        final long restLots = side.restLots();
        final int at = orders.find(orderId);
        long lost = UNKNOWN;
        if (TrackedOrders.NONE != at)
        {
            lost = orders.restLots(at) - restLots;
            setRest(at, restLots);
            if (0 == restLots)
            {
                orders.remove(at);
            }
        }
        append(
            SegmentFiles.firmKey(side.accountCode()),
            orderId,
            priceE5,
            tradeId,
            qtyLots,
            restLots,
            side.accountId(),
            instrument,
            kind(OrderRowKind.FILLED, isBuy),
            0);
        return lost;
    }

    private int expect(final String what, final long orderId, final long restLots)
    {
        final int at = orders.find(orderId);
        if (TrackedOrders.NONE == at || orders.restLots(at) != restLots)
        {
            anomaly(what + " order is not as the register has it: orderId=" + orderId + " eventRest=" + restLots +
                " registerRest=" + (TrackedOrders.NONE == at ? "none" : Long.toString(orders.restLots(at))));
        }
        return at;
    }

    private int put(
        final long orderId,
        final int instrument,
        final boolean isBuy,
        final long priceE5,
        final long restLots,
        final int account,
        final int firmKey)
    {
        final int known = orders.find(orderId);
        if (TrackedOrders.NONE != known)
        {
            anomaly("order id is used twice: orderId=" + orderId);
            remove(known);
        }
        return orders.put(orderId, instrument, isBuy, priceE5, restLots, account, firmKey);
    }

    private void setRest(final int at, final long restLots)
    {
        if (orders.isShown(at))
        {
            level(at).add(orders.priceE5(at), restLots - orders.restLots(at));
        }
        orders.restLots(at, restLots);
    }

    private void show(final int at)
    {
        if (!orders.isShown(at))
        {
            orders.isShown(at, true);
            level(at).add(orders.priceE5(at), orders.restLots(at));
        }
    }

    private void hide(final int at)
    {
        if (orders.isShown(at))
        {
            orders.isShown(at, false);
            level(at).add(orders.priceE5(at), -orders.restLots(at));
        }
    }

    private void remove(final int at)
    {
        hide(at);
        orders.remove(at);
    }

    private LotsByPrice level(final int at)
    {
        return (orders.isBuy(at) ? bids : asks).get(orders.instrument(at));
    }

    private long origin(final long orderId, final int timeInForce, final int loginId)
    {
        if (loginId < 0 || loginId > OrderRow.MAX_LOGIN)
        {
            anomaly("login of an order does not fit 28 bits: orderId=" + orderId + " loginId=" + loginId);
            return Integer.toUnsignedLong(OrderRow.origin(timeInForce, OrderRow.MAX_LOGIN));
        }
        return Integer.toUnsignedLong(OrderRow.origin(timeInForce, loginId));
    }

    private void row(final int at, final OrderRowKind kind, final long ref, final long qtyLots, final int reason)
    {
        row(at, kind, ref, qtyLots, OrderRowKind.RENAMED == kind ? 0 : orders.restLots(at), reason);
    }

    private void row(
        final int at,
        final OrderRowKind kind,
        final long ref,
        final long qtyLots,
        final long restOrOrigin,
        final int reason)
    {
        append(
            orders.firmKey(at),
            orders.orderId(at),
            orders.priceE5(at),
            ref,
            qtyLots,
            restOrOrigin,
            orders.account(at),
            orders.instrument(at),
            kind(kind, orders.isBuy(at)),
            reason);
    }

    private static int kind(final OrderRowKind kind, final boolean isBuy)
    {
        return kind.ordinal() | (isBuy ? OrderRow.BUY_BIT : 0);
    }

    private void append(
        final int firmKey,
        final long orderId,
        final long priceE5,
        final long ref,
        final long qtyLots,
        final long restLots,
        final int account,
        final int instrument,
        final int kindAndSide,
        final int reason)
    {
        segments.of(firmKey).append(
            timeNs,
            orderId,
            priceE5,
            ref,
            fitting(orderId, qtyLots),
            fitting(orderId, restLots),
            account,
            instrument,
            kindAndSide,
            reason);
    }

    private int fitting(final long orderId, final long lots)
    {
        if (lots < 0 || lots > MAX_LOTS)
        {
            anomaly("lots of an order do not fit 32 bits: orderId=" + orderId + " lots=" + lots);
            return (int)MAX_LOTS;
        }
        return (int)lots;
    }

    private void anomaly(final String text)
    {
        if (anomalies.size() < MAX_ANOMALIES)
        {
            anomalies.add(text);
        }
    }

    @Override
    public long bestBidE5(final int instrument)
    {
        return bids.get(instrument).bestE5();
    }

    @Override
    public long bestAskE5(final int instrument)
    {
        return asks.get(instrument).bestE5();
    }

    /** What did not fit, a sentence each. */
    public List<String> anomalies()
    {
        return List.copyOf(anomalies);
    }

    /** Order events so far. */
    public OrderCounts counts()
    {
        return new OrderCounts(accepted, replaced, renamed, cancelled, filled, other);
    }

    private void counts(final OrderCounts counts)
    {
        accepted = counts.accepted();
        replaced = counts.replaced();
        renamed = counts.renamed();
        cancelled = counts.cancelled();
        filled = counts.filled();
        other = counts.other();
    }

    /** All live orders, by id. */
    public void writeOrders(final DataOutput out) throws IOException
    {
        final ByteBuffer entry = ByteBuffer.allocate(TrackedOrders.ENTRY_LENGTH);
        out.writeInt(orders.size());
        for (final int at : orders.placesById())
        {
            orders.write(at, entry.clear());
            out.write(entry.array());
        }
    }

    /** Takes up what a checkpoint has kept; the instruments are known. */
    public void restore(
        final DataInput in, final OrderCounts counts, final List<String> texts, final OrderSegments sessionSegments)
        throws IOException
    {
        onSession(sessionSegments);
        counts(counts);
        anomalies.addAll(texts);
        final ByteBuffer entry = ByteBuffer.allocate(TrackedOrders.ENTRY_LENGTH);
        final int size = in.readInt();
        for (int i = 0; i < size; i++)
        {
            in.readFully(entry.array());
            final int at = orders.read(entry.clear());
            if (orders.isShown(at))
            {
                level(at).add(orders.priceE5(at), orders.restLots(at));
            }
        }
    }
}
