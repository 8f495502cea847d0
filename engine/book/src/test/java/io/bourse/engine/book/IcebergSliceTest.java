// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static io.bourse.engine.book.BookText.iceberg;
import static io.bourse.engine.book.BookText.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class IcebergSliceTest
{
    /** Other sizes would give other events when a journal is replayed. */
    @Test
    void shouldShowTheSizesThatJournalsWereWrittenWith()
    {
        assertEquals(List.of(10L, 12L, 8L, 11L, 11L, 10L, 11L, 15L, 9L, 3L), slices(1));
        assertEquals(List.of(11L, 8L, 6L, 11L, 9L, 11L, 5L, 8L, 13L, 5L, 13L), slices(77));
        assertEquals(List.of(10L, 13L, 5L, 10L, 11L, 6L, 8L, 14L, 6L, 12L, 5L), slices(1L << 40 | 12_345));
    }

    @Test
    void shouldShowAtLeastOneLotWhenTheVarianceIsAsLargeAsTheSlice()
    {
        final RestingOrder order = iceberg(sell(7, 100, 50), 3);
        order.displayVarianceLots = 3;
        long smallest = Long.MAX_VALUE;
        long largest = 0;
        for (order.executedLots = 0; order.executedLots < 100; order.executedLots++)
        {
            smallest = Math.min(smallest, IcebergSlice.next(order));
            largest = Math.max(largest, IcebergSlice.next(order));
        }
        assertEquals(1, smallest);
        assertEquals(6, largest);
    }

    @Test
    void shouldShowTheSizeGivenWhenThereIsNoVariance()
    {
        final RestingOrder order = iceberg(sell(7, 100, 50), 30);
        assertEquals(30, IcebergSlice.next(order));
        order.restLots = 29;
        assertEquals(29, IcebergSlice.next(order));
    }

    /** Of a sale of 100 lots that shows 10 lots plus or minus 5. */
    private static List<Long> slices(final long orderId)
    {
        final RestingOrder order = iceberg(sell(orderId, 100, 50), 10);
        order.displayVarianceLots = 5;
        final List<Long> slices = new ArrayList<>();
        while (order.restLots > 0)
        {
            final long lots = IcebergSlice.next(order);
            slices.add(lots);
            order.executedLots += lots;
            order.restLots -= lots;
        }
        return slices;
    }
}
