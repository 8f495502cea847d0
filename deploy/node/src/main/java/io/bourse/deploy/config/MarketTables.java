// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.deploy.config.ReferenceData.Login;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;
import org.apache.commons.csv.CSVRecord;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import static io.bourse.deploy.config.ReferenceDataReader.rejectIf;

/**
 * The optional tables of market data: {@code indices.csv} with {@code index-baskets.csv}, and {@code obligations.csv}.
 * They are not entered into the engine; the component that publishes market data reads them when it starts.
 */
final class MarketTables
{
    private static final String INDICES = "indices.csv";
    private static final String BASKETS = "index-baskets.csv";
    private static final String OBLIGATIONS = "obligations.csv";
    private static final int E4 = 4;
    private static final int E5 = 5;
    private static final int E6 = 6;

    /**
     * A row of a basket.
     *
     * @param member of the index.
     * @param basePrice at the base date, null if not given.
     */
    private record BasketRow(IndexMember member, BigDecimal basePrice)
    {
        BigDecimal baseValue()
        {
            return basePrice.multiply(BigDecimal.valueOf(member.weightE6(), E6))
                .multiply(BigDecimal.valueOf(member.freeFloatE4(), E4));
        }
    }

    private final ReferenceDataReader reader;
    private final Map<Integer, InstrumentKind> kinds;

    MarketTables(final ReferenceDataReader reader, final List<InstrumentSpec> instruments)
    {
        this.reader = reader;
        kinds = ReferenceDataReader.kinds(instruments);
    }

    List<IndexSpec> indices()
    {
        if (!reader.isThere(INDICES))
        {
            if (reader.isThere(BASKETS))
            {
                throw new ConfigurationException(BASKETS, "", "has baskets, but there is no " + INDICES);
            }
            return List.of();
        }
        final Map<Integer, List<BasketRow>> baskets = new LinkedHashMap<>();
        reader.rows(BASKETS, row -> baskets.computeIfAbsent(
            Integer.parseInt(row.get("index_id")), id -> new ArrayList<>()).add(basketRow(row)));
        final Set<String> symbols = new HashSet<>();
        final List<IndexSpec> indices = reader.rows(INDICES, row ->
        {
            final IndexSpec index = index(row, baskets);
            rejectIf(!symbols.add(index.symbol()), "two indices must not have the same symbol: symbol=" +
                index.symbol());
            return index;
        });
        if (!baskets.isEmpty())
        {
            throw new ConfigurationException(BASKETS, "index_id=" + baskets.keySet(), "is not in " + INDICES);
        }
        return indices;
    }

    private BasketRow basketRow(final CSVRecord row)
    {
        final IndexMember member = new IndexMember(
            Integer.parseInt(row.get("instrument_id")),
            ReferenceDataReader.scaled(row, "weight", E6),
            Math.toIntExact(ReferenceDataReader.scaled(row, "free_float", E4)));
        final InstrumentKind kind = kinds.get(member.instrumentId());
        if (null == kind || InstrumentKind.SPREAD == kind)
        {
            throw new IllegalArgumentException("instrument_id must be an instrument of instruments.csv and no " +
                "strategy: instrument_id=" + member.instrumentId() + " kind=" + kind);
        }
        final String basePrice = row.get("base_price");
        return new BasketRow(member, basePrice.isEmpty() ? null : new BigDecimal(basePrice));
    }

    private IndexSpec index(final CSVRecord row, final Map<Integer, List<BasketRow>> baskets)
    {
        final int indexId = Integer.parseInt(row.get("index_id"));
        rejectIf(kinds.containsKey(indexId), "index_id must not be the id of an instrument: index_id=" + indexId);
        final List<BasketRow> basket = baskets.remove(indexId);
        rejectIf(null == basket, "needs members in " + BASKETS + ", and every index_id only once: index_id=" + indexId);
        final BigDecimal baseValue = new BigDecimal(row.get("base_value"));
        final String divisor = row.get("divisor");
        return new IndexSpec(
            indexId,
            row.get("symbol"),
            row.get("currency"),
            baseDate(row.get("base_date")),
            baseValue.movePointRight(E5).longValueExact(),
            divisor.isEmpty() ? divisorE6(basket, baseValue) : ReferenceDataReader.scaled(row, "divisor", E6),
            Integer.parseInt(row.get("decimals")),
            TimeUnit.MILLISECONDS.toNanos(Long.parseLong(row.get("interval_ms"))),
            basket.stream().map(BasketRow::member).toList());
    }

    private static int baseDate(final String text)
    {
        final int date = Integer.parseInt(text);
        rejectIf(!TradingDates.isDate(date), "base_date is YYYYMMDD: base_date=" + text);
        return date;
    }

    /** The divisor with which the base prices give the base value, rounded to six decimals, half up. */
    private static long divisorE6(final List<BasketRow> basket, final BigDecimal baseValue)
    {
        BigDecimal sum = BigDecimal.ZERO;
        for (final BasketRow row : basket)
        {
            rejectIf(null == row.basePrice(), "needs a divisor, or a base_price for every member: instrument_id=" +
                row.member().instrumentId());
            sum = sum.add(row.baseValue());
        }
        rejectIf(baseValue.signum() <= 0, "base_value must be above 0: base_value=" + baseValue);
        return sum.divide(baseValue, E6, RoundingMode.HALF_UP).movePointRight(E6).longValueExact();
    }

    List<ObligationSpec> obligations(final List<Login> logins, final List<String> brokerageFirms)
    {
        final Set<String> seen = new HashSet<>();
        return reader.rowsIfThere(OBLIGATIONS, row ->
        {
            final String provider = row.get("provider");
            final int instrumentId = Integer.parseInt(row.get("instrument_id"));
            rejectIf(!kinds.containsKey(instrumentId),
                "instrument_id must be an instrument of instruments.csv: instrument_id=" + instrumentId);
            rejectIf(!seen.add(provider + ' ' + instrumentId), "a provider owes only once in an instrument: provider=" +
                provider + " instrument_id=" + instrumentId);
            return new ObligationSpec(
                kind(provider, logins, brokerageFirms),
                provider,
                instrumentId,
                Integer.parseInt(row.get("presence_pm")),
                Long.parseLong(row.get("max_spread_ticks")),
                Integer.parseInt(row.get("max_spread_pm")),
                Long.parseLong(row.get("min_lots")));
        });
    }

    private static ObligationSpec.Kind kind(
        final String provider, final List<Login> logins, final List<String> brokerageFirms)
    {
        final boolean isLogin = logins.stream().anyMatch(login -> login.name().equals(provider));
        final boolean isFirm = brokerageFirms.contains(provider);
        rejectIf(isLogin == isFirm, "provider must be either a name of logins.csv or a code of " +
            "brokerage-firms.csv: provider=" + provider + " login=" + isLogin + " firm=" + isFirm);
        return isLogin ? ObligationSpec.Kind.LOGIN : ObligationSpec.Kind.FIRM;
    }
}
