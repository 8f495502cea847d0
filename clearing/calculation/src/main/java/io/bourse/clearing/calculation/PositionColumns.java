// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.RunTables;

import java.util.Arrays;

/**
 * Rows as columns. Columns of one width share an array: a run has a hundred million values, and few large arrays are
 * cheaper to a collector than many.
 */
final class PositionColumns implements PositionRows
{
    private static final int INT_COLUMNS = 5;
    private static final int LONG_COLUMNS = 4;
    private static final int LONG_COLUMNS_WITH_VAT = 6;

    private final int longColumns;
    private int capacity;
    private int size;
    private short[] instruments;
    /** Account, begin, buys, sells, moved. */
    private int[] ints;
    /** Margin of the day, margin paid, fee of the exchange, fee of clearing; where it is charged, tax on either. */
    private long[] longs;

    /**
     * Empty columns.
     *
     * @param capacity rows that there is space for at first.
     * @param hasVat whether value added tax is charged; without it there is no space for it.
     */
    PositionColumns(final int capacity, final boolean hasVat)
    {
        this.longColumns = hasVat ? LONG_COLUMNS_WITH_VAT : LONG_COLUMNS;
        this.capacity = capacity;
        this.instruments = new short[capacity];
        this.ints = new int[Math.multiplyExact(INT_COLUMNS, capacity)];
        this.longs = new long[Math.multiplyExact(longColumns, capacity)];
    }

    /** Whether there is space for rows without making any. */
    boolean fits(final int rows, final boolean hasVat)
    {
        return rows <= capacity && longColumns == (hasVat ? LONG_COLUMNS_WITH_VAT : LONG_COLUMNS);
    }

    /** Rows that there is space for. */
    int capacity()
    {
        return capacity;
    }

    /** Lets go of all rows and keeps the space. */
    PositionColumns empty()
    {
        size = 0;
        return this;
    }

    /**
     * Adds a row without margin and fees.
     *
     * @param account id.
     * @param instrument ordinal.
     * @param begin lots.
     * @param buys lots.
     * @param sells lots.
     * @param moved lots.
     */
    void add(
        final int account, final int instrument, final int begin, final int buys, final int sells, final int moved)
    {
        if (size == capacity)
        {
            resize(Math.addExact(capacity, (capacity >> 1) + 16));
        }
        final int row = size++;
        instruments[row] = (short)instrument;
        ints[row] = account;
        ints[capacity + row] = begin;
        ints[2 * capacity + row] = buys;
        ints[3 * capacity + row] = sells;
        ints[4 * capacity + row] = moved;
    }

    /**
     * Sets margin and fees of the last row, in kopecks.
     *
     * @param marginDay of the day.
     * @param marginPaid of it, what was booked before.
     * @param exchangeFee to pay.
     * @param clearingFee to pay.
     */
    void amounts(final long marginDay, final long marginPaid, final long exchangeFee, final long clearingFee)
    {
        final int row = size - 1;
        longs[row] = marginDay;
        longs[capacity + row] = marginPaid;
        longs[2 * capacity + row] = exchangeFee;
        longs[3 * capacity + row] = clearingFee;
    }

    /**
     * Sets the tax of the last row, in kopecks.
     *
     * @param exchangeVat on the fee of the exchange.
     * @param clearingVat on the fee of clearing.
     */
    void vat(final long exchangeVat, final long clearingVat)
    {
        final int row = size - 1;
        longs[4 * capacity + row] = exchangeVat;
        longs[5 * capacity + row] = clearingVat;
    }

    /**
     * Gives back what is not used, if it is much: legs of the same register and instrument become one row.
     */
    void trim()
    {
        if (size < capacity - (capacity >> 2))
        {
            resize(size);
        }
    }

    private void resize(final int newCapacity)
    {
        final int[] newInts = new int[Math.multiplyExact(INT_COLUMNS, newCapacity)];
        for (int column = 0; column < INT_COLUMNS; column++)
        {
            System.arraycopy(ints, column * capacity, newInts, column * newCapacity, size);
        }
        final long[] newLongs = new long[Math.multiplyExact(longColumns, newCapacity)];
        for (int column = 0; column < longColumns; column++)
        {
            System.arraycopy(longs, column * capacity, newLongs, column * newCapacity, size);
        }
        instruments = Arrays.copyOf(instruments, newCapacity);
        ints = newInts;
        longs = newLongs;
        capacity = newCapacity;
    }

    @Override
    public int size()
    {
        return size;
    }

    @Override
    public long value(final int column, final int row)
    {
        return switch (column)
        {
            case RunTables.POSITION_ACCOUNT -> account(row);
            case RunTables.POSITION_INSTRUMENT -> instrument(row);
            case RunTables.POSITION_END -> end(row);
            default -> column < RunTables.POSITION_END ?
                ints[(column - RunTables.POSITION_BEGIN + 1) * capacity + row] :
                column - RunTables.POSITION_VM_DAY < longColumns ?
                longs[(column - RunTables.POSITION_VM_DAY) * capacity + row] : 0;
        };
    }

    @Override
    public int account(final int row)
    {
        return ints[row];
    }

    @Override
    public int instrument(final int row)
    {
        return instruments[row];
    }

    @Override
    public int end(final int row)
    {
        return ints[capacity + row] + ints[2 * capacity + row] - ints[3 * capacity + row] + ints[4 * capacity + row];
    }

    @Override
    public void copyKeys(final int from, final int[] accounts, final short[] ordinals, final int count)
    {
        System.arraycopy(ints, from, accounts, 0, count);
        System.arraycopy(instruments, from, ordinals, 0, count);
    }

    @Override
    public void copyLots(final int from, final int[][] into, final int count)
    {
        for (int column = 1; column < INT_COLUMNS; column++)
        {
            System.arraycopy(ints, column * capacity + from, into[column - 1], 0, count);
        }
    }

    @Override
    public void copyMoney(final int from, final long[][] into, final int count)
    {
        for (int column = 0; column < LONG_COLUMNS_WITH_VAT; column++)
        {
            if (column < longColumns)
            {
                System.arraycopy(longs, column * capacity + from, into[column], 0, count);
            }
            else
            {
                Arrays.fill(into[column], 0, count, 0);
            }
        }
    }
}
