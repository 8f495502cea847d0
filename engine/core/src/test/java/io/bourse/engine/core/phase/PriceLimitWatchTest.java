// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.ContractCommandWriter;
import io.bourse.engine.core.CoreFixture;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.VenueCommandWriter;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.testing.SharedData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Price limits that follow the market, with the vectors of the clearing rules.
 */
class PriceLimitWatchTest
{
    private static final long WATCH_NS = 180_000_000_000L;
    private static final int INSTRUMENT = 10;

    private CoreFixture core;
    private VenueCommandWriter commands;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers().open();
        commands = new VenueCommandWriter(core.commands);
        define(INSTRUMENT, 10, 1_000, 2_000);
        watch(INSTRUMENT, 10, 25, 2);
    }

    @Test
    void shouldShiftUpWhenLastPriceStaysNearTheHighLimit()
    {
        trade(1_900);
        assertEquals(core.timeNs + WATCH_NS, core.engine.nextDeadlineNs());
        assertEquals(List.of(), advance(WATCH_NS - 1));
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1250 highLimitE5=2250 instrumentId=10 shifts=1"), advance(1));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=10 PRICE_OUT_OF_LIMITS"),
            core.order(1, encoder -> encoder.instrumentId(INSTRUMENT).priceE5(1_240)));
        assertEquals(1, core.order(1, encoder -> encoder.instrumentId(INSTRUMENT).priceE5(2_250)).size());
    }

    @Test
    void shouldShiftDownWhenLastPriceStaysNearTheLowLimit()
    {
        trade(1_100);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=750 highLimitE5=1750 instrumentId=10 shifts=1"), advance(WATCH_NS));
    }

    @Test
    void shouldNotShiftWhenLastPriceLeavesTheZoneInTime()
    {
        trade(1_900);
        advance(WATCH_NS - 1);
        trade(1_890);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(List.of(), advance(WATCH_NS));
    }

    @Test
    void shouldGoOnWatchingWhenLastPriceMovesInsideTheZone()
    {
        trade(1_900);
        final long deadlineNs = core.engine.nextDeadlineNs();
        advance(WATCH_NS / 2);
        trade(2_000);
        assertEquals(deadlineNs, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldWatchAnewWhenLastPriceJumpsToTheOtherLimit()
    {
        trade(1_900);
        advance(WATCH_NS - 1);
        trade(1_100);
        assertEquals(core.timeNs + WATCH_NS, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldShiftOnlySoOftenInASession()
    {
        trade(2_000);
        assertEquals(1, advance(WATCH_NS).size());
        trade(2_250);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1500 highLimitE5=2500 instrumentId=10 shifts=2"), advance(WATCH_NS));
        trade(2_500);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());

        endSessionAndOpen(2);
        trade(2_500);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1750 highLimitE5=2750 instrumentId=10 shifts=1"), advance(WATCH_NS));
    }

    @Test
    void shouldShiftAgainWithoutATradeWhenThePriceIsStillNearTheLimit()
    {
        watch(INSTRUMENT, 10, 2, 3);
        trade(2_000);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1020 highLimitE5=2020 instrumentId=10 shifts=1"), advance(WATCH_NS));
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1040 highLimitE5=2040 instrumentId=10 shifts=2"), advance(WATCH_NS));
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1060 highLimitE5=2060 instrumentId=10 shifts=3"), advance(WATCH_NS));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldBeNearTheLowLimitInTheMiddleOfTwoZonesThatMeet()
    {
        watch(INSTRUMENT, 50, 25, 2);
        trade(1_500);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=750 highLimitE5=1750 instrumentId=10 shifts=1"), advance(WATCH_NS));
    }

    @Test
    void shouldShiftLimitsThatAreOneTickApart()
    {
        define(11, 10, 1_000, 1_010);
        watch(11, 10, 100, 1);
        trade(11, 1_010);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1010 highLimitE5=1020 instrumentId=11 shifts=1"), advance(WATCH_NS));
    }

    @Test
    void shouldPublishNothingWhenAShiftIsLessThanHalfATick()
    {
        define(11, 100, 1_000, 2_000);
        watch(11, 10, 4, 2);
        trade(11, 2_000);
        assertEquals(List.of(), advance(WATCH_NS));
        trade(11, 1_000);
        assertEquals(List.of(), advance(WATCH_NS));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldNotWatchAnyMoreWhenLimitsArePublished()
    {
        trade(1_900);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(core.timeNs + WATCH_NS, core.engine.nextDeadlineNs());
        core.send(core.commands.settlement(1, INSTRUMENT, 1_500, 100_000, 1_000, 2_000));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldNotShiftWhileClearingHoldsTheSession()
    {
        trade(1_900);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(), advance(WATCH_NS));
        core.send(core.commands.resume(1));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        trade(1_900);
        assertEquals(1, advance(WATCH_NS).size());
    }

    @Test
    void shouldCountAgainWhenClearingPublishesLimits()
    {
        trade(2_000);
        advance(WATCH_NS);
        trade(2_250);
        advance(WATCH_NS);
        trade(2_500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        core.send(core.commands.settlement(1, INSTRUMENT, 1_500, 100_000, 1_000, 2_000));
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        core.send(core.commands.resume(1));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        trade(2_000);
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1250 highLimitE5=2250 instrumentId=10 shifts=1"), advance(WATCH_NS));
    }

    @Test
    void shouldWatchAsTheControlsSayWhenTheyAreSetAgain()
    {
        trade(1_900);
        advance(WATCH_NS / 2);
        watch(INSTRUMENT, 10, 50, 1);
        assertEquals(core.timeNs + WATCH_NS, core.engine.nextDeadlineNs());
        assertEquals(
            List.of("PriceLimitsShifted lowLimitE5=1500 highLimitE5=2500 instrumentId=10 shifts=1"), advance(WATCH_NS));
        watch(INSTRUMENT, 0, 0, 0);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldNotWatchWhatHasExpired()
    {
        trade(1_900);
        // No position is left.
        core.order(1, encoder -> encoder.instrumentId(INSTRUMENT).side(Side.SELL.value()).priceE5(1_900));
        core.order(2, encoder -> encoder.instrumentId(INSTRUMENT).priceE5(1_900));
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        assertEquals(core.timeNs + WATCH_NS, core.engine.nextDeadlineNs());
        core.send(new ContractCommandWriter(core.commands).expire(1, INSTRUMENT));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldNeverWatchLimitsThatBoundNothing()
    {
        watch(3, 100, 100, 255);
        core.order(2, encoder -> encoder.instrumentId(3).side(Side.SELL.value()).priceE5(Long.MAX_VALUE));
        core.order(1, encoder -> encoder.instrumentId(3).priceE5(Long.MAX_VALUE));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        define(11, 1, Long.MAX_VALUE - 1_000, Long.MAX_VALUE);
        watch(11, 100, 100, 255);
        core.order(2, encoder -> encoder.instrumentId(11).side(Side.SELL.value()).priceE5(Long.MAX_VALUE));
        core.order(1, encoder -> encoder.instrumentId(11).priceE5(Long.MAX_VALUE));
        assertEquals(List.of(), advance(WATCH_NS));
        // The widest limits that move.
        define(12, 1, 0, 1L << 55);
        watch(12, 10, 1, 1);
        trade(12, 1L << 55);
        assertEquals(1, advance(WATCH_NS).size());
    }

    @Test
    void shouldShiftAsTheVectorsSay()
    {
        int rows = 0;
        for (final String[] row : vectors())
        {
            shouldShiftAsTheVectorSays(100 + rows, row);
            rows++;
        }
        assertTrue(rows > 0);
    }

    private void shouldShiftAsTheVectorSays(final int id, final String[] row)
    {
        final long tickE5 = priceE5(row[3]);
        final int shiftPct = new BigDecimal(row[4]).movePointRight(2).intValueExact();
        final int shifts = Integer.parseInt(row[5]);
        long lowE5 = priceE5(row[6]);
        long highE5 = priceE5(row[7]);
        define(id, tickE5, lowE5, highE5);
        watch(id, 10, shiftPct, 5);
        if (0 == shifts)
        {
            trade(id, priceE5(row[0]));
            assertEquals(List.of(), advance(WATCH_NS));
        }
        final long stepE5 = 0 == shifts ? 0 : (priceE5(row[8]) - lowE5) / Math.abs(shifts);
        for (int i = 1; i <= Math.abs(shifts); i++)
        {
            trade(id, shifts > 0 ? highE5 : lowE5);
            lowE5 += stepE5;
            highE5 += stepE5;
            assertEquals(
                List.of("PriceLimitsShifted lowLimitE5=" + lowE5 + " highLimitE5=" + highE5 + " instrumentId=" + id +
                " shifts=" + i), advance(WATCH_NS), String.join(",", row));
        }
        assertEquals(priceE5(row[8]), lowE5);
        assertEquals(priceE5(row[9]), highE5);
    }

    private static List<String[]> vectors()
    {
        final Path file = SharedData.require("clearing/vectors/price_limits.csv");
        try
        {
            return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",")).toList();
        }
        catch (final IOException ex)
        {
            throw new AssertionError("cannot read the vectors: file=" + file, ex);
        }
    }

    private static long priceE5(final String text)
    {
        return new BigDecimal(text).movePointRight(5).longValueExact();
    }

    private void define(final int id, final long tickE5, final long lowE5, final long highE5)
    {
        core.send(core.commands.instrument(id, "LIM-" + id, tickE5, lowE5, highE5));
    }

    private void watch(final int id, final int watchPct, final int shiftPct, final int maxShifts)
    {
        assertEquals(1, core.send(commands.priceControls(id, encoder -> encoder
            .limitWatchNs(WATCH_NS)
            .limitWatchPct((short)watchPct)
            .limitShiftPct((short)shiftPct)
            .maxLimitShifts((short)maxShifts))).size());
    }

    private void trade(final long priceE5)
    {
        trade(INSTRUMENT, priceE5);
    }

    private void trade(final int id, final long priceE5)
    {
        core.order(2, encoder -> encoder.instrumentId(id).side(Side.SELL.value()).priceE5(priceE5));
        final List<String> events = core.order(1, encoder -> encoder.instrumentId(id).priceE5(priceE5));
        assertTrue(events.get(1).startsWith("trade "), events.toString());
    }

    private List<String> advance(final long byNs)
    {
        core.timeNs += byNs;
        return core.send(commands.advanceTime());
    }

    private void endSessionAndOpen(final int sessionId)
    {
        core.send(core.commands.suspend(sessionId, ClearingKind.EVENING));
        core.send(core.commands.complete(sessionId, ClearingKind.EVENING));
        core.send(core.commands.openSession(sessionId, 20261120 + sessionId));
    }
}
