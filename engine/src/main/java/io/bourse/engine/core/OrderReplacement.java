// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;

/**
 * Changes price and rest of live orders, from whichever command: ask {@link #refusal} first, then {@link #apply}.
 */
final class OrderReplacement
{
    private final OrderTable orders;
    private final IdSource ids;
    private final PreTradeRisk risk;
    private final OrderPlacement placement;
    private final OrderExit exit;
    private final OrderEventPublisher publisher;

    OrderReplacement(
        final OrderTable orders,
        final IdSource ids,
        final PreTradeRisk risk,
        final OrderPlacement placement,
        final OrderExit exit,
        final OrderEventPublisher publisher)
    {
        this.orders = orders;
        this.ids = ids;
        this.risk = risk;
        this.placement = placement;
        this.exit = exit;
        this.publisher = publisher;
    }

    /**
     * Why a change that the validator has let pass may still not happen; changes nothing.
     *
     * @param order live.
     * @param priceTicks new limit.
     * @param restLots new rest, above 0.
     * @return null when it may.
     */
    RejectReason refusal(final Order order, final long priceTicks, final long restLots)
    {
        return risk.checkReplace(order, priceTicks, restLots);
    }

    /**
     * Changes an order. It keeps place and id when the price stays and the rest does not grow; otherwise it gets a new
     * id, may trade, and has ended when nothing is left of it.
     *
     * @param order live.
     * @param priceTicks new limit.
     * @param restLots new rest, above 0.
     * @param mode of the request.
     * @param clOrdId of the request; becomes the order's.
     * @param linkId new tag of the client.
     * @param complianceId of the request.
     * @param clientFlags of the request.
     * @return id of the order from now on.
     */
    long apply(
        final Order order,
        final long priceTicks,
        final long restLots,
        final ReplaceMode mode,
        final long clOrdId,
        final int linkId,
        final byte complianceId,
        final short clientFlags)
    {
        final long prevOrderId = order.orderId;
        final long prevClOrdId = order.clOrdId;
        final long prevPriceE5 = order.priceE5();
        final long prevLots = order.restLots;
        final boolean keepsPlace = priceTicks == order.priceTicks && restLots <= prevLots;

        if (keepsPlace)
        {
            order.instrument.book.reduce(order, restLots);
        }
        else
        {
            exit.unlink(order);
            orders.remove(order);
            order.orderId = ids.nextOrderId();
            order.priceTicks = priceTicks;
            order.restLots = restLots;
        }
        order.clOrdId = clOrdId;
        order.linkId = linkId;
        order.complianceId = complianceId;
        order.clientFlags = clientFlags;
        final long orderId = order.orderId;
        risk.resized(order, prevLots);
        publisher.replaced(order, prevOrderId, prevClOrdId, prevPriceE5, prevLots, mode);
        if (!keepsPlace)
        {
            order.place = placement.placeOf(order);
            placement.place(order);
        }
        return orderId;
    }
}
