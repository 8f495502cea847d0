// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.TheoreticalPrice;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that margin has to know of the instruments of one run: whatever belongs to a group, can be held and has not
 * ended.
 */
public final class MarginMarket
{
    private static final double E5 = 1e5;
    private static final double E6 = 1e6;
    private static final int KOPECKS_PER_ROUBLE = 100;
    private static final int WEEK_DAYS = 7;

    private final MarginParameters parameters;
    private final PriceParameters prices;
    private final LocalDate date;
    private final boolean evening;
    private final Contract[] contracts;
    private final Map<Integer, Integer> ordinals = new HashMap<>();
    private final List<String> groupNames;
    private final List<RiskCurve> curves = new ArrayList<>();
    /** Group of each instrument, -1 for none. */
    private final int[] groupOf;
    private final MarginInstrument[] instruments;
    /** Smallest contract of each group, units of the underlying. */
    private final long[] smallestLots;
    private int families;

    private MarginMarket(
        final MarginParameters parameters,
        final Contract[] contracts,
        final PriceParameters prices,
        final int tradingDate,
        final boolean evening)
    {
        this.parameters = parameters;
        this.prices = prices;
        this.date = BusinessDays.day(tradingDate);
        this.evening = evening;
        this.contracts = contracts;
        this.groupNames = List.copyOf(parameters.groups().keySet());
        this.groupOf = new int[contracts.length];
        this.instruments = new MarginInstrument[contracts.length];
        this.smallestLots = new long[groupNames.size()];
        Arrays.fill(smallestLots, Long.MAX_VALUE);
        parameters.groups().values().forEach(group -> curves.add(new RiskCurve(group.keyTerms())));
        for (int i = 0; i < contracts.length; i++)
        {
            ordinals.put(contracts[i].instrumentId(), i);
        }
    }

    /**
     * Instruments at the prices of a run.
     *
     * @param parameters of margin.
     * @param contracts of the run, by ordinal.
     * @param prices parameters of the run's prices.
     * @param tradingDate YYYYMMDD of the run.
     * @param evening whether it is the evening run.
     * @return market.
     * @throws PreconditionException when a group names an unknown instrument, or an option has no price of its
     * underlying.
     */
    public static MarginMarket of(
        final MarginParameters parameters,
        final Contract[] contracts,
        final PriceParameters prices,
        final int tradingDate,
        final boolean evening)
    {
        final MarginMarket market = new MarginMarket(parameters, contracts, prices, tradingDate, evening);
        market.assignGroups(tradingDate);
        market.build();
        return market;
    }

    /** An option that no group names goes with its underlying. */
    private void assignGroups(final int tradingDate)
    {
        final Map<Integer, Integer> named = new HashMap<>();
        for (int group = 0; group < groupNames.size(); group++)
        {
            for (final int instrumentId : group(group).instruments())
            {
                if (!ordinals.containsKey(instrumentId))
                {
                    throw new PreconditionException("margin parameters name an instrument that was not defined before" +
                        " the cut: group=" + groupNames.get(group) + " instrumentId=" + instrumentId);
                }
                named.put(instrumentId, group);
            }
        }
        for (int i = 0; i < contracts.length; i++)
        {
            final ClearingTerms terms = contracts[i].terms();
            final Integer own = named.get(contracts[i].instrumentId());
            final Integer group = null == own && terms.isOption() ? named.get(terms.underlyingId()) : own;
            final boolean isHeld = ContractStyle.STRATEGY != terms.style() && !terms.endsAt(tradingDate, evening) &&
                (!terms.isOption() || OptionRight.NONE != terms.right());
            groupOf[i] = null == group || !isHeld ? -1 : group;
        }
    }

    private void build()
    {
        final TreeMap<Long, Integer> familyOrdinals = new TreeMap<>();
        final List<TreeSet<Integer>> expiries = new ArrayList<>();
        groupNames.forEach(name -> expiries.add(new TreeSet<>()));
        for (int i = 0; i < contracts.length; i++)
        {
            if (groupOf[i] >= 0)
            {
                familyOrdinals.put(familyKey(i), 0);
                expiries.get(groupOf[i]).add(expiry(i));
                smallestLots[groupOf[i]] = Math.min(smallestLots[groupOf[i]], contracts[i].terms().lotUnits());
            }
        }
        familyOrdinals.replaceAll((key, none) -> families++);
        for (int i = 0; i < contracts.length; i++)
        {
            if (groupOf[i] >= 0)
            {
                final int tier = expiries.get(groupOf[i]).headSet(expiry(i), true).size();
                instruments[i] = instrument(i, familyOrdinals.get(familyKey(i)), tier);
            }
        }
    }

    private MarginInstrument instrument(final int ordinal, final int family, final int tier)
    {
        final Contract contract = contracts[ordinal];
        final ClearingTerms terms = contract.terms();
        final GroupParameters group = group(groupOf[ordinal]);
        final RiskCurve curve = curves.get(groupOf[ordinal]);
        final Volatility given = prices.of(contract.instrumentId()).volatility();
        final Volatility volatility = null == given ? group.volatility() : given;
        final boolean isPremium = ContractStyle.PREMIUM_OPTION == terms.style();
        final int days = days(terms);
        final double price = price(ordinal);
        final double rate = null == given ? curve.rate(days) : given.rateE6() / E6;
        return new MarginInstrument(
            ordinal,
            groupOf[ordinal],
            family,
            tier,
            terms.isOption() ? terms.right() : OptionRight.NONE,
            isPremium,
            price,
            Math.max(Math.abs(price), group.minPriceE5() / E5),
            terms.strikeE5() / E5,
            days,
            (double)days / TheoreticalPrice.YEAR_DAYS,
            null == volatility ? 0 : volatility.volatilityE6() / E6,
            null == volatility ? OptionModel.BLACK : volatility.model(),
            isPremium ? rate : 0,
            curve.interest(days),
            curve.volatility(days),
            (double)contract.tickValueE5() / contract.priceTickE5() * KOPECKS_PER_ROUBLE,
            isPremium ? value(contract) : 0,
            terms.lotUnits(),
            clearingsLeft(terms),
            clearingsLeft(familyTerms(ordinal)),
            exercised(ordinal, price));
    }

    private static long value(final Contract contract)
    {
        return VariationMargin.unit(contract.settlementE5(),
            VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5()));
    }

    private double price(final int ordinal)
    {
        final Contract contract = contracts[ordinal];
        if (!contract.terms().isOption())
        {
            return contract.settlementE5() / E5;
        }
        final Integer underlying = ordinals.get(contract.terms().underlyingId());
        final Long given = prices.of(contract.instrumentId()).underlyingE5();
        if (null == underlying && null == given)
        {
            throw new PreconditionException("margin of an option wants the price of what it is on, tell underlyingE5 " +
                "with the prices of the run: instrumentId=" + contract.instrumentId() + " symbol=" +
                contract.symbol() + " underlyingId=" + contract.terms().underlyingId());
        }
        return (null == underlying ? given : contracts[underlying].settlementE5()) / E5;
    }

    /** An option is of the family of its future, or of all options on the same thing that is not traded. */
    private long familyKey(final int ordinal)
    {
        final ClearingTerms terms = contracts[ordinal].terms();
        final int id = terms.isOption() ? terms.underlyingId() : contracts[ordinal].instrumentId();
        return ((long)groupOf[ordinal] << Integer.SIZE) + id;
    }

    private int expiry(final int ordinal)
    {
        final int expiryDate = familyTerms(ordinal).expiryDate();
        return 0 == expiryDate ? Integer.MAX_VALUE : expiryDate;
    }

    /** Terms of the future that an option is on, when both are of one group. */
    private ClearingTerms familyTerms(final int ordinal)
    {
        final ClearingTerms terms = contracts[ordinal].terms();
        final Integer underlying = terms.isOption() ? ordinals.get(terms.underlyingId()) : null;
        return null != underlying && groupOf[underlying] == groupOf[ordinal] ? contracts[underlying].terms() : terms;
    }

    private int exercised(final int ordinal, final double price)
    {
        final ClearingTerms terms = contracts[ordinal].terms();
        if (!terms.isOption() || SettlementType.PHYSICAL != terms.settlement())
        {
            return -1;
        }
        final Integer underlying = ordinals.get(terms.underlyingId());
        final double gain = (price - terms.strikeE5() / E5) * (OptionRight.PUT == terms.right() ? -1 : 1);
        return null != underlying && groupOf[underlying] == groupOf[ordinal] && gain > 0 ? underlying : -1;
    }

    private int days(final ClearingTerms terms)
    {
        return 0 == terms.expiryDate() ?
            0 : (int)Math.max(0, ChronoUnit.DAYS.between(date, BusinessDays.day(terms.expiryDate())));
    }

    private int clearingsLeft(final ClearingTerms terms)
    {
        if (0 == terms.expiryDate())
        {
            return Integer.MAX_VALUE;
        }
        final LocalDate last = BusinessDays.day(terms.expiryDate());
        // Nothing asks for periods of more than a year.
        final LocalDate horizon = date.plusYears(1).minusDays(1);
        final int left = (evening ? 0 : 1) +
            parameters.clearingsPerDay() * clearedDays(last.isAfter(horizon) ? horizon : last, last);
        return terms.expiresIntraday() && last.isAfter(date) ? left - parameters.clearingsPerDay() + 1 : left;
    }

    /** Days after today, up to and with one, on which there is clearing: a last day is cleared whatever day it is. */
    private int clearedDays(final LocalDate end, final LocalDate last)
    {
        final int days = (int)Math.max(0, ChronoUnit.DAYS.between(date, end));
        int cleared = days / WEEK_DAYS * (WEEK_DAYS - 2);
        for (int day = days / WEEK_DAYS * WEEK_DAYS + 1; day <= days; day++)
        {
            cleared += isWeekend(date.plusDays(day)) ? 0 : 1;
        }
        return days > 0 && end.equals(last) && isWeekend(last) ? cleared + 1 : cleared;
    }

    private static boolean isWeekend(final LocalDate day)
    {
        return DayOfWeek.SATURDAY == day.getDayOfWeek() || DayOfWeek.SUNDAY == day.getDayOfWeek();
    }

    /**
     * Parameters.
     *
     * @return those it was made with.
     */
    public MarginParameters parameters()
    {
        return parameters;
    }

    /**
     * Number of instruments, margined or not.
     *
     * @return from 0.
     */
    public int size()
    {
        return instruments.length;
    }

    /**
     * An instrument.
     *
     * @param ordinal of it.
     * @return null when it needs no margin.
     */
    public MarginInstrument instrument(final int ordinal)
    {
        return instruments[ordinal];
    }

    /**
     * Number of groups.
     *
     * @return from 0.
     */
    public int groups()
    {
        return groupNames.size();
    }

    /**
     * Parameters of a group.
     *
     * @param group its place.
     * @return parameters.
     */
    public GroupParameters group(final int group)
    {
        return parameters.groups().get(groupNames.get(group));
    }

    /**
     * Place of a group.
     *
     * @param name that is known.
     * @return place in the order of names.
     */
    public int groupOf(final String name)
    {
        return groupNames.indexOf(name);
    }

    /**
     * Smallest contract of a group.
     *
     * @param group its place.
     * @return units of the underlying.
     */
    public long smallestLot(final int group)
    {
        return smallestLots[group];
    }

    /**
     * Number of families of all groups.
     *
     * @return from 0.
     */
    public int families()
    {
        return families;
    }
}
