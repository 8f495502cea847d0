// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

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
            final double price = model.price(
                "C".equals(row.get("cp")) ? OptionRight.CALL : OptionRight.PUT,
                Double.parseDouble(row.get("F")),
                Double.parseDouble(row.get("K")),
                Double.parseDouble(row.get("days")) / 365,
                Double.parseDouble(row.get("vol")));
            assertEquals(Double.parseDouble(row.get("price")), price, 5e-10, row.toString());
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
