// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.model.Sum128;
import org.junit.jupiter.api.Test;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Sums side by side are those of arithmetic without bounds. */
class InstrumentSumsTest
{
    private static final int INSTRUMENTS = 3;
    private static final int[] MONEY = {
        InstrumentSums.MARGIN_DAY, InstrumentSums.MARGIN_PAID, InstrumentSums.EXCHANGE_FEE,
        InstrumentSums.CLEARING_FEE, InstrumentSums.VAT};
    private static final int AMOUNTS = MONEY.length;
    private static final int ROWS = 2_000;

    @Test
    void shouldAddUpAmountsOfAnySize()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final BigInteger[][] expected = new BigInteger[INSTRUMENTS][AMOUNTS];
        final InstrumentSums[] halves = {new InstrumentSums(INSTRUMENTS), new InstrumentSums(INSTRUMENTS)};
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
                halves[row & 1].addMoney(MONEY[i], instrument, amounts[i]);
            }
        }
        halves[0].merge(halves[1]);
        for (int i = 0; i < AMOUNTS; i++)
        {
            final Sum128[] found = halves[0].money(MONEY[i]);
            for (int instrument = 0; instrument < INSTRUMENTS; instrument++)
            {
                assertEquals(expected[instrument][i], found[instrument].value(), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldKeepLotsOfInstrumentsApart()
    {
        final InstrumentSums sums = new InstrumentSums(INSTRUMENTS);
        sums.addLots(0, 5, 3, 1, -2, 5, 7);
        sums.addLots(2, -4, 1, 9, 12, 0, 11);
        sums.addLots(2, 3, 0, 5, 0, -2, 13);
        assertEquals(INSTRUMENTS, sums.instruments());
        final List<List<Long>> lots = new ArrayList<>();
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            final int instrument = i;
            lots.add(IntStream.rangeClosed(InstrumentSums.ROWS, InstrumentSums.MOVED_PRINT)
                .mapToObj(sum -> sums.lots(sum, instrument)).toList());
        }
        assertEquals(List.of(
            List.of(1L, 5L, 3L, 1L, -2L, 5L, 5L, 7L, 5L, 21L, 7L, -14L),
            List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L),
            List.of(2L, -1L, 1L, 14L, 12L, -2L, 3L, 0L, 0L, 11L, 164L, 132L)), lots);
    }
}
