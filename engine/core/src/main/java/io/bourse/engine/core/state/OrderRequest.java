// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;

/**
 * What a new order, a cancel or a replace asks for, whichever command it came in: decoded once, completed by
 * {@code OrderValidator} with what it looked up, handed on, reused. The matcher is single-threaded and this is its
 * scratch area, hence the plain fields.
 */
public final class OrderRequest
{
    /** It came in; also gets the limit that refuses it. */
    public CommandEnvelope command;
    public long clOrdId;
    /** Live order that a cancel or replace names; side of a quote: the id that it has got, 0 for none. */
    public long orderId;
    public long expireDateNs;
    public long priceE5;
    public long stopPriceE5;
    public long qtyLots;
    public long displayLots;
    public long displayVarianceLots;
    public long minLots;
    public long accountCode;
    public long matchRef;
    public long counterparty;
    public int instrumentId;
    public int linkId;
    /** Orders of the same command that order rates will count before this one. */
    public int ordersBeside;
    /** Null when the command named a side that does not exist; the same for the other enumerated fields. */
    public Side side;
    public TimeInForce timeInForce;
    public OrderType orderType;
    /** That a cancel or replace expects. */
    public OrderClass orderClass;
    public ReplaceMode replaceMode;
    /** Null for the mode of the firm. */
    public SelfTradeMode selfTradeMode;
    public boolean isSelfTradeModeKnown;
    /** False when the command set bits that are not the client's to set. */
    public boolean areConditionsKnown;
    public short conditions;
    public byte complianceId;
    public short clientFlags;

    /** Live order that is cancelled or replaced, or the order made of this request. */
    public Order order;
    /** Rest that a replace leaves the order. */
    public long restLots;

    /** Looked up by the validator. */
    public Login login;
    public Instrument instrument;
    public int accountId;
    public long clientId;
    /** Limit in ticks, also of an order without a price: see {@code OrderValidator}. */
    public long priceTicks;

    /** Makes it a limit order of the day without any other term. */
    public void clearTerms()
    {
        expireDateNs = 0;
        stopPriceE5 = 0;
        displayLots = 0;
        displayVarianceLots = 0;
        minLots = 0;
        matchRef = 0;
        counterparty = 0;
        timeInForce = TimeInForce.DAY;
        orderType = OrderType.LIMIT;
        selfTradeMode = null;
        isSelfTradeModeKnown = true;
        areConditionsKnown = true;
        conditions = 0;
    }

    /** Whether the rest stays in the book or parked after this command. */
    public boolean isImmediate()
    {
        return TimeInForceTraits.of(timeInForce).isImmediate();
    }

    /** Whether it is a limit order of the day, without any other term: nearly all are. */
    public boolean isPlain()
    {
        return OrderType.LIMIT == orderType && TimeInForce.DAY == timeInForce && 0 == conditions &&
            0 == (stopPriceE5 | displayLots | displayVarianceLots | minLots);
    }

    public boolean isHidden()
    {
        return 0 != (conditions & OrderConditions.HIDDEN);
    }

    public boolean isPostOnly()
    {
        return 0 != (conditions & OrderConditions.POST_ONLY);
    }

    public boolean isForAuctionOnly()
    {
        return TimeInForceTraits.of(timeInForce).isForAuctionOnly();
    }
}
