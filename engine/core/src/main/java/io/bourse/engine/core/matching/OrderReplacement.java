// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.protocol.RejectReason;

/**
 * Changes price and rest of live orders, from whichever command: ask {@link #refusal} first, then {@link #apply}.
 */
public final class OrderReplacement
{
    private final OrderTable orders;
    private final IdSource ids;
    private final PreTradeRisk risk;
    private final OrderPlacement placement;
    private final OrderExit exit;
    private final OrderExpiry expiry;
    private final OrderEventPublisher publisher;

    public OrderReplacement(
        final OrderTable orders,
        final IdSource ids,
        final PreTradeRisk risk,
        final OrderPlacement placement,
        final OrderExit exit,
        final OrderExpiry expiry,
        final OrderEventPublisher publisher)
    {
        this.orders = orders;
        this.ids = ids;
        this.risk = risk;
        this.placement = placement;
        this.exit = exit;
        this.expiry = expiry;
        this.publisher = publisher;
    }

    /**
     * Why a change that the validator has let pass may still not happen; changes nothing.
     *
     * @param request with its order, new limit and new rest, above 0.
     * @return null when it may.
     */
    public RejectReason refusal(final OrderRequest request)
    {
        if (request.order.isPostOnly() && placement.wouldTrade(request.order, request.priceTicks))
        {
            return RejectReason.WOULD_TRADE;
        }
        return risk.checkReplace(request);
    }

    /**
     * Changes an order, wherever it is. It keeps place and id when limit and trigger stay and the rest does not grow;
     * otherwise it gets a new id and goes where such an order goes now: it may trade, or wait, and has ended when
     * nothing is left of it. The timer of its expiry follows the id.
     *
     * @param request with its order, new limit, new rest, above 0, and the trigger that it has or gets.
     * @return id of the order from now on.
     */
    public long apply(final OrderRequest request)
    {
        final Order order = request.order;
        final long priceTicks = request.priceTicks;
        final long stopPriceE5 = request.stopPriceE5;
        final long restLots = request.restLots;
        final long prevOrderId = order.orderId;
        final long prevClOrdId = order.clOrdId;
        final long prevPriceE5 = order.priceE5();
        final long prevLots = order.restLots;
        final long prevShownLots = order.shownLots;
        final boolean keepsPlace =
            priceTicks == order.priceTicks && stopPriceE5 == order.stopPriceE5 && restLots <= prevLots;

        if (keepsPlace)
        {
            exit.reduce(order, restLots);
        }
        else
        {
            exit.unlink(order);
            orders.remove(order);
            order.orderId = ids.nextOrderId();
            order.displayOrderId = 0;
            // What came as a market order into another phase, or another book, must not keep the limit of then.
            order.priceTicks = order.isMarket() ? placement.limitNow(order) : priceTicks;
            order.stopPriceE5 = stopPriceE5;
            order.restLots = restLots;
            order.shownLots = 0;
            order.place = placement.placeOf(order);
            expiry.watch(order);
        }
        order.clOrdId = request.clOrdId;
        order.linkId = request.linkId;
        order.complianceId = request.complianceId;
        order.clientFlags = request.clientFlags;
        final long orderId = order.orderId;
        risk.resized(order, prevLots);
        publisher.replaced(order, prevOrderId, prevClOrdId, prevPriceE5, prevLots, request.replaceMode);
        if (!keepsPlace)
        {
            placement.place(order);
        }
        else if (order.isResting() && order.isIceberg() && order.shownLots != prevShownLots)
        {
            publisher.sliceShown(order);
        }
        return orderId;
    }
}
