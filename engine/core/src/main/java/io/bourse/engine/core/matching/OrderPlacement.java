// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.phase.AuctionOrders;
import io.bourse.engine.core.phase.MarketLimit;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;

/**
 * Where a valid order goes: it waits for its trigger or its auction, joins a collecting book, waits for the passive
 * liquidity protection, or is matched. The only place that decides this, for new, replaced and activated orders alike.
 */
public final class OrderPlacement
{
    private final PreTradeRisk risk;
    private final PhaseControl phases;
    private final TriggerOrders triggers;
    private final AuctionOrders auctionOrders;
    private final PassiveDelay delay;
    private final Matching matching;
    private final OrderTable orders;
    private final OrderExit exit;
    private final OrderEventPublisher publisher;

    public OrderPlacement(
        final PreTradeRisk risk,
        final PhaseControl phases,
        final Parking parking,
        final Matching matching,
        final OrderTable orders,
        final OrderExit exit,
        final OrderEventPublisher publisher)
    {
        this.risk = risk;
        this.phases = phases;
        triggers = parking.triggers();
        auctionOrders = parking.auctionOrders();
        delay = parking.delay();
        this.matching = matching;
        this.orders = orders;
        this.exit = exit;
        this.publisher = publisher;
    }

    /**
     * Whether an order may do at once what its conditions ask for; decides its place.
     *
     * @param order complete, not live.
     * @return null when it may, otherwise why it is refused.
     */
    public RejectReason immediateRefusal(final Order order)
    {
        order.place = placeOf(order);
        if (OrderPlace.TRIGGER == order.place || OrderPlace.AUCTION == order.place)
        {
            return null;
        }
        final long wantedLots = wantedLots(order);
        if (phases.isCollecting(order.instrument))
        {
            return order.isImmediate() || 0 != wantedLots ? RejectReason.PHASE_FORBIDS : null;
        }
        if (order.isPostOnly() && isMarketable(order.instrument, order.side, order.priceTicks))
        {
            return RejectReason.WOULD_TRADE;
        }
        if (0 == wantedLots || fillable(order) >= wantedLots)
        {
            return null;
        }
        return TimeInForce.FOK == order.timeInForce ?
            RejectReason.FOK_NOT_FILLABLE : RejectReason.MIN_QTY_NOT_FILLABLE;
    }

    /**
     * Whether a live order would trade at once with another limit.
     *
     * @param order live.
     * @param priceTicks limit that it would have.
     * @return false too when its instrument only collects, or it waits for its trigger.
     */
    boolean wouldTrade(final Order order, final long priceTicks)
    {
        return OrderPlace.TRIGGER != order.place && !phases.isCollecting(order.instrument) &&
            isMarketable(order.instrument, order.side, priceTicks);
    }

    /**
     * Where an order belongs now. One with a trigger always joins the waiting orders first, also when its trigger is
     * met: it is then elected at once, unless aggressors must wait; a trigger already met does not get around that.
     *
     * @param order not in any place.
     * @return place.
     */
    public OrderPlace placeOf(final Order order)
    {
        final boolean mustWait = !phases.isCollecting(order.instrument) && delay.mustWait(order);
        if (order.hasTrigger())
        {
            return mustWait && triggers.isTriggered(order) ? OrderPlace.DELAY : OrderPlace.TRIGGER;
        }
        if (order.isForAuctionOnly() &&
            !TimeInForceTraits.of(order.timeInForce).isDue(order.instrument.phase))
        {
            return OrderPlace.AUCTION;
        }
        return mustWait ? OrderPlace.DELAY : OrderPlace.BOOK;
    }

    /**
     * Puts an opened and published order where {@link Order#place} says.
     *
     * @param order not in any place.
     */
    public void place(final Order order)
    {
        switch (order.place)
        {
            case TRIGGER ->
            {
                orders.put(order);
                if (triggers.isTriggered(order))
                {
                    activate(order, ActivationCause.TRIGGERED);
                }
                else
                {
                    triggers.park(order);
                }
            }
            case AUCTION ->
            {
                orders.put(order);
                auctionOrders.park(order);
            }
            case DELAY ->
            {
                orders.put(order);
                delay.park(order);
            }
            case BOOK, NEGOTIATED, NULL_VAL -> enter(order);
        }
    }

    /**
     * A parked order goes to its book, or trades now. One with a trigger becomes what it is after that, and an order
     * without a limit of its own gets the one of this moment. It ends instead when its limit is outside of the price
     * limits now, or when its margin, counted since it came, is not covered any more.
     *
     * @param order that its place has already let go.
     * @param cause why.
     */
    public void activate(final Order order, final ActivationCause cause)
    {
        order.place = OrderPlace.BOOK;
        order.orderType = OrderTypeTraits.of(order.orderType).afterTrigger();
        if (order.isMarket())
        {
            order.priceTicks = limitNow(order);
        }
        publisher.activated(order, cause);
        if (isOutOfLimits(order))
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.OUT_OF_LIMITS);
        }
        else if (!risk.isStillCovered(order))
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.RISK);
        }
        else
        {
            enter(order);
        }
    }

    /** A phase has changed: orders that it held back may go when this step is over. */
    void onPhaseChanged()
    {
        triggers.onPhaseChanged();
        delay.onPhaseChanged();
    }

    /**
     * Limit that an order without one of its own gets at this moment.
     *
     * @param order MARKET or MARKET_TO_LIMIT.
     * @return ticks.
     */
    long limitNow(final Order order)
    {
        return order.isForAuctionOnly() || phases.isCollecting(order.instrument) ?
            MarketLimit.inAuction(order.instrument, order.side) :
            MarketLimit.atOnce(order.instrument, order.side, order.orderType);
    }

    /**
     * Whether an order would trade at least one lot at once, or meet an order of its own owner.
     *
     * @param order complete.
     * @return true when its limit reaches the best opposite price.
     */
    static boolean isMarketable(final Order order)
    {
        return isMarketable(order.instrument, order.side, order.priceTicks);
    }

    /**
     * Whether a limit reaches the best opposite price, hidden orders included.
     *
     * @param instrument of the book.
     * @param side of the limit.
     * @param priceTicks the limit.
     * @return true when it does.
     */
    static boolean isMarketable(final Instrument instrument, final Side side, final long priceTicks)
    {
        final OrderBook<Order> book = instrument.book;
        return Side.BUY == side ?
            !book.isEmpty(Side.SELL) && book.bestTicks(Side.SELL) <= priceTicks :
            !book.isEmpty(Side.BUY) && book.bestTicks(Side.BUY) >= priceTicks;
    }

    /** Whether the price limits leave an order outside. */
    public static boolean isOutOfLimits(final Order order)
    {
        return order.priceTicks < order.instrument.lowLimitTicks || order.priceTicks > order.instrument.highLimitTicks;
    }

    /**
     * Lets an order join a collecting book, or trade. What it wants at once was checked before a new order was taken,
     * but an order that has waited finds another book.
     */
    private void enter(final Order order)
    {
        final boolean isCollecting = phases.isCollecting(order.instrument);
        final long wantedLots = wantedLots(order);
        // Before anything is counted: what matching leaves alone must not count as fillable.
        order.takeSettingsOfFirm();
        if (isCollecting ? order.isImmediate() || 0 != wantedLots : 0 != wantedLots && fillable(order) < wantedLots)
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.IOC_REST);
            return;
        }
        order.minLots = 0;
        if (isCollecting)
        {
            matching.rest(order);
        }
        else
        {
            matching.execute(order);
        }
    }

    /** What must trade at once; 0 when nothing must. */
    private static long wantedLots(final Order order)
    {
        return TimeInForce.FOK == order.timeInForce ? order.restLots : Math.min(order.minLots, order.restLots);
    }

    private long fillable(final Order order)
    {
        return order.instrument.book.fillable(order, phases.matchingLimitTicks(order));
    }
}
