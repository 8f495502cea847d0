// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class HouseVectorsTest
{
    private static final long PRICE_E5 = 100_000 * MarginVenue.E5;
    private static final double KOPECKS = 100;

    static List<CSVRecord> portfolios()
    {
        return Vectors.read("house_margin.csv");
    }

    @ParameterizedTest
    @MethodSource("portfolios")
    void shouldMarginPortfoliosAsTheVectorsSay(final CSVRecord row)
    {
        final MarginVenue venue = new MarginVenue();
        final Map<Integer, Integer> futures = new TreeMap<>();
        futures.put(30, venue.future(30, PRICE_E5, 30));
        futures.put(120, venue.future(120, PRICE_E5, 120));
        final Map<Integer, Long> portfolio = new TreeMap<>();
        for (final String leg : row.get(2).split(";"))
        {
            final String[] parts = leg.split("/");
            final int days = Integer.parseInt(parts[1]);
            final int ordinal = "F".equals(parts[0]) ? futures.get(days) : venue.option(
                1_000 + venue.size(),
                "C".equals(parts[0]) ? OptionRight.CALL : OptionRight.PUT,
                Vectors.priceE5(parts[2]),
                days,
                Integer.parseInt(parts[3]),
                Vectors.scaled(parts[4], 6));
            portfolio.put(ordinal, Long.parseLong(parts[5]));
        }
        final Netting netting = Netting.valueOf(row.get("netting"));
        final MarginParameters parameters = MarginVenue.house("X", MarginVenue.group(
            List.of(30, 120), MarginVenue.FLAT, MarginVenue.netting(netting)));

        final HouseModel model = new HouseModel(venue.market(parameters));
        final HousePortfolio engine = new HousePortfolio(new HouseArrays(venue.market(parameters)));
        portfolio.forEach((ordinal, lots) ->
        {
            model.add(ordinal, lots, 0, 0);
            engine.add(ordinal, lots, 0, 0);
        });
        final HouseModel.Risk risk = model.risk(0, model.held(), netting);
        final HouseModel.Risk net = model.risk(0, model.held(), Netting.NET);
        final double expected = Double.parseDouble(row.get("initial_margin"));
        assertEquals(expected, risk.total() / KOPECKS, 5.1e-5, row.toString());
        assertEquals(Double.parseDouble(row.get("interest_risk")), net.interest() / KOPECKS, 5.1e-5, row.toString());
        final HouseScenarios scenarios = new HouseScenarios(5);
        assertEquals(Integer.parseInt(row.get("worst_price_step")), scenarios.step(net.scenario()), row.toString());
        assertEquals(Integer.parseInt(row.get("worst_vol_sign")), scenarios.volatility(net.scenario()), row.toString());
        // A hundredth of a kopeck for each of two roundings a lot.
        assertEquals(expected * KOPECKS * Hundredths.PER_KOPECK, engine.positionsE2(), 20, row.toString());
        assertEquals(model.positionsKopecks(), engine.positionsKopecks(), row.toString());
    }

    static List<CSVRecord> quantities()
    {
        return Vectors.read("concentration.csv");
    }

    @ParameterizedTest
    @MethodSource("quantities")
    void shouldWeighConcentrationAsTheVectorsSay(final CSVRecord row)
    {
        final long units = Long.parseLong(row.get("qty_units"));
        final MarketRisk risk = new MarketRisk(
            Vectors.scaled(row.get("MR1"), 6),
            Vectors.scaled(row.get("MR2"), 6),
            Vectors.scaled(row.get("MR3"), 6),
            Long.parseLong(row.get("LK1")),
            Long.parseLong(row.get("LK2")));
        final double expected = Double.parseDouble(row.get("effective_rate"));
        assertEquals(expected, new Concentration(risk).rate(units), 5.1e-11, row.toString());

        // The same through the engine: a future of one unit at 100 000, without interest risk.
        final MarginVenue venue = new MarginVenue();
        final int future = venue.future(1, PRICE_E5, 1);
        final HousePortfolio engine = new HousePortfolio(new HouseArrays(venue.market(
            MarginVenue.house("X", new GroupParameters(List.of(1), risk, 0, null, List.of(), null, null)))));
        engine.add(future, -units, 0, 0);
        assertEquals(expected * 1e7 * units, engine.positionsKopecks(), 1e-10 * 1e7 * units + 1, row.toString());
    }

    static List<CSVRecord> offsets()
    {
        return Vectors.read("intercontract.csv");
    }

    @ParameterizedTest
    @MethodSource("offsets")
    void shouldOffsetContractsAsTheVectorsSay(final CSVRecord row)
    {
        final long firstE2 = Vectors.scaled(row.get("im_a"), 4);
        final long secondE2 = Vectors.scaled(row.get("im_b"), 4);
        final long rateE6 = Vectors.scaled(row.get("offset_rate"), 6);
        final String[] columns = {"net", "half_net", "none"};
        for (final Netting netting : Netting.values())
        {
            final String expected = row.get(columns[netting.ordinal()]);
            assertEquals(Double.parseDouble(expected),
                HouseModel.interContract(firstE2 / 1e4, secondE2 / 1e4, rateE6 / 1e6, netting), 1e-9, row.toString());
            assertEquals(Vectors.scaled(expected, 4), firstE2 + secondE2 -
                HousePortfolio.interContractE2(Math.min(firstE2, secondE2), rateE6, netting), row.toString());
        }
    }
}
