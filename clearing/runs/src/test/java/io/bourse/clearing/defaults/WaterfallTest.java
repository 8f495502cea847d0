// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.Vectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
        final FundUse before = new FundUse("BB", new TreeMap<>(Map.of(
            CoverLayer.OWN_CONTRIBUTION, 30L, CoverLayer.CCP_CAPITAL, 15L, CoverLayer.SURVIVORS, 20L)));
        // 20 of 70 of the survivors: 2 from AA, 18 from CC.
        assertEquals(
            Map.of(CoverLayer.OWN_MONEY, 5L, CoverLayer.OWN_CONTRIBUTION, 8L, CoverLayer.CCP_CAPITAL, 0L,
                CoverLayer.SURVIVORS, 42L, CoverLayer.CCP_ADDITIONAL, 100L),
            fund.capacities("AA", 5, List.of(before)));
    }

    @Test
    void shouldNeverPayMoreThanTheFundHasWhenMembersDefaultOneAfterAnother()
    {
        final long seed = 20_261_122;
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 200; round++)
        {
            final TreeMap<String, Long> contributions = new TreeMap<>();
            for (final String member : List.of("AA", "BB", "CC"))
            {
                contributions.put(member, random.nextLong(4_000_000_000_000L));
            }
            final DefaultFund fund = new DefaultFund(contributions, random.nextLong(1_000), random.nextLong(1_000));
            final List<FundUse> uses = new ArrayList<>();
            long paid = 0;
            for (final String member : List.of("BB", "AA", "CC"))
            {
                final Waterfall waterfall =
                    Waterfall.of(random.nextLong(6_000_000_000_000L), fund.capacities(member, 0, uses));
                uses.add(new FundUse(member, waterfall.used()));
                paid += waterfall.used().get(CoverLayer.OWN_CONTRIBUTION) + waterfall.used().get(CoverLayer.SURVIVORS);
            }
            assertTrue(paid <= contributions.values().stream().mapToLong(Long::longValue).sum(), uses.toString());
        }
    }

    @Test
    void shouldLeaveTheSecondDefaulterWhatTheFirstHasLeftOfItsContribution()
    {
        final DefaultFund fund = new DefaultFund(new TreeMap<>(Map.of("AA", 100L, "BB", 100L)), 0, 0);
        final FundUse first = new FundUse("AA", Waterfall.of(180, fund.capacities("AA", 0, List.of())).used());
        assertEquals(
            Map.of(CoverLayer.OWN_MONEY, 0L, CoverLayer.OWN_CONTRIBUTION, 20L, CoverLayer.CCP_CAPITAL, 0L,
                CoverLayer.SURVIVORS, 0L, CoverLayer.CCP_ADDITIONAL, 0L),
            fund.capacities("BB", 0, List.of(first)));
    }
}
