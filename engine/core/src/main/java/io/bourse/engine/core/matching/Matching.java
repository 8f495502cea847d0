// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.MatchHandler;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.Side;

/**
 * Matches orders and does what follows from a step of matching for the two orders: events, positions, ends.
 */
public final class Matching implements MatchHandler<Order>
{
    private final IdSource ids;
    private final OrderTable orders;
    private final PreTradeRisk risk;
    private final PhaseControl phases;
    private final PriceLimitWatch priceLimits;
    private final TriggerOrders triggers;
    private final Quotes quotes;
    private final Strategies strategies;
    private final OrderExit exit;
    private final OrderEventPublisher publisher;
    private boolean isEndedBySelfTrade;

    public Matching(
        final IdSource ids,
        final OrderTable orders,
        final PreTradeRisk risk,
        final PhaseControl phases,
        final PriceLimitWatch priceLimits,
        final TriggerOrders triggers,
        final Quotes quotes,
        final Strategies strategies,
        final OrderExit exit,
        final OrderEventPublisher publisher)
    {
        this.ids = ids;
        this.orders = orders;
        this.risk = risk;
        this.phases = phases;
        this.priceLimits = priceLimits;
        this.triggers = triggers;
        this.quotes = quotes;
        this.strategies = strategies;
        this.exit = exit;
        this.publisher = publisher;
    }

    /**
     * Lets an opened order trade what it can and then rest, or end.
     *
     * @param order aggressor, not in any book.
     */
    void execute(final Order order)
    {
        final Instrument instrument = order.instrument;
        final long executedBefore = order.executedLots;
        isEndedBySelfTrade = false;
        instrument.book.match(order, phases.matchingLimitTicks(order), this);
        final boolean hasTraded = executedBefore != order.executedLots;
        if (hasTraded)
        {
            priceLimits.onLastPrice(instrument);
        }
        if (0 == order.restLots)
        {
            exit.finish(order);
        }
        else if (isEndedBySelfTrade)
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.SELF_TRADE);
        }
        else
        {
            phases.matched(order);
            restOrEnd(order, hasTraded);
        }
    }

    /**
     * Puts an opened order into its book without matching.
     *
     * @param order not in any book.
     */
    void rest(final Order order)
    {
        order.instrument.book.add(order);
        if (orders.get(order.orderId) != order)
        {
            orders.put(order);
        }
        phases.bookChanged(order.instrument);
        if (order.isIceberg())
        {
            onSliceShown(order);
        }
    }

    private void restOrEnd(final Order order, final boolean hasTraded)
    {
        if (order.isImmediate())
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.IOC_REST);
        }
        else if (order.isMarket() && !(hasTraded && OrderTypeTraits.of(order.orderType).isAtBestOnly()))
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.MARKET_REST);
        }
        else
        {
            // What is left of a market-to-limit order: its limit was the only price it could trade at.
            order.orderType = OrderType.LIMIT;
            rest(order);
        }
    }

    @Override
    public void onTrade(final Order aggressor, final Order resting, final long lots)
    {
        final Instrument instrument = aggressor.instrument;
        final long tradeId = ids.nextTradeId();
        publisher.trade(tradeId, aggressor, resting, lots);
        final boolean isBuyAggressor = Side.BUY == aggressor.side;
        final Order buy = isBuyAggressor ? aggressor : resting;
        final Order sell = isBuyAggressor ? resting : aggressor;
        strategies.remember(tradeId, aggressor.side, resting.priceE5(), lots, buy, sell);
        instrument.traded(lots);
        account(aggressor, lots);
        account(resting, lots);
        if (null != instrument.legs)
        {
            strategies.traded(tradeId, buy, sell, lots, resting.priceTicks);
        }
        // Every price counts, not only the last one of a sweep: a sell order may be triggered by the first.
        lastPrice(instrument, resting.priceTicks);
        if (0 == resting.restLots)
        {
            exit.finish(resting);
        }
    }

    @Override
    public void onAuctionTrade(final Order buy, final Order sell, final long lots, final long priceTicks)
    {
        final Instrument instrument = buy.instrument;
        lastPrice(instrument, priceTicks);
        final long tradeId = ids.nextTradeId();
        publisher.auctionTrade(tradeId, buy, sell, lots, priceTicks);
        strategies.remember(tradeId, Side.NULL_VAL, priceTicks * instrument.priceTickE5, lots, buy, sell);
        instrument.traded(lots);
        account(buy, lots);
        account(sell, lots);
        if (null != instrument.legs)
        {
            strategies.traded(tradeId, buy, sell, lots, priceTicks);
        }
        if (0 == buy.restLots)
        {
            exit.finish(buy);
        }
        if (0 == sell.restLots)
        {
            exit.finish(sell);
        }
    }

    @Override
    public void onSelfTrade(final Order aggressor, final Order resting, final long lots)
    {
        final SelfTradeMode mode = aggressor.selfTradeMode;
        if (SelfTradeMode.DECREMENT == mode)
        {
            decrement(aggressor, lots);
            decrement(resting, lots);
            if (0 == resting.restLots)
            {
                exit.finish(resting);
            }
            return;
        }
        if (SelfTradeMode.CANCEL_INCOMING != mode)
        {
            exit.cancel(resting, OrderEventPublisher.UNSOLICITED, CancelReason.SELF_TRADE);
        }
        isEndedBySelfTrade = SelfTradeMode.CANCEL_RESTING != mode;
    }

    @Override
    public void onSliceShown(final Order order)
    {
        order.displayOrderId = ids.nextOrderId();
        publisher.sliceShown(order);
    }

    private void lastPrice(final Instrument instrument, final long priceTicks)
    {
        instrument.lastTicks = priceTicks;
        instrument.hasLast = true;
        triggers.onLastPrice(instrument);
    }

    private void account(final Order order, final long lots)
    {
        risk.traded(order, lots);
        if (order.isQuote())
        {
            quotes.traded(order, lots);
        }
    }

    private void decrement(final Order order, final long lots)
    {
        if (0 == order.restLots)
        {
            publisher.cancelled(order, lots, OrderEventPublisher.UNSOLICITED, CancelReason.SELF_TRADE);
        }
        else
        {
            publisher.reduced(order, lots);
        }
        risk.reduced(order, lots);
    }
}
