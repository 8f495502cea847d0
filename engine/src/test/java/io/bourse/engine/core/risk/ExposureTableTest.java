// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

/**
 * Exposures are found again, however many there are, and kept in the order of their creation.
 */
class ExposureTableTest
{
    private final ExposureTable table = new ExposureTable();
    private final Register register = new Register();

    @Test
    void shouldFindEveryExposureWhenKeysAreGridLike()
    {
        final int entities = 2_000;
        final int instruments = 400;
        final List<Exposure> created = new ArrayList<>();
        for (int entity = 0; entity < entities; entity++)
        {
            for (int instrument = 1; instrument <= instruments; instrument++)
            {
                assertNull(table.find(entity, instrument));
                created.add(table.add(entity, instrument, register, null, null));
            }
        }
        assertEquals(created.size(), table.size());
        int i = 0;
        for (Exposure exposure = table.first(); null != exposure; exposure = table.next(exposure))
        {
            assertSame(created.get(i++), exposure);
            assertSame(exposure, table.find(exposure.entityId(), exposure.instrumentId()));
        }
        assertEquals(created.size(), i);
        assertNull(table.find(0, instruments + 1));
        assertNull(table.find(entities, 1));
    }

    @Test
    void shouldFindExtremeIds()
    {
        final Exposure high = table.add(Integer.MAX_VALUE, Integer.MAX_VALUE, register, null, null);
        final Exposure low = table.add(0, 1, register, null, null);
        assertSame(high, table.find(Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertSame(low, table.find(0, 1));
        assertEquals(Integer.MAX_VALUE, high.entityId());
        assertEquals(Integer.MAX_VALUE, high.instrumentId());
    }

    @Test
    void shouldTakeNoMoreLotsWhenAnExposureIsAtTheEdge()
    {
        final Exposure exposure = table.add(4, 9, register, null, null);
        exposure.order(Exposure.MAX_LOTS - 1, 0);
        assertEquals(true, exposure.hasRoom(1, Exposure.MAX_LOTS));
        assertEquals(false, exposure.hasRoom(2, 0));
        exposure.trade(Exposure.MAX_LOTS - 1);
        assertEquals(false, exposure.hasRoom(2, 0));
        assertEquals(true, exposure.hasRoom(1, Exposure.MAX_LOTS));
        assertEquals(false, exposure.hasRoom(Long.MAX_VALUE, 0));
        assertEquals(false, exposure.hasRoom(0, Long.MAX_VALUE));
        exposure.order(0, Exposure.MAX_LOTS);
        assertEquals(true, exposure.hasRoom(0, Exposure.MAX_LOTS - 1));
        assertEquals(false, exposure.hasRoom(0, Exposure.MAX_LOTS));
    }
}
