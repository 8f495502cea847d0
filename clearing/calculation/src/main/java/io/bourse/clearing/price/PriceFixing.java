// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.SettlementPrice;
import io.bourse.clearing.model.SwapRate;
import io.bourse.clearing.model.TheoreticalPrice;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.pricing.OptionModel;

import java.time.DateTimeException;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fixes prices and tick values of a run (rules 1.5): override, final price of a contract that ends, median of the
 * window, theoretical price, last published price, in this order. A strategy has no price of its own: it settles at
 * what its legs settle at, so that no position is worth more as a strategy than as its legs.
 */
public final class PriceFixing
{
    private static final int PERMILLE = 1_000;
    private static final long E10_PER_E6 = 10_000;

    private final PriceRun run;
    private final PriceParameters parameters;
    private final List<PricedInstrument> instruments;
    private final SettlementWindows windows;
    private final Map<Integer, Integer> ordinals = new HashMap<>();
    private final FixedPrice[] prices;
    private final PriceFindings findings;

    private PriceFixing(
        final PriceRun run,
        final PriceParameters parameters,
        final List<PricedInstrument> instruments,
        final SettlementWindows windows)
    {
        this.run = run;
        this.parameters = parameters;
        this.instruments = instruments;
        this.windows = windows;
        this.prices = new FixedPrice[instruments.size()];
        this.findings = new PriceFindings(parameters);
        for (int i = 0; i < prices.length; i++)
        {
            ordinals.put(instruments.get(i).instrumentId(), i);
        }
    }

    /**
     * Fixes the prices of all instruments.
     *
     * @param run that they are for.
     * @param parameters of the run.
     * @param instruments of the day at the cut, by ordinal.
     * @param windows slices before the cut.
     * @return proposal.
     * @throws PreconditionException when a parameter names an instrument that is not there, a price is not on the tick,
     * a strategy is given a price of its own, or an amount does not fit.
     */
    public static PriceProposal propose(
        final PriceRun run,
        final PriceParameters parameters,
        final List<PricedInstrument> instruments,
        final SettlementWindows windows)
    {
        return new PriceFixing(run, parameters, instruments, windows).propose();
    }

    private PriceProposal propose()
    {
        requireKnown();
        // What is paid in a currency needs its rate, an option the price of its underlying, a strategy those of its
        // legs; it may have been defined before.
        for (final Kind kind : Kind.values())
        {
            for (int i = 0; i < prices.length; i++)
            {
                if (kind == Kind.of(instruments.get(i)))
                {
                    prices[i] = fitting(i, kind);
                }
            }
        }
        for (int i = 0; i < prices.length; i++)
        {
            findings.add(instruments.get(i), prices[i]);
            addDecidingPrice(i);
        }
        return new PriceProposal(PriceProposal.FORMAT, run, parameters.sha256(), List.of(prices), findings.approvals(),
            findings.notes());
    }

    /** What an option that ends is worth is the price of its underlying: that must be one of today. */
    private void addDecidingPrice(final int option)
    {
        final Integer underlying = ordinals.get(instruments.get(option).terms().underlyingId());
        if (prices[option].expires() && Kind.OPTION == Kind.of(instruments.get(option)) && null != underlying)
        {
            findings.addDeciding(instruments.get(underlying), prices[underlying]);
        }
    }

    /** In the order in which prices are fixed. */
    private enum Kind
    {
        BOOK, FOREIGN, OPTION, STRATEGY;

        static Kind of(final PricedInstrument instrument)
        {
            if (!instrument.legs().isEmpty())
            {
                return STRATEGY;
            }
            if (null != instrument.foreign())
            {
                return FOREIGN;
            }
            return OptionRight.NONE == instrument.terms().right() ? BOOK : OPTION;
        }
    }

    private FixedPrice fitting(final int ordinal, final Kind kind)
    {
        try
        {
            return Kind.STRATEGY == kind ? ofLegs(ordinal) : ofBook(ordinal);
        }
        catch (final ArithmeticException ex)
        {
            throw new PreconditionException("settlement price, tick value or price limits do not fit into 64 bits: " +
                "instrumentId=" + instruments.get(ordinal).instrumentId() + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    private FixedPrice ofLegs(final int ordinal)
    {
        final PricedInstrument strategy = instruments.get(ordinal);
        long sumE5 = 0;
        for (final PricedInstrument.Leg leg : strategy.legs())
        {
            sumE5 = Math.addExact(sumE5, Math.multiplyExact(leg.ratio(), prices[leg.ordinal()].settlementE5()));
        }
        // The tick of a strategy may be coarser than what its legs add up to.
        final long tickE5 = strategy.priceTickE5();
        final long priceE5 = Math.multiplyExact(Round.divide(sumE5, tickE5), tickE5);
        return fixed(strategy, SettlementMethod.LEGS, priceE5, 0, List.of(), null, null);
    }

    private FixedPrice ofBook(final int ordinal)
    {
        final PricedInstrument instrument = instruments.get(ordinal);
        if (instrument.ended())
        {
            return ended(instrument);
        }
        final InstrumentParameters given = parameters.of(instrument.instrumentId());
        final long tickE5 = instrument.priceTickE5();
        final long maxSpreadE5 =
            Math.multiplyExact(instrument.limits().halfWidthE5(), (long)parameters.spreadPermille()) / PERMILLE;
        final SettlementPrice window = windows.window(ordinal, maxSpreadE5);
        final Long medianE5 =
            window.validCount() >= parameters.minValidSlices() ? (Long)window.medianE5(tickE5) : null;
        final Long theoreticalE5 = theoreticalE5(instrument, given);
        final SettlementMethod method;
        final long priceE5;
        if (null != given.overrideE5())
        {
            method = SettlementMethod.OVERRIDE;
            priceE5 = onTick(instrument, given.overrideE5());
        }
        else if (null != given.finalE5() && ends(instrument))
        {
            method = SettlementMethod.FINAL;
            priceE5 = onTick(instrument, given.finalE5());
        }
        else if (null != medianE5)
        {
            method = SettlementMethod.MEDIAN;
            priceE5 = medianE5;
        }
        else if (null != theoreticalE5)
        {
            method = SettlementMethod.THEORETICAL;
            priceE5 = theoreticalE5;
        }
        else
        {
            method = SettlementMethod.PREVIOUS;
            priceE5 = instrument.lastSettlementE5();
        }
        final List<Long> slicesE5 = Arrays.stream(window.doubledPricesE5()).boxed().toList();
        return fixed(instrument, method, priceE5, maxSpreadE5, slicesE5, medianE5, theoreticalE5);
    }

    /** Its last margin is paid and its obligations are fixed: another price or tick value would reopen both. */
    private static FixedPrice ended(final PricedInstrument instrument)
    {
        final FixedPrice.Inputs inputs = new FixedPrice.Inputs(0, List.of(), null, null,
            instrument.lastSettlementE5(), instrument.tickValueE5(), null, null);
        return new FixedPrice(instrument.instrumentId(), instrument.symbol(), false, instrument.priceTickE5(),
            instrument.tickValueE5(), instrument.lastSettlementE5(), instrument.eveningSettlementE5(), 0,
            SettlementMethod.PREVIOUS, instrument.limits(), null, null, inputs);
    }

    private Long theoreticalE5(final PricedInstrument instrument, final InstrumentParameters given)
    {
        if (null != given.theoreticalE5())
        {
            return onTick(instrument, given.theoreticalE5());
        }
        final long tickE5 = instrument.priceTickE5();
        final Long underlyingE5 = underlyingE5(instrument);
        if (null != given.volatility() && null != underlyingE5)
        {
            return OptionModel.priceE5(given.volatility(), instrument.terms().right(), underlyingE5,
                instrument.terms().strikeE5(), daysToExpiry(instrument), tickE5);
        }
        final InstrumentParameters.Forward forward = given.forward();
        return null == forward ? null : (Long)TheoreticalPrice.forwardE5(
            forward.spotE5(), forward.rateE6(), daysToExpiry(instrument), forward.cashFlowE5(), tickE5);
    }

    private long daysToExpiry(final PricedInstrument instrument)
    {
        final int expiryDate = instrument.terms().expiryDate();
        if (0 == expiryDate)
        {
            return 0;
        }
        try
        {
            return Math.max(
                0, ChronoUnit.DAYS.between(BusinessDays.day(run.tradingDate()), BusinessDays.day(expiryDate)));
        }
        catch (final DateTimeException ex)
        {
            throw new PreconditionException("last day of a contract is no date, its theoretical price cannot be " +
                "calculated: instrumentId=" + instrument.instrumentId() + " expiryDate=" + expiryDate, ex);
        }
    }

    private FixedPrice fixed(
        final PricedInstrument instrument,
        final SettlementMethod method,
        final long priceE5,
        final long maxSpreadE5,
        final List<Long> slicesE5,
        final Long medianE5,
        final Long theoreticalE5)
    {
        final InstrumentParameters given = parameters.of(instrument.instrumentId());
        final InstrumentParameters.Foreign foreign = foreign(instrument, given);
        final Long rateE6 = null == foreign ? null : rateE6(instrument, foreign.currency());
        final FixedPrice.Inputs inputs = new FixedPrice.Inputs(maxSpreadE5, slicesE5, medianE5, theoreticalE5,
            instrument.lastSettlementE5(), instrument.tickValueE5(), null == foreign ? null : foreign.currency(),
            rateE6);
        return new FixedPrice(
            instrument.instrumentId(),
            instrument.symbol(),
            ends(instrument),
            instrument.priceTickE5(),
            tickValueE5(instrument, given, rateE6),
            priceE5,
            instrument.eveningSettlementE5(),
            swapRateE4(instrument, given),
            method,
            limits(instrument, given, priceE5),
            risk(instrument, given, priceE5),
            underlyingE5(instrument),
            inputs);
    }

    /** What is given, else of a currency that is paid the settlement price of what delivers it for roubles. */
    private Long rateE6(final PricedInstrument instrument, final String currency)
    {
        final Long givenE6 = parameters.ratesE6().get(currency);
        if (null != givenE6 || null == instrument.foreign())
        {
            return givenE6;
        }
        FixedPrice rate = null;
        long lotUnits = 0;
        for (int i = 0; i < prices.length; i++)
        {
            final PricedInstrument spot = instruments.get(i);
            final boolean isRate = spot.terms().isSpot() && null == spot.foreign() &&
                currency.equals(spot.terms().asset()) && null != prices[i] && prices[i].settlementE5() > 0;
            if (isRate && (null == rate || spot.instrumentId() < rate.instrumentId()))
            {
                rate = prices[i];
                lotUnits = spot.terms().lotUnits();
            }
        }
        return null == rate ? null : (Long)Round.multiplyDivide(rate.settlementE5(),
            VariationMargin.pointValueE5(rate.tickValueE5(), rate.priceTickE5()),
            Math.multiplyExact(E10_PER_E6, lotUnits));
    }

    private static InstrumentParameters.Foreign foreign(
        final PricedInstrument instrument, final InstrumentParameters given)
    {
        final InstrumentParameters.Foreign ofPayment = instrument.foreign();
        return null == ofPayment ? given.foreign() : ofPayment;
    }

    private static long tickValueE5(
        final PricedInstrument instrument, final InstrumentParameters given, final Long rateE6)
    {
        if (null != given.tickValueE5())
        {
            return given.tickValueE5();
        }
        if (null != rateE6)
        {
            return VariationMargin.tickValueE5(foreign(instrument, given).tickValueE5(), rateE6);
        }
        return instrument.tickValueE5();
    }

    private long swapRateE4(final PricedInstrument instrument, final InstrumentParameters given)
    {
        final InstrumentParameters.Swap swap = given.swap();
        final boolean counts = run.evening() && ContractStyle.PERPETUAL == instrument.terms().style();
        return counts && null != swap ?
            SwapRate.ofE4(swap.todTomE6(), swap.quotedDays(), swap.heldDays()) : 0;
    }

    private PriceBand limits(final PricedInstrument instrument, final InstrumentParameters given, final long priceE5)
    {
        final long tickE5 = instrument.priceTickE5();
        final long halfWidthE5 =
            null == given.risk() ? 0 : given.risk().halfWidthE5(priceE5, parameters.rangePermille());
        // A range of less than a tick would close the market: the width in force stays.
        return halfWidthE5 < tickE5 ?
            instrument.limits().around(priceE5, tickE5) : PriceBand.around(priceE5, halfWidthE5, tickE5);
    }

    private static FixedPrice.RiskRange risk(
        final PricedInstrument instrument, final InstrumentParameters given, final long priceE5)
    {
        if (null == given.risk())
        {
            return null;
        }
        final long tickE5 = instrument.priceTickE5();
        final long ticks = Round.divide(given.risk().rangeE5(priceE5), tickE5);
        final long rangeE5 = Math.multiplyExact(ticks, tickE5);
        return new FixedPrice.RiskRange(PriceBand.around(priceE5, rangeE5, tickE5), given.risk());
    }

    /** What decides the exercise of an option is a price of this run, if the underlying is traded here. */
    private Long underlyingE5(final PricedInstrument instrument)
    {
        if (OptionRight.NONE == instrument.terms().right())
        {
            return null;
        }
        final Integer underlying = ordinals.get(instrument.terms().underlyingId());
        if (null == underlying)
        {
            return parameters.of(instrument.instrumentId()).underlyingE5();
        }
        return null == prices[underlying] ? null : (Long)prices[underlying].settlementE5();
    }

    private boolean ends(final PricedInstrument instrument)
    {
        return !instrument.ended() && instrument.terms().endsAt(run.tradingDate(), run.evening());
    }

    private static long onTick(final PricedInstrument instrument, final long priceE5)
    {
        if (0 != priceE5 % instrument.priceTickE5())
        {
            throw new PreconditionException("settlement price is not on the tick: instrumentId=" +
                instrument.instrumentId() + " priceE5=" + priceE5 + " priceTickE5=" + instrument.priceTickE5());
        }
        return priceE5;
    }

    private void requireKnown()
    {
        for (final Map.Entry<Integer, InstrumentParameters> entry : parameters.instruments().entrySet())
        {
            final Integer ordinal = ordinals.get(entry.getKey());
            if (null == ordinal)
            {
                throw new PreconditionException("price parameters name an instrument that was not defined before the " +
                    "cut: instrumentId=" + entry.getKey());
            }
            final InstrumentParameters given = entry.getValue();
            final boolean isPriced = null != given.overrideE5() || null != given.finalE5() ||
                null != given.theoreticalE5() || null != given.forward() || null != given.volatility();
            if (isPriced && !instruments.get(ordinal).legs().isEmpty())
            {
                throw new PreconditionException("a strategy settles at the prices of its legs, name those instead: " +
                    "instrumentId=" + entry.getKey());
            }
            if (null != given.overrideE5() && instruments.get(ordinal).ended())
            {
                throw new PreconditionException("an earlier run has ended this contract, its price is final: " +
                    "instrumentId=" + entry.getKey());
            }
        }
    }
}
