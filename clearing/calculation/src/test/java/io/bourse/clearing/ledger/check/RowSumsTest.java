// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Sums side by side are those of arithmetic without bounds. */
class RowSumsTest
{
    private static final int INSTRUMENTS = 3;
    private static final int AMOUNTS = 5;
    private static final int ROWS = 2_000;

    @Test
    void shouldAddUpAmountsOfAnySize()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final BigInteger[][] expected = new BigInteger[INSTRUMENTS][AMOUNTS];
        final RowSums sums = new RowSums(INSTRUMENTS);
        for (final BigInteger[] amounts : expected)
        {
            Arrays.fill(amounts, BigInteger.ZERO);
        }
        for (int row = 0; row < ROWS; row++)
        {
            final int instrument = random.nextInt(INSTRUMENTS);
            final long[] amounts = new long[AMOUNTS];
            for (int i = 0; i < AMOUNTS; i++)
            {
                amounts[i] = 0 == row % 5 ? Long.MIN_VALUE : 1 == row % 5 ? Long.MAX_VALUE :
                    random.nextLong() >> random.nextInt(Long.SIZE);
                expected[instrument][i] = expected[instrument][i].add(BigInteger.valueOf(amounts[i]));
            }
            sums.addMargin(instrument, amounts[0], amounts[1]);
            sums.addFees(instrument, amounts[2], amounts[3]);
            sums.addVat(instrument, amounts[4]);
        }
        final InstrumentSums found = sums.sums();
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            assertEquals(List.of(expected[i]), List.of(found.marginDay[i].value(), found.marginPaid[i].value(),
                found.exchangeFee[i].value(), found.clearingFee[i].value(), found.vat[i].value()), "seed=" + seed);
        }
    }

    @Test
    void shouldKeepLotsOfInstrumentsApart()
    {
        final RowSums sums = new RowSums(INSTRUMENTS);
        sums.addLots(0, 5, 3, 1, -2, 5, 7);
        sums.addLots(2, -4, 1, 9, 12, 0, 11);
        sums.addLots(2, 3, 0, 5, 0, -2, 13);
        final InstrumentSums found = sums.sums();
        final List<List<Long>> lots = new ArrayList<>();
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            lots.add(List.of(found.rows[i], found.begin[i], found.buys[i], found.sells[i], found.moved[i],
                found.end[i], found.longBegin[i], found.longTraded[i], found.longEnd[i], found.buysPrint[i],
                found.sellsPrint[i], found.movedPrint[i]));
        }
        assertEquals(List.of(
            List.of(1L, 5L, 3L, 1L, -2L, 5L, 5L, 7L, 5L, 21L, 7L, -14L),
            List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L),
            List.of(2L, -1L, 1L, 14L, 12L, -2L, 3L, 0L, 0L, 11L, 164L, 132L)), lots);
    }
}
