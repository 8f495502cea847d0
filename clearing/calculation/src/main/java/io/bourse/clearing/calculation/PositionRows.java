// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

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
     * Register of a row.
     *
     * @param row from 0.
     * @return account id.
     */
    int account(int row);

    /**
     * Instrument of a row.
     *
     * @param row from 0.
     * @return ordinal.
     */
    int instrument(int row);

    /**
     * Lots carried into the session.
     *
     * @param row from 0.
     * @return lots, sold below 0.
     */
    int begin(int row);

    /**
     * Lots bought in the session.
     *
     * @param row from 0.
     * @return lots.
     */
    int buys(int row);

    /**
     * Lots sold in the session.
     *
     * @param row from 0.
     * @return lots.
     */
    int sells(int row);

    /**
     * Lots added by exercise, assignment and expiry.
     *
     * @param row from 0.
     * @return lots.
     */
    int moved(int row);

    /**
     * Position at the end of the run.
     *
     * @param row from 0.
     * @return begin + buys - sells + moved.
     */
    int end(int row);

    /**
     * Margin, or premium of a premium-style option, of the whole day.
     *
     * @param row from 0.
     * @return kopecks that the register receives.
     */
    long marginDay(int row);

    /**
     * Of it, what earlier runs of the day have booked.
     *
     * @param row from 0.
     * @return kopecks.
     */
    long marginPaid(int row);

    /**
     * Fee of the exchange.
     *
     * @param row from 0.
     * @return kopecks that the register pays.
     */
    long exchangeFee(int row);

    /**
     * Fee of clearing.
     *
     * @param row from 0.
     * @return kopecks that the register pays.
     */
    long clearingFee(int row);

    /**
     * Value added tax on the fee of the exchange.
     *
     * @param row from 0.
     * @return kopecks that the register pays; 0 where none is charged.
     */
    default long exchangeVat(int row)
    {
        return 0;
    }

    /**
     * Value added tax on the fee of clearing.
     *
     * @param row from 0.
     * @return kopecks that the register pays; 0 where none is charged.
     */
    default long clearingVat(int row)
    {
        return 0;
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
        for (int i = 0; i < count; i++)
        {
            into[0][i] = begin(from + i);
            into[1][i] = buys(from + i);
            into[2][i] = sells(from + i);
            into[3][i] = moved(from + i);
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
        for (int i = 0; i < count; i++)
        {
            into[0][i] = marginDay(from + i);
            into[1][i] = marginPaid(from + i);
            into[2][i] = exchangeFee(from + i);
            into[3][i] = clearingFee(from + i);
            into[4][i] = exchangeVat(from + i);
            into[5][i] = clearingVat(from + i);
        }
    }
}
