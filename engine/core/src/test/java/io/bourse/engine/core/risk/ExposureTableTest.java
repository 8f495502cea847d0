// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

/**
 * Exposures are found again, however many there are, and kept in the order of their creation.
 */
class ExposureTableTest
{
    private final ExposureTable table = new ExposureTable();
    private final Map<Integer, InstrumentExposures> byId = new HashMap<>();
    private final Register register = new Register();

    @Test
    void shouldFindEveryExposureWhenKeysAreGridLike()
    {
        final int entities = 20_000;
        final int instruments = 40;
        final List<Exposure> created = new ArrayList<>();
        for (int entity = 0; entity < entities; entity++)
        {
            for (int instrument = 1; instrument <= instruments; instrument++)
            {
                assertNull(find(entity, instrument));
                created.add(add(entity, instrument));
            }
        }
        assertEquals(created.size(), table.size());
        int i = 0;
        for (Exposure exposure = table.first(); null != exposure; exposure = table.next(exposure))
        {
            assertSame(created.get(i++), exposure);
            assertSame(exposure, find(exposure.entityId(), exposure.instrumentId()));
        }
        assertEquals(created.size(), i);
        assertNull(find(0, instruments + 1));
        assertNull(find(entities, 1));
    }

    @Test
    void shouldFindExtremeIds()
    {
        final Exposure high = add(Integer.MAX_VALUE, Integer.MAX_VALUE);
        final Exposure low = add(0, 1);
        assertSame(high, find(Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertSame(low, find(0, 1));
        assertEquals(Integer.MAX_VALUE, high.entityId());
        assertEquals(Integer.MAX_VALUE, high.instrumentId());
    }

    @Test
    void shouldTakeNoMoreLotsWhenAnExposureIsAtTheEdge()
    {
        final Exposure exposure = add(4, 9);
        exposure.order(Exposure.MAX_LOTS - 1, 0);
        assertEquals(true, exposure.fits(1, Exposure.MAX_LOTS));
        assertEquals(false, exposure.fits(2, 0));
        exposure.trade(Exposure.MAX_LOTS - 1);
        assertEquals(false, exposure.fits(2, 0));
        assertEquals(true, exposure.fits(1, Exposure.MAX_LOTS));
        assertEquals(false, exposure.fits(Long.MAX_VALUE, 0));
        assertEquals(false, exposure.fits(0, Long.MAX_VALUE));
        exposure.order(0, Exposure.MAX_LOTS);
        assertEquals(true, exposure.fits(0, Exposure.MAX_LOTS - 1));
        assertEquals(false, exposure.fits(0, Exposure.MAX_LOTS));
    }

    private Exposure add(final int entityId, final int instrumentId)
    {
        final InstrumentExposures instrument = instrument(instrumentId);
        return table.add(instrument.clients, instrument, entityId, register, null, null);
    }

    private Exposure find(final int entityId, final int instrumentId)
    {
        return instrument(instrumentId).clients.find(entityId);
    }

    private InstrumentExposures instrument(final int instrumentId)
    {
        return byId.computeIfAbsent(instrumentId, InstrumentExposures::new);
    }
}
