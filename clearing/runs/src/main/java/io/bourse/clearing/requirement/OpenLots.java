// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.ingest.OrderedLots;
import io.bourse.clearing.layout.SortedRegisters;

import java.util.Arrays;

/**
 * What needs margin beside positions: live orders and open obligations, one row per register and instrument in the
 * order of the tables of a run.
 */
final class OpenLots
{
    private static final int NONE = -1;

    private final OrderedLots orders;
    private final OpenObligations obligations;
    /** Rows of both, {@link #NONE} for none; null when there are only orders, each in its own row. */
    private final int[] orderRows;
    private final int[] obligationRows;
    private final int size;

    /**
     * Merges both.
     *
     * @param orders in order.
     * @param obligations in order.
     * @param registers at the cut.
     * @param order of the instruments.
     */
    OpenLots(
        final OrderedLots orders,
        final OpenObligations obligations,
        final SortedRegisters registers,
        final InstrumentOrder order)
    {
        this.orders = orders;
        this.obligations = obligations;
        if (0 == obligations.size())
        {
            orderRows = null;
            obligationRows = null;
            size = orders.size();
            return;
        }
        orderRows = new int[orders.size() + obligations.size()];
        obligationRows = new int[orderRows.length];
        Arrays.fill(orderRows, NONE);
        Arrays.fill(obligationRows, NONE);
        int ordered = 0;
        int owed = 0;
        int row = 0;
        long orderKey = orderKey(registers, order, ordered);
        long obligationKey = obligationKey(registers, order, owed);
        while (ordered < orders.size() || owed < obligations.size())
        {
            final boolean isOrdered = orderKey <= obligationKey;
            final boolean isOwed = obligationKey <= orderKey;
            if (isOrdered)
            {
                orderRows[row] = ordered++;
                orderKey = orderKey(registers, order, ordered);
            }
            if (isOwed)
            {
                obligationRows[row] = owed++;
                obligationKey = obligationKey(registers, order, owed);
            }
            row++;
        }
        size = row;
    }

    private long orderKey(final SortedRegisters registers, final InstrumentOrder order, final int row)
    {
        return row == orders.size() ? Long.MAX_VALUE :
            key(registers, order, orders.account(row), orders.instrument(row));
    }

    private long obligationKey(final SortedRegisters registers, final InstrumentOrder order, final int row)
    {
        return row == obligations.size() ? Long.MAX_VALUE :
            key(registers, order, obligations.account(row), obligations.instrument(row));
    }

    private static long key(
        final SortedRegisters registers, final InstrumentOrder order, final int account, final int instrument)
    {
        return (long)registers.rank(account) << Integer.SIZE | order.place(instrument);
    }

    int size()
    {
        return size;
    }

    private int orderRow(final int row)
    {
        return null == orderRows ? row : orderRows[row];
    }

    private int obligationRow(final int row)
    {
        return null == orderRows ? NONE : obligationRows[row];
    }

    int account(final int row)
    {
        return NONE == orderRow(row) ? obligations.account(obligationRow(row)) : orders.account(orderRow(row));
    }

    int instrument(final int row)
    {
        return NONE == orderRow(row) ? obligations.instrument(obligationRow(row)) : orders.instrument(orderRow(row));
    }

    /** To be received, below 0 delivered. */
    long obligationLots(final int row)
    {
        return NONE == obligationRow(row) ? 0 : obligations.lots(obligationRow(row));
    }

    long buyLots(final int row)
    {
        return NONE == orderRow(row) ? 0 : orders.buyLots(orderRow(row));
    }

    long sellLots(final int row)
    {
        return NONE == orderRow(row) ? 0 : orders.sellLots(orderRow(row));
    }
}
