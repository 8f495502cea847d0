// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.clearing;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.HouseParameters;
import io.bourse.clearing.margin.KeyTerm;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.method.MarginMethods;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Warmup;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The two kernels of money: variation margin of a lot, and initial margin of a portfolio of five futures with live
 * orders, by the fixed-point sums of 33 scenarios and by the model in floating point that gives the second opinion.
 */
@Warmup(iterations = 4, time = 1)
public class MarginBenchmark extends NanosecondBenchmark
{
    private static final int LOTS = 1_024;
    private static final int FUTURES = 20;
    private static final int HELD = 5;
    private static final int FIRST_ID = 1_000;
    private static final long E5 = 100_000L;
    private static final long SEED = 20_261_122L;
    private static final int DATE = 20_261_122;
    private static final int EXPIRY = 20_270_318;

    private final long[] qty = new long[LOTS];
    private final long[] settlement = new long[LOTS];
    private final long[] reference = new long[LOTS];
    private final MarginArrays arrays = arrays();
    private final PortfolioMargin engine = arrays.portfolio();
    private final PortfolioMargin model = arrays.model();

    /** Lots and prices, the same every time. */
    public MarginBenchmark()
    {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < LOTS; i++)
        {
            qty[i] = random.nextInt(1, 100) * (random.nextBoolean() ? 1 : -1);
            settlement[i] = 92_000 * E5 + random.nextInt(1_000) * E5;
            reference[i] = 92_000 * E5 + random.nextInt(1_000) * E5;
        }
    }

    private static MarginArrays arrays()
    {
        final Contract[] contracts = new Contract[FUTURES];
        final TreeMap<String, GroupParameters> groups = new TreeMap<>();
        for (int i = 0; i < FUTURES; i++)
        {
            final long price = (50_000 + 1_000 * i) * E5;
            contracts[i] = new Contract(
                FIRST_ID + i, "F" + i,
                new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, 1_000, 0, EXPIRY,
                    false),
                10 * E5, 1_811_234, price, price, 0, null, 3_795, 2_805);
        }
        for (int group = 0; group < FUTURES / HELD; group++)
        {
            final int first = FIRST_ID + group * HELD;
            groups.put("G" + group, new GroupParameters(
                List.of(first, first + 1, first + 2, first + 3, first + 4),
                new MarketRisk(60_000, 90_000, 120_000, 20_000, 100_000),
                0,
                new Volatility(OptionModel.BLACK, 250_000, 0),
                List.of(new KeyTerm(1, 40_000, 350_000, 150_000), new KeyTerm(365, 15_000, 150_000, 140_000)),
                new HouseParameters(5, Netting.NET, 15_000, 0, 0, 0),
                null));
        }
        return MarginMethods.arrays(new MarginParameters(MarginMethod.HOUSE, 2, groups, List.of(), null), contracts,
            PriceParameters.DEFAULT, DATE, true);
    }

    /** One lot. */
    @Benchmark
    @OperationsPerInvocation(LOTS)
    public long variationMargin()
    {
        long sum = 0;
        for (int i = 0; i < LOTS; i++)
        {
            sum += VariationMargin.ofLot(qty[i], settlement[i], reference[i], 18_112_340_000L);
        }
        return sum;
    }

    /** A portfolio, by fixed-point sums of scenarios. */
    @Benchmark
    public long portfolio()
    {
        return required(engine);
    }

    /** The same portfolio, by the model. */
    @Benchmark
    public long portfolioModel()
    {
        return required(model);
    }

    private long required(final PortfolioMargin margin)
    {
        margin.begin();
        for (int i = 0; i < HELD; i++)
        {
            margin.add(3 * i, qty[i], 10, 20);
        }
        return margin.requiredKopecks() + margin.positionsKopecks();
    }
}
