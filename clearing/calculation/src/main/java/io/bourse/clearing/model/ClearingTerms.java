// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What an instrument promises, as far as clearing has to know (rules 1.3, 1.6, 1.7, 1.9).
 *
 * @param style how it is margined.
 * @param right of an option.
 * @param settlement what becomes of it at expiry.
 * @param strikeE5 strike x 100 000; 0 without one.
 * @param lotUnits units of the underlying in a contract, above 0.
 * @param underlyingId SecurityID of the future that an option becomes, or whose price decides it; 0 for none.
 * @param expiryDate YYYYMMDD of the run that ends it; 0: never.
 * @param expiresIntraday whether the first run of that date ends it, not the evening run.
 * @param settlementDays business days from the trade of a spot instrument, or from the end of a contract that is
 * delivered, to the delivery.
 * @param asset what is delivered; empty when nothing is settled here.
 * @param currency in which it is paid; empty for roubles.
 */
public record ClearingTerms(
    ContractStyle style,
    OptionRight right,
    SettlementType settlement,
    long strikeE5,
    long lotUnits,
    int underlyingId,
    int expiryDate,
    boolean expiresIntraday,
    int settlementDays,
    String asset,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String currency)
{
    private static final String ROUBLE = "RUB";

    /** A file of a run that knew no assets, or roubles alone, has none. */
    public ClearingTerms
    {
        asset = null == asset ? "" : asset;
        currency = null == currency ? "" : currency;
    }

    /**
     * Terms of a contract that is paid in roubles.
     *
     * @param style how it is margined.
     * @param right of an option.
     * @param settlement what becomes of it at expiry.
     * @param strikeE5 strike x 100 000; 0 without one.
     * @param lotUnits units of the underlying in a contract, above 0.
     * @param underlyingId SecurityID of the underlying; 0 for none.
     * @param expiryDate YYYYMMDD of the run that ends it; 0: never.
     * @param expiresIntraday whether the first run of that date ends it, not the evening run.
     * @param settlementDays business days to the delivery.
     * @param asset what is delivered; empty when nothing is settled here.
     */
    public ClearingTerms(
        final ContractStyle style,
        final OptionRight right,
        final SettlementType settlement,
        final long strikeE5,
        final long lotUnits,
        final int underlyingId,
        final int expiryDate,
        final boolean expiresIntraday,
        final int settlementDays,
        final String asset)
    {
        this(style, right, settlement, strikeE5, lotUnits, underlyingId, expiryDate, expiresIntraday, settlementDays,
            asset, "");
    }

    /**
     * Terms of a contract of which nothing is delivered here.
     *
     * @param style how it is margined.
     * @param right of an option.
     * @param settlement what becomes of it at expiry.
     * @param strikeE5 strike x 100 000; 0 without one.
     * @param lotUnits units of the underlying in a contract, above 0.
     * @param underlyingId SecurityID of the underlying; 0 for none.
     * @param expiryDate YYYYMMDD of the run that ends it; 0: never.
     * @param expiresIntraday whether the first run of that date ends it, not the evening run.
     */
    public ClearingTerms(
        final ContractStyle style,
        final OptionRight right,
        final SettlementType settlement,
        final long strikeE5,
        final long lotUnits,
        final int underlyingId,
        final int expiryDate,
        final boolean expiresIntraday)
    {
        this(style, right, settlement, strikeE5, lotUnits, underlyingId, expiryDate, expiresIntraday, 0, "");
    }

    /**
     * Terms of an instrument of which only kind and maturity are given.
     *
     * @param style how it is margined.
     * @param expiryDate YYYYMMDD; 0: never.
     * @return terms: one unit a contract, settled in cash.
     */
    public static ClearingTerms plain(final ContractStyle style, final int expiryDate)
    {
        return new ClearingTerms(style, OptionRight.NONE, SettlementType.CASH, 0, 1, 0, expiryDate, false);
    }

    /**
     * The same, paid in the currency of its price: only what is traded for delivery is paid in another one than
     * roubles.
     *
     * @param priceCurrency of the instrument.
     * @return changed copy, or these terms.
     */
    public ClearingTerms paidIn(final String priceCurrency)
    {
        return !isSpot() || !hasAsset() || ROUBLE.equals(priceCurrency) ? this : new ClearingTerms(
            style, right, settlement, strikeE5, lotUnits, underlyingId, expiryDate, expiresIntraday, settlementDays,
            asset, priceCurrency);
    }

    /**
     * Whether what is delivered is paid in another currency than roubles.
     *
     * @return true if so.
     */
    public boolean isForeign()
    {
        return !currency.isEmpty();
    }

    /**
     * Currency in which what is delivered is paid, by its code.
     *
     * @return {@code RUB} for roubles.
     */
    public String currencyCode()
    {
        return isForeign() ? currency : ROUBLE;
    }

    /**
     * Whether it is an option of either style.
     *
     * @return true if so.
     */
    public boolean isOption()
    {
        return ContractStyle.MARGINED_OPTION == style || ContractStyle.PREMIUM_OPTION == style;
    }

    /**
     * Whether what is traded is delivered, without margin in between.
     *
     * @return true if so.
     */
    public boolean isSpot()
    {
        return ContractStyle.SPOT == style;
    }

    /**
     * Whether an asset is delivered that this clearing settles.
     *
     * @return true if so.
     */
    public boolean hasAsset()
    {
        return !asset.isEmpty();
    }

    /**
     * Whether a run ends it: the evening run of its last day, or the first run of that day, or any later run if that
     * day had none.
     *
     * @param tradingDate YYYYMMDD of the run.
     * @param isEvening whether the run is the evening one.
     * @return true if so.
     */
    public boolean endsAt(final int tradingDate, final boolean isEvening)
    {
        return 0 != expiryDate &&
            (expiryDate < tradingDate || expiryDate == tradingDate && (isEvening || expiresIntraday));
    }
}
