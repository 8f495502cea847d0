// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.margin.method.MarginMethods;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A venue made contract by contract. A point is a rouble unless given.
 */
public final class MarginVenue
{
    public static final long E5 = 100_000L;
    /** A Wednesday. */
    public static final LocalDate DATE = LocalDate.of(2026, 1, 14);
    public static final List<KeyTerm> KEY_TERMS = List.of(
        new KeyTerm(1, 100_000, 286_600, 0),
        new KeyTerm(10, 100_000, 286_600, 0),
        new KeyTerm(30, 100_000, 286_600, 0),
        new KeyTerm(90, 70_000, 210_800, 0),
        new KeyTerm(180, 60_000, 193_900, 0),
        new KeyTerm(270, 40_000, 185_500, 0),
        new KeyTerm(365, 30_000, 177_000, 0),
        new KeyTerm(1_095, 30_000, 134_900, 0));
    public static final MarketRisk FLAT = new MarketRisk(120_000, 120_000, 120_000, 0, 0);

    private final List<Contract> contracts = new ArrayList<>();
    private PriceParameters prices = PriceParameters.DEFAULT;

    public static int date(final int days)
    {
        return Integer.parseInt(DATE.plusDays(days).format(DateTimeFormatter.BASIC_ISO_DATE));
    }

    public int future(final int id, final long settlementE5, final int days)
    {
        return future(id, settlementE5, days, 1);
    }

    public int future(final int id, final long settlementE5, final int days, final long lotUnits)
    {
        return add(id, new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, lotUnits, 0,
            date(days), false), settlementE5);
    }

    public int option(
        final int id,
        final OptionRight right,
        final long strikeE5,
        final int underlyingId,
        final int days,
        final long volatilityE6)
    {
        final SettlementType settlement = SettlementType.PHYSICAL;
        prices = prices.with(id,
            InstrumentParameters.NONE.withVolatility(new Volatility(OptionModel.BLACK, volatilityE6, 0)));
        return add(id, new ClearingTerms(
            ContractStyle.MARGINED_OPTION, right, settlement, strikeE5, 1, underlyingId, date(days), false), 0);
    }

    public int premiumOption(
        final int id,
        final OptionRight right,
        final long strikeE5,
        final int underlyingId,
        final int days,
        final long settlementE5)
    {
        prices = prices.with(id,
            InstrumentParameters.NONE.withVolatility(new Volatility(OptionModel.BLACK, 300_000, 150_000)));
        return add(id, new ClearingTerms(ContractStyle.PREMIUM_OPTION, right, SettlementType.CASH, strikeE5, 1,
            underlyingId, date(days), false), settlementE5);
    }

    public int add(final int id, final ClearingTerms terms, final long settlementE5)
    {
        contracts.add(new Contract(id, "I" + id, terms, E5, E5, settlementE5, settlementE5, 0, null, 0, 0));
        return contracts.size() - 1;
    }

    public int size()
    {
        return contracts.size();
    }

    public Contract[] contracts()
    {
        return contracts.toArray(Contract[]::new);
    }

    public PriceParameters prices()
    {
        return prices;
    }

    public MarginArrays arrays(final MarginParameters parameters)
    {
        return MarginMethods.arrays(parameters, contracts(), prices, date(0), true);
    }

    public MarginMarket market(final MarginParameters parameters)
    {
        return MarginMarket.of(parameters, contracts(), prices, date(0), true);
    }

    public static GroupParameters group(
        final List<Integer> instruments, final MarketRisk risk, final HouseParameters house)
    {
        return new GroupParameters(instruments, risk, 0, null, KEY_TERMS, house, null);
    }

    public static HouseParameters netting(final Netting netting)
    {
        return new HouseParameters(5, netting, 0, 0, 0, 0);
    }

    public static MarginParameters house(final String name, final GroupParameters group)
    {
        final TreeMap<String, GroupParameters> groups = new TreeMap<>();
        groups.put(name, group);
        return new MarginParameters(MarginMethod.HOUSE, 2, groups, List.of(), null);
    }
}
