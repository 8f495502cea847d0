// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import io.bourse.deploy.orders.LobsterOrders;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.OrderLogOrders;
import io.bourse.deploy.orders.OrderSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A recorded order file in memory, so that nothing is parsed while it is sent. Changes of phase are left out: all of it
 * is sent in continuous trading.
 */
final class LoadedOrders
{
    static final byte BUY = 1;
    static final byte SELL = 2;
    static final byte CANCEL = 4;
    static final byte REDUCE = 5;
    /** Added to {@link #BUY} and {@link #SELL}. */
    static final byte IMMEDIATE = 16;
    private static final int FIRST_CAPACITY = 1 << 16;

    byte[] kind = new byte[FIRST_CAPACITY];
    long[] key = new long[FIRST_CAPACITY];
    long[] priceE5 = new long[FIRST_CAPACITY];
    int[] lots = new int[FIRST_CAPACITY];
    int size;
    int instrumentId;
    /** Requests that are neither orders nor cancels. */
    long leftOut;

    private LoadedOrders()
    {
    }

    /**
     * Reads a file.
     *
     * @param file order log or LOBSTER messages.
     * @return its requests.
     * @throws IOException when it cannot be read, or has no order.
     */
    static LoadedOrders read(final Path file) throws IOException
    {
        final LoadedOrders orders = new LoadedOrders();
        try (OrderSource source = open(file))
        {
            orders.instrumentId = source.instruments().getFirst().instrumentId();
            final OrderAction action = new OrderAction();
            while (source.next(action))
            {
                orders.add(action);
            }
        }
        if (0 == orders.size)
        {
            throw new IOException("the recording has no orders: file=" + file);
        }
        return orders;
    }

    /**
     * Opens a file of either kind.
     *
     * @param file to be read.
     * @return its requests, and the instrument that they are about.
     * @throws IOException when it cannot be read.
     */
    static OrderSource open(final Path file) throws IOException
    {
        return OrderLogOrders.hasHeader(file) ? new OrderLogOrders(file) : new LobsterOrders(file);
    }

    private void add(final OrderAction action)
    {
        switch (action.kind)
        {
            case NEW -> add((byte)((action.buy ? BUY : SELL) + (action.immediate ? IMMEDIATE : 0)), action);
            case CANCEL -> add(CANCEL, action);
            case REDUCE -> add(REDUCE, action);
            default -> leftOut++;
        }
    }

    private void add(final byte newKind, final OrderAction action)
    {
        if (size == kind.length)
        {
            final int capacity = size * 2;
            kind = Arrays.copyOf(kind, capacity);
            key = Arrays.copyOf(key, capacity);
            priceE5 = Arrays.copyOf(priceE5, capacity);
            lots = Arrays.copyOf(lots, capacity);
        }
        kind[size] = newKind;
        key[size] = action.key;
        priceE5[size] = action.priceE5;
        lots[size] = Math.toIntExact(action.qtyLots);
        size++;
    }

    boolean isNew(final int at)
    {
        return kind[at] < CANCEL || kind[at] > IMMEDIATE;
    }
}
