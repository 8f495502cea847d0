// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.gateway.fix.wire.FixWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AveragePriceTest
{
    private final AveragePrice average = new AveragePrice();

    @Test
    void shouldRoundOnceHalfAwayFromZeroWhenItDoesNotEnd()
    {
        assertEquals("0", mean(0));
        average.add(30_000_000, 1);
        assertEquals("100", mean(3));
        average.clear();
        average.add(10_000_000, 1);
        assertEquals("33.33333333", mean(3));
        average.clear();
        average.add(-20_000_000, 1);
        assertEquals("-66.66666667", mean(3));
        average.clear();
        average.add(-1, 1);
        assertEquals("-0.00000001", mean(1_000));
        assertEquals("-0.00000001", mean(2_000));
        assertEquals("0", mean(2_001));
        average.clear();
        average.add(Long.MAX_VALUE, 10);
        assertEquals("92233720368547.75807", mean(10));
    }

    @Test
    void shouldAgreeWithUnboundedArithmeticWhenFillsAreRandom()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            average.clear();
            BigInteger sum = BigInteger.ZERO;
            long lots = 0;
            final int bits = random.nextInt(60);
            for (int fill = 1 + random.nextInt(8); fill > 0; fill--)
            {
                final long priceE5 = random.nextLong() >> bits;
                final long qty = 1 + (random.nextLong() >>> 31 + random.nextInt(30));
                average.add(priceE5, qty);
                sum = sum.add(BigInteger.valueOf(priceE5).multiply(BigInteger.valueOf(qty)));
                lots += qty;
            }
            final BigDecimal expected = new BigDecimal(sum, 5)
                .divide(BigDecimal.valueOf(lots), 8, RoundingMode.HALF_UP);
            assertEquals(0, expected.compareTo(new BigDecimal(mean(lots))), "seed=" + seed + " i=" + i);
        }
    }

    private String mean(final long lots)
    {
        final FixWriter writer = new FixWriter().begin("8");
        average.write(writer, 6, lots);
        return new String(writer.bytes(), 2, writer.length() - 3, StandardCharsets.US_ASCII);
    }
}
