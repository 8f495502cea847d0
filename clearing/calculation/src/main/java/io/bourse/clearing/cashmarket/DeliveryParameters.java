// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.Round;

import java.time.DateTimeException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What deliveries follow (rules 1.9). What a file does not name is nothing.
 *
 * @param holidays YYYYMMDD without deliveries, besides weekends.
 * @param penaltyE6 of a delivery or payment that fails, for each evening: fraction of its value x 1 000 000.
 * @param closeOutDays business days after the settlement date at which what has failed is closed out; 0: never.
 * @param closeOutPremiumE6 what who failed pays on top: fraction of the value x 1 000 000.
 * @param accruedE5 interest that one unit of a bond has earned x 100 000, by asset, in the currency of
 *     {@code accruedCurrencies}.
 * @param currencyHolidays YYYYMMDD without deliveries of a currency and payments in it, besides the holidays of all, by
 *     currency.
 * @param accruedCurrencies currency of the interest of a bond, by asset: what is not there is in the currency that the
 *     bond is paid in.
 */
public record DeliveryParameters(
    SortedSet<Integer> holidays,
    long penaltyE6,
    int closeOutDays,
    long closeOutPremiumE6,
    SortedMap<String, Long> accruedE5,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedSet<Integer>> currencyHolidays,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, String> accruedCurrencies)
{
    /** No holidays, no penalties, no close-out, no bonds. */
    public static final DeliveryParameters DEFAULT =
        new DeliveryParameters(new TreeSet<>(), 0, 0, 0, new TreeMap<>());
    private static final long ONE_E6 = 1_000_000;
    private static final String ROUBLE = "RUB";
    private static final String CURRENCY = "[A-Z]{3}";

    /**
     * Without anything that depends on a currency.
     *
     * @param holidays YYYYMMDD without deliveries.
     * @param penaltyE6 of what fails.
     * @param closeOutDays until what has failed is closed out.
     * @param closeOutPremiumE6 on top of it.
     * @param accruedE5 interest by asset, in the currency that it is paid in.
     */
    public DeliveryParameters(
        final SortedSet<Integer> holidays,
        final long penaltyE6,
        final int closeOutDays,
        final long closeOutPremiumE6,
        final SortedMap<String, Long> accruedE5)
    {
        this(holidays, penaltyE6, closeOutDays, closeOutPremiumE6, accruedE5, null, null);
    }

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public DeliveryParameters
    {
        holidays = Collections.unmodifiableSortedSet(null == holidays ? new TreeSet<>() : new TreeSet<>(holidays));
        accruedE5 =
            Collections.unmodifiableSortedMap(null == accruedE5 ? new TreeMap<>() : new TreeMap<>(accruedE5));
        currencyHolidays = Collections.unmodifiableSortedMap(
            null == currencyHolidays ? new TreeMap<>() : new TreeMap<>(currencyHolidays));
        accruedCurrencies = Collections.unmodifiableSortedMap(
            null == accruedCurrencies ? new TreeMap<>() : new TreeMap<>(accruedCurrencies));
        if (penaltyE6 < 0 || penaltyE6 > ONE_E6 || closeOutPremiumE6 < 0 || closeOutPremiumE6 > ONE_E6 ||
            closeOutDays < 0)
        {
            throw new IllegalArgumentException("delivery parameters must be from 0 to 1 000 000, days not below 0: " +
                "penaltyE6=" + penaltyE6 + " closeOutPremiumE6=" + closeOutPremiumE6 + " closeOutDays=" +
                closeOutDays);
        }
        for (final Map.Entry<String, Long> accrued : accruedE5.entrySet())
        {
            if (accrued.getValue() < 0)
            {
                throw new IllegalArgumentException("accrued interest must not be below 0: asset=" + accrued.getKey() +
                    " accruedE5=" + accrued.getValue());
            }
        }
        currencyHolidays.forEach(DeliveryParameters::requireDates);
        for (final Map.Entry<String, String> currency : accruedCurrencies.entrySet())
        {
            if (!currency.getValue().matches(CURRENCY) || !accruedE5.containsKey(currency.getKey()))
            {
                throw new IllegalArgumentException("the currency of accrued interest has three capital letters, and " +
                    "its asset is one of accruedE5: asset=" + currency.getKey() + " currency=" + currency.getValue() +
                    " accruedE5=" + accruedE5);
            }
        }
    }

    private static void requireDates(final String currency, final SortedSet<Integer> dates)
    {
        try
        {
            dates.forEach(BusinessDays::day);
        }
        catch (final DateTimeException ex)
        {
            throw new IllegalArgumentException(
                "a holiday of a currency is no date YYYYMMDD: currency=" + currency + " dates=" + dates, ex);
        }
        if (!currency.matches(CURRENCY) || ROUBLE.equals(currency))
        {
            throw new IllegalArgumentException("holidays of a currency are named by three capital letters, those of " +
                "roubles are `holidays`: currency=" + currency);
        }
    }

    /**
     * Days on which an asset is delivered and paid: those of all, without the holidays of the currency that is
     * delivered and of the one that is paid.
     *
     * @param asset code; also of a currency.
     * @param currency that it is paid in; empty for roubles.
     * @return calendar.
     */
    public BusinessDays days(final String asset, final String currency)
    {
        final SortedSet<Integer> all = new TreeSet<>(holidays);
        all.addAll(currencyHolidays.getOrDefault(asset, Collections.emptySortedSet()));
        all.addAll(currencyHolidays.getOrDefault(currency, Collections.emptySortedSet()));
        return new BusinessDays(all);
    }

    /**
     * Interest that one unit of a bond has earned, in the currency that it is paid in: converted at the rates of the
     * day, and rounded once, so that all trades of the day have the same.
     *
     * @param terms of the contract.
     * @param ratesE6 roubles per unit of a currency x 1 000 000.
     * @return x 100 000; 0 for what earns none.
     * @throws PreconditionException when a rate is missing.
     * @throws ArithmeticException when it does not fit.
     */
    public long accruedE5(final ClearingTerms terms, final Map<String, Long> ratesE6)
    {
        final long earnedE5 = accruedE5.getOrDefault(terms.asset(), 0L);
        final String paidIn = terms.currencyCode();
        final String earnedIn = accruedCurrencies.getOrDefault(terms.asset(), paidIn);
        return 0 == earnedE5 || paidIn.equals(earnedIn) ? earnedE5 :
            Round.multiplyDivide(earnedE5, rateE6(terms, ratesE6, earnedIn), rateE6(terms, ratesE6, paidIn));
    }

    private static long rateE6(final ClearingTerms terms, final Map<String, Long> ratesE6, final String currency)
    {
        final Long rateE6 = ROUBLE.equals(currency) ? (Long)ONE_E6 : ratesE6.get(currency);
        if (null == rateE6)
        {
            throw new PreconditionException("accrued interest is of another currency than its bond is paid in; give " +
                "the rate of the day in ratesE6 of the parameters of prices: asset=" + terms.asset() + " paidIn=" +
                terms.currencyCode() + " missingRate=" + currency);
        }
        return rateE6;
    }
}
