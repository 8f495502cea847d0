// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A recorded day, read row by row; a first pass counts what it holds.
 */
abstract class RecordedOrders implements OrderSource
{
    /** Of the first pass itself. */
    static final Totals NOT_COUNTED = new Totals(0, 0);

    /** Requests that rows have made, to be sent before the next row is read. */
    final Deque<OrderAction> due = new ArrayDeque<>();
    /** Trades of the rows that were read. */
    long trades;
    private final int instrumentId;
    private final Totals totals;
    private final Closeable input;

    /**
     * What the whole recording holds.
     *
     * @param newOrders requests of kind NEW.
     */
    record Totals(long newOrders, long trades)
    {
    }

    RecordedOrders(final int instrumentId, final Totals totals, final Closeable input)
    {
        this.instrumentId = instrumentId;
        this.totals = totals;
        this.input = input;
    }

    /**
     * Counts.
     *
     * @param orders of a first pass, which is closed.
     * @return what there is.
     * @throws IOException when the recording cannot be read.
     */
    static Totals count(final RecordedOrders orders) throws IOException
    {
        long newOrders = 0;
        final OrderAction action = new OrderAction();
        try (orders)
        {
            while (orders.next(action))
            {
                newOrders += OrderAction.Kind.NEW == action.kind ? 1 : 0;
            }
            return new Totals(newOrders, orders.trades);
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    /**
     * Reads a row and adds what is due then.
     *
     * @return false at the end of the recording.
     * @throws IOException when it cannot be read.
     */
    abstract boolean read() throws IOException;

    @Override
    public final long newOrderCount()
    {
        return totals.newOrders;
    }

    @Override
    public final long recordedTrades()
    {
        return totals.trades;
    }

    @Override
    public final boolean next(final OrderAction action)
    {
        try
        {
            boolean hasMore = true;
            while (due.isEmpty() && hasMore)
            {
                hasMore = read();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        final OrderAction next = due.poll();
        if (null == next)
        {
            return false;
        }
        action.set(next);
        action.client = 0;
        action.instrumentId = instrumentId;
        // Recordings name no members: buyers and sellers trade for one account each, so that positions arise.
        action.account = next.buy ? 0 : 1;
        return true;
    }

    @Override
    public final void close()
    {
        try
        {
            input.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
