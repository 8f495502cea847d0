// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;

/**
 * What a book knows of an order; also the node of its price level's queue. An engine with a book may extend it. Fields
 * are plain because orders are pooled and this is the innermost loop: everything below {@code restLots} may be set
 * only while the order is not in a book.
 */
public class RestingOrder extends QueueNode
{
    /** Id of the order, never 0. */
    public long orderId;
    /** Left in the order, shown or not. Changed by the book alone while the order is in it. */
    public long restLots;
    /** Executed over the order's whole life, replaces included. */
    public long executedLots;
    /**
     * What the queue shows of it now: all of a plain order, a slice of an iceberg, 0 of a hidden one. Set by the
     * book.
     */
    public long shownLots;

    /** Limit in ticks. */
    public long priceTicks;
    /** Side of the book. */
    public Side side;
    /** Size of an iceberg's slice; 0 for all other orders. */
    public long displayLots;
    /** A slice is {@link #displayLots} plus or minus up to this, see {@link IcebergSlice}. */
    public long displayVarianceLots;
    /** Never shown, no slice of it either: trades only after everything shown at its price. */
    public boolean isHidden;

    /** Account, for self-trade prevention. */
    public int accountId;
    /** Client that owns the account. */
    public long clientId;
    /** Brokerage firm of the account. */
    public int firmId;
    /** Which resting orders an aggressor takes for its own. */
    public SelfTradeScope selfTradeScope = SelfTradeScope.NONE;
    /** What happens when it meets one of them. */
    public SelfTradeMode selfTradeMode = SelfTradeMode.CANCEL_INCOMING;

    /** Whether the order is in a book. */
    public final boolean isResting()
    {
        return null != level;
    }

    /** What an aggressor can trade with it in one step: the slice of an iceberg, everything of all others. */
    final long tradableLots()
    {
        return 0 == shownLots ? restLots : shownLots;
    }

    /** Whether the order shows one slice at a time, unless it is hidden. */
    public final boolean isIceberg()
    {
        return 0 != displayLots;
    }

    /**
     * Whether an aggressor would trade with itself here.
     *
     * @param resting order that it meets.
     * @return true when the aggressor's scope covers both.
     */
    public final boolean isOwn(final RestingOrder resting)
    {
        return switch (selfTradeScope)
        {
            case ACCOUNT -> accountId == resting.accountId;
            case CLIENT -> clientId == resting.clientId;
            case FIRM -> firmId == resting.firmId;
            case NONE, NULL_VAL -> false;
        };
    }
}
