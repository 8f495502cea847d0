// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.TestRegisters;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The open interest that the matcher has after earlier runs have moved positions, against adding up pair by pair. */
class EarlierMovementsTest
{
    private static final int[] IDS = {30, 10, 20};
    /** Instruments in the order of their ids. */
    private static final int[] BY_ID = {1, 2, 0};
    @TempDir
    private Path root;

    @Test
    void shouldCountBoughtPositionsAfterWhatWasMoved() throws IOException
    {
        final long seed = Long.getLong("seed", 28_114);
        System.out.println("EarlierMovementsTest seed=" + seed);
        for (int round = 0; round < 40; round++)
        {
            final Random random = new Random(seed + round);
            final int size = 1 + random.nextInt(0 == round % 2 ? 4 : 200);
            final TestRegisters registers = new TestRegisters(IntStream.range(0, size)
                .mapToObj(i -> "AA%02d%03d".formatted(i % 7, 999 - i)).toList());
            final List<long[]> positions = new ArrayList<>();
            final List<long[]> movements = new ArrayList<>();
            final long[] expected = new long[IDS.length];
            for (int rank = 0; rank < size; rank++)
            {
                for (final int instrument : BY_ID)
                {
                    addPair(random, registers.accountAt(rank), instrument, positions, movements, expected);
                }
            }
            assertArrayEquals(expected, counted(registers, positions, movements), "seed=" + seed + " round=" + round);
        }
    }

    private static void addPair(
        final Random random,
        final int account,
        final int instrument,
        final List<long[]> positions,
        final List<long[]> movements,
        final long[] expected)
    {
        final int begin = random.nextInt(21) - 10;
        final int buys = random.nextInt(5);
        final int sells = random.nextInt(5);
        final boolean hasRow = random.nextBoolean();
        if (hasRow)
        {
            positions.add(new long[]{account, instrument, begin, buys, sells});
        }
        long moved = 0;
        for (int i = random.nextInt(3); i > 0 && 0 != random.nextInt(4); i--)
        {
            final int lots = random.nextInt(21) - 10;
            movements.add(new long[]{account, instrument, 0, lots});
            moved += lots;
        }
        if (hasRow)
        {
            final int traded = begin + buys - sells;
            expected[instrument] += Math.max(0, traded + moved) - Math.max(0, traded);
        }
    }

    private long[] counted(
        final TestRegisters registers, final List<long[]> positions, final List<long[]> movements) throws IOException
    {
        final Contract[] contracts = IntStream.of(IDS).mapToObj(id -> new Contract(id, "C" + id,
            ClearingTerms.plain(ContractStyle.FUTURE, 0), 1, 1, 1, 1, 0, null, 0, 0)).toArray(Contract[]::new);
        final Names names = new Names(new CalculationInput(
            registers, contracts, null, 0, 0, null, null, null, true, FeePrice.TRADE, 1, 0));
        TestTables.write(root, RunTables.POSITIONS, positions);
        TestTables.write(root, RunTables.MOVEMENTS, movements);
        final InstrumentSums counted = new InstrumentSums(IDS.length);
        try (Table held = Table.open(root, RunTables.POSITIONS); Table moved = Table.open(root, RunTables.MOVEMENTS))
        {
            final EarlierMovements earlier = new EarlierMovements(names, held);
            earlier.addTo(counted, moved);
            earlier.addTo(counted, null);
        }
        return counted.lots(InstrumentSums.LONG_TRADED);
    }
}
