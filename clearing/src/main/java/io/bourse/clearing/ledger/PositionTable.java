// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.util.Arrays;

/**
 * Result of a calculation: one row per client register and instrument, sorted by client code and instrument id, and
 * one entry per trade leg. Money is kopecks.
 */
public final class PositionTable
{
    private static final int INITIAL_ROWS = 256;

    private final long[] perContract;
    private final long[] legExchangeFees;
    private final long[] legClearingFees;
    private final long[] legScalpedLots;
    private int size;
    private int[] accounts = new int[INITIAL_ROWS];
    private int[] instruments = new int[INITIAL_ROWS];
    private long[] begins = new long[INITIAL_ROWS];
    private long[] buys = new long[INITIAL_ROWS];
    private long[] sells = new long[INITIAL_ROWS];
    private long[] wholeMargins = new long[INITIAL_ROWS];
    private long[] paidMargins = new long[INITIAL_ROWS];
    private long[] exchangeFees = new long[INITIAL_ROWS];
    private long[] clearingFees = new long[INITIAL_ROWS];

    PositionTable(final int tradeCount)
    {
        perContract = new long[tradeCount];
        legExchangeFees = new long[2 * tradeCount];
        legClearingFees = new long[2 * tradeCount];
        legScalpedLots = new long[2 * tradeCount];
    }

    int addRow(final int account, final int instrument, final long beginLots)
    {
        if (size == accounts.length)
        {
            final int capacity = Math.multiplyExact(size, 2);
            accounts = Arrays.copyOf(accounts, capacity);
            instruments = Arrays.copyOf(instruments, capacity);
            begins = Arrays.copyOf(begins, capacity);
            buys = Arrays.copyOf(buys, capacity);
            sells = Arrays.copyOf(sells, capacity);
            wholeMargins = Arrays.copyOf(wholeMargins, capacity);
            paidMargins = Arrays.copyOf(paidMargins, capacity);
            exchangeFees = Arrays.copyOf(exchangeFees, capacity);
            clearingFees = Arrays.copyOf(clearingFees, capacity);
        }
        final int row = size++;
        accounts[row] = account;
        instruments[row] = instrument;
        begins[row] = beginLots;
        return row;
    }

    void perContract(final int trade, final long kopecks)
    {
        perContract[trade] = kopecks;
    }

    void addLots(final int row, final boolean isBuy, final long lots)
    {
        if (isBuy)
        {
            buys[row] = Math.addExact(buys[row], lots);
        }
        else
        {
            sells[row] = Math.addExact(sells[row], lots);
        }
    }

    void addMargin(final int row, final long whole, final long paid)
    {
        wholeMargins[row] = Math.addExact(wholeMargins[row], whole);
        paidMargins[row] = Math.addExact(paidMargins[row], paid);
    }

    void fee(final int row, final int leg, final long scalpedLots, final long exchangeFee, final long clearingFee)
    {
        legScalpedLots[leg] = scalpedLots;
        legExchangeFees[leg] = exchangeFee;
        legClearingFees[leg] = clearingFee;
        exchangeFees[row] = Math.addExact(exchangeFees[row], exchangeFee);
        clearingFees[row] = Math.addExact(clearingFees[row], clearingFee);
    }

    /**
     * Number of rows.
     *
     * @return from 0.
     */
    public int size()
    {
        return size;
    }

    /**
     * Number of trades the table was made from.
     *
     * @return from 0.
     */
    public int tradeCount()
    {
        return perContract.length;
    }

    /**
     * Register of a row.
     *
     * @param row from 0.
     * @return account id.
     */
    public int account(final int row)
    {
        return accounts[row];
    }

    /**
     * Instrument of a row.
     *
     * @param row from 0.
     * @return ordinal.
     */
    public int instrument(final int row)
    {
        return instruments[row];
    }

    /**
     * Position carried into the session.
     *
     * @param row from 0.
     * @return lots.
     */
    public long begin(final int row)
    {
        return begins[row];
    }

    /**
     * Lots bought in the session.
     *
     * @param row from 0.
     * @return lots.
     */
    public long bought(final int row)
    {
        return buys[row];
    }

    /**
     * Lots sold in the session.
     *
     * @param row from 0.
     * @return lots.
     */
    public long sold(final int row)
    {
        return sells[row];
    }

    /**
     * Position at the cut.
     *
     * @param row from 0.
     * @return lots.
     */
    public long end(final int row)
    {
        return Math.subtractExact(Math.addExact(begins[row], buys[row]), sells[row]);
    }

    /**
     * Variation margin of the whole day so far.
     *
     * @param row from 0.
     * @return kopecks.
     */
    public long wholeMargin(final int row)
    {
        return wholeMargins[row];
    }

    /**
     * Of it, what earlier runs of the day have booked.
     *
     * @param row from 0.
     * @return kopecks.
     */
    public long paidMargin(final int row)
    {
        return paidMargins[row];
    }

    /**
     * Variation margin that this run books.
     *
     * @param row from 0.
     * @return kopecks.
     */
    public long margin(final int row)
    {
        return Math.subtractExact(wholeMargins[row], paidMargins[row]);
    }

    /**
     * Exchange fee that this run books.
     *
     * @param row from 0.
     * @return kopecks.
     */
    public long exchangeFee(final int row)
    {
        return exchangeFees[row];
    }

    /**
     * Clearing fee that this run books.
     *
     * @param row from 0.
     * @return kopecks.
     */
    public long clearingFee(final int row)
    {
        return clearingFees[row];
    }

    /**
     * Whole-day margin of one contract bought in a trade.
     *
     * @param trade index.
     * @return kopecks.
     */
    public long perContract(final int trade)
    {
        return perContract[trade];
    }

    /**
     * Lots of a leg that pay half.
     *
     * @param leg 2 x trade for the buyer, 2 x trade + 1 for the seller.
     * @return lots.
     */
    public long legScalpedLots(final int leg)
    {
        return legScalpedLots[leg];
    }

    /**
     * Exchange fee of a leg.
     *
     * @param leg see {@link #legScalpedLots}.
     * @return kopecks.
     */
    public long legExchangeFee(final int leg)
    {
        return legExchangeFees[leg];
    }

    /**
     * Clearing fee of a leg.
     *
     * @param leg see {@link #legScalpedLots}.
     * @return kopecks.
     */
    public long legClearingFee(final int leg)
    {
        return legClearingFees[leg];
    }
}
