// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;

/**
 * What a new order asks for, whichever command it came in: decoded once, completed by {@link OrderValidator} with what
 * it looked up, reused. The matcher is single-threaded and this is its scratch area, hence the plain fields.
 */
final class OrderRequest
{
    long clOrdId;
    long expireDateNs;
    long priceE5;
    long stopPriceE5;
    long qtyLots;
    long displayLots;
    long displayVarianceLots;
    long minLots;
    long accountCode;
    long matchRef;
    long counterparty;
    int instrumentId;
    int linkId;
    int loginId;
    /** Null when the command named a side that does not exist; the same for the other enumerated fields. */
    Side side;
    TimeInForce timeInForce;
    OrderType orderType;
    /** Null for the mode of the firm. */
    SelfTradeMode selfTradeMode;
    boolean isSelfTradeModeKnown;
    /** False when the command set bits that are not the client's to set. */
    boolean areConditionsKnown;
    short conditions;
    byte complianceId;
    short clientFlags;

    /** Looked up by the validator. */
    Login login;
    Instrument instrument;
    int accountId;
    long clientId;
    /** Limit in ticks, also of an order without a price: see {@link OrderValidator}. */
    long priceTicks;

    /** Whether the rest stays in the book or parked after this command. */
    boolean isImmediate()
    {
        return TimeInForceTraits.of(timeInForce).isImmediate();
    }

    /** Whether it is a limit order of the day, without any other term: nearly all are. */
    boolean isPlain()
    {
        return OrderType.LIMIT == orderType && TimeInForce.DAY == timeInForce && 0 == conditions &&
            0 == (stopPriceE5 | displayLots | displayVarianceLots | minLots);
    }

    boolean isHidden()
    {
        return 0 != (conditions & OrderConditions.HIDDEN);
    }

    boolean isPostOnly()
    {
        return 0 != (conditions & OrderConditions.POST_ONLY);
    }

    boolean isForAuctionOnly()
    {
        return TimeInForceTraits.of(timeInForce).isForAuctionOnly();
    }
}
