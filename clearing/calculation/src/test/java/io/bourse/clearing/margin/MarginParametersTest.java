// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.engine.protocol.LimitLevel;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

class MarginParametersTest
{
    private static MarginParameters read(final String json)
    {
        return MarginParameters.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String group(final String more)
    {
        return "{\"groups\":{\"Si\":{\"instruments\":[7,1],\"risk\":{\"rate1E6\":1,\"rate2E6\":2,\"rate3E6\":3," +
            "\"limit1Units\":4,\"limit2Units\":5}" + more + "}}}";
    }

    @Test
    void shouldReadWhatItWrites()
    {
        for (long seed = 1; seed < 20; seed++)
        {
            final RandomMargin random = new RandomMargin(new Random(seed));
            for (final MarginParameters parameters :
                List.of(random.house(Netting.HALF, true), random.span()))
            {
                final MarginParameters read = MarginParameters.read(parameters.json());
                assertEquals(parameters, read);
                assertArrayEquals(parameters.json(), read.json());
                assertEquals(parameters.sha256(), read.sha256());
            }
        }
    }

    @Test
    void shouldFillInWhatAFileLeavesOut()
    {
        final MarginParameters parameters = read(group(""));
        final GroupParameters group = parameters.groups().get("Si");
        assertEquals(MarginMethod.HOUSE, parameters.method());
        assertEquals(2, parameters.clearingsPerDay());
        assertEquals(List.of(1, 7), group.instruments());
        assertEquals(HouseParameters.DEFAULT, group.house());
        assertEquals(SpanParameters.DEFAULT, group.span());
        assertEquals(HouseParameters.DEFAULT, read(group(",\"house\":{}")).groups().get("Si").house());
        assertEquals(SpanParameters.DEFAULT, read(group(",\"span\":{}")).groups().get("Si").span());
    }

    @Test
    void shouldNameWhatAFileHasWrong()
    {
        assertTrue(refusal("{\"metod\":\"HOUSE\"}").contains("metod"));
        assertTrue(refusal("{\"groups\":{\"Si\":{}}}").contains("risk=null"));
        assertTrue(refusal(group(",\"keyTerms\":[{\"days\":3},{\"days\":3}]")).contains("days=3"));
        assertTrue(refusal(group(",\"house\":{\"stepNum\":101}")).contains("stepNum=101"));
        assertTrue(refusal(group(",\"span\":{\"spreads\":[{\"first\":1,\"second\":1}]}")).contains("second=1"));
        assertTrue(refusal("{\"offsets\":[{\"legs\":[{\"group\":\"A\",\"ratio\":1},{\"group\":\"B\",\"ratio\":1}]," +
            "\"rateE6\":1}]}").contains("group=A"));
        assertTrue(refusal("{\"registers\":{\"AA01001\":{\"somcRatioE3\":5001}}}").contains("somcRatioE3=5001"));
        final TreeMap<String, GroupParameters> twice = new TreeMap<>(read(group("")).groups());
        twice.put("Eu", twice.get("Si"));
        assertTrue(assertThrows(IllegalArgumentException.class, () ->
            new MarginParameters(null, 0, twice, null, null)).getMessage().contains("instrumentId=1"));
    }

    private static String refusal(final String json)
    {
        return assertThrows(IllegalArgumentException.class, () -> read(json)).getMessage();
    }

    @Test
    void shouldFindTheSwitchesOfARegister()
    {
        final MarginParameters parameters = read("{\"registers\":{\"AA01001\":{\"calendar\":\"NONE\"}," +
            "\"AA01\":{\"noFuturesDiscount\":true},\"POOL\":{\"inter\":\"HALF\"}}}");
        assertEquals(Netting.NONE, parameters.switchesOf(LimitLevel.CLIENT, "AA01001").calendar());
        assertTrue(parameters.switchesOf(LimitLevel.CLIENT, "AA01002").noFuturesDiscount());
        assertTrue(parameters.switchesOf(LimitLevel.BROKERAGE_FIRM, "AA01").noFuturesDiscount());
        assertEquals(Netting.HALF, parameters.switchesOf(LimitLevel.SETTLEMENT_ACCOUNT, "POOL").inter());
        assertEquals(RegisterSwitches.DEFAULT, parameters.switchesOf(LimitLevel.CLIENT, "BB01002"));
        for (final String code : List.of("AA01POOL", "AA01002"))
        {
            assertEquals(RegisterSwitches.DEFAULT, parameters.switchesOf(LimitLevel.SETTLEMENT_ACCOUNT, code), code);
        }
    }

    @Test
    void shouldPutOptionsIntoTheGroupOfTheirUnderlyingAndLeaveOutWhatHasEnded()
    {
        final MarginVenue venue = new MarginVenue();
        final int future = venue.future(1, 100 * MarginVenue.E5, 30);
        final int option = venue.option(2, OptionRight.CALL, 100 * MarginVenue.E5, 1, 10, 250_000);
        final int ended = venue.option(3, OptionRight.CALL, 100 * MarginVenue.E5, 1, 0, 250_000);
        final int other = venue.future(4, 100 * MarginVenue.E5, 30);
        final int strategy = venue.add(5, ClearingTerms.plain(ContractStyle.STRATEGY, 0), 0);
        final MarginArrays arrays = venue.arrays(MarginVenue.house("X",
            MarginVenue.group(List.of(1, 5), MarginVenue.FLAT, null)));
        assertTrue(arrays.isMargined(future));
        assertTrue(arrays.isMargined(option));
        assertFalse(arrays.isMargined(ended));
        assertFalse(arrays.isMargined(other));
        assertFalse(arrays.isMargined(strategy));
        final PortfolioMargin portfolio = arrays.portfolio();
        portfolio.add(other, 1_000, 0, 0);
        assertEquals(0, portfolio.requiredKopecks());
    }

    @Test
    void shouldCountTheRunsThatAreLeftOnWorkingDaysAndOnTheLastDayWhateverItIs()
    {
        final MarginVenue venue = new MarginVenue();
        final int[] days = {1, 2, 3, 4, 5, 6};
        for (int i = 0; i < days.length; i++)
        {
            venue.future(i + 1, 100 * MarginVenue.E5, days[i]);
        }
        final MarginMarket market = venue.market(MarginVenue.house("X",
            MarginVenue.group(List.of(1, 2, 3, 4, 5, 6), MarginVenue.FLAT, null)));
        // The day is a Wednesday, evening: Thursday, Friday, Saturday, Sunday, Monday, Tuesday.
        assertEquals(List.of(2, 4, 6, 6, 6, 8), IntStream.range(0, days.length)
            .mapToObj(i -> market.instrument(i).clearingsLeft()).toList());
    }

    @Test
    void shouldCountTheRunsThatAreLeftAsSomebodyWouldWithACalendar()
    {
        final int most = 400;
        final MarginVenue venue = new MarginVenue();
        final List<Integer> ids = IntStream.rangeClosed(1, most).boxed().toList();
        ids.forEach(id -> venue.future(id, 100 * MarginVenue.E5, id));
        final MarginMarket market =
            venue.market(MarginVenue.house("X", MarginVenue.group(ids, MarginVenue.FLAT, null)));
        final List<Integer> expected = new ArrayList<>();
        int working = 0;
        for (int day = 1; day <= most; day++)
        {
            final LocalDate date = day(day);
            final boolean isWorking = date.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0;
            final boolean isNear = date.isBefore(day(0).plusYears(1));
            // A last day is cleared whatever day it is; beyond a year nobody counts.
            expected.add(2 * (isNear ? working + 1 : working));
            working += isNear && isWorking ? 1 : 0;
        }
        assertEquals(expected, IntStream.range(0, most).mapToObj(i -> market.instrument(i).clearingsLeft()).toList());
    }

    private static LocalDate day(final int days)
    {
        return LocalDate.parse(Integer.toString(MarginVenue.date(days)), DateTimeFormatter.BASIC_ISO_DATE);
    }

    @Test
    void shouldRefuseUnknownInstrumentsAndOptionsOnNothing()
    {
        final MarginVenue venue = new MarginVenue();
        venue.add(1, new ClearingTerms(ContractStyle.PREMIUM_OPTION, OptionRight.PUT, SettlementType.CASH,
            100 * MarginVenue.E5, 1, 0, MarginVenue.date(10), false), 5 * MarginVenue.E5);
        final GroupParameters unknown = MarginVenue.group(List.of(9), MarginVenue.FLAT, null);
        assertTrue(assertThrows(PreconditionException.class, () -> venue.arrays(MarginVenue.house("X", unknown)))
            .getMessage().contains("instrumentId=9"));
        final GroupParameters onNothing = MarginVenue.group(List.of(1), MarginVenue.FLAT, null);
        assertTrue(assertThrows(PreconditionException.class, () -> venue.arrays(MarginVenue.house("X", onNothing)))
            .getMessage().contains("underlyingE5"));
    }
}
