// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random life of one book, the same for every book with the same seed as long as they agree.
 */
final class RandomOperations
{
    /** Chooses prices. */
    @FunctionalInterface
    interface Prices
    {
        /** A price in ticks. */
        long next(Random random);
    }

    private static final int USUAL_ORDERS = 30;
    private static final SelfTradeMode[] MODES =
    {
        SelfTradeMode.CANCEL_INCOMING, SelfTradeMode.CANCEL_RESTING, SelfTradeMode.CANCEL_BOTH, SelfTradeMode.DECREMENT
    };
    private static final SelfTradeScope[] SCOPES =
    {
        SelfTradeScope.NONE, SelfTradeScope.ACCOUNT, SelfTradeScope.CLIENT, SelfTradeScope.FIRM
    };

    final BookLog log = new BookLog();
    private final AuctionPricing pricing = new AuctionPricing();
    private final AuctionResult auction = new AuctionResult();
    private final Random random;
    private final OrderBook<RestingOrder> book;
    private final Prices prices;
    private final List<RestingOrder> resting = new ArrayList<>();
    private long orderIds;
    private int steps;
    private String lastOperation;

    RandomOperations(final long seed, final OrderBook<RestingOrder> book, final Prices prices)
    {
        random = new Random(seed);
        this.book = book;
        this.prices = prices;
    }

    int steps()
    {
        return steps;
    }

    String lastOperation()
    {
        return lastOperation;
    }

    /** Does something and logs what the book said and what it holds then. */
    void next()
    {
        steps++;
        log.clear();
        final int dice = random.nextInt(1000);
        if (dice < 2)
        {
            lastOperation = "empty";
            resting.forEach(book::remove);
        }
        else if (dice < 20)
        {
            lastOperation = "auction";
            auction();
        }
        else if (dice < 60)
        {
            lastOperation = "collect";
            book.add(remember(order()));
        }
        else if (resting.isEmpty() || random.nextInt(2 * USUAL_ORDERS) > resting.size())
        {
            lastOperation = "aggress";
            aggress(order());
        }
        else
        {
            change(resting.get(random.nextInt(resting.size())));
        }
        resting.removeIf(order -> !order.isResting());
        log.state(book);
    }

    private void change(final RestingOrder order)
    {
        if (order.restLots > 1 && random.nextInt(3) == 0)
        {
            lastOperation = "reduce";
            book.reduce(order, 1 + random.nextLong(order.restLots));
            return;
        }
        lastOperation = "remove";
        book.remove(order);
        if (random.nextBoolean())
        {
            lastOperation = "replace";
            order.priceTicks = prices.next(random);
            order.restLots = lots();
            aggress(order);
        }
    }

    private void aggress(final RestingOrder order)
    {
        final long fillable = book.fillable(order, order.priceTicks);
        final long executedLots = order.executedLots;
        book.match(order, order.priceTicks, log);
        final long traded = order.executedLots - executedLots;
        log.add(fillable, traded);
        if (fillable != traded)
        {
            throw new AssertionError("step=" + steps + " fillable=" + fillable + " traded=" + traded);
        }
        if (order.restLots > 0 && random.nextInt(10) > 0)
        {
            book.add(remember(order));
        }
    }

    private void auction()
    {
        final boolean hasReference = random.nextBoolean();
        pricing.compute(book, hasReference ? prices.next(random) : OrderBook.NO_ASK, auction);
        log.add(auction.priceTicks, auction.lots, auction.imbalanceLots);
        if (auction.lots > 0)
        {
            book.uncross(auction.priceTicks, log);
        }
    }

    private RestingOrder remember(final RestingOrder order)
    {
        if (!resting.contains(order))
        {
            resting.add(order);
        }
        return order;
    }

    private RestingOrder order()
    {
        final RestingOrder order = new RestingOrder();
        order.orderId = ++orderIds;
        order.side = random.nextBoolean() ? Side.BUY : Side.SELL;
        order.priceTicks = prices.next(random);
        order.restLots = lots();
        order.accountId = random.nextInt(8);
        order.clientId = order.accountId / 2;
        order.firmId = order.accountId / 4;
        order.selfTradeScope = SCOPES[random.nextInt(SCOPES.length)];
        order.selfTradeMode = MODES[random.nextInt(MODES.length)];
        final int kind = random.nextInt(10);
        if (kind < 3)
        {
            order.displayLots = 1 + random.nextInt(5);
            order.displayVarianceLots = random.nextInt((int)order.displayLots + 1);
        }
        order.isHidden = 3 == kind;
        return order;
    }

    private long lots()
    {
        return 1 + random.nextInt(20);
    }
}
