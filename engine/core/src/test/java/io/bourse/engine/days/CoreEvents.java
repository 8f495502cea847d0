// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeKind;
import io.bourse.engine.protocol.TradeSideDecoder;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Follows the event stream of a core with one instrument: its orders, its trades and its auctions. A refusal fails.
 */
final class CoreEvents implements EventFrameSink
{
    final FollowedBook book = new FollowedBook();
    final Long2ObjectHashMap<FollowedOrder> byOrderId = new Long2ObjectHashMap<>();
    final Long2ObjectHashMap<FollowedOrder> byKey = new Long2ObjectHashMap<>();
    /** Orders of the state report under way, in its order. */
    final List<String> reported = new ArrayList<>();
    /** Given to the next accepted order. */
    long nextKey;
    /** Price x 100 000, lots and imbalance; the auction as it was last indicated, and as it was uncrossed. */
    final long[] indicated = new long[3];
    final long[] uncrossed = new long[3];
    long statesReported;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder group = new EventGroupDecoder();
    private final OrderAcceptedDecoder accepted = new OrderAcceptedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private final OrderCancelledDecoder cancelled = new OrderCancelledDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final BookOrderDecoder bookOrder = new BookOrderDecoder();
    private final AuctionIndicatedDecoder auctionIndicated = new AuctionIndicatedDecoder();
    private final AuctionUncrossedDecoder auctionUncrossed = new AuctionUncrossedDecoder();
    private final long priceTickE5;
    private DayMarket.Listener listener;
    private FollowedOrder incoming;

    CoreEvents(final long priceTickE5)
    {
        this.priceTickE5 = priceTickE5;
    }

    void listener(final DayMarket.Listener newListener)
    {
        listener = newListener;
    }

    @Override
    public void onFrame(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        group.wrapAndApplyHeader(buffer, offset, header);
        group.skipClientRef();
        int position = group.limit();
        while (position < offset + length)
        {
            header.wrap(buffer, position);
            onEvent(buffer, position);
            position += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
        if (group.flags().end() && null != incoming)
        {
            if (incoming.restLots > 0)
            {
                book.add(incoming);
            }
            incoming = null;
        }
    }

    private void onEvent(final DirectBuffer buffer, final int position)
    {
        switch (header.templateId())
        {
            case OrderAcceptedDecoder.TEMPLATE_ID ->
                onAccepted(accepted.wrapAndApplyHeader(buffer, position, header));
            case OrderReplacedDecoder.TEMPLATE_ID ->
                onReplaced(replaced.wrapAndApplyHeader(buffer, position, header));
            case OrderCancelledDecoder.TEMPLATE_ID ->
                onCancelled(cancelled.wrapAndApplyHeader(buffer, position, header));
            case TradeDecoder.TEMPLATE_ID -> onTrade(trade.wrapAndApplyHeader(buffer, position, header));
            case BookOrderDecoder.TEMPLATE_ID ->
                reported.add(text(bookOrder.wrapAndApplyHeader(buffer, position, header)));
            case StateReportedDecoder.TEMPLATE_ID -> statesReported++;
            case AuctionIndicatedDecoder.TEMPLATE_ID ->
                onIndicated(auctionIndicated.wrapAndApplyHeader(buffer, position, header));
            case AuctionUncrossedDecoder.TEMPLATE_ID ->
                onUncrossed(auctionUncrossed.wrapAndApplyHeader(buffer, position, header));
            case PhaseChangedDecoder.TEMPLATE_ID -> indicated[1] = 0;
            case CommandRejectedDecoder.TEMPLATE_ID -> throw new AssertionError(
                "refused: " + new CommandRejectedDecoder().wrapAndApplyHeader(buffer, position, header));
            default ->
            {
                // Reference data and positions.
            }
        }
    }

    private void onAccepted(final OrderAcceptedDecoder event)
    {
        assertEquals(1, event.shown());
        incoming = new FollowedOrder(event.orderId(), nextKey, event.side(), event.priceE5(), event.qtyLots());
        byOrderId.put(incoming.orderId, incoming);
        byKey.put(incoming.key, incoming);
    }

    private void onReplaced(final OrderReplacedDecoder event)
    {
        final FollowedOrder order = byOrderId.get(event.prevOrderId());
        assertEquals(event.orderId(), event.prevOrderId(), "a day only takes lots off, which keeps the place");
        assertEquals(order.priceE5, event.priceE5());
        assertEquals(order.restLots, event.prevQtyLots());
        book.reduce(order, event.prevQtyLots() - event.qtyLots());
    }

    private void onCancelled(final OrderCancelledDecoder event)
    {
        final FollowedOrder order = byOrderId.get(event.orderId());
        assertEquals(order.restLots, event.qtyLots());
        take(order, order.restLots);
    }

    private void onTrade(final TradeDecoder event)
    {
        final FollowedOrder buy = byOrderId.get(event.buy().orderId());
        final FollowedOrder sell = byOrderId.get(event.sell().orderId());
        final long lots = event.qtyLots();
        take(buy, lots);
        take(sell, lots);
        assertRest(buy, event.buy());
        assertRest(sell, event.sell());
        assertEquals(0, event.priceE5() % priceTickE5);
        final long priceTicks = event.priceE5() / priceTickE5;
        if (TradeKind.AUCTION == event.kind())
        {
            assertEquals(Side.NULL_VAL, event.aggressorSide());
            listener.onAuctionFill(buy.key, sell.key, priceTicks, lots);
        }
        else
        {
            final boolean isBuyer = Side.BUY == event.aggressorSide();
            assertEquals(incoming.orderId, isBuyer ? buy.orderId : sell.orderId);
            assertEquals(isBuyer ? sell.priceE5 : buy.priceE5, event.priceE5());
            listener.onFill(isBuyer ? buy.key : sell.key, isBuyer ? sell.key : buy.key, priceTicks, lots);
        }
    }

    private static void assertRest(final FollowedOrder order, final TradeSideDecoder side)
    {
        assertTrue(order.restLots >= 0);
        assertEquals(order.restLots, side.restLots());
        assertEquals(order.priceE5, side.orderPriceE5());
    }

    private void take(final FollowedOrder order, final long lots)
    {
        book.reduce(order, lots);
        if (0 == order.restLots)
        {
            assertFalse(order.isInBook);
            byOrderId.remove(order.orderId);
            byKey.remove(order.key);
        }
    }

    private void onIndicated(final AuctionIndicatedDecoder event)
    {
        indicated[0] = event.priceE5();
        indicated[1] = event.qtyLots();
        indicated[2] = event.imbalanceLots();
    }

    private void onUncrossed(final AuctionUncrossedDecoder event)
    {
        uncrossed[0] = event.priceE5();
        uncrossed[1] = event.qtyLots();
        uncrossed[2] = event.imbalanceLots();
    }

    /** Orders that the core should report, in the order in which it should. */
    List<String> followed()
    {
        final List<String> orders = new ArrayList<>();
        book.forEach(order ->
            orders.add(text(order.orderId, order.side, order.restLots, order.priceE5, order.restLots)));
        return orders;
    }

    private static String text(final BookOrderDecoder event)
    {
        return text(event.orderId(), event.side(), event.restLots(), event.priceE5(), event.shownLots());
    }

    private static String text(
        final long orderId, final Side side, final long restLots, final long priceE5, final long shownLots)
    {
        return orderId + " " + side + " " + restLots + "@" + priceE5 + " shown=" + shownLots;
    }
}
