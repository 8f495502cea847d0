// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a reader that has nothing but the events knows: live orders with what is left and what is public of them, and
 * positions. It must never contradict the next event, and must equal the core's own report: the stream has the whole
 * truth.
 */
final class EventLedger
{
    /** A live order as its events describe it. */
    private static final class Entry
    {
        long restLots;
        long priceE5;
        long sliceId;
        Side side;
    }

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Map<Long, Entry> live = new HashMap<>();
    private final Map<String, Long> positions = new TreeMap<>();
    private final List<String> reportedOrders = new ArrayList<>();
    private final Map<String, Long> reportedPositions = new TreeMap<>();
    private final int strategyId;

    /**
     * An empty ledger.
     *
     * @param strategyId the one instrument of kind {@link InstrumentKind#SPREAD}: its trades move no position.
     */
    EventLedger(final int strategyId)
    {
        this.strategyId = strategyId;
    }

    void onEvent(final byte[] event)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(event);
        header.wrap(buffer, 0);
        switch (header.templateId())
        {
            case OrderAcceptedDecoder.TEMPLATE_ID -> onAccepted(buffer);
            case OrderReplacedDecoder.TEMPLATE_ID -> onReplaced(buffer);
            case OrderCancelledDecoder.TEMPLATE_ID -> onCancelled(buffer);
            case OrderActivatedDecoder.TEMPLATE_ID -> onActivated(buffer);
            case OrderRestatedDecoder.TEMPLATE_ID -> onRestated(buffer);
            case OrderReducedDecoder.TEMPLATE_ID -> onReduced(buffer);
            case SliceShownDecoder.TEMPLATE_ID -> onSliceShown(buffer);
            case TradeDecoder.TEMPLATE_ID -> onTrade(buffer);
            case OffBookTradeDecoder.TEMPLATE_ID -> onOffBookTrade(buffer);
            case BookOrderDecoder.TEMPLATE_ID -> onBookOrder(buffer);
            case PositionDecoder.TEMPLATE_ID -> onPosition(buffer);
            case PositionMovedDecoder.TEMPLATE_ID -> onPositionMoved(buffer);
            case TradeCorrectedDecoder.TEMPLATE_ID -> onTradeCorrected(buffer);
            default ->
            {
            }
        }
    }

    /** Compares what the events said with the report that has just come in among them. */
    void assertEqualsReport(final String at)
    {
        final List<String> known = new ArrayList<>();
        live.forEach((id, order) -> known.add(text(id, order.restLots, order.priceE5, order.sliceId)));
        Collections.sort(known);
        Collections.sort(reportedOrders);
        assertEquals(String.join("\n", known), String.join("\n", reportedOrders), at);
        positions.values().removeIf(lots -> 0 == lots);
        assertEquals(positions, reportedPositions, at);
        reportedOrders.clear();
        reportedPositions.clear();
    }

    private void onAccepted(final UnsafeBuffer buffer)
    {
        final OrderAcceptedDecoder event = new OrderAcceptedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = new Entry();
        order.restLots = event.qtyLots();
        order.priceE5 = event.priceE5();
        order.side = event.side();
        assertNull(live.put(event.orderId(), order), () -> "accepted twice: orderId=" + event.orderId());
    }

    private void onReplaced(final UnsafeBuffer buffer)
    {
        final OrderReplacedDecoder event = new OrderReplacedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.remove(event.prevOrderId());
        assertNotNull(order, () -> "replaced but not live: orderId=" + event.prevOrderId());
        assertEquals(order.restLots, event.prevQtyLots(), () -> "orderId=" + event.prevOrderId());
        assertEquals(order.priceE5, event.prevPriceE5(), () -> "orderId=" + event.prevOrderId());
        order.restLots = event.qtyLots();
        order.priceE5 = event.priceE5();
        if (event.orderId() != event.prevOrderId())
        {
            order.sliceId = 0;
        }
        assertNull(live.put(event.orderId(), order));
    }

    private void onCancelled(final UnsafeBuffer buffer)
    {
        final OrderCancelledDecoder event = new OrderCancelledDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.remove(event.orderId());
        assertNotNull(order, () -> "cancelled but not live: orderId=" + event.orderId());
        assertEquals(order.restLots, event.qtyLots(), () -> "orderId=" + event.orderId());
        assertEquals(order.priceE5, event.priceE5(), () -> "orderId=" + event.orderId());
    }

    private void onActivated(final UnsafeBuffer buffer)
    {
        final OrderActivatedDecoder event = new OrderActivatedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        assertNotNull(order, () -> "activated but not live: orderId=" + event.orderId());
        assertEquals(order.restLots, event.restLots());
        order.priceE5 = event.priceE5();
    }

    private void onRestated(final UnsafeBuffer buffer)
    {
        final OrderRestatedDecoder event = new OrderRestatedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        assertNotNull(order, () -> "restated but not live: orderId=" + event.orderId());
        assertEquals(order.restLots, event.restLots());
        order.priceE5 = event.priceE5();
    }

    private void onReduced(final UnsafeBuffer buffer)
    {
        final OrderReducedDecoder event = new OrderReducedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        assertNotNull(order, () -> "reduced but not live: orderId=" + event.orderId());
        execute(event.orderId(), order, event.reducedLots(), event.restLots());
    }

    private void onSliceShown(final UnsafeBuffer buffer)
    {
        final SliceShownDecoder event = new SliceShownDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        assertNotNull(order, () -> "slice of an order that is not live: orderId=" + event.orderId());
        assertEquals(order.restLots, event.restLots());
        assertTrue(event.shownLots() > 0 && event.shownLots() <= event.restLots());
        order.sliceId = event.displayOrderId();
    }

    private void onTrade(final UnsafeBuffer buffer)
    {
        final TradeDecoder event = new TradeDecoder().wrapAndApplyHeader(buffer, 0, header);
        final boolean isStrategy = strategyId == event.instrumentId();
        onTradeSide(event.buy(), event.qtyLots(), Side.BUY, isStrategy ? 0 : event.instrumentId());
        onTradeSide(event.sell(), event.qtyLots(), Side.SELL, isStrategy ? 0 : event.instrumentId());
    }

    private void onTradeSide(final TradeSideDecoder side, final long lots, final Side of, final int positionOf)
    {
        final Entry order = live.get(side.orderId());
        assertNotNull(order, () -> "traded but not live: orderId=" + side.orderId());
        assertEquals(of, order.side);
        execute(side.orderId(), order, lots, side.restLots());
        if (0 != positionOf)
        {
            move(side.accountId(), positionOf, Side.BUY == of ? lots : -lots);
        }
    }

    private void onOffBookTrade(final UnsafeBuffer buffer)
    {
        final OffBookTradeDecoder event = new OffBookTradeDecoder().wrapAndApplyHeader(buffer, 0, header);
        if (OffBookTradeDecoder.parentTradeIdNullValue() == event.parentTradeId())
        {
            onTradeSide(event.buy(), event.qtyLots(), Side.BUY, event.instrumentId());
            onTradeSide(event.sell(), event.qtyLots(), Side.SELL, event.instrumentId());
        }
        else
        {
            move(event.buy().accountId(), event.instrumentId(), event.qtyLots());
            move(event.sell().accountId(), event.instrumentId(), -event.qtyLots());
        }
    }

    private void onPositionMoved(final UnsafeBuffer buffer)
    {
        final PositionMovedDecoder event = new PositionMovedDecoder().wrapAndApplyHeader(buffer, 0, header);
        move(event.accountId(), event.instrumentId(), event.lots());
    }

    private void onTradeCorrected(final UnsafeBuffer buffer)
    {
        final TradeCorrectedDecoder event = new TradeCorrectedDecoder().wrapAndApplyHeader(buffer, 0, header);
        if (strategyId != event.instrumentId())
        {
            final long lots = event.newQtyLots() - event.qtyLots();
            move(event.buy().accountId(), event.instrumentId(), lots);
            move(event.sell().accountId(), event.instrumentId(), -lots);
        }
    }

    private void execute(final long orderId, final Entry order, final long lots, final long restLots)
    {
        order.restLots -= lots;
        assertEquals(order.restLots, restLots, () -> "orderId=" + orderId);
        if (0 == order.restLots)
        {
            live.remove(orderId);
        }
    }

    private void move(final int accountId, final int instrumentId, final long lots)
    {
        positions.merge(accountId + "/" + instrumentId, lots, Long::sum);
    }

    private void onBookOrder(final UnsafeBuffer buffer)
    {
        final BookOrderDecoder event = new BookOrderDecoder().wrapAndApplyHeader(buffer, 0, header);
        final long sliceId = event.displayOrderId() == event.orderId() ? 0 : event.displayOrderId();
        reportedOrders.add(text(event.orderId(), event.restLots(), event.priceE5(), sliceId));
    }

    private void onPosition(final UnsafeBuffer buffer)
    {
        final PositionDecoder event = new PositionDecoder().wrapAndApplyHeader(buffer, 0, header);
        reportedPositions.put(event.accountId() + "/" + event.instrumentId(), event.netLots());
    }

    private static String text(final long orderId, final long restLots, final long priceE5, final long sliceId)
    {
        return orderId + " " + restLots + "@" + priceE5 + " slice=" + sliceId;
    }
}
