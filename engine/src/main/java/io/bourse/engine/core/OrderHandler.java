// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Executes order commands: asks the validator, then changes the book and publishes what happened.
 * <p>
 * Every command method returns null when it has published its events, or the reason for which it changed nothing.
 */
final class OrderHandler
{
    private final long idPrefix;
    private final OrderTable orders;
    private final Positions positions;
    private final OrderValidator validator;
    private final OrderEventPublisher publisher;
    private final OrderPool pool = new OrderPool();
    private final OrderBook.TradeHandler tradeHandler = this::onTrade;
    private final OrderBook.OrderVisitor sessionEndVisitor = this::onSessionEnd;
    private long orderCounter;
    private long tradeCounter;

    OrderHandler(
        final long idPrefix,
        final OrderTable orders,
        final Positions positions,
        final OrderValidator validator,
        final OrderEventPublisher publisher)
    {
        this.idPrefix = idPrefix;
        this.orders = orders;
        this.positions = positions;
        this.validator = validator;
        this.publisher = publisher;
    }

    /** Order ids given out so far. */
    long orderCounter()
    {
        return orderCounter;
    }

    /** Trades so far. */
    long tradeCounter()
    {
        return tradeCounter;
    }

    RejectReason onNewOrder(final NewOrderDecoder command, final int loginId)
    {
        final RejectReason reason = validator.check(command, loginId);
        if (null != reason)
        {
            return reason;
        }
        final Order order = newOrder(command, loginId);
        publisher.accepted(order);
        order.instrument.book.match(order, tradeHandler);
        if (order.restLots > 0 && TimeInForce.DAY != order.timeInForce)
        {
            publisher.cancelled(order, OrderEventPublisher.UNSOLICITED, CancelReason.IOC_REST);
            pool.release(order);
        }
        else
        {
            restOrRelease(order);
        }
        return null;
    }

    RejectReason onCancelOrder(final CancelOrderDecoder command, final int loginId)
    {
        final RejectReason reason = validator.check(command, loginId);
        if (null == reason)
        {
            cancel(validator.order(), command.clOrdId(), CancelReason.REQUESTED);
        }
        return reason;
    }

    RejectReason onReplaceOrder(final ReplaceOrderDecoder command, final int loginId)
    {
        final RejectReason reason = validator.check(command, loginId);
        if (null != reason)
        {
            return reason;
        }
        final Order order = validator.order();
        final ReplaceMode mode = ReplaceMode.get(command.mode());
        final long qtyLots = command.qtyLots();
        final long restLots = restAfterReplace(order, mode, qtyLots);
        if (ReplaceMode.CHECK_REST == mode && qtyLots != order.restLots)
        {
            cancel(order, command.clOrdId(), CancelReason.REPLACE_MISMATCH);
        }
        else if (restLots <= 0)
        {
            cancel(order, command.clOrdId(), CancelReason.REPLACE_FILLED);
        }
        else
        {
            replace(order, command, mode, restLots);
        }
        return null;
    }

    /**
     * Removes every order of an instrument at the end of the session.
     *
     * @param instrument to clear.
     */
    void endSession(final Instrument instrument)
    {
        instrument.book.drain(sessionEndVisitor);
    }

    private static long restAfterReplace(final Order order, final ReplaceMode mode, final long qtyLots)
    {
        return switch (mode)
        {
            case SET_REST -> qtyLots;
            case SET_TOTAL -> qtyLots - order.executedLots;
            default -> order.restLots;
        };
    }

    private void replace(
        final Order order, final ReplaceOrderDecoder command, final ReplaceMode mode, final long restLots)
    {
        final long prevOrderId = order.orderId;
        final long prevClOrdId = order.clOrdId;
        final long prevPriceE5 = order.priceE5;
        final long prevLots = order.restLots;
        final OrderBook book = order.instrument.book;
        final boolean keepsPlace = command.priceE5() == prevPriceE5 && restLots <= prevLots;

        if (keepsPlace)
        {
            book.reduce(order, restLots);
        }
        else
        {
            book.remove(order);
            orders.remove(prevOrderId);
            order.orderId = nextOrderId();
            order.priceE5 = command.priceE5();
            order.restLots = restLots;
        }
        order.clOrdId = command.clOrdId();
        order.linkId = command.linkId();
        order.complianceId = command.complianceId();
        order.clientFlags = command.clientFlags();
        publisher.replaced(order, prevOrderId, prevClOrdId, prevPriceE5, prevLots, mode);
        if (!keepsPlace)
        {
            book.match(order, tradeHandler);
            restOrRelease(order);
        }
    }

    private void cancel(final Order order, final long requestClOrdId, final CancelReason reason)
    {
        order.instrument.book.remove(order);
        publisher.cancelled(order, requestClOrdId, reason);
        orders.remove(order.orderId);
        pool.release(order);
    }

    private void restOrRelease(final Order order)
    {
        if (order.restLots > 0)
        {
            order.instrument.book.add(order);
            orders.put(order);
        }
        else
        {
            pool.release(order);
        }
    }

    private Order newOrder(final NewOrderDecoder command, final int loginId)
    {
        final Instrument instrument = validator.instrument();
        final Order order = pool.acquire();
        order.orderId = nextOrderId();
        order.clOrdId = command.clOrdId();
        order.expireDateNs = command.expireDateNs();
        order.priceE5 = command.priceE5();
        order.restLots = command.qtyLots();
        order.executedLots = 0;
        order.accountCode = command.accountCode();
        order.accountId = validator.accountId();
        order.loginId = loginId;
        order.linkId = command.linkId();
        order.positionIndex = positions.indexOfOrAdd(order.accountId, instrument.instrumentId);
        order.instrument = instrument;
        order.side = Side.get(command.side());
        order.timeInForce = TimeInForce.get(command.timeInForce());
        order.complianceId = command.complianceId();
        order.clientFlags = command.clientFlags();
        return order;
    }

    private long nextOrderId()
    {
        return idPrefix + ++orderCounter;
    }

    private void onTrade(final Order aggressor, final Order resting, final long lots)
    {
        final boolean isBuyAggressor = Side.BUY == aggressor.side;
        positions.add(aggressor.positionIndex, isBuyAggressor ? lots : -lots);
        positions.add(resting.positionIndex, isBuyAggressor ? -lots : lots);
        publisher.trade(idPrefix + ++tradeCounter, aggressor, resting, lots);
        if (0 == resting.restLots)
        {
            orders.remove(resting.orderId);
            pool.release(resting);
        }
    }

    private void onSessionEnd(final Order order)
    {
        publisher.cancelled(order, OrderEventPublisher.UNSOLICITED, CancelReason.SESSION_END);
        orders.remove(order.orderId);
        pool.release(order);
    }
}
