// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.RunTables;

/**
 * Rows of RunTables.POSITIONS of consecutive registers, in order. Lots are ints, money is kopecks.
 */
public interface PositionRows
{
    /**
     * Number of rows.
     *
     * @return from 0.
     */
    int size();

    /**
     * A value of a row.
     *
     * @param column of RunTables.POSITIONS.
     * @param row from 0.
     * @return value; 0 of a tax that is not charged.
     */
    long value(int column, int row);

    /**
     * Register of a row.
     *
     * @param row from 0.
     * @return account id.
     */
    default int account(final int row)
    {
        return (int)value(RunTables.POSITION_ACCOUNT, row);
    }

    /**
     * Instrument of a row.
     *
     * @param row from 0.
     * @return ordinal.
     */
    default int instrument(final int row)
    {
        return (int)value(RunTables.POSITION_INSTRUMENT, row);
    }

    /**
     * Lots at the end of a row: begin + buys - sells + moved.
     *
     * @param row from 0.
     * @return lots.
     */
    default int end(final int row)
    {
        return (int)value(RunTables.POSITION_END, row);
    }

    /**
     * Copies registers and instruments of consecutive rows.
     *
     * @param from first row.
     * @param accounts that account ids come into, from the beginning.
     * @param instruments that ordinals come into, from the beginning.
     * @param count of rows.
     */
    default void copyKeys(final int from, final int[] accounts, final short[] instruments, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            accounts[i] = account(from + i);
            instruments[i] = (short)instrument(from + i);
        }
    }

    /**
     * Copies lots of consecutive rows.
     *
     * @param from first row.
     * @param into begin, buys, sells and moved, each from its beginning.
     * @param count of rows.
     */
    default void copyLots(final int from, final int[][] into, final int count)
    {
        for (int column = 0; column < into.length; column++)
        {
            for (int i = 0; i < count; i++)
            {
                into[column][i] = (int)value(RunTables.POSITION_BEGIN + column, from + i);
            }
        }
    }

    /**
     * Copies money of consecutive rows, kopecks.
     *
     * @param from first row.
     * @param into margin of the day, margin paid, fees of the exchange and of clearing and tax on either, each from its
     * beginning.
     * @param count of rows.
     */
    default void copyMoney(final int from, final long[][] into, final int count)
    {
        for (int column = 0; column < into.length; column++)
        {
            for (int i = 0; i < count; i++)
            {
                into[column][i] = value(RunTables.POSITION_VM_DAY + column, from + i);
            }
        }
    }
}
