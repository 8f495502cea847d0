// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.math.BigInteger;
import java.util.ArrayDeque;

/**
 * One order as its FIX client sees it: a chain of cancel/replace requests is one order, with one OrderID(37) (the
 * engine's id of its first life) and one CumQty. Fields below the line are changed by the event side only, always under
 * the desk's lock, so that the event side may read them without it.
 */
final class FixOrder
{
    /** Requests that may wait for the answer to an earlier one. */
    static final int MAX_PARKED = 32;
    /** ClOrdIDs under which one order can be found: the current one and those before it. */
    static final int MAX_NAMES = 16;

    static final char PENDING_NEW = 'A';
    static final char NEW = '0';
    static final char PARTIALLY_FILLED = '1';
    static final char FILLED = '2';
    static final char CANCELED = '4';
    static final char REJECTED = '8';
    static final char EXPIRED = 'C';

    final FixLogin login;
    final FixInstrument instrument;
    final long accountCode;
    final int side;
    final char timeInForce;
    /** Names of the chain, oldest first. */
    final ArrayDeque<String> names = new ArrayDeque<>(2);
    /** Requests that wait, oldest first. */
    final ArrayDeque<OrderRequest> parked = new ArrayDeque<>(0);
    /** The new order or replace the engine has not answered yet; null if none. */
    OrderRequest inFlight;

    // ------------------------------------------------------------------------------------------------------------
    long rootOrderId;
    long orderId;
    String clOrdId;
    long priceE5;
    long orderQtyLots;
    long leavesLots;
    long cumLots;
    BigInteger notionalE5 = BigInteger.ZERO;
    char status = PENDING_NEW;

    FixOrder(
        final FixLogin login,
        final FixInstrument instrument,
        final long accountCode,
        final int side,
        final char timeInForce)
    {
        this.login = login;
        this.instrument = instrument;
        this.accountCode = accountCode;
        this.side = side;
        this.timeInForce = timeInForce;
    }

    boolean isTerminal()
    {
        return FILLED == status || CANCELED == status || REJECTED == status || EXPIRED == status;
    }

    char workingStatus()
    {
        return 0 == cumLots ? NEW : PARTIALLY_FILLED;
    }

    void fill(final long fillPriceE5, final long fillLots, final long restLots)
    {
        cumLots += fillLots;
        notionalE5 = notionalE5.add(BigInteger.valueOf(fillPriceE5).multiply(BigInteger.valueOf(fillLots)));
        leavesLots = restLots;
        status = 0 == restLots ? FILLED : PARTIALLY_FILLED;
    }

    void end(final char finalStatus)
    {
        leavesLots = 0;
        status = finalStatus;
    }

    String averagePrice()
    {
        return FixFields.averagePrice(notionalE5, cumLots);
    }
}
