// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The run is on Wednesday, 14 January 2026; a day has two clearings. */
class MarginMarketTest
{
    private static final long E5 = MarginVenue.E5;
    private static final int FUTURE = 1;
    private static final int OPTION = 2;
    private static final int NEVER = 0;
    private static final Volatility VOLATILITY = new Volatility(OptionModel.BACHELIER, 250_000, 80_000);

    private final List<Contract> contracts = new ArrayList<>();
    private final Map<String, GroupParameters> groups = new TreeMap<>();
    private PriceParameters prices = PriceParameters.DEFAULT;

    private int add(final int id, final ClearingTerms terms, final long settlementE5)
    {
        contracts.add(new Contract(id, "I" + id, terms, 10 * E5, 2 * E5, settlementE5, settlementE5, 0, null, 0, 0));
        return contracts.size() - 1;
    }

    private int future(final int id, final int expiryDate)
    {
        return add(id, ClearingTerms.plain(ContractStyle.FUTURE, expiryDate), 100 * E5);
    }

    private int option(final int id, final OptionRight right, final long strike, final int underlyingId)
    {
        return add(id, terms(ContractStyle.MARGINED_OPTION, right, SettlementType.PHYSICAL, strike, underlyingId), 0);
    }

    private static ClearingTerms terms(
        final ContractStyle style,
        final OptionRight right,
        final SettlementType settlement,
        final long strike,
        final int underlyingId)
    {
        return new ClearingTerms(
            style, right, settlement, strike * E5, 1, underlyingId, MarginVenue.date(30), false);
    }

    private void group(final String name, final long minPriceE5, final Volatility volatility, final Integer... ids)
    {
        groups.put(name, new GroupParameters(
            List.of(ids), MarginVenue.FLAT, minPriceE5, volatility, MarginVenue.KEY_TERMS, null, null));
    }

    private MarginMarket market(final boolean evening)
    {
        return market(0, evening);
    }

    private MarginMarket market(final int day, final boolean evening)
    {
        final MarginParameters parameters =
            new MarginParameters(MarginMethod.HOUSE, 2, new TreeMap<>(groups), List.of(), null);
        return MarginMarket.of(parameters, contracts.toArray(Contract[]::new), prices, MarginVenue.date(day), evening);
    }

    private int clearingsLeft(final int expiryDate, final boolean expiresIntraday, final boolean evening)
    {
        contracts.clear();
        add(FUTURE, new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, 1, 0, expiryDate,
            expiresIntraday), 100 * E5);
        group("X", 0, null, FUTURE);
        return market(evening).instrument(0).clearingsLeft();
    }

    private int inTheEvening(final int days)
    {
        return clearingsLeft(MarginVenue.date(days), false, true);
    }

    @Test
    void shouldCountTheClearingsOfWorkingDaysThatAreLeft()
    {
        assertEquals(2, inTheEvening(1));
        assertEquals(4, inTheEvening(2));
        assertEquals(6, inTheEvening(5), "Thursday, Friday, Monday");
        assertEquals(10, inTheEvening(7), "five working days of a week");
        assertEquals(12, inTheEvening(8));
        assertEquals(14, inTheEvening(9), "seven working days");
        assertEquals(20, inTheEvening(14));
        assertEquals(Integer.MAX_VALUE, clearingsLeft(NEVER, false, true));
    }

    @Test
    void shouldClearOnALastDayThatIsNoWorkingDay()
    {
        assertEquals(6, inTheEvening(3), "Thursday, Friday, and the Saturday that is the last day");
        assertEquals(6, inTheEvening(4), "Thursday, Friday, and the Sunday that is the last day");
        assertEquals(1, market(4, false).instrument(0).clearingsLeft(), "the evening of that Sunday");
        assertEquals(16, inTheEvening(10), "seven working days and a Saturday");
    }

    @Test
    void shouldCountTheEveningOfTodayDuringTheDay()
    {
        assertEquals(1, clearingsLeft(MarginVenue.date(0), false, false));
        assertEquals(3, clearingsLeft(MarginVenue.date(1), false, false));
    }

    @Test
    void shouldCountOneClearingOfADayOnWhichAContractEndsInTheFirst()
    {
        assertEquals(1, clearingsLeft(MarginVenue.date(1), true, true));
        assertEquals(3, clearingsLeft(MarginVenue.date(2), true, true));
        assertEquals(2, clearingsLeft(MarginVenue.date(1), true, false));
    }

    @Test
    void shouldCountNoFurtherThanAYear()
    {
        // 52 weeks of ten clearings to Wednesday, 13 January 2027.
        assertEquals(520, inTheEvening(364));
        assertEquals(520, inTheEvening(365));
        assertEquals(520, inTheEvening(2_000));
        assertEquals(518, inTheEvening(363));
    }

    @Test
    void shouldSeeAFutureAtItsPriceAndTickValue()
    {
        final int ordinal = future(FUTURE, MarginVenue.date(60));
        group("X", 0, VOLATILITY, FUTURE);
        final MarginInstrument future = market(true).instrument(ordinal);
        assertEquals(100, future.price());
        assertEquals(100, future.riskPrice());
        assertEquals(60, future.days());
        assertEquals(60.0 / 365, future.years());
        // A tick of 10 points is 2 roubles.
        assertEquals(20, future.kopecksPerPoint());
        // Between 30 and 90 days: half of the way from 0.1 to 0.07, and from 0.2866 to 0.2108.
        assertEquals(0.085, future.interestRisk(), 1e-12);
        assertEquals(0.2487, future.volatilityRisk(), 1e-12);
        assertEquals(0, future.valueKopecks());
        assertEquals(0, future.discountRate());
        assertEquals(-1, future.exercised());
        assertFalse(future.isOption());
        assertFalse(future.isPremium());
    }

    @Test
    void shouldHaveNoDaysLeftWithoutALastDay()
    {
        future(FUTURE, NEVER);
        group("X", 0, null, FUTURE);
        assertEquals(0, market(true).instrument(0).days());
    }

    @Test
    void shouldTakeRatesOfTheLowestPriceWhenAContractCostsLess()
    {
        add(FUTURE, ClearingTerms.plain(ContractStyle.FUTURE, NEVER), -3 * E5);
        group("X", 5 * E5, null, FUTURE);
        assertEquals(-3, market(true).instrument(0).price());
        assertEquals(5, market(true).instrument(0).riskPrice());
        group("X", 2 * E5, null, FUTURE);
        assertEquals(3, market(true).instrument(0).riskPrice(), "the size of a price below 0");
    }

    @Test
    void shouldSeeAnOptionAtThePriceOfItsFuture()
    {
        final int future = future(FUTURE, MarginVenue.date(60));
        final int call = option(OPTION, OptionRight.CALL, 90, FUTURE);
        group("X", 0, VOLATILITY, FUTURE);
        final MarginInstrument option = market(true).instrument(call);
        assertTrue(option.isOption());
        assertEquals(100, option.price());
        assertEquals(90, option.strike());
        assertEquals(30, option.days());
        assertEquals(0.25, option.volatility(), "of the group, as the run has none");
        assertEquals(OptionModel.BACHELIER, option.optionModel());
        assertEquals(0, option.discountRate(), "nothing is paid before the end");
        assertEquals(market(true).instrument(future).family(), option.family());
        prices = prices.with(OPTION,
            InstrumentParameters.NONE.withVolatility(new Volatility(OptionModel.BLACK, 300_000, 150_000)));
        assertEquals(0.3, market(true).instrument(call).volatility());
        assertEquals(OptionModel.BLACK, market(true).instrument(call).optionModel());
    }

    @Test
    void shouldBeIntrinsicWhenNobodyKnowsAVolatility()
    {
        future(FUTURE, MarginVenue.date(60));
        final int call = option(OPTION, OptionRight.CALL, 90, FUTURE);
        group("X", 0, null, FUTURE);
        assertEquals(0, market(true).instrument(call).volatility());
        assertEquals(OptionModel.BLACK, market(true).instrument(call).optionModel());
    }

    @Test
    void shouldDiscountAndCountAPremiumThatHasBeenPaid()
    {
        future(FUTURE, MarginVenue.date(60));
        final int call = add(OPTION, terms(
            ContractStyle.PREMIUM_OPTION, OptionRight.CALL, SettlementType.CASH, 90, FUTURE), 12_50_000L);
        groups.put("X", new GroupParameters(List.of(FUTURE), MarginVenue.FLAT, 0, VOLATILITY,
            List.of(new KeyTerm(10, 0, 0, 40_000), new KeyTerm(50, 0, 0, 60_000)), null, null));
        final MarginInstrument option = market(true).instrument(call);
        assertTrue(option.isPremium());
        // 12.5 points, 0.2 roubles each.
        assertEquals(2_50, option.valueKopecks());
        assertEquals(0.05, option.discountRate(), 1e-12, "half of the way between 10 and 50 days");
        final double undiscounted = OptionModel.BACHELIER.price(OptionRight.CALL, 100, 90, 0.5, 0.25);
        assertEquals(undiscounted * Math.exp(-0.05 * 0.5), option.value(100, 0.25, 0.5), 1e-12);
        prices = prices.with(OPTION, InstrumentParameters.NONE.withVolatility(VOLATILITY));
        assertEquals(0.08, market(true).instrument(call).discountRate(), 1e-12, "the rate that came with the prices");
    }

    @Test
    void shouldWantThePriceOfAnUnderlyingThatIsNotTraded()
    {
        final int call = option(OPTION, OptionRight.CALL, 90, 99);
        group("X", 0, VOLATILITY, OPTION);
        final PreconditionException ex = assertThrows(PreconditionException.class, () -> market(true));
        assertTrue(ex.getMessage().contains("instrumentId=2"), ex.getMessage());
        prices = prices.with(OPTION, InstrumentParameters.NONE.withUnderlyingE5(95 * E5));
        assertEquals(95, market(true).instrument(call).price());
        assertEquals(-1, market(true).instrument(call).exercised(), "nobody can hold what it is on");
    }

    @Test
    void shouldKnowWhatAnOptionInTheMoneyBecomes()
    {
        final int future = future(FUTURE, MarginVenue.date(60));
        final int[] becoming = {option(10, OptionRight.CALL, 99, FUTURE), option(11, OptionRight.PUT, 101, FUTURE)};
        final int[] worthless = {
            option(12, OptionRight.CALL, 100, FUTURE),
            option(13, OptionRight.PUT, 100, FUTURE),
            option(14, OptionRight.CALL, 101, FUTURE),
            option(15, OptionRight.PUT, 99, FUTURE)};
        final int inCash = add(16, terms(
            ContractStyle.MARGINED_OPTION, OptionRight.CALL, SettlementType.CASH, 90, FUTURE), 0);
        final int ofAnotherGroup = option(17, OptionRight.CALL, 90, FUTURE);
        group("X", 0, VOLATILITY, FUTURE);
        group("Y", 0, VOLATILITY, 17);
        final MarginMarket market = market(true);
        for (final int ordinal : becoming)
        {
            assertEquals(future, market.instrument(ordinal).exercised(), "ordinal=" + ordinal);
        }
        for (final int ordinal : worthless)
        {
            assertEquals(-1, market.instrument(ordinal).exercised(), "ordinal=" + ordinal);
        }
        assertEquals(-1, market.instrument(inCash).exercised());
        assertEquals(-1, market.instrument(ofAnotherGroup).exercised());
        assertEquals(1, market.instrument(becoming[0]).exerciseSign(), "who exercises a call buys");
        assertEquals(-1, market.instrument(becoming[1]).exerciseSign(), "who exercises a put sells");
    }

    @Test
    void shouldPutAnOptionIntoTheGroupOfItsFutureUnlessItsOwnIsNamed()
    {
        final int future = future(FUTURE, MarginVenue.date(60));
        final int unnamed = option(OPTION, OptionRight.CALL, 90, FUTURE);
        final int named = option(3, OptionRight.CALL, 95, FUTURE);
        final int other = future(4, MarginVenue.date(60));
        group("X", 0, VOLATILITY, FUTURE);
        group("Y", 0, VOLATILITY, 3);
        final MarginMarket market = market(true);
        assertEquals(2, market.groups());
        assertEquals(0, market.groupOf("X"));
        assertEquals(1, market.groupOf("Y"));
        assertEquals(0, market.instrument(future).group());
        assertEquals(0, market.instrument(unnamed).group());
        assertEquals(1, market.instrument(named).group());
        assertNull(market.instrument(other), "of no group");
        assertEquals(4, market.size());
        assertEquals(2, market.families());
    }

    @Test
    void shouldWantNoMarginOfWhatCannotBeHeld()
    {
        add(FUTURE, ClearingTerms.plain(ContractStyle.STRATEGY, NEVER), 0);
        add(OPTION, terms(ContractStyle.MARGINED_OPTION, OptionRight.NONE, SettlementType.CASH, 90, FUTURE), 0);
        future(3, MarginVenue.date(0));
        group("X", 0, VOLATILITY, FUTURE, OPTION, 3);
        for (int i = 0; i < 3; i++)
        {
            assertNull(market(true).instrument(i), "ordinal=" + i);
        }
        assertEquals(2, market(false).instrument(2).ordinal(), "it ends in the evening");
    }

    @Test
    void shouldNameAnInstrumentThatIsNotThere()
    {
        future(FUTURE, NEVER);
        group("X", 0, null, FUTURE, 77);
        final PreconditionException ex = assertThrows(PreconditionException.class, () -> market(true));
        assertTrue(ex.getMessage().contains("group=X instrumentId=77"), ex.getMessage());
    }

    @Test
    void shouldCountTiersByTheLastDaysOfFutures()
    {
        final int far = future(10, MarginVenue.date(60));
        final int near = future(11, MarginVenue.date(40));
        final int endless = future(12, NEVER);
        final int onTheFar = option(13, OptionRight.CALL, 90, 10);
        final int onNothing = option(14, OptionRight.CALL, 90, 99);
        prices = prices.with(14, InstrumentParameters.NONE.withUnderlyingE5(95 * E5));
        group("X", 0, VOLATILITY, 10, 11, 12, 14);
        final MarginMarket market = market(true);
        // An option whose underlying is not traded has its own last day, in 30 days.
        assertEquals(1, market.instrument(onNothing).tier());
        assertEquals(2, market.instrument(near).tier());
        assertEquals(3, market.instrument(far).tier());
        assertEquals(3, market.instrument(onTheFar).tier());
        assertEquals(4, market.instrument(endless).tier());
        assertEquals(market.instrument(far).clearingsLeft(), market.instrument(onTheFar).familyClearingsLeft());
        assertEquals(market.instrument(onNothing).clearingsLeft(), market.instrument(onNothing).familyClearingsLeft());
        assertTrue(market.instrument(onTheFar).clearingsLeft() < market.instrument(onTheFar).familyClearingsLeft());
        assertEquals(4, market.families());
    }

    @Test
    void shouldKnowTheSmallestContractOfAGroup()
    {
        for (final long lotUnits : new long[]{100, 10, 1_000})
        {
            add(10 + contracts.size(), new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0,
                lotUnits, 0, NEVER, false), 100 * E5);
        }
        group("X", 0, null, 10, 11, 12);
        assertEquals(10, market(true).smallestLot(0));
        group("X", 0, null, 10, 12);
        assertEquals(100, market(true).smallestLot(0));
    }
}
