// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.SpanParameters;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * F = 100 000, price scan range 12 000, volatility scan range 0.06 in points, look-ahead a day; short option minimum
 * 800 a lot.
 */
class SpanVectorsTest
{
    private static final long PRICE_E5 = 100_000 * MarginVenue.E5;
    private static final double KOPECKS = 100;
    private static final int DAYS = 30;
    /** Roubles that twenty lots of arrays rounded to hundredths of a kopeck can be off. */
    private static final double ROUNDING = 1.1e-3;

    private final MarginVenue venue = new MarginVenue();
    private final Map<String, Integer> ordinals = new TreeMap<>();

    private static SpanParameters span(final List<SpanParameters.TierSpread> spreads)
    {
        return new SpanParameters(60_000, false, 1, 3, 330_000L, 800_00, spreads, 0, 0, 0);
    }

    private static GroupParameters group(
        final long rateE6, final SpanParameters span, final Integer... instruments)
    {
        return new GroupParameters(List.of(instruments), new MarketRisk(rateE6, rateE6, rateE6, 0, 0), 0, null,
            List.of(), null, span);
    }

    private static MarginParameters parameters(
        final Map<String, GroupParameters> groups, final List<GroupOffset> offsets)
    {
        return new MarginParameters(MarginMethod.SPAN, 2, new TreeMap<>(groups), offsets, null);
    }

    private MarginParameters options()
    {
        ordinals.put("FUT", venue.future(1, PRICE_E5, DAYS));
        ordinals.put("C100", venue.option(2, OptionRight.CALL, 100_000 * MarginVenue.E5, 1, DAYS, 250_000));
        ordinals.put("P95", venue.option(3, OptionRight.PUT, 95_000 * MarginVenue.E5, 1, DAYS, 270_000));
        ordinals.put("C110", venue.option(4, OptionRight.CALL, 110_000 * MarginVenue.E5, 1, DAYS, 240_000));
        return parameters(Map.of("X", group(120_000, span(List.of()), 1)), List.of());
    }

    private static void add(final List<PortfolioMargin> portfolios, final int ordinal, final long lots)
    {
        portfolios.forEach(portfolio -> portfolio.add(ordinal, lots, 0, 0));
    }

    static List<CSVRecord> riskArrays()
    {
        return Vectors.read("span_risk_arrays.csv");
    }

    @ParameterizedTest
    @MethodSource("riskArrays")
    void shouldBuildRiskArraysAsTheVectorsSay(final CSVRecord row)
    {
        final SpanArrays arrays = new SpanArrays(venue.market(options()));
        final int ordinal = ordinals.get(row.get("instrument"));
        for (int i = 0; i < SpanScenarios.COUNT; i++)
        {
            final double expected = Double.parseDouble(row.get("s" + (i + 1)));
            assertEquals(expected * KOPECKS * Hundredths.PER_KOPECK,
                arrays.lossesE2[ordinal * SpanScenarios.COUNT + i], 1, "s" + (i + 1) + " " + row);
            assertEquals(expected * KOPECKS, arrays.groups[0].scenarios.loss(
                arrays.market.instrument(ordinal), i), 5.1e-3, "s" + (i + 1) + " " + row);
        }
    }

    static List<CSVRecord> portfolios()
    {
        return Vectors.read("span_portfolios.csv");
    }

    @ParameterizedTest
    @MethodSource("portfolios")
    void shouldMarginPortfoliosAsTheVectorsSay(final CSVRecord row)
    {
        final SpanArrays arrays = new SpanArrays(venue.market(options()));
        final SpanModel model = new SpanModel(arrays.market);
        final SpanPortfolio engine = new SpanPortfolio(arrays);
        for (final String position : row.get("positions").split(" "))
        {
            final String[] parts = position.split(":");
            add(List.of(model, engine), ordinals.get(parts[0]), Long.parseLong(parts[1]));
        }
        final SpanModel.Risk risk = model.risk(0, model.held());
        assertEquals(number(row, "scan_risk"), risk.scanRisk() / KOPECKS, ROUNDING, row.toString());
        assertEquals(Integer.parseInt(row.get("active_scenario")), risk.active() + 1, row.toString());
        assertEquals(number(row, "net_composite_delta"), risk.netDelta(), 5.1e-7, row.toString());
        assertEquals(number(row, "time_risk"), risk.timeRisk() / KOPECKS, ROUNDING, row.toString());
        assertEquals(number(row, "weighted_fut_price_risk"), risk.priceRiskPerDelta() / KOPECKS,
            ROUNDING / Math.min(1, Math.abs(risk.netDelta())), row.toString());
        assertEquals(number(row, "som"), risk.shortOptionMinimum() / KOPECKS, 1e-9, row.toString());
        assertEquals(number(row, "total"), risk.total(0) / KOPECKS, ROUNDING, row.toString());
        assertEquals(number(row, "total") * KOPECKS * Hundredths.PER_KOPECK, engine.positionsE2(), 20, row.toString());
        assertEquals(model.positionsKopecks(), engine.positionsKopecks(), row.toString());
    }

    static List<CSVRecord> calendars()
    {
        return Vectors.read("span_calendar.csv");
    }

    @ParameterizedTest
    @MethodSource("calendars")
    void shouldChargeCalendarSpreadsAsTheVectorsSay(final CSVRecord row)
    {
        for (int month = 1; month <= 3; month++)
        {
            ordinals.put("M" + month, venue.future(month, PRICE_E5, DAYS * month));
        }
        final SpanParameters span = span(List.of(
            new SpanParameters.TierSpread(1, 2, 900_00), new SpanParameters.TierSpread(2, 3, 700_00)));
        final MarginArrays arrays = venue.arrays(parameters(Map.of("X", group(120_000, span, 1, 2, 3)), List.of()));
        final SpanModel model = (SpanModel)arrays.model();
        final PortfolioMargin engine = arrays.portfolio();
        for (final String position : row.get("net_delta").split(" "))
        {
            final String[] parts = position.split(":");
            add(List.of(model, engine), ordinals.get(parts[0]), Long.parseLong(parts[1]));
        }
        final SpanModel.Risk risk = model.risk(0, model.held());
        assertEquals(number(row, "scan_risk"), risk.scanRisk() / KOPECKS, 1e-6, row.toString());
        assertEquals(number(row, "spread_charge"), risk.calendar() / KOPECKS, 1e-6, row.toString());
        assertEquals(Vectors.kopecks(row.get("total")), model.positionsKopecks(), row.toString());
        assertEquals(Vectors.kopecks(row.get("total")), engine.positionsKopecks(), row.toString());
    }

    static List<CSVRecord> credits()
    {
        return Vectors.read("span_intercommodity.csv");
    }

    @ParameterizedTest
    @MethodSource("credits")
    void shouldCreditOtherCommoditiesAsTheVectorsSay(final CSVRecord row)
    {
        final long firstLots = Long.parseLong(row.get("a_delta"));
        final long secondLots = Long.parseLong(row.get("b_delta"));
        final int first = venue.future(1, PRICE_E5, DAYS);
        final int second = venue.future(2, PRICE_E5, DAYS);
        final GroupOffset offset = new GroupOffset(List.of(
            new GroupOffset.Leg("A", Integer.parseInt(row.get("ratio_a"))),
            new GroupOffset.Leg("B", -Integer.parseInt(row.get("ratio_b")))),
            Vectors.scaled(row.get("credit_rate"), 6), Netting.NET);
        final Map<String, GroupParameters> groups = Map.of(
            "A", group(rateE6(row.get("a_scan"), firstLots), span(List.of()), 1),
            "B", group(rateE6(row.get("b_scan"), secondLots), span(List.of()), 2));
        for (final boolean credited : new boolean[]{false, true})
        {
            final MarginArrays arrays = venue.arrays(parameters(groups, credited ? List.of(offset) : List.of()));
            final List<PortfolioMargin> both = List.of(arrays.model(), arrays.portfolio());
            add(both, first, firstLots);
            add(both, second, secondLots);
            final long expected = Vectors.kopecks(row.get(credited ? "total_after" : "total_before"));
            both.forEach(portfolio -> assertEquals(expected, portfolio.positionsKopecks(), row.toString()));
        }
    }

    private static long rateE6(final String scanRisk, final long lots)
    {
        return Math.round(Double.parseDouble(scanRisk) / Math.abs(lots) / 100_000 * 1e6);
    }

    private static double number(final CSVRecord row, final String column)
    {
        return Double.parseDouble(row.get(column));
    }
}
