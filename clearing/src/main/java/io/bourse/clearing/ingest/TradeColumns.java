// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.util.Arrays;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;

/**
 * The trades of the current session as flat columns, in the order of the stream. The evening run needs every price of
 * the day again (sheet 0.2), so nothing is summed here.
 */
public final class TradeColumns
{
    private static final int INITIAL_CAPACITY = 1024;

    private int size;
    private long[] tradeIds = new long[INITIAL_CAPACITY];
    private long[] timesNs = new long[INITIAL_CAPACITY];
    private long[] pricesE5 = new long[INITIAL_CAPACITY];
    private long[] quantities = new long[INITIAL_CAPACITY];
    private long[] filledByRegister = new long[INITIAL_CAPACITY];
    private int[] instruments = new int[INITIAL_CAPACITY];
    private byte[] aggressors = new byte[INITIAL_CAPACITY];
    /** Two entries a trade: buyer at 2n, seller at 2n + 1. The index of such an entry is called a leg. */
    private int[] legAccounts = new int[INITIAL_CAPACITY * 2];
    private long[] legOrderIds = new long[INITIAL_CAPACITY * 2];
    private long[] legExtIds = new long[INITIAL_CAPACITY * 2];

    void add(final long timeNs, final int instrument, final TradeDecoder event, final long filled)
    {
        final int trade = addBare(
            event.tradeId(),
            timeNs,
            instrument,
            event.priceE5(),
            event.qtyLots(),
            Side.BUY == event.aggressorSide());
        filledByRegister[trade] = filled;
        legAccounts[2 * trade] = event.buy().accountId();
        legAccounts[2 * trade + 1] = event.sell().accountId();
        legOrderIds[2 * trade] = event.buy().orderId();
        legOrderIds[2 * trade + 1] = event.sell().orderId();
        legExtIds[2 * trade] = event.buy().clOrdId();
        legExtIds[2 * trade + 1] = event.sell().clOrdId();
    }

    /**
     * Adds a trade that does not come from a stream, for what-if calculations.
     *
     * @param tradeId of the trade.
     * @param instrument ordinal.
     * @param priceE5 price x 100 000.
     * @param qtyLots above 0.
     * @param buyer account id.
     * @param seller account id.
     * @param buyerAggressed true when the buyer is the taker.
     */
    public void add(
        final long tradeId,
        final int instrument,
        final long priceE5,
        final long qtyLots,
        final int buyer,
        final int seller,
        final boolean buyerAggressed)
    {
        final int trade = addBare(tradeId, 0, instrument, priceE5, qtyLots, buyerAggressed);
        filledByRegister[trade] = qtyLots;
        legAccounts[2 * trade] = buyer;
        legAccounts[2 * trade + 1] = seller;
    }

    void clear()
    {
        size = 0;
    }

    private int addBare(
        final long tradeId,
        final long timeNs,
        final int instrument,
        final long priceE5,
        final long qtyLots,
        final boolean buyerAggressed)
    {
        if (size == tradeIds.length)
        {
            grow();
        }
        final int trade = size++;
        tradeIds[trade] = tradeId;
        timesNs[trade] = timeNs;
        instruments[trade] = instrument;
        pricesE5[trade] = priceE5;
        quantities[trade] = qtyLots;
        aggressors[trade] = (byte)(buyerAggressed ? 0 : 1);
        return trade;
    }

    private void grow()
    {
        final int capacity = Math.multiplyExact(tradeIds.length, 2);
        tradeIds = Arrays.copyOf(tradeIds, capacity);
        timesNs = Arrays.copyOf(timesNs, capacity);
        pricesE5 = Arrays.copyOf(pricesE5, capacity);
        quantities = Arrays.copyOf(quantities, capacity);
        filledByRegister = Arrays.copyOf(filledByRegister, capacity);
        instruments = Arrays.copyOf(instruments, capacity);
        aggressors = Arrays.copyOf(aggressors, capacity);
        legAccounts = Arrays.copyOf(legAccounts, 2 * capacity);
        legOrderIds = Arrays.copyOf(legOrderIds, 2 * capacity);
        legExtIds = Arrays.copyOf(legExtIds, 2 * capacity);
    }

    /**
     * Number of trades.
     *
     * @return from 0.
     */
    public int size()
    {
        return size;
    }

    /**
     * Trade number.
     *
     * @param trade index from 0.
     * @return as the matcher gave it.
     */
    public long tradeId(final int trade)
    {
        return tradeIds[trade];
    }

    /**
     * Engine time of the trade.
     *
     * @param trade index from 0.
     * @return nanoseconds since the Unix epoch.
     */
    public long timeNs(final int trade)
    {
        return timesNs[trade];
    }

    /**
     * Instrument of the trade.
     *
     * @param trade index from 0.
     * @return ordinal.
     */
    public int instrument(final int trade)
    {
        return instruments[trade];
    }

    /**
     * Price of the trade.
     *
     * @param trade index from 0.
     * @return price x 100 000.
     */
    public long priceE5(final int trade)
    {
        return pricesE5[trade];
    }

    /**
     * Quantity of the trade.
     *
     * @param trade index from 0.
     * @return lots.
     */
    public long qtyLots(final int trade)
    {
        return quantities[trade];
    }

    /**
     * What the orders of the trade lost by it according to the order register; the quantity of the trade if all is
     * well.
     *
     * @param trade index from 0.
     * @return lots, -1 when buyer's and seller's order differ or an order is unknown.
     */
    public long filledByRegister(final int trade)
    {
        return filledByRegister[trade];
    }

    /**
     * Account of a leg.
     *
     * @param leg 2 x trade for the buyer, 2 x trade + 1 for the seller.
     * @return account id.
     */
    public int account(final int leg)
    {
        return legAccounts[leg];
    }

    /**
     * Order of a leg.
     *
     * @param leg see {@link #account}.
     * @return order id.
     */
    public long orderId(final int leg)
    {
        return legOrderIds[leg];
    }

    /**
     * Client's order id of a leg.
     *
     * @param leg see {@link #account}.
     * @return unsigned clOrdId.
     */
    public long extId(final int leg)
    {
        return legExtIds[leg];
    }

    /**
     * Whether a leg took liquidity and therefore pays.
     *
     * @param leg see {@link #account}.
     * @return true for the taker.
     */
    public boolean isTaker(final int leg)
    {
        return aggressors[leg >> 1] == (leg & 1);
    }
}
