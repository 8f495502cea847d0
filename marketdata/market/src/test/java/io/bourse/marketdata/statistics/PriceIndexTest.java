// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PriceIndexTest
{
    private static final int SBRF = 1007;
    private static final int GAZR = 1008;
    private static final int OTHER = 1001;
    private static final int DATE = 20261122;

    /** The example of docs/market-data.md. */
    private static final IndexSpec SPEC = new IndexSpec(
        9001, "BRSTK", "RUB", 20261120, 1_000_00000, 4_646_712_603L, 2, StatisticsScript.SECOND_NS,
        List.of(new IndexMember(SBRF, 215_869_500, 4_800), new IndexMember(GAZR, 236_735_100, 5_000)));

    private final List<String> published = new ArrayList<>();
    private final PriceIndices indices = new PriceIndices(List.of(SPEC), (index, timeNs, isClose) ->
        published.add(timeNs / StatisticsScript.SECOND_NS + " " + Decimals.priceE5(index.valueE5()).toPlainString() +
            (isClose ? " close" : "")));
    private final PriceIndex index = indices.indices().getFirst();
    private final StatisticsScript script = new StatisticsScript(new MarketStatistics(indices));

    private void found()
    {
        script.at(1)
            .instrument(OTHER, "Si-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 92_345_00000L, 20261217)
            .instrument(SBRF, "SBRF-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 30_120_00000L, 20261217)
            .instrument(GAZR, "GAZR-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 12_890_00000L, 20261217);
    }

    @Test
    void shouldHaveNoValueBeforeEveryMemberHasAPrice()
    {
        script.instrument(SBRF, "SBRF-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 30_120_00000L, 20261217);
        assertEquals(PriceIndex.NULL_VALUE, index.valueE5());
        assertTrue(index.isMember(SBRF));
        assertFalse(index.isMember(OTHER));

        found();

        assertEquals(1_000_00000, index.valueE5());
        assertEquals(List.of("1 1000"), published);
    }

    @Test
    void shouldCalculateTheExampleOfTheDocumentation()
    {
        found();
        script.at(10).session(1, DATE).at(11).trade(SBRF, 30_450_00000L, 2, 1, 2);
        assertEquals("1007.36 1007.36 1007.36 1007.36 - -", line());

        script.at(20).trade(GAZR, 12_700_00000L, 1, 1, 2);

        assertEquals("1002.52 1007.36 1007.36 1002.52 - -", line());
        assertEquals(20 * StatisticsScript.SECOND_NS, index.valueTimeNs());
    }

    @Test
    void shouldCarryPricesOfHaltedMembersAndIgnoreWhatIsNoTradeInTheBook()
    {
        found();
        script.at(10).session(1, DATE)
            .trade(SBRF, 30_450_00000L, 2, 1, 2)
            .phase(SBRF, Phase.HALTED)
            .offBook(SBRF, 20_000_00000L, 100, 1, 2)
            .trade(OTHER, 80_000_00000L, 100, 1, 2)
            .settled(SBRF, 29_000_00000L, 100_000)
            .at(20)
            .tick();
        assertEquals("1007.36 1007.36 1007.36 1007.36 - -", line());

        // GAZR has never traded: its settlement price counts, but no session begins with it.
        script.settled(GAZR, 12_700_00000L, 100_000);
        assertEquals("1002.52 1007.36 1007.36 1002.52 - -", line());
    }

    @Test
    void shouldPublishAtOnceThenOncePerIntervalAndAtTheClose()
    {
        found();
        script.at(10).session(1, DATE)
            .at(11).trade(SBRF, 30_450_00000L, 1, 1, 2)
            .trade(SBRF, 30_460_00000L, 1, 1, 2)
            .trade(SBRF, 30_470_00000L, 1, 1, 2)
            .at(12).tick()
            .at(13).tick()
            .at(14).trade(SBRF, 30_480_00000L, 1, 1, 2)
            .trade(SBRF, 30_490_00000L, 1, 1, 2)
            .trade(SBRF, 30_480_00000L, 1, 1, 2)
            .suspended(ClearingKind.INTRADAY)
            .suspended(ClearingKind.EVENING);

        assertEquals(List.of("1 1000", "11 1007.36", "11 1007.8", "14 1008.03", "14 1008.03 close"), published);
        assertEquals("1008.03 1007.36 1008.25 1007.36 1008.03 -", line());
    }

    @Test
    void shouldPublishWhatWaitsWhenNobodyTradesAnyMore()
    {
        found();
        script.at(11).trade(SBRF, 30_450_00000L, 1, 1, 2).trade(SBRF, 30_460_00000L, 1, 1, 2);
        published.clear();

        assertEquals(0, indices.poll(11 * StatisticsScript.SECOND_NS + 999_999_999L));
        assertEquals(1, indices.poll(12 * StatisticsScript.SECOND_NS));
        assertEquals(0, indices.poll(13 * StatisticsScript.SECOND_NS));
        script.at(20).tick();

        assertEquals(List.of("11 1007.58"), published);
    }

    @Test
    void shouldBeginEverySessionAnewWithTheCloseOfTheOneBefore()
    {
        found();
        script.at(10).session(1, DATE).trade(SBRF, 30_450_00000L, 1, 1, 2).at(20).suspended(ClearingKind.EVENING)
            .session(2, DATE + 1);
        assertEquals("1007.36 - - - - 1007.36", line());
        assertEquals(2, index.sessionId());
        assertEquals(DATE + 1, index.tradingDate());

        script.at(30).trade(SBRF, 30_450_00000L, 1, 1, 2);

        assertEquals("1007.36 1007.36 1007.36 1007.36 - 1007.36", line());
    }

    @Test
    void shouldAgreeWithDecimalsWhenPricesAreRandom()
    {
        final long seed = new Random().nextLong();
        System.out.println("PriceIndexTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 40; round++)
        {
            final List<IndexMember> members = new ArrayList<>();
            final int count = 1 + random.nextInt(50);
            for (int i = 0; i < count; i++)
            {
                members.add(new IndexMember(i, 1 + random.nextLong(IndexMember.MAX_WEIGHT_E6),
                    1 + random.nextInt(IndexMember.MAX_FREE_FLOAT_E4)));
            }
            final long divisorE6 = 1_000_000_000L + random.nextLong(1L << 60);
            final int decimals = random.nextInt(6);
            final IndexSpec spec =
                new IndexSpec(1, "X", "RUB", DATE, 100_00000, divisorE6, decimals, 0, members);
            final PriceIndices some = new PriceIndices(List.of(spec), IndexListener.NONE);
            final long[] pricesE5 = new long[count];
            for (int i = 0; i < count; i++)
            {
                pricesE5[i] = random.nextLong(1L << 40) - (1L << 38);
                some.onSettlement(i, pricesE5[i]);
            }
            for (int i = 0; i < 30; i++)
            {
                final int member = random.nextInt(count);
                pricesE5[member] = random.nextLong(1L << 40) - (1L << 38);
                some.onTrade(member, pricesE5[member]);
                some.onTransactionEnd(i);
                assertEquals(expectedE5(spec, pricesE5), some.indices().getFirst().valueE5(), "seed=" + seed);
            }
        }
    }

    private static long expectedE5(final IndexSpec spec, final long[] pricesE5)
    {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < pricesE5.length; i++)
        {
            final IndexMember member = spec.members().get(i);
            sum = sum.add(BigDecimal.valueOf(pricesE5[i], 5).multiply(BigDecimal.valueOf(member.weightE6(), 6))
                .multiply(BigDecimal.valueOf(member.freeFloatE4(), 4)));
        }
        return sum.divide(BigDecimal.valueOf(spec.divisorE6(), 6), spec.decimals(), RoundingMode.HALF_UP)
            .movePointRight(5).longValueExact();
    }

    @Test
    void shouldRefuseWhatCannotBeAnIndex()
    {
        final List<IndexMember> twice = List.of(new IndexMember(1, 1, 1), new IndexMember(1, 2, 2));
        assertRefused("only once", () -> new IndexSpec(1, "X", "RUB", DATE, 1, 1, 2, 0, twice));
        final List<IndexMember> one = List.of(new IndexMember(1, 1, 1));
        assertRefused("divisor", () -> new IndexSpec(1, "X", "RUB", DATE, 1, 0, 2, 0, one));
        assertRefused("decimals", () -> new IndexSpec(1, "X", "RUB", DATE, 1, 1, 6, 0, one));
        assertRefused("members", () -> new IndexSpec(1, "X", "RUB", DATE, 1, 1, 2, 0, List.of()));
        assertRefused("weight", () -> new IndexMember(1, 0, 1));
        assertRefused("free_float", () -> new IndexMember(1, 1, 10_001));
        assertRefused("same id", () -> new PriceIndices(List.of(SPEC, SPEC), IndexListener.NONE));
    }

    private static void assertRefused(final String rule, final Runnable making)
    {
        final String message = assertThrows(IllegalArgumentException.class, making::run).getMessage();
        assertTrue(message.contains(rule), message);
    }

    private String line()
    {
        return text(index.valueE5()) + ' ' + text(index.openE5()) + ' ' + text(index.highE5()) + ' ' +
            text(index.lowE5()) + ' ' + text(index.closeE5()) + ' ' + text(index.previousCloseE5());
    }

    private static String text(final long valueE5)
    {
        return PriceIndex.NULL_VALUE == valueE5 ? "-" : Decimals.priceE5(valueE5).toPlainString();
    }
}
