// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.book.RestingOrder;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;

import java.util.Comparator;

/**
 * A live order, wherever it is. Pooled, hence the plain fields: see {@link OrderPool}. What the book needs of it is in
 * its superclass.
 */
public final class Order extends RestingOrder implements HashedState
{
    /** Oldest first: what has come from another partition is older than what has an id of this one. */
    public static final Comparator<Order> BY_AGE = Order::compareAge;

    public long clOrdId;
    public long expireDateNs;
    public long accountCode;
    public long stopPriceE5;
    public long minLots;
    /** Public id of an iceberg's slice; 0 while none is shown. */
    public long displayOrderId;
    /** Of a negotiated order. */
    public long matchRef;
    /** Packed brokerage firm that a negotiated order is addressed to. */
    public long counterparty;
    /** Of the timer that ends it, 0 for none: see {@link DeadlineQueue}. */
    public long deadlineId;
    /** Of the timer of its delay, 0 when that is over: see {@code PassiveDelay}. */
    public long delayDeadlineId;
    public int linkId;
    /** Place among the orders that wait for a trigger: see {@link TriggerHeap}. */
    public int triggerIndex = TriggerHeap.ABSENT;
    /** What it counts in, from its account upwards; null when it is in a strategy: see {@code PreTradeRisk}. */
    public Exposure exposure;
    /** What it counts in on the level of its login. */
    public Exposure loginExposure;
    public Login login;
    public Instrument instrument;
    public OrderType orderType;
    public TimeInForce timeInForce;
    public OrderPlace place;
    public byte complianceId;
    public short clientFlags;
    /** Bits of {@link OrderConditions}. */
    public short conditions;
    /** Whether it has come from another partition, and so has an id of that one. */
    public boolean hasMoved;
    /** Whether it came with a self-trade mode; otherwise its firm's is used. */
    public boolean hasOwnSelfTradeMode;

    /** Neighbours in the list of its login: see {@link OrderTable}. */
    Order previousOfLogin;
    public Order nextOfLogin;
    /** Whether it may go but its instrument did not let it: see {@code ReadyOrders}. */
    public boolean isPassedOver;
    /** Next in whatever parks it; the next free order while in the pool. */
    public Order nextParked;
    Order previousParked;

    public long priceE5()
    {
        return priceTicks * instrument.priceTickE5;
    }

    /** As {@link #BY_AGE} orders. */
    public static int compareAge(final Order one, final Order other)
    {
        return one.hasMoved == other.hasMoved ?
            Long.compare(one.orderId, other.orderId) : one.hasMoved ? -1 : 1;
    }

    /** Whether the public sees all of it once it is in its book. */
    public boolean isShown()
    {
        return !isHidden && !isIceberg();
    }

    /** Whether what cannot trade at once must go. */
    public boolean isImmediate()
    {
        return TimeInForceTraits.of(timeInForce).isImmediate();
    }

    /** Whether it names no limit: how far it may go is decided when it is matched or joins an auction. */
    public boolean isMarket()
    {
        return OrderTypeTraits.of(orderType).isMarket();
    }

    /** Whether its trigger has not been reached yet, or only just. */
    public boolean hasTrigger()
    {
        return OrderTypeTraits.of(orderType).hasTrigger();
    }

    /** Whether a last price at or above its trigger reaches it, rather than one at or below it. */
    public boolean isTriggerRising()
    {
        return OrderTypeTraits.of(orderType).trigger().isRising(side);
    }

    public boolean isForAuctionOnly()
    {
        return TimeInForceTraits.of(timeInForce).isForAuctionOnly();
    }

    /**
     * Whether it stays when the session ends. Orders that were about to trade, or were only good for an auction that
     * has not come, do not.
     */
    public boolean outlivesSession()
    {
        return TimeInForceTraits.of(timeInForce).isLasting() && !isMarket() &&
            (OrderPlace.BOOK == place || OrderPlace.TRIGGER == place);
    }

    /** A firm may have changed its self-trade settings since an order of its own came in. */
    public void takeSettingsOfFirm()
    {
        final BrokerageFirm firm = login.firm;
        selfTradeScope = firm.selfTradeScope;
        if (!hasOwnSelfTradeMode)
        {
            selfTradeMode = firm.selfTradeMode;
        }
    }

    public boolean isQuote()
    {
        return 0 != (conditions & OrderConditions.QUOTE);
    }

    public boolean isPostOnly()
    {
        return 0 != (conditions & OrderConditions.POST_ONLY);
    }

    /** Whether it has terms that go into {@code OrderTerms}. */
    public boolean hasTerms()
    {
        return OrderPlace.BOOK != place || isIceberg() || 0 != minLots || 0 != stopPriceE5;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(orderId);
        hash.add(clOrdId);
        hash.add(expireDateNs);
        hash.add(priceTicks);
        hash.add(restLots);
        hash.add(executedLots);
        hash.add(shownLots);
        hash.add(displayLots);
        hash.add(displayVarianceLots);
        hash.add(displayOrderId);
        hash.add(stopPriceE5);
        hash.add(minLots);
        hash.add(accountCode);
        hash.add(matchRef);
        hash.add(counterparty);
        hash.add(login.loginId);
        hash.add(linkId);
        hash.add(side.value());
        hash.add(orderType.value());
        hash.add(timeInForce.value());
        hash.add(place.value());
        hash.add(selfTradeScope.value());
        hash.add(selfTradeMode.value());
        hash.add(hasOwnSelfTradeMode);
        hash.add(complianceId);
        hash.add(clientFlags);
        hash.add(conditions);
        if (hasMoved)
        {
            hash.add(true);
        }
    }
}
