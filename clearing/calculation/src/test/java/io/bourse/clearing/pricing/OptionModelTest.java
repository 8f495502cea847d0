// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.pricing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.model.OptionRight;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.util.Random;

class OptionModelTest
{
    private static final long E5 = 100_000L;

    @Test
    void shouldPriceAsTheVectorsSay()
    {
        int rows = 0;
        for (final CSVRecord row : Vectors.read("option_models.csv"))
        {
            final OptionModel model =
                "BLACK76".equals(row.get("model")) ? OptionModel.BLACK : OptionModel.BACHELIER;
            final OptionRight right = "C".equals(row.get("cp")) ? OptionRight.CALL : OptionRight.PUT;
            final double forward = Double.parseDouble(row.get("F"));
            final double strike = Double.parseDouble(row.get("K"));
            final double years = Double.parseDouble(row.get("days")) / 365;
            final double volatility = Double.parseDouble(row.get("vol"));
            assertEquals(Double.parseDouble(row.get("price")),
                model.price(right, forward, strike, years, volatility), 5e-10, row.toString());
            assertEquals(Double.parseDouble(row.get("delta")),
                model.delta(right, forward, strike, years, volatility), 5e-11, row.toString());
            rows++;
        }
        assertTrue(rows > 0);
    }

    @Test
    void shouldKeepPutCallParity()
    {
        final long seed = Long.getLong("seed", 26_115);
        System.out.println("OptionModelTest seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            final OptionModel model = random.nextBoolean() ? OptionModel.BLACK : OptionModel.BACHELIER;
            final double shift = OptionModel.BACHELIER == model ? 500 : 0;
            final double forward = 1 + 999 * random.nextDouble() - shift;
            final double strike = 1 + 999 * random.nextDouble() - shift;
            final double years = random.nextDouble() * 3;
            final double volatility = random.nextDouble() * (OptionModel.BLACK == model ? 2 : 400);
            final double call = model.price(OptionRight.CALL, forward, strike, years, volatility);
            final double put = model.price(OptionRight.PUT, forward, strike, years, volatility);
            final String facts = model + " F=" + forward + " K=" + strike + " T=" + years + " vol=" + volatility;
            assertEquals(forward - strike, call - put, 1e-9, facts);
            assertTrue(call >= Math.max(0, forward - strike) - 1e-9, facts);
        }
    }

    @Test
    void shouldHaveTheDeltaOfItsPrices()
    {
        final long seed = Long.getLong("seed", 26_122);
        System.out.println("OptionModelTest seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++)
        {
            final OptionModel model = random.nextBoolean() ? OptionModel.BLACK : OptionModel.BACHELIER;
            final OptionRight right = random.nextBoolean() ? OptionRight.CALL : OptionRight.PUT;
            final double forward = 80 + 40 * random.nextDouble();
            final double years = 0.02 + random.nextDouble();
            final double volatility = (0.1 + random.nextDouble()) * (OptionModel.BLACK == model ? 1 : 100);
            final double slope = (model.price(right, forward + 1e-3, 100, years, volatility) -
                model.price(right, forward - 1e-3, 100, years, volatility)) / 2e-3;
            assertEquals(slope, model.delta(right, forward, 100, years, volatility), 1e-6,
                model + " " + right + " F=" + forward + " T=" + years + " vol=" + volatility);
        }
    }

    @Test
    void shouldHaveTheDeltaOfTheIntrinsicValueWithoutTimeOrVolatility()
    {
        assertEquals(1, OptionModel.BLACK.delta(OptionRight.CALL, 101, 100, 0, 0.25));
        assertEquals(0, OptionModel.BLACK.delta(OptionRight.PUT, 101, 100, 0, 0.25));
        assertEquals(-1, OptionModel.BACHELIER.delta(OptionRight.PUT, 99, 100, 1, 0));
        assertEquals(0.5, OptionModel.BACHELIER.delta(OptionRight.CALL, 100, 100, 1, 0));
        assertEquals(-1, OptionModel.BLACK.delta(OptionRight.PUT, -2, 0, 1, 0.25));
    }

    @Test
    void shouldKnowTheErrorFunctionInAllItsRanges()
    {
        assertEquals(1, NormalDistribution.erfc(0));
        assertEquals(0.6713732405408726, NormalDistribution.erfc(0.3), 1e-15);
        assertEquals(0.15729920705028513, NormalDistribution.erfc(1), 1e-16);
        assertEquals(1.8427007929497148, NormalDistribution.erfc(-1), 1e-15);
        assertEquals(1, NormalDistribution.erfc(5) / 1.5374597944280349e-12, 1e-14);
        assertEquals(0, NormalDistribution.erfc(30));
        assertEquals(2, NormalDistribution.erfc(-30));
        for (double x = -8; x < 8; x += 1.0 / 64)
        {
            assertTrue(NormalDistribution.erfc(x) >= NormalDistribution.erfc(x + 1.0 / 64), "x=" + x);
        }
    }

    @Test
    void shouldBeIntrinsicWithoutTimeOrVolatility()
    {
        final Volatility none = new Volatility(OptionModel.BLACK, 0, 0);
        final Volatility some = new Volatility(OptionModel.BLACK, 250_000, 0);
        assertEquals(480 * E5, OptionModel.priceE5(none, OptionRight.CALL, 92_480 * E5, 92_000 * E5, 30, E5));
        assertEquals(480 * E5, OptionModel.priceE5(some, OptionRight.CALL, 92_480 * E5, 92_000 * E5, 0, E5));
        assertEquals(0, OptionModel.priceE5(some, OptionRight.PUT, 92_480 * E5, 92_000 * E5, 0, E5));
        assertEquals(0, OptionModel.BLACK.price(OptionRight.CALL, 100, 100, 0, 0.25), "and not 0 / 0");
        // Black does not hold where prices are not above 0.
        assertEquals(2 * E5, OptionModel.priceE5(some, OptionRight.PUT, -2 * E5, 0, 30, E5));
    }

    @Test
    void shouldRoundToTheTickAndDiscountPremiums()
    {
        final Volatility margined = new Volatility(OptionModel.BLACK, 250_000, 0);
        assertEquals(2_859 * E5, OptionModel.priceE5(
            margined, OptionRight.CALL, 100_000 * E5, 100_000 * E5, 30, E5));
        assertEquals(2_860 * E5, OptionModel.priceE5(
            margined, OptionRight.CALL, 100_000 * E5, 100_000 * E5, 30, 10 * E5));
        // 2858.718... * exp(-0.16 * 30 / 365) = 2821.37...
        assertEquals(2_821 * E5, OptionModel.priceE5(
            new Volatility(OptionModel.BLACK, 250_000, 160_000), OptionRight.CALL, 100_000 * E5, 100_000 * E5, 30, E5));
        assertThrows(ArithmeticException.class, () -> OptionModel.priceE5(
            new Volatility(OptionModel.BLACK, 250_000, -Long.MAX_VALUE), OptionRight.CALL, E5, E5, 30, 1));
    }
}
