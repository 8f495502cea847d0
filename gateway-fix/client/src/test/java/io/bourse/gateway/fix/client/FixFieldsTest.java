// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixFieldsTest
{
    @ParameterizedTest
    @CsvSource({
        "0,0", "1,100000", "1.5,150000", "-1.5,-150000", "0.00001,1", "-0.00001,-1", "100.,10000000", ".5,50000",
        "1.0000000000,100000", "007,700000", "92233720368547.75807,9223372036854775807", "12345678901.12345," +
        "1234567890112345"})
    void shouldParsePriceWhenItHasAtMostFiveDecimals(final String text, final long priceE5)
    {
        assertEquals(priceE5, FixFields.parsePriceE5(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "-", ".", "-.", "1.000001", "1e5", "1,5", " 1", "1 ", "+1", "--1", "1.2.3", "abc", "1-",
        "99999999999999999999", "100000000000000", "NaN"})
    void shouldRefusePriceWhenItIsNotOne(final String text)
    {
        assertEquals(FixFields.INVALID_PRICE, FixFields.parsePriceE5(text));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "10,10", "10.0,10", "10.,10", "0010,10", "4294967294,4294967294"})
    void shouldParseQuantityWhenItIsWhole(final String text, final long qtyLots)
    {
        assertEquals(qtyLots, FixFields.parseQtyLots(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "0", "0.0", "-1", "1.5", "4294967295", "99999999999999999999999", "1e3", "x", ".", ".5", " 1", "1.0.0"})
    void shouldRefuseQuantityWhenItIsNotOne(final String text)
    {
        assertEquals(FixFields.INVALID_QTY, FixFields.parseQtyLots(text));
    }

    @Test
    void shouldFormatWhatItParsesWhenPricesAreRandom()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++)
        {
            final long priceE5 = random.nextLong() >> random.nextInt(60) >> 3;
            final String text = FixFields.formatPrice(priceE5);
            assertEquals(priceE5, FixFields.parsePriceE5(text), () -> "seed=" + seed + " text=" + text);
            assertEquals(0, new BigDecimal(text).compareTo(BigDecimal.valueOf(priceE5, 5)), () -> "seed=" + seed);
        }
    }
}
