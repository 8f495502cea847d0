// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.clearing.Vectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class WaterfallTest
{
    private static final String[] CAPACITIES = {
        "L1_defaulter_margin", "L2_defaulter_fund", "L3_ccp_capital", "L4_survivors_fund", "L5_ccp_additional"};

    @Test
    void shouldShareLossesOutAsTheVectorsSay()
    {
        int cases = 0;
        for (final CSVRecord row : Vectors.read("waterfall.csv"))
        {
            final Map<CoverLayer, Long> capacities = new EnumMap<>(CoverLayer.class);
            final List<Long> wanted = new ArrayList<>();
            for (final CoverLayer layer : CoverLayer.values())
            {
                capacities.put(layer, Long.parseLong(row.get(CAPACITIES[layer.ordinal()])));
                wanted.add(Long.parseLong(row.get("u" + (layer.ordinal() + 1))));
            }
            final Waterfall waterfall = Waterfall.of(Long.parseLong(row.get("loss")), capacities);
            assertEquals(wanted, List.copyOf(waterfall.used().values()), row.toString());
            assertEquals(Long.parseLong(row.get("unallocated")), waterfall.unallocatedKopecks(), row.toString());
            cases++;
        }
        assertEquals(3, cases);
    }

    @Test
    void shouldRefuseWhatIsBelowNothing()
    {
        assertThrows(IllegalArgumentException.class, () -> Waterfall.of(-1, Map.of()));
        assertThrows(IllegalArgumentException.class, () -> Waterfall.of(1, Map.of(CoverLayer.SURVIVORS, -1L)));
    }

    @Test
    void shouldTakeOffWhatEarlierDefaultsHaveUsed()
    {
        final DefaultFund fund = new DefaultFund(new TreeMap<>(Map.of("AA", 10L, "BB", 30L, "CC", 60L)), 15, 100);
        final Map<CoverLayer, Long> used = Map.of(
            CoverLayer.OWN_CONTRIBUTION, 30L, CoverLayer.CCP_CAPITAL, 15L, CoverLayer.SURVIVORS, 20L);
        assertEquals(
            Map.of(CoverLayer.OWN_MONEY, 5L, CoverLayer.OWN_CONTRIBUTION, 10L, CoverLayer.CCP_CAPITAL, 0L,
                CoverLayer.SURVIVORS, 40L, CoverLayer.CCP_ADDITIONAL, 100L),
            fund.capacities("AA", 5, used));
    }
}
