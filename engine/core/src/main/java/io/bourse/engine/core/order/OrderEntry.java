// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.matching.OrderExpiry;
import io.bourse.engine.core.matching.OrderPlacement;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderPool;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.RejectReason;

/**
 * Takes new orders in, from whichever command: validate everything, then change the state.
 */
public final class OrderEntry
{
    private final OrderValidator validator;
    private final VenueLimits limits;
    private final OrderPool pool;
    private final IdSource ids;
    private final PreTradeRisk risk;
    private final OrderPlacement placement;
    private final OrderExpiry expiry;
    private final OrderEventPublisher publisher;

    public OrderEntry(
        final OrderValidator validator,
        final VenueLimits limits,
        final OrderPool pool,
        final IdSource ids,
        final PreTradeRisk risk,
        final OrderPlacement placement,
        final OrderExpiry expiry,
        final OrderEventPublisher publisher)
    {
        this.validator = validator;
        this.limits = limits;
        this.pool = pool;
        this.ids = ids;
        this.risk = risk;
        this.placement = placement;
        this.expiry = expiry;
        this.publisher = publisher;
    }

    /**
     * Takes a new order in, or refuses it and changes nothing.
     *
     * @param request what it asks for.
     * @return null when it was taken, otherwise why not.
     */
    RejectReason submit(final OrderRequest request)
    {
        final RejectReason reason = prepare(request);
        if (null == reason)
        {
            take(request.order);
        }
        return reason;
    }

    /**
     * Makes an order of a request that passes every check, or refuses it; changes nothing yet. The order is
     * in the request, and the caller must {@link #take} or {@link #drop} it within the same command.
     *
     * @param request what it asks for.
     * @return null when there is an order, otherwise why not.
     */
    public RejectReason prepare(final OrderRequest request)
    {
        final RejectReason reason = validator.check(request);
        final RejectReason refusal = null == reason ? limits.orderRefusal(request.login, 1) : reason;
        return null == refusal ? make(request) : refusal;
    }

    /**
     * As {@link #prepare}, for a side of a quote: the caller has counted its two sides together.
     *
     * @param request what it asks for.
     * @return null when there is an order, otherwise why not.
     */
    public RejectReason prepareSide(final OrderRequest request)
    {
        final RejectReason reason = validator.check(request);
        return null == reason ? make(request) : reason;
    }

    private RejectReason make(final OrderRequest request)
    {
        final Order order = newOrder(request);
        request.order = order;
        RejectReason reason = placement.immediateRefusal(order);
        if (null == reason)
        {
            reason = risk.check(request);
        }
        if (null != reason)
        {
            pool.release(order);
        }
        return reason;
    }

    /**
     * Makes a prepared order live: it gets its id, is published and goes to its place, where it may trade and end.
     *
     * @param order prepared.
     * @return its id.
     */
    public long take(final Order order)
    {
        final long orderId = ids.nextOrderId();
        order.orderId = orderId;
        order.place = placement.placeOf(order);
        expiry.watch(order);
        risk.opened(order);
        publisher.accepted(order);
        placement.place(order);
        return orderId;
    }

    /**
     * Forgets a prepared order.
     *
     * @param order prepared, not taken.
     */
    public void drop(final Order order)
    {
        pool.release(order);
    }

    private Order newOrder(final OrderRequest request)
    {
        final Order order = pool.acquire();
        order.login = request.login;
        order.instrument = request.instrument;
        order.clOrdId = request.clOrdId;
        order.expireDateNs = request.expireDateNs;
        order.priceTicks = request.priceTicks;
        order.stopPriceE5 = request.stopPriceE5;
        order.restLots = request.qtyLots;
        order.executedLots = 0;
        order.shownLots = 0;
        order.displayLots = request.displayLots;
        order.displayVarianceLots = request.displayVarianceLots;
        order.displayOrderId = 0;
        order.minLots = request.minLots;
        order.matchRef = request.matchRef;
        order.counterparty = request.counterparty;
        order.accountCode = request.accountCode;
        order.accountId = request.accountId;
        order.linkId = request.linkId;
        order.side = request.side;
        order.orderType = request.orderType;
        order.timeInForce = request.timeInForce;
        order.conditions = 0 == request.displayLots ?
            request.conditions : (short)(request.conditions | OrderConditions.ICEBERG);
        order.isHidden = request.isHidden();
        order.complianceId = request.complianceId;
        order.clientFlags = request.clientFlags;
        order.deadlineId = 0;
        order.delayDeadlineId = 0;
        setOwner(order, request);
        return order;
    }

    private static void setOwner(final Order order, final OrderRequest request)
    {
        final BrokerageFirm firm = request.login.firm;
        order.clientId = request.clientId;
        order.firmId = firm.firmId;
        order.selfTradeScope = firm.selfTradeScope;
        order.hasOwnSelfTradeMode = null != request.selfTradeMode;
        order.selfTradeMode = order.hasOwnSelfTradeMode ? request.selfTradeMode : firm.selfTradeMode;
    }
}
