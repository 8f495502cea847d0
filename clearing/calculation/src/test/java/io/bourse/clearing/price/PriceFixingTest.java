// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.Vectors;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.SettlementPrice;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.util.List;

class PriceFixingTest
{
    private static final long E5 = PriceDay.E5;
    private static final int FUTURE = 10;
    private static final int OPTION = 20;

    private final PriceDay day = new PriceDay();

    @Test
    void shouldSettleAsTheVectorsSay()
    {
        int cases = 0;
        for (final CSVRecord expected : Vectors.read("settlement_expected.csv"))
        {
            final PriceDay vector = new PriceDay();
            final int future = vector.future(FUTURE, PriceDay.NEVER);
            for (final CSVRecord slice : Vectors.read("settlement_slices.csv"))
            {
                if (slice.get("case").equals(expected.get("case")))
                {
                    vector.slice(future, optional(slice.get("bid")), optional(slice.get("ask")),
                        optional(slice.get("last")));
                }
            }
            // The widest book of a valid slice is a fifth of the half-width: 40 of 200.
            assertEquals(40 * E5, Vectors.priceE5(expected.get("max_spread")), expected.toString());
            final FixedPrice price = vector.propose(PriceDay.EVENING, PriceParameters.DEFAULT).price(future);
            assertEquals(Integer.parseInt(expected.get("valid")), price.validSlices(), expected.toString());
            assertEquals("MEDIAN".equals(expected.get("method")), SettlementMethod.MEDIAN == price.method());
            assertEquals(
                Vectors.priceE5(expected.get("settlement_price")), price.settlementE5(), expected.toString());
            cases++;
        }
        assertTrue(cases > 0);
    }

    private static long optional(final String text)
    {
        return text.isEmpty() ? SettlementPrice.NO_PRICE : Vectors.priceE5(text);
    }

    @Test
    void shouldFallBackInOrderAndSaySo()
    {
        final int future = day.future(FUTURE, PriceDay.DATE);
        day.liquid(future, 92_400);
        final InstrumentParameters all = InstrumentParameters.NONE
            .withOverrideE5(92_401 * E5).withFinalE5(92_402 * E5).withTheoreticalE5(92_403 * E5);
        assertFixed(SettlementMethod.OVERRIDE, 92_401, PriceDay.EVENING, all, ApprovalReason.Code.OVERRIDE);
        final InstrumentParameters rest = all.withOverrideE5(null);
        assertFixed(SettlementMethod.FINAL, 92_402, PriceDay.EVENING, rest, ApprovalReason.Code.FINAL_PRICE);
        assertFixed(SettlementMethod.MEDIAN, 92_400, PriceDay.INTRADAY, rest, null);

        final PriceDay quiet = new PriceDay();
        quiet.future(FUTURE, PriceDay.DATE);
        final PriceParameters theoretical = PriceParameters.DEFAULT.with(FUTURE, rest.withFinalE5(null));
        assertMethod(quiet, SettlementMethod.THEORETICAL, 92_403, PriceDay.EVENING, theoretical,
            ApprovalReason.Code.OVERRIDE, 1);
        assertMethod(quiet, SettlementMethod.PREVIOUS, 92_345, PriceDay.INTRADAY, PriceParameters.DEFAULT, null, 1);
        assertMethod(quiet, SettlementMethod.PREVIOUS, 92_345, PriceDay.EVENING, PriceParameters.DEFAULT,
            ApprovalReason.Code.EXPIRES_AT_PREVIOUS, 1);
    }

    private void assertFixed(
        final SettlementMethod method,
        final long price,
        final PriceRun run,
        final InstrumentParameters parameters,
        final ApprovalReason.Code reason)
    {
        assertMethod(day, method, price, run, PriceParameters.DEFAULT.with(FUTURE, parameters), reason,
            null == reason ? 0 : 1);
    }

    private static void assertMethod(
        final PriceDay day,
        final SettlementMethod method,
        final long price,
        final PriceRun run,
        final PriceParameters parameters,
        final ApprovalReason.Code reason,
        final int notes)
    {
        final PriceProposal proposal = day.propose(run, parameters);
        assertEquals(method, proposal.price(0).method());
        assertEquals(price * E5, proposal.price(0).settlementE5());
        assertEquals(PriceDay.EVENING_E5, proposal.price(0).previousE5());
        assertEquals(null == reason ? List.of() : List.of(reason),
            proposal.approvals().stream().map(ApprovalReason::code).toList());
        assertEquals(null != reason, proposal.needsApproval());
        assertEquals(notes, proposal.notes().size(), proposal.notes().toString());
        proposal.notes().forEach(note -> assertTrue(note.contains("method=" + method), note));
    }

    @Test
    void shouldCalculateATheoreticalPriceUpToTheLastDay()
    {
        final int future = day.future(FUTURE, 20270219);
        final PriceParameters parameters = PriceParameters.DEFAULT.with(FUTURE, InstrumentParameters.NONE
            .withForward(new InstrumentParameters.Forward(25_431 * E5, 160_000, 350 * E5)));
        assertEquals(26_104 * E5, day.propose(PriceDay.EVENING, parameters).price(future).settlementE5());
    }

    /** A tick of what is paid in yuan is a thousand of them; a lot of a thousand yuan is 92 400 roubles. */
    @Test
    void shouldTakeTheRateOfWhatIsPaidInACurrencyFromItsOwnMarket()
    {
        final int dollars = day.spot(FUTURE, "USD", "CNY");
        day.liquid(dollars, 92_400);
        final PriceProposal stale = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        assertEquals(E5, stale.price(dollars).tickValueE5());
        assertEquals(ApprovalReason.Code.MISSING_RATE, stale.approvals().get(0).code());
        day.liquid(day.spot(FUTURE + 2, "CNY", "RUB"), 92_300);
        day.liquid(day.spot(FUTURE + 1, "CNY", "RUB"), 92_400);
        final PriceProposal market = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        assertEquals(92_400_000L, market.price(dollars).inputs().rateE6());
        assertEquals(92_400 * E5, market.price(dollars).tickValueE5());
        assertEquals(List.of(), market.approvals());
        final PriceProposal given = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT.withRate("CNY", 12_840_000));
        assertEquals(12_840 * E5, given.price(dollars).tickValueE5());
    }

    @Test
    void shouldTakeTickValuesFromTheRateOfTheDay()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 92_400);
        final InstrumentParameters dollars = InstrumentParameters.NONE
            .withForeign(new InstrumentParameters.Foreign("USD", 20_000));
        final PriceParameters missing = PriceParameters.DEFAULT.with(FUTURE, dollars);
        final PriceProposal stale = day.propose(PriceDay.EVENING, missing);
        assertEquals(E5, stale.price(future).tickValueE5());
        assertEquals(ApprovalReason.Code.MISSING_RATE, stale.approvals().get(0).code());

        final PriceProposal known = day.propose(PriceDay.EVENING, missing.withRate("USD", 90_123_400));
        assertEquals(1_802_468, known.price(future).tickValueE5());
        assertEquals(1_802_468, known.price(future).pointValueE5());
        assertFalse(known.needsApproval());
        assertEquals(1, known.notes().size());

        final PriceProposal given =
            day.propose(PriceDay.EVENING, missing.with(FUTURE, dollars.withTickValueE5(7 * E5)));
        assertEquals(7 * E5, given.price(future).tickValueE5());
        assertEquals(List.of("OVERRIDE 10"), reasons(given));
        assertEquals(given.approvals().stream().map(ApprovalReason::text).toList(), given.notes());
        assertFalse(
            day.propose(PriceDay.EVENING, missing.with(FUTURE, dollars.withTickValueE5(E5))).needsApproval(),
            "it is the last one");
    }

    private static List<String> reasons(final PriceProposal proposal)
    {
        return proposal.approvals().stream().map(reason -> reason.code() + " " + reason.instrumentId()).toList();
    }

    @Test
    void shouldAskForTheoreticalPricesThatSomebodyGave()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        final int option = day.option(OPTION, FUTURE);
        final int orphan = day.option(21, 99);
        final Volatility volatility = new Volatility(OptionModel.BLACK, 250_000, 0);
        final InstrumentParameters.Forward forward = new InstrumentParameters.Forward(92_400 * E5, 0, 0);
        final PriceParameters handGiven = PriceParameters.DEFAULT
            // A model for options has no say in the price of a future.
            .with(FUTURE, InstrumentParameters.NONE.withForward(forward).withVolatility(volatility))
            .with(OPTION, InstrumentParameters.NONE.withTheoreticalE5(481 * E5).withVolatility(volatility))
            .with(21, InstrumentParameters.NONE.withUnderlyingE5(92_500 * E5).withVolatility(volatility));
        final PriceProposal proposal = day.propose(PriceDay.INTRADAY, handGiven);
        assertEquals(92_400 * E5, proposal.price(future).settlementE5());
        assertEquals(481 * E5, proposal.price(option).settlementE5());
        assertEquals(500 * E5, proposal.price(orphan).settlementE5());
        assertEquals(List.of("OVERRIDE 10", "OVERRIDE 20", "OVERRIDE 21"), reasons(proposal));

        day.liquid(future, 92_480);
        day.liquid(option, 500);
        day.liquid(orphan, 510);
        assertEquals(List.of(), reasons(day.propose(PriceDay.INTRADAY, handGiven)), "the book decides");
    }

    @Test
    void shouldAskWhenMediansAreNotMadeAsPublished()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 92_480);
        final PriceProposal more =
            day.propose(PriceDay.INTRADAY, new PriceParameters(12, 200, 500, null, null));
        assertEquals(SettlementMethod.MEDIAN, more.price(future).method());
        assertEquals(List.of("RULES 0"), reasons(more));
        assertEquals(more.approvals().stream().map(ApprovalReason::text).toList(), more.notes());
        assertEquals(
            List.of("RULES 0"),
            reasons(day.propose(PriceDay.INTRADAY, new PriceParameters(10, 1, 500, null, null))));
        assertEquals(
            List.of(), reasons(day.propose(PriceDay.INTRADAY, new PriceParameters(10, 200, 400, null, null))));
    }

    @Test
    void shouldProlongPerpetualsInTheEveningOnly()
    {
        final int perpetual = day.perpetual(FUTURE);
        final int future = day.future(11, PriceDay.NEVER);
        final InstrumentParameters swap =
            InstrumentParameters.NONE.withSwap(new InstrumentParameters.Swap(129_600, 3, 1));
        final PriceParameters parameters = PriceParameters.DEFAULT.with(FUTURE, swap).with(11, swap);
        assertEquals(432, day.propose(PriceDay.EVENING, parameters).price(perpetual).swapRateE4());
        assertEquals(0, day.propose(PriceDay.EVENING, parameters).price(future).swapRateE4());
        assertEquals(0, day.propose(PriceDay.INTRADAY, parameters).price(perpetual).swapRateE4());
    }

    @Test
    void shouldSetLimitsAndRangesFromMarketRisk()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 92_480);
        final PriceProposal kept = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        assertEquals(new PriceBand(92_280 * E5, 92_680 * E5), kept.price(future).limits());
        assertNull(kept.price(future).risk());

        final MarketRisk risk = new MarketRisk(120_000, 150_000, 180_000, 386, 1_930);
        final PriceProposal moved = day.propose(
            PriceDay.EVENING, PriceParameters.DEFAULT.with(FUTURE, InstrumentParameters.NONE.withRisk(risk)));
        assertEquals(new PriceBand(86_932 * E5, 98_028 * E5), moved.price(future).limits());
        assertEquals(
            new FixedPrice.RiskRange(new PriceBand(81_382 * E5, 103_578 * E5), risk), moved.price(future).risk());
    }

    @Test
    void shouldNeverCloseAMarketByARangeOfLessThanATick()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        final MarketRisk risk = new MarketRisk(1, 1, 1, 0, 0);
        final PriceProposal proposal = day.propose(
            PriceDay.EVENING, PriceParameters.DEFAULT.with(FUTURE, InstrumentParameters.NONE.withRisk(risk)));
        assertEquals(new PriceBand(92_145 * E5, 92_545 * E5), proposal.price(future).limits());
    }

    @Test
    void shouldGiveOptionsThePriceOfTheirUnderlying()
    {
        final int option = day.option(OPTION, FUTURE);
        final int orphan = day.option(21, 99);
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 92_480);
        final PriceProposal proposal = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        assertEquals(92_480 * E5, proposal.price(option).underlyingE5());
        assertNull(proposal.price(orphan).underlyingE5());
        assertNull(proposal.price(future).underlyingE5());
        assertFalse(proposal.needsApproval(), "an option does not end at its own price");
        assertTrue(proposal.price(option).expires());

        final PriceProposal given = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT
            .with(21, InstrumentParameters.NONE.withUnderlyingE5(287 * E5))
            .with(OPTION, InstrumentParameters.NONE.withUnderlyingE5(1L)));
        assertEquals(287 * E5, given.price(orphan).underlyingE5());
        assertEquals(92_480 * E5, given.price(option).underlyingE5(), "its own underlying is traded here");
        assertEquals(List.of(21), given.approvals().stream().map(ApprovalReason::instrumentId).toList());
    }

    @Test
    void shouldAskOnceForAnOldPriceThatDecidesExercises()
    {
        day.option(OPTION, FUTURE);
        day.option(21, FUTURE);
        final int future = day.future(FUTURE, PriceDay.NEVER);
        final PriceProposal old = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        assertEquals(
            List.of(ApprovalReason.Code.EXPIRES_AT_PREVIOUS + " " + FUTURE),
            old.approvals().stream().map(reason -> reason.code() + " " + reason.instrumentId()).toList());
        assertFalse(day.propose(PriceDay.INTRADAY, PriceParameters.DEFAULT).needsApproval(), "nothing ends yet");
        day.liquid(future, 92_480);
        assertFalse(day.propose(PriceDay.EVENING, PriceParameters.DEFAULT).needsApproval());

        final PriceDay ended = new PriceDay();
        ended.option(OPTION, FUTURE);
        ended.endedFuture(FUTURE);
        assertFalse(ended.propose(PriceDay.EVENING, PriceParameters.DEFAULT).needsApproval(), "its price is final");

        final PriceDay two = new PriceDay();
        two.option(OPTION, FUTURE);
        two.option(21, 22);
        two.future(FUTURE, PriceDay.NEVER);
        two.future(22, PriceDay.NEVER);
        assertEquals(
            List.of(FUTURE, 22),
            two.propose(PriceDay.EVENING, PriceParameters.DEFAULT).approvals().stream()
                .map(ApprovalReason::instrumentId).sorted().toList());

        final PriceDay both = new PriceDay();
        both.option(OPTION, FUTURE);
        both.future(FUTURE, PriceDay.DATE);
        both.option(21, FUTURE);
        assertEquals(1, both.propose(PriceDay.EVENING, PriceParameters.DEFAULT).approvals().size());
    }

    @Test
    void shouldLeaveWhatHasEndedAsItWas()
    {
        final int future = day.endedFuture(FUTURE);
        day.liquid(future, 92_480);
        final PriceParameters parameters = PriceParameters.DEFAULT.withRate("USD", 90_000_000)
            .with(FUTURE, InstrumentParameters.NONE.withForeign(new InstrumentParameters.Foreign("USD", 1)));
        final PriceProposal proposal = day.propose(PriceDay.EVENING, parameters);
        assertEquals(PriceDay.LAST_E5, proposal.price(future).settlementE5());
        assertEquals(E5, proposal.price(future).tickValueE5());
        assertFalse(proposal.price(future).expires());
        assertEquals(List.of(), proposal.notes());
        assertThrows(PreconditionException.class, () -> day.propose(PriceDay.EVENING,
            PriceParameters.DEFAULT.with(FUTURE, InstrumentParameters.NONE.withOverrideE5(E5))));
    }

    @Test
    void shouldSettleStrategiesAtWhatTheirLegsSettleAt()
    {
        final int strategy =
            day.strategy(30, new PricedInstrument.Leg(1, 2), new PricedInstrument.Leg(2, -3));
        day.liquid(day.future(FUTURE, PriceDay.NEVER), 92_480);
        day.liquid(day.future(11, PriceDay.NEVER), 92_500);
        day.liquid(strategy, 5);
        final FixedPrice price = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT).price(strategy);
        assertEquals(SettlementMethod.LEGS, price.method());
        assertEquals((2 * 92_480 - 3 * 92_500) * E5, price.settlementE5());
        for (final InstrumentParameters own : List.of(
            InstrumentParameters.NONE.withOverrideE5(E5),
            InstrumentParameters.NONE.withFinalE5(E5),
            InstrumentParameters.NONE.withTheoreticalE5(E5),
            InstrumentParameters.NONE.withForward(new InstrumentParameters.Forward(1, 1, 1))))
        {
            assertThrows(PreconditionException.class,
                () -> day.propose(PriceDay.EVENING, PriceParameters.DEFAULT.with(30, own)));
        }
    }

    @Test
    void shouldTakeAMedianOfTenSlicesAndNotOfNine()
    {
        for (final int count : new int[]{9, 10})
        {
            final PriceDay window = new PriceDay();
            final int future = window.future(FUTURE, PriceDay.NEVER);
            for (int i = 0; i < count; i++)
            {
                window.slice(future, 92_400 * E5, 92_402 * E5, SettlementPrice.NO_PRICE);
            }
            final FixedPrice price = window.propose(PriceDay.EVENING, PriceParameters.DEFAULT).price(future);
            assertEquals(9 == count ? SettlementMethod.PREVIOUS : SettlementMethod.MEDIAN, price.method());
            assertEquals((9 == count ? 92_345 : 92_401) * E5, price.settlementE5());
        }
    }

    @Test
    void shouldCountBooksUpToAFifthOfTheHalfWidthOfThePriceLimits()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        // A fifth of 200 points is 40; a hundred-thousandth more is too wide.
        day.slice(future, 92_400 * E5, 92_440 * E5, SettlementPrice.NO_PRICE);
        day.slice(future, 92_400 * E5, 92_440 * E5 + 1, SettlementPrice.NO_PRICE);
        final FixedPrice price = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT).price(future);
        assertEquals(40 * E5, price.inputs().maxSpreadE5());
        assertEquals(List.of(2 * 92_420 * E5), price.inputs().doubledSlicesE5());
        assertEquals(1, price.validSlices());
        assertNull(price.inputs().medianE5());
    }

    @Test
    void shouldRoundAStrategyToItsOwnTickAwayFromZero()
    {
        day.liquid(day.future(FUTURE, PriceDay.NEVER), 92_480);
        day.liquid(day.future(11, PriceDay.NEVER), 92_505);
        for (final int ratio : new int[]{1, -1})
        {
            day.instruments.add(new PricedInstrument(30 + ratio, "S", ClearingTerms.plain(ContractStyle.STRATEGY, 0),
                10 * E5, E5, 0, 0, new PriceBand(-100 * E5, 100 * E5), false,
                List.of(new PricedInstrument.Leg(0, ratio), new PricedInstrument.Leg(1, -ratio))));
        }
        final PriceProposal proposal = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        // The legs are 25 points apart, two ticks and a half.
        assertEquals(-30 * E5, proposal.price(2).settlementE5());
        assertEquals(30 * E5, proposal.price(3).settlementE5());
        assertEquals(new PriceBand(-130 * E5, 70 * E5), proposal.price(2).limits());
        assertFalse(proposal.needsApproval());
        final MarketRisk risk = new MarketRisk(500_000, 500_000, 500_000, 0, 0);
        assertEquals(new PriceBand(-50 * E5, -10 * E5), day.propose(PriceDay.EVENING,
            PriceParameters.DEFAULT.with(31, InstrumentParameters.NONE.withRisk(risk))).price(2).risk().range(),
            "half of 30 are 15 points, a tick and a half");
    }

    @Test
    void shouldEarnNoInterestWithoutALastDayOrOnTheLastDay()
    {
        final int endless = day.future(FUTURE, PriceDay.NEVER);
        final int last = day.future(11, PriceDay.DATE);
        final InstrumentParameters forward = InstrumentParameters.NONE
            .withForward(new InstrumentParameters.Forward(25_431 * E5, 160_000, 0));
        final PriceProposal proposal = day.propose(
            PriceDay.EVENING, PriceParameters.DEFAULT.with(FUTURE, forward).with(11, forward));
        assertEquals(25_431 * E5, proposal.price(endless).settlementE5());
        assertEquals(25_431 * E5, proposal.price(last).settlementE5());
    }

    @Test
    void shouldTakeANewHalfWidthFromOneTickOn()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 100_000);
        // Half of 0.002 % of 100 000 is a tick, of 0.0019 % less.
        final PriceBand tick = new PriceBand(99_999 * E5, 100_001 * E5);
        final PriceBand kept = new PriceBand(99_800 * E5, 100_200 * E5);
        assertEquals(tick, limits(future, new MarketRisk(20, 20, 20, 0, 0)));
        assertEquals(kept, limits(future, new MarketRisk(19, 19, 19, 0, 0)));
    }

    private PriceBand limits(final int future, final MarketRisk risk)
    {
        return day.propose(PriceDay.EVENING,
            PriceParameters.DEFAULT.with(FUTURE, InstrumentParameters.NONE.withRisk(risk))).price(future).limits();
    }

    @Test
    void shouldRoundTheRangeOfMarketRiskToTheTick()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 100_000);
        final MarketRisk half = new MarketRisk(25, 25, 25, 0, 0);
        // 0.0025 % of 100 000 are two ticks and a half.
        assertEquals(new PriceBand(99_997 * E5, 100_003 * E5), day.propose(PriceDay.EVENING,
            PriceParameters.DEFAULT.with(FUTURE, InstrumentParameters.NONE.withRisk(half)))
            .price(future).risk().range());
    }

    @Test
    void shouldGiveAStrategyNeitherAVolatilityNorAPriceOfItsOwn()
    {
        day.future(FUTURE, PriceDay.NEVER);
        day.strategy(30, new PricedInstrument.Leg(0, 1));
        final PriceParameters own = PriceParameters.DEFAULT.with(30,
            InstrumentParameters.NONE.withVolatility(new Volatility(OptionModel.BLACK, 250_000, 0)));
        final PreconditionException ex =
            assertThrows(PreconditionException.class, () -> day.propose(PriceDay.EVENING, own));
        assertTrue(ex.getMessage().contains("instrumentId=30"), ex.getMessage());
    }

    @Test
    void shouldGiveAnOptionOnAnotherOptionThePriceThatIsFixedBefore()
    {
        final int later = day.option(OPTION, 21);
        final int earlier = day.option(21, OPTION);
        day.liquid(later, 500);
        day.liquid(earlier, 510);
        final PriceProposal proposal = day.propose(PriceDay.INTRADAY, PriceParameters.DEFAULT);
        assertNull(proposal.price(later).underlyingE5());
        assertEquals(500 * E5, proposal.price(earlier).underlyingE5());
    }

    @Test
    void shouldTellWhichTickValueChangedAndWhy()
    {
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 92_400);
        final PriceProposal same = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT);
        assertEquals(List.of(), same.notes());
        final PriceProposal dollars = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT.withRate("USD", 90_000_000)
            .with(FUTURE, InstrumentParameters.NONE.withForeign(new InstrumentParameters.Foreign("USD", 20_000))));
        assertEquals(List.of("tick value changed: instrumentId=10 tickValueE5=1800000 lastTickValueE5=100000 " +
            "currency=USD rateE6=90000000"), dollars.notes());
        final PriceProposal missing = day.propose(PriceDay.EVENING, PriceParameters.DEFAULT
            .with(FUTURE, InstrumentParameters.NONE.withForeign(new InstrumentParameters.Foreign("USD", 20_000))));
        assertEquals(List.of("no rate of the currency, the last tick value stays: currency=USD instrumentId=10 " +
            "tickValueE5=100000"), missing.notes());
    }

    @Test
    void shouldRefuseParametersThatCannotBeMeant()
    {
        day.future(FUTURE, PriceDay.NEVER);
        final PriceParameters unknown =
            PriceParameters.DEFAULT.with(99, InstrumentParameters.NONE.withOverrideE5(E5));
        assertThrows(PreconditionException.class, () -> day.propose(PriceDay.EVENING, unknown));
        for (final InstrumentParameters offTick : List.of(
            InstrumentParameters.NONE.withOverrideE5(E5 + 1), InstrumentParameters.NONE.withTheoreticalE5(E5 + 1)))
        {
            assertThrows(PreconditionException.class,
                () -> day.propose(PriceDay.EVENING, PriceParameters.DEFAULT.with(FUTURE, offTick)));
        }
        day.future(12, 20261332);
        final PriceParameters undated = PriceParameters.DEFAULT.with(
            12, InstrumentParameters.NONE.withForward(new InstrumentParameters.Forward(E5, 0, 0)));
        assertThrows(PreconditionException.class, () -> day.propose(PriceDay.EVENING, undated));
        final PriceParameters huge = PriceParameters.DEFAULT.with(
            FUTURE, InstrumentParameters.NONE.withOverrideE5(Long.MAX_VALUE / E5 * E5));
        final PreconditionException ex =
            assertThrows(PreconditionException.class, () -> day.propose(PriceDay.EVENING, huge));
        assertTrue(ex.getMessage().contains("instrumentId=10"), ex.getMessage());
    }

    @Test
    void shouldPriceQuietOptionsByTheirUnderlying()
    {
        final int option = day.option(OPTION, FUTURE);
        final int quoted = day.option(21, FUTURE);
        day.liquid(quoted, 500);
        final int future = day.future(FUTURE, PriceDay.NEVER);
        day.liquid(future, 92_480);
        final InstrumentParameters volatility =
            InstrumentParameters.NONE.withVolatility(new Volatility(OptionModel.BLACK, 250_000, 0));
        final PriceProposal proposal =
            day.propose(PriceDay.EVENING, PriceParameters.DEFAULT.with(OPTION, volatility).with(21, volatility));
        assertEquals(SettlementMethod.THEORETICAL, proposal.price(option).method());
        assertEquals(480 * E5, proposal.price(option).settlementE5(), "it is its last day");
        assertEquals(SettlementMethod.MEDIAN, proposal.price(quoted).method());
        assertEquals(500 * E5, proposal.price(quoted).settlementE5());
        assertEquals(480 * E5, proposal.price(quoted).inputs().theoreticalE5());
        assertFalse(proposal.needsApproval());
    }
}
