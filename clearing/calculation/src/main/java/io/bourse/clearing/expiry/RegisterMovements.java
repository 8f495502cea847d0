// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.model.MovementKind;

import java.util.Arrays;

/**
 * Movements of one register, brought into the order of the table before they go on.
 */
final class RegisterMovements
{
    private static final int FIRST_CAPACITY = 64;
    private static final int ORDINAL_BITS = 16;
    private static final int KIND_BITS = 3;
    private static final MovementKind[] KINDS = MovementKind.values();

    private final InstrumentOrder order;
    private long[] keys = new long[FIRST_CAPACITY];
    private int[] lots = new int[FIRST_CAPACITY];
    private long[] pricesE5 = new long[FIRST_CAPACITY];
    private int size;

    RegisterMovements(final InstrumentOrder order)
    {
        this.order = order;
    }

    void add(final int ordinal, final MovementKind kind, final int movedLots, final long priceE5, final int series)
    {
        if (0 == movedLots)
        {
            return;
        }
        if (size == keys.length)
        {
            keys = Arrays.copyOf(keys, 2 * size);
            lots = Arrays.copyOf(lots, 2 * size);
            pricesE5 = Arrays.copyOf(pricesE5, 2 * size);
        }
        final long key =
            ((long)order.place(ordinal) << KIND_BITS | kind.ordinal()) << ORDINAL_BITS | order.place(series);
        int at = size++;
        while (at > 0 && keys[at - 1] > key)
        {
            keys[at] = keys[at - 1];
            lots[at] = lots[at - 1];
            pricesE5[at] = pricesE5[at - 1];
            at--;
        }
        keys[at] = key;
        lots[at] = movedLots;
        pricesE5[at] = priceE5;
    }

    int flush(final int accountId, final ExpirySink sink)
    {
        for (int i = 0; i < size; i++)
        {
            final int series = order.ordinalAt((int)(keys[i] & (1 << ORDINAL_BITS) - 1));
            final MovementKind kind = KINDS[(int)(keys[i] >> ORDINAL_BITS) & (1 << KIND_BITS) - 1];
            final int ordinal = order.ordinalAt((int)(keys[i] >> ORDINAL_BITS + KIND_BITS));
            sink.onMovement(accountId, ordinal, kind, lots[i], pricesE5[i], series);
        }
        final int flushed = size;
        size = 0;
        return flushed;
    }
}
