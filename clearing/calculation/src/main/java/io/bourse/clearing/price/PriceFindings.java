// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementMethod;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to be said about prices: to the audit trail, and to the one who approves.
 */
final class PriceFindings
{
    private final PriceParameters parameters;
    private final List<ApprovalReason> approvals = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    PriceFindings(final PriceParameters parameters)
    {
        this.parameters = parameters;
        addRules();
    }

    /** Rules of medians decide which prices are used: a change needs a second person. */
    private void addRules()
    {
        final PriceParameters published = PriceParameters.DEFAULT;
        if (parameters.minValidSlices() != published.minValidSlices() ||
            parameters.spreadPermille() != published.spreadPermille())
        {
            approve(ApprovalReason.Code.RULES, ApprovalReason.WHOLE_RUN, "medians are not made as published: " +
                "minValidSlices=" + parameters.minValidSlices() + " published=" + published.minValidSlices() +
                " spreadPermille=" + parameters.spreadPermille() + " published=" + published.spreadPermille());
        }
    }

    List<ApprovalReason> approvals()
    {
        return List.copyOf(approvals);
    }

    List<String> notes()
    {
        return List.copyOf(notes);
    }

    void add(final PricedInstrument instrument, final FixedPrice price)
    {
        if (instrument.ended())
        {
            return;
        }
        addMethod(instrument, price);
        addTickValue(price);
        addUnderlying(instrument, price);
    }

    private void addMethod(final PricedInstrument instrument, final FixedPrice price)
    {
        final String facts = facts(price);
        switch (price.method())
        {
            case OVERRIDE -> approve(ApprovalReason.Code.OVERRIDE, price, "settlement price is set by hand: " + facts);
            case FINAL ->
                approve(ApprovalReason.Code.FINAL_PRICE, price, "final price comes from outside: " + facts);
            case THEORETICAL -> addTheoretical(price, facts);
            case PREVIOUS ->
            {
                if (price.expires() && decidesMoney(instrument))
                {
                    approve(ApprovalReason.Code.EXPIRES_AT_PREVIOUS, price,
                        "contract ends at the price of an earlier run: " + facts);
                }
                else
                {
                    notes.add("settlement price fell back to the last published one: " + facts);
                }
            }
            default ->
            {
            }
        }
    }

    /** What a model makes of the price of the underlying follows the market; all else is a price that was given. */
    private void addTheoretical(final FixedPrice price, final String facts)
    {
        final InstrumentParameters given = given(price);
        final boolean isOfMarket = null == given.theoreticalE5() && null != given.volatility() &&
            null != price.underlyingE5() && !price.underlyingE5().equals(given.underlyingE5());
        if (isOfMarket)
        {
            notes.add("settlement price fell back to the theoretical one: " + facts);
        }
        else
        {
            approve(ApprovalReason.Code.OVERRIDE, price, "settlement price fell back to a theoretical one that is " +
                "set by hand, or follows figures that are: " + facts + " forward=" + given.forward() +
                " underlyingE5=" + given.underlyingE5());
        }
    }

    /** Adds the price of an underlying that decides the exercise of an option that ends; asks once for each. */
    void addDeciding(final PricedInstrument underlying, final FixedPrice price)
    {
        final boolean isOld = SettlementMethod.PREVIOUS == price.method() && !underlying.ended();
        final boolean isAsked = approvals.stream().anyMatch(reason ->
            ApprovalReason.Code.EXPIRES_AT_PREVIOUS == reason.code() && reason.instrumentId() == price.instrumentId());
        // One that ends too is asked for by itself, before or after.
        if (isOld && !isAsked && !price.expires())
        {
            approve(ApprovalReason.Code.EXPIRES_AT_PREVIOUS, price,
                "exercise of options that end is decided by the price of an earlier run: " + facts(price));
        }
    }

    /** An option ends at zero or at what its underlying says, not at its own price. */
    private static boolean decidesMoney(final PricedInstrument instrument)
    {
        return !instrument.terms().isOption() && ContractStyle.STRATEGY != instrument.terms().style();
    }

    private void addTickValue(final FixedPrice price)
    {
        final FixedPrice.Inputs inputs = price.inputs();
        if (null != given(price).tickValueE5() && inputs.lastTickValueE5() != price.tickValueE5())
        {
            approve(ApprovalReason.Code.OVERRIDE, price, "tick value is set by hand: instrumentId=" +
                price.instrumentId() + " symbol=" + price.symbol() + " tickValueE5=" + price.tickValueE5() +
                " lastTickValueE5=" + inputs.lastTickValueE5());
        }
        else if (null != inputs.currency() && null == inputs.rateE6() && null == given(price).tickValueE5())
        {
            approve(ApprovalReason.Code.MISSING_RATE, price, "no rate of the currency, the last tick value stays: " +
                "currency=" + inputs.currency() + " instrumentId=" + price.instrumentId() + " tickValueE5=" +
                price.tickValueE5());
        }
        else if (inputs.lastTickValueE5() != price.tickValueE5())
        {
            notes.add("tick value changed: instrumentId=" + price.instrumentId() + " tickValueE5=" +
                price.tickValueE5() + " lastTickValueE5=" + inputs.lastTickValueE5() +
                (null == inputs.currency() ? "" : " currency=" + inputs.currency() + " rateE6=" + inputs.rateE6()));
        }
    }

    private void addUnderlying(final PricedInstrument instrument, final FixedPrice price)
    {
        if (!price.expires() || OptionRight.NONE == instrument.terms().right())
        {
            return;
        }
        final Long underlyingE5 = given(price).underlyingE5();
        if (null != underlyingE5 && underlyingE5.equals(price.underlyingE5()))
        {
            approve(ApprovalReason.Code.FINAL_PRICE, price, "price of the underlying comes from outside: " +
                "instrumentId=" + price.instrumentId() + " underlyingE5=" + underlyingE5);
        }
    }

    private InstrumentParameters given(final FixedPrice price)
    {
        return parameters.of(price.instrumentId());
    }

    private void approve(final ApprovalReason.Code code, final FixedPrice price, final String text)
    {
        approve(code, price.instrumentId(), text);
    }

    private void approve(final ApprovalReason.Code code, final int instrumentId, final String text)
    {
        approvals.add(new ApprovalReason(code, instrumentId, text));
        notes.add(text);
    }

    private String facts(final FixedPrice price)
    {
        final FixedPrice.Inputs inputs = price.inputs();
        return "instrumentId=" + price.instrumentId() + " symbol=" + price.symbol() + " method=" + price.method() +
            " settlementE5=" + price.settlementE5() + " validSlices=" + price.validSlices() + " minValidSlices=" +
            parameters.minValidSlices() + " medianE5=" + inputs.medianE5() + " theoreticalE5=" +
            inputs.theoreticalE5() + " lastE5=" + inputs.lastE5();
    }
}
