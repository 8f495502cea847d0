// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;

/**
 * One order as its FIX client, or a drop copy of it, sees it: a chain of cancel/replace requests is one order, with one
 * OrderID(37) (the engine's id of its first life) and one CumQty. Reused when it is forgotten.
 */
final class FixOrder
{
    /** ClOrdIDs under which one order can be found: the current one and those before it. */
    static final int MAX_NAMES = 16;

    static final char PENDING_NEW = 'A';
    static final char NEW = '0';
    static final char PARTIALLY_FILLED = '1';
    static final char FILLED = '2';
    static final char CANCELED = '4';
    static final char REJECTED = '8';
    static final char EXPIRED = 'C';

    static final char LIMIT = OrderTypeTraits.of(OrderType.LIMIT).fixOrdType();

    static final FixLogin[] NO_LOGINS = new FixLogin[0];

    /** ClOrdID(11); of a quote its QuoteID. */
    final FixText clOrdId = new FixText();
    final AveragePrice average = new AveragePrice();
    /** Null for an order that came over another protocol. */
    FixLogin login;
    /** Drop copy sessions that see it. */
    FixLogin[] copies = NO_LOGINS;
    FixInstrument instrument;
    long accountCode;
    int side;
    char timeInForce;
    char ordType;
    int conditions;
    int linkId;
    long expireDateNs;
    long stopPriceE5;
    long displayLots;
    long displayVarianceLots;
    long minLots;

    /** Names of the chain, oldest first. */
    OrderName oldestName;
    OrderName newestName;
    int nameCount;
    /** The new order or replace the engine has not answered yet; null if none. */
    OrderRequest inFlight;
    /** Requests that name this order and are not answered yet. */
    int references;
    /** Next younger of the ended orders of its login, or next in the pool. */
    FixOrder next;
    /** Neighbours among the working orders, or live quotes, of its login. */
    FixOrder olderLive;
    FixOrder youngerLive;
    /** Among those that are forgotten when the transaction ends. */
    boolean isSettled;

    /** The list it is in; null when it does not work. */
    LiveOrders live;

    long rootOrderId;
    long orderId;
    long priceE5;
    /** A market-to-limit order has become a limit order: {@link #priceE5} is no protection any more. */
    boolean isPriced;
    long orderQtyLots;
    long leavesLots;
    long cumLots;
    char status;

    FixOrder reset(
        final FixLogin ofLogin,
        final FixInstrument ofInstrument,
        final long ofAccount,
        final int ofSide,
        final char inForce)
    {
        login = ofLogin;
        instrument = ofInstrument;
        accountCode = ofAccount;
        side = ofSide;
        timeInForce = inForce;
        ordType = LIMIT;
        conditions = 0;
        linkId = 0;
        expireDateNs = 0;
        stopPriceE5 = 0;
        displayLots = 0;
        displayVarianceLots = 0;
        minLots = 0;
        copies = NO_LOGINS;
        clOrdId.clear();
        average.clear();
        references = 0;
        next = null;
        rootOrderId = 0;
        orderId = 0;
        priceE5 = 0;
        isPriced = false;
        orderQtyLots = 0;
        leavesLots = 0;
        cumLots = 0;
        status = PENDING_NEW;
        return this;
    }

    /** What it became after it was taken; its names are with those of its login. */
    void state(final CheckpointState state)
    {
        clOrdId.state(state);
        average.state(state);
        ordType = (char)state.number(ordType);
        conditions = state.number(conditions);
        linkId = state.number(linkId);
        expireDateNs = state.number(expireDateNs);
        stopPriceE5 = state.number(stopPriceE5);
        displayLots = state.number(displayLots);
        displayVarianceLots = state.number(displayVarianceLots);
        minLots = state.number(minLots);
        rootOrderId = state.number(rootOrderId);
        orderId = state.number(orderId);
        priceE5 = state.number(priceE5);
        isPriced = state.flag(isPriced);
        orderQtyLots = state.number(orderQtyLots);
        leavesLots = state.number(leavesLots);
        cumLots = state.number(cumLots);
        status = (char)state.number(status);
    }

    boolean isTerminal()
    {
        return FILLED == status || CANCELED == status || REJECTED == status || EXPIRED == status;
    }

    boolean isQuote()
    {
        return 0 != (conditions & OrderConditions.QUOTE);
    }

    boolean isPostOnly()
    {
        return 0 != (conditions & OrderConditions.POST_ONLY);
    }

    boolean isHidden()
    {
        return 0 != (conditions & OrderConditions.HIDDEN);
    }

    boolean hasTrigger()
    {
        return OrderTypeTraits.ofFixOrdType(ordType).hasTrigger();
    }

    /** Whether it trades at the best price only, and its rest stays there. */
    boolean isAtBestOnly()
    {
        return OrderTypeTraits.ofFixOrdType(ordType).isAtBestOnly();
    }

    /** Whether its price says something to its client. */
    boolean hasPrice()
    {
        return OrderTypeTraits.ofFixOrdType(ordType).hasLimit() || isAtBestOnly() && isPriced;
    }

    /** Kept for late requests when it has ended; requests for any other are impossible. */
    boolean isRemembered()
    {
        return null != login && !isQuote();
    }

    char workingStatus()
    {
        return 0 == cumLots ? NEW : PARTIALLY_FILLED;
    }

    void fill(final long fillPriceE5, final long fillLots, final long restLots)
    {
        cumLots += fillLots;
        average.add(fillPriceE5, fillLots);
        leavesLots = restLots;
        status = 0 == restLots ? FILLED : PARTIALLY_FILLED;
    }

    /** What a fill has given is taken back, or is another price or quantity; lots do not come back to the market. */
    void correctFill(final long priceE5Before, final long lotsBefore, final long newPriceE5, final long newLots)
    {
        cumLots += newLots - lotsBefore;
        average.add(priceE5Before, -lotsBefore);
        average.add(newPriceE5, newLots);
        if (!isTerminal())
        {
            status = workingStatus();
        }
        else if (FILLED == status && newLots != lotsBefore)
        {
            status = CANCELED;
        }
    }

    void end(final char finalStatus)
    {
        leavesLots = 0;
        status = finalStatus;
    }
}
