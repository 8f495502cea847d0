// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Where a valid order goes: it waits for its trigger or its auction, joins a collecting book, waits for the passive
 * liquidity protection, or is matched. The only place that decides this, for new, replaced and activated orders alike.
 */
final class OrderPlacement
{
    private final PhaseControl phases;
    private final StopOrders stops;
    private final AuctionOrders auctionOrders;
    private final PassiveDelay delay;
    private final Matching matching;
    private final OrderTable orders;
    private final OrderExit exit;
    private final OrderEventPublisher publisher;

    OrderPlacement(
        final PhaseControl phases,
        final Parking parking,
        final Matching matching,
        final OrderTable orders,
        final OrderExit exit,
        final OrderEventPublisher publisher)
    {
        this.phases = phases;
        stops = parking.stops();
        auctionOrders = parking.auctionOrders();
        delay = parking.delay();
        this.matching = matching;
        this.orders = orders;
        this.exit = exit;
        this.publisher = publisher;
    }

    /**
     * Whether an order may do at once what its conditions ask for.
     *
     * @param order complete, not live.
     * @return null when it may, otherwise why it is refused.
     */
    RejectReason immediateRefusal(final Order order)
    {
        if (OrderPlace.BOOK != placeOf(order) || phases.isCollecting(order.instrument))
        {
            return null;
        }
        if (TimeInForce.FOK == order.timeInForce && fillable(order) < order.restLots)
        {
            return RejectReason.FOK_NOT_FILLABLE;
        }
        if (0 != order.minLots && fillable(order) < order.minLots)
        {
            return RejectReason.MIN_QTY_NOT_FILLABLE;
        }
        return order.isPostOnly() && isMarketable(order) ? RejectReason.WOULD_TRADE : null;
    }

    /**
     * Where an order belongs now.
     *
     * @param order not in any place.
     * @return place.
     */
    OrderPlace placeOf(final Order order)
    {
        if (isStop(order) && !stops.isTriggered(order))
        {
            return OrderPlace.STOP;
        }
        if (isForAuctionOnly(order) && !auctionOrders.isDue(order, order.instrument.phase))
        {
            return OrderPlace.AUCTION;
        }
        return !phases.isCollecting(order.instrument) && delay.mustWait(order) ? OrderPlace.DELAY : OrderPlace.BOOK;
    }

    /**
     * Puts an opened and published order where {@link Order#place} says.
     *
     * @param order not in any place.
     */
    void place(final Order order)
    {
        switch (order.place)
        {
            case STOP:
                orders.put(order);
                stops.park(order);
                break;
            case AUCTION:
                orders.put(order);
                auctionOrders.park(order);
                break;
            case DELAY:
                orders.put(order);
                delay.park(order);
                break;
            default:
                if (phases.isCollecting(order.instrument))
                {
                    matching.rest(order);
                }
                else
                {
                    matching.execute(order);
                }
                break;
        }
    }

    /**
     * A parked order goes to its book, or trades now.
     *
     * @param order that its place has already let go.
     * @param cause why.
     */
    void activate(final Order order, final ActivationCause cause)
    {
        order.place = OrderPlace.BOOK;
        publisher.activated(order, cause);
        if (isOutOfLimits(order))
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.OUT_OF_LIMITS);
        }
        else if (phases.isCollecting(order.instrument))
        {
            matching.rest(order);
        }
        else
        {
            matching.execute(order);
        }
    }

    /** Whether an order would trade at least one lot at once. */
    static boolean isMarketable(final Order order)
    {
        final Instrument instrument = order.instrument;
        if (Side.BUY == order.side)
        {
            return !instrument.book.isEmpty(Side.SELL) && instrument.book.bestTicks(Side.SELL) <= order.priceTicks;
        }
        return !instrument.book.isEmpty(Side.BUY) && instrument.book.bestTicks(Side.BUY) >= order.priceTicks;
    }

    private long fillable(final Order order)
    {
        return order.instrument.book.fillable(order, phases.matchingLimitTicks(order));
    }

    /** Whether the limit of an order is outside the price limits of its instrument as they are now. */
    static boolean isOutOfLimits(final Order order)
    {
        return order.priceTicks < order.instrument.lowLimitTicks || order.priceTicks > order.instrument.highLimitTicks;
    }

    private static boolean isStop(final Order order)
    {
        return OrderType.STOP == order.orderType || OrderType.STOP_LIMIT == order.orderType;
    }

    private static boolean isForAuctionOnly(final Order order)
    {
        return TimeInForce.AT_OPENING == order.timeInForce ||
            TimeInForce.AT_CLOSE == order.timeInForce ||
            TimeInForce.GOOD_FOR_AUCTION == order.timeInForce;
    }
}
