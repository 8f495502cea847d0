// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.model.SpotTrade;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Netting of rules 1.9, against its vectors. */
class SpotNettingTest
{
    private static final int DATE = 20261123;
    private static final long E5 = 100_000L;

    private static List<String[]> vectors(final String file)
    {
        return Vectors.read(file).stream().map(CSVRecord::values).toList();
    }

    private static SpotNetting netted(final List<String[]> trades)
    {
        final SpotNetting netting = new SpotNetting();
        for (final String[] trade : trades)
        {
            final long units = Long.parseLong(trade[3]);
            final long priceE5 = new BigDecimal(trade[4]).movePointRight(5).longValueExact();
            final long money = SpotTrade.money(priceE5, units, E5);
            netting.add(trade[1], DATE, trade[0], "RUB", units, -money);
            netting.add(trade[2], DATE, trade[0], "RUB", -units, money);
        }
        return netting;
    }

    private static String text(final NetObligation net)
    {
        return net.member() + "," + net.asset() + "," + (net.isMoney() ?
            BigDecimal.valueOf(net.units(), 2).toPlainString() : Long.toString(net.units())) + "," + net.kind();
    }

    @Test
    void shouldNetAsTheVectorsDo()
    {
        final List<String> expected = vectors("spot_expected_net.csv").stream()
            .map(row -> String.join(",", row)).sorted().toList();
        assertEquals(11, expected.size());
        final SpotNetting netting = netted(vectors("spot_trades.csv"));
        assertEquals(expected, netting.net().stream().map(SpotNettingTest::text).sorted().toList());
    }

    @Test
    void shouldNetTheSameInAnyOrder()
    {
        final List<NetObligation> expected = netted(vectors("spot_trades.csv")).net();
        for (long seed = 1; seed <= 50; seed++)
        {
            final List<String[]> trades = new ArrayList<>(vectors("spot_trades.csv"));
            Collections.shuffle(trades, new Random(seed));
            assertEquals(expected, netted(trades).net(), "seed=" + seed);
        }
    }

    @Test
    void shouldSumToZeroWhateverIsTraded()
    {
        for (long seed = 1; seed <= 200; seed++)
        {
            final Random random = new Random(seed);
            final List<String[]> trades = new ArrayList<>();
            for (int i = 0; i < 60; i++)
            {
                trades.add(new String[]{"S" + random.nextInt(4), "M" + random.nextInt(5), "M" + random.nextInt(5),
                    Integer.toString(1 + random.nextInt(10_000)),
                    BigDecimal.valueOf(random.nextLong(40_000_000), 5).toPlainString()});
            }
            final Map<String, Long> sums = netted(trades).net().stream().collect(Collectors.groupingBy(
                NetObligation::asset, TreeMap::new, Collectors.summingLong(NetObligation::units)));
            assertTrue(sums.values().stream().allMatch(sum -> 0 == sum), () -> "sums=" + sums);
        }
    }

    @Test
    void shouldRoundOnceATrade()
    {
        assertEquals(100_25, SpotTrade.money(100_250, 100, E5), "1.0025 roubles, 100 lots of one");
        assertEquals(1_01, SpotTrade.money(100_500, 1, E5), "half away from zero");
        assertEquals(-1_01, SpotTrade.money(-100_500, 1, E5));
        assertEquals(1_23, SpotTrade.accrued(12_345, 10));
        assertEquals(1_24, SpotTrade.accrued(12_350, 10));
    }
}
