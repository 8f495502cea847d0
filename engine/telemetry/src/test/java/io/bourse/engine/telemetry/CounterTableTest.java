// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CounterTableTest
{
    private static final int FIRST_OWN_ID = 1_000;
    private static final int IDS_OF_SET = 100;

    @Test
    void shouldNameMetricsByTheRulesOfPrometheus()
    {
        final Set<String> names = new HashSet<>();
        for (final CounterSpec row : CounterTable.INSTANCE.rows())
        {
            assertTrue(row.metric().matches("(bourse|aeron)(_[a-z0-9]+)+"), row::toString);
            assertTrue(!row.metric().endsWith("_total"), row::toString);
            final boolean isTime = CounterSpec.Unit.NS == row.unit() || CounterSpec.Unit.MS == row.unit();
            assertTrue(!isTime || row.metric().endsWith("_seconds"), row::toString);
            assertTrue(CounterSpec.Unit.BYTES != row.unit() || row.metric().matches(".*_(bytes|position)"),
                row::toString);
            assertTrue(row.help().matches("[A-Z0-9].*[^ ]\\."), row::toString);
            assertTrue(names.add(row.metric()), () -> "a name stands twice: " + row);
        }
    }

    @Test
    void shouldGiveEachSetIdsOfItsOwn()
    {
        final Map<String, Integer> firsts = new HashMap<>();
        for (final CounterSpec row : CounterTable.INSTANCE.rows())
        {
            if (!CounterTable.AERON.equals(row.set()))
            {
                final int first = firsts.computeIfAbsent(row.set(), (set) -> row.typeId());
                assertTrue(row.typeId() >= FIRST_OWN_ID && row.typeId() < first + IDS_OF_SET, row::toString);
            }
        }
    }

    @Test
    void shouldFindRowsByIdAndByConstant()
    {
        final CounterSpec cycles =
            CounterTable.INSTANCE.find("ComponentCounter", ComponentCounter.DUTY_CYCLES.name());
        assertEquals("bourse_component_duty_cycles", cycles.metric());
        assertEquals(cycles, CounterTable.INSTANCE.find(cycles.typeId()));
        assertEquals("RejectReason", CounterTable.INSTANCE.find("RejectReason", "UNKNOWN_LOGIN").set());
        assertEquals("aeron_errors", CounterTable.INSTANCE.findSystem(15).metric());
        assertNull(CounterTable.INSTANCE.find("ComponentCounter", "NONE"));
        assertNull(CounterTable.INSTANCE.find(999));
        assertEquals(0.25, CounterSpec.Unit.NS.toBaseUnit(250_000_000));
    }
}
