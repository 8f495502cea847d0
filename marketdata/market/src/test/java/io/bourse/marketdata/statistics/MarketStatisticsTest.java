// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.Phase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MarketStatisticsTest
{
    private static final int RTS = 3;
    private static final int SPREAD = 4;
    private static final long NONE = DailyStatistics.NULL_PRICE;

    private final MarketStatistics statistics =
        new MarketStatistics(new PriceIndices(List.of(), IndexListener.NONE));
    private final StatisticsScript script = new StatisticsScript(statistics)
        // Tick 10, worth 18.02468 roubles.
        .instrument(RTS, "RTS-12.26", InstrumentKind.FUTURE, 10_00000, 18_02468, 112_340_00000L, 20261217)
        .instrument(SPREAD, "RTS-3.27", InstrumentKind.SPREAD, 10_00000, 18_02468, 0, 20261217);

    @Test
    void shouldHaveOnlySettlementBeforeTheFirstTrade()
    {
        script.session(1, 20261122);

        assertEquals("- - - - - - v=0 n=0 t=0 off=0/0 oa=- ca=- s=112340 ps=112340 oi=0", line(RTS));
        assertNull(statistics.statistics(99));
    }

    @Test
    void shouldCountTradesOfASession()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 3, 1, 2)
            .trade(RTS, 112_100_00000L, 1, 3, 2)
            .trade(RTS, 111_950_00000L, 3, 2, 1);

        // 112000 x 3 + 112100 + 111950 x 3 = 783950; by 7 lots 111992.857142..; x 18.02468 / 10 = 1413044.7886
        assertEquals("112000 112100 111950 111950 - 111992.85714 v=7 n=3 t=1413044.79 off=0/0 oa=- ca=- " +
            "s=112340 ps=112340 oi=1", line(RTS));
        assertEquals(3, statistics.statistics(RTS).lastLots());
    }

    @Test
    void shouldKeepTradesOffTheBookApartExceptInOpenInterest()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 2, 1, 2)
            .offBook(RTS, 90_000_00000L, 50, 1, 3);

        assertEquals("112000 112000 112000 112000 - 112000 v=2 n=1 t=403752.83 off=50/1 oa=- ca=- " +
            "s=112340 ps=112340 oi=52", line(RTS));
    }

    @Test
    void shouldCountAsIfABrokenTradeHadNotBeenAndKeepOpenAndLast()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 3, 1, 2)
            .trade(RTS, 112_900_00000L, 2, 1, 2)
            .trade(RTS, 112_100_00000L, 1, 1, 2)
            .corrected(2, RTS, OffBookKind.NULL_VAL, new long[]{112_900_00000L, 2}, 112_900_00000L, 0);
        assertEquals("112000 112100 112000 112100 - 112025 v=4 n=2 t=807685.91 off=0/0 oa=- ca=- " +
            "s=112340 ps=112340 oi=4", line(RTS));

        // Another price and fewer lots: a trade of its own, the fifth id of the session.
        script.corrected(1, RTS, OffBookKind.NULL_VAL, new long[]{112_000_00000L, 3}, 112_050_00000L, 2);
        assertEquals("112000 112100 112050 112100 - 112066.66667 v=3 n=2 t=605989.74 off=0/0 oa=- ca=- " +
            "s=112340 ps=112340 oi=3", line(RTS));
        script.corrected(3, RTS, OffBookKind.NULL_VAL, new long[]{112_100_00000L, 1}, 112_100_00000L, 0)
            .corrected(6, RTS, OffBookKind.NULL_VAL, new long[]{112_050_00000L, 2}, 112_050_00000L, 0);
        assertEquals("- - - 112100 - - v=0 n=0 t=0 off=0/0 oa=- ca=- s=112340 ps=112340 oi=0", line(RTS));
    }

    @Test
    void shouldTakeTurnoverBackAtTheTickValueOfItsTime()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 3, 1, 2)
            .settled(RTS, 112_340_00000L, 20_00000)
            .trade(RTS, 112_000_00000L, 1, 1, 2);
        final long whole = statistics.statistics(RTS).turnoverKopecks();
        script.corrected(1, RTS, OffBookKind.NULL_VAL, new long[]{112_000_00000L, 3}, 112_000_00000L, 0);
        // 112000 / 10 x 20
        assertEquals(22_400_000, statistics.statistics(RTS).turnoverKopecks());
        // 112000 / 10 x 18.02468 x 3
        assertEquals(60_562_925, whole - statistics.statistics(RTS).turnoverKopecks());
    }

    @Test
    void shouldTakeBackWhatWasTradedOffTheBook()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 2, 1, 2)
            .offBook(RTS, 90_000_00000L, 50, 1, 2)
            .corrected(9, RTS, OffBookKind.NEGOTIATED, new long[]{90_000_00000L, 50}, 90_000_00000L, 20);
        assertEquals("112000 112000 112000 112000 - 112000 v=2 n=1 t=403752.83 off=20/1 oa=- ca=- " +
            "s=112340 ps=112340 oi=22", line(RTS));
    }

    @Test
    void shouldCountTradesOfAStrategyWithoutOpenInterest()
    {
        script.session(1, 20261122)
            .trade(SPREAD, -20_00000, 1, 1, 2)
            .trade(SPREAD, -10_00000, 2, 1, 2);

        // (-20 - 20) / 3 = -13.33333..
        assertEquals("-20 -10 -20 -10 - -13.33333 v=3 n=2 t=-72.10 off=0/0 oa=- ca=- s=0 ps=0 oi=0", line(SPREAD));
    }

    @Test
    void shouldMoveOpenInterestWithPositionsThatAClearingRunMoves()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 5, 1, 2)
            .suspended(ClearingKind.INTRADAY)
            // To another register: as many are held as before.
            .moved(RTS, 1, -5).moved(RTS, 3, 5);
        assertEquals(5, statistics.statistics(RTS).openInterestLots());

        // Closed against each other, and then some that come from nowhere.
        script.moved(RTS, 3, -2).moved(RTS, 2, 2);
        assertEquals(3, statistics.statistics(RTS).openInterestLots());
        script.moved(RTS, 4, 7).moved(RTS, 5, -7);
        assertEquals("112000 112000 112000 112000 - 112000 v=5 n=1 t=1009382.08 off=0/0 oa=- ca=- " +
            "s=112340 ps=112340 oi=10", line(RTS));
    }

    @Test
    void shouldNamePricesOfOpeningAndClosingAuctionsButOfNoOthers()
    {
        script.session(1, 20261122)
            .uncrossed(RTS, Phase.OPENING_AUCTION, 112_000_00000L, 5)
            .trade(RTS, 112_000_00000L, 5, 1, 2)
            .uncrossed(RTS, Phase.VOLATILITY_AUCTION, 113_000_00000L, 1)
            .trade(RTS, 113_000_00000L, 1, 1, 2)
            .uncrossed(RTS, Phase.CLOSING_AUCTION, 0, 0);
        assertEquals("112000 113000 112000 113000 - 112166.66667 v=6 n=2 t=1213060.96 off=0/0 oa=112000 ca=- " +
            "s=112340 ps=112340 oi=6", line(RTS));

        script.uncrossed(RTS, Phase.CLOSING_AUCTION, 112_500_00000L, 1).trade(RTS, 112_500_00000L, 1, 2, 1);
        assertEquals(112_500_00000L, statistics.statistics(RTS).closingAuctionPriceE5());
    }

    @Test
    void shouldBeginAnewWithEverySessionAndKeepCloseSettlementAndOpenInterest()
    {
        script.session(1, 20261122)
            .uncrossed(RTS, Phase.OPENING_AUCTION, 112_000_00000L, 2)
            .trade(RTS, 112_000_00000L, 2, 1, 2)
            .suspended(ClearingKind.EVENING)
            .settled(RTS, 112_050_00000L, 18_02468)
            .session(2, 20261123);
        assertEquals("- - - 112000 112000 - v=0 n=0 t=0 off=0/0 oa=- ca=- s=112050 ps=112050 oi=2", line(RTS));

        // A session without trades leaves the closing price of the one before.
        script.suspended(ClearingKind.EVENING).session(3, 20261124);
        assertEquals(112_000_00000L, statistics.statistics(RTS).closePriceE5());
        assertEquals(3, statistics.sessionId());
        assertEquals(20261124, statistics.tradingDate());
    }

    @Test
    void shouldValueTurnoverWithTheTickValueOfItsTime()
    {
        script.session(1, 20261122)
            .trade(RTS, 112_000_00000L, 1, 1, 2)
            .suspended(ClearingKind.INTRADAY)
            .settled(RTS, 112_500_00000L, 20_00000)
            .resumed()
            .trade(RTS, 112_000_00000L, 1, 1, 2);

        // 11200 ticks at 18.02468 and at 20
        assertEquals("112000 112000 112000 112000 - 112000 v=2 n=2 t=425876.42 off=0/0 oa=- ca=- s=112500 ps=112340" +
            " oi=2", line(RTS));
    }

    @Test
    void shouldHaveNoOpenInterestPastMaturity()
    {
        script.session(1, 20261217).trade(RTS, 112_000_00000L, 2, 1, 2).suspended(ClearingKind.EVENING);
        assertEquals(2, statistics.statistics(RTS).openInterestLots());

        script.session(2, 20261218);

        assertEquals(0, statistics.statistics(RTS).openInterestLots());
    }

    @Test
    void shouldHaveItsOpenInterestAgainWhenADateIsMovedBack()
    {
        script.session(1, 20261123).trade(RTS, 112_000_00000L, 2, 1, 2).suspended(ClearingKind.EVENING);
        script.session(2, 20991231);
        assertEquals(0, statistics.statistics(RTS).openInterestLots());

        script.dateMoved(2, 20261124);

        assertEquals(20261124, statistics.tradingDate());
        assertEquals(2, statistics.statistics(RTS).openInterestLots());
    }

    @Test
    void shouldCountEveryChangeForFeeds()
    {
        final DailyStatistics rts = statistics.statistics(RTS);
        final long before = rts.changes();
        script.session(1, 20261122);
        assertTrue(rts.changes() > before);
        final long opened = rts.changes();
        script.tick();
        assertEquals(opened, rts.changes());
        script.offBook(RTS, 90_000_00000L, 50, 1, 3);
        assertTrue(rts.changes() > opened);
    }

    @Test
    void shouldRefuseAnEventStreamThatNamesAnUnknownInstrument()
    {
        final String message = assertThrows(
            IllegalStateException.class, () -> script.trade(99, 1, 1, 1, 2)).getMessage();
        assertTrue(message.contains("instrumentId=99"), message);
    }

    @Test
    void shouldAgreeWithSumsOfAllTradesWhenTheyAreRandom()
    {
        final long seed = new Random().nextLong();
        System.out.println("MarketStatisticsTest seed=" + seed);
        final Random random = new Random(seed);
        script.session(1, 20261122);
        final Map<Integer, Long> positions = new HashMap<>();
        BigInteger turnover = BigInteger.ZERO;
        long volume = 0;
        long high = Long.MIN_VALUE;
        long low = Long.MAX_VALUE;
        for (int i = 0; i < 2_000; i++)
        {
            final long priceE5 = random.nextInt(1 << 20) * 10_00000L;
            final long lots = 1 + (random.nextInt(50) == 0 ? random.nextInt(Integer.MAX_VALUE) : random.nextInt(20));
            final int buyer = random.nextInt(9);
            final int seller = random.nextInt(9);
            positions.merge(buyer, lots, Long::sum);
            positions.merge(seller, -lots, Long::sum);
            final boolean isOffBook = 0 == random.nextInt(10);
            if (isOffBook)
            {
                script.offBook(RTS, priceE5, lots, buyer, seller);
            }
            else
            {
                script.trade(RTS, priceE5, lots, buyer, seller);
                turnover = turnover.add(BigInteger.valueOf(priceE5).multiply(BigInteger.valueOf(lots)));
                volume += lots;
                high = Math.max(high, priceE5);
                low = Math.min(low, priceE5);
            }
            final DailyStatistics rts = statistics.statistics(RTS);
            assertEquals(
                positions.values().stream().mapToLong(lot -> Math.max(0, lot)).sum(), rts.openInterestLots(),
                "seed=" + seed + " trade=" + i);
            assertEquals(volume, rts.volumeLots(), "seed=" + seed);
            if (0 != volume)
            {
                assertEquals(
                    new BigDecimal(turnover).divide(BigDecimal.valueOf(volume), 0, RoundingMode.HALF_UP)
                        .longValueExact(),
                    rts.vwapE5(), "seed=" + seed + " trade=" + i);
                assertEquals(high, rts.highPriceE5(), "seed=" + seed);
                assertEquals(low, rts.lowPriceE5(), "seed=" + seed);
            }
        }
        final BigDecimal kopecks = new BigDecimal(turnover.multiply(BigInteger.valueOf(18_02468)))
            .divide(new BigDecimal("1000000000"), 0, RoundingMode.HALF_UP);
        // More than a long can say is said as the most that it can.
        assertEquals(kopecks.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact(),
            statistics.statistics(RTS).turnoverKopecks(), "seed=" + seed);
    }

    private String line(final int instrumentId)
    {
        final StatisticsReport report = statistics.reports().stream()
            .filter(one -> one.instrumentId() == instrumentId).findFirst().orElseThrow();
        final DailyStatistics values = statistics.statistics(instrumentId);
        return text(values.openPriceE5()) + ' ' + text(values.highPriceE5()) + ' ' + text(values.lowPriceE5()) + ' ' +
            text(values.lastPriceE5()) + ' ' + text(values.closePriceE5()) + ' ' + text(values.vwapE5()) +
            " v=" + report.volumeLots() + " n=" + report.trades() +
            " t=" + (0 == report.turnover().signum() ? "0" : report.turnover().toPlainString()) +
            " off=" + report.offBookLots() + '/' + report.offBookTrades() +
            " oa=" + text(values.openingAuctionPriceE5()) + " ca=" + text(values.closingAuctionPriceE5()) +
            " s=" + report.settlement() + " ps=" + report.previousSettlement() +
            " oi=" + report.openInterestLots();
    }

    private static String text(final long priceE5)
    {
        return NONE == priceE5 ? "-" : Decimals.priceE5(priceE5).toPlainString();
    }
}
