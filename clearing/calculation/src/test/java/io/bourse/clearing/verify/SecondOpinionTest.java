// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

@Tag("venue")
class SecondOpinionTest
{
    private static final int REGISTERS = 12;
    private static final int TRADES = 300;

    @TempDir
    private Path directory;

    private OpinionDay day;
    private List<long[]> rows;

    @BeforeEach
    void makeDay()
    {
        day = OpinionDay.random(42, REGISTERS, TRADES);
        rows = PositionOracle.positions(day);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldAgreeWhenAllIsRight(final long seed) throws IOException
    {
        day = OpinionDay.random(seed, REGISTERS, TRADES);
        rows = PositionOracle.positions(day);
        final SecondOpinionResult result = compare();
        assertEquals(List.of(), result.differences(), "seed=" + seed);
        assertEquals(0, result.differenceCount(), "seed=" + seed);
        assertEquals(rows.size(), result.rowsCompared());
        assertTrue(result.asCheck().isOk());
    }

    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103})
    void shouldAgreeWithTheCalculation(final long seed) throws IOException
    {
        day = OpinionDay.random(seed, 60, 3_000);
        if (101 != seed)
        {
            day.reverseSome();
        }
        final SecondOpinionInput input = day.write(directory);
        try (Table registers = Table.open(directory.resolve("ingest"), DayTables.REGISTERS))
        {
            rows = OracleRows.copies(RunPositions.calculate(new CalculationInput(
                SortedRegisters.of(registers, null),
                day.contracts.toArray(new Contract[0]),
                input.trades(),
                input.tradeCount(),
                input.paidTradeCount(),
                input.carried(),
                input.movements().getFirst(),
                input.paidMovements().getFirst(),
                input.chargesFees(),
                input.feePrice(),
                2,
                input.vatPctE6())));
        }
        final SecondOpinionResult result = compare();
        assertEquals(List.of(), result.differences(), "seed=" + seed);
        assertEquals(rows.size(), result.rowsCompared());
    }

    @Test
    void shouldAgreeWhenFeesAreNotCharged() throws IOException
    {
        day.chargesFees = false;
        rows = PositionOracle.positions(day);
        assertEquals(List.of(), compare().differences());
        assertTrue(rows.stream().allMatch(row -> 0 == row[RunTables.POSITION_FEE_EX]));
    }

    @Test
    void shouldNameRegisterInstrumentAndBothValuesWhenOneValueDiffers() throws IOException
    {
        for (int column = RunTables.POSITION_VM_DAY; column <= RunTables.POSITION_VAT_CC; column++)
        {
            rows = PositionOracle.positions(day);
            final long[] row = rows.get(rows.size() / 2);
            final long right = row[column];
            row[column] += 1;
            final SecondOpinionResult result = compare();
            assertEquals(
                List.of(new RowDifference(
                    OpinionDay.code((int)row[RunTables.POSITION_ACCOUNT]),
                    day.contracts.get((int)row[RunTables.POSITION_INSTRUMENT]).symbol(),
                    RunTables.POSITIONS.columns().get(column).name(),
                    Long.toString(right + 1),
                    Long.toString(right))),
                result.differences());
            assertEquals(1, result.differenceCount());
            assertFalse(result.asCheck().isOk());
        }
    }

    @Test
    void shouldNameTheRowWhenItIsMissing() throws IOException
    {
        final long[] row = rows.remove(7);
        final SecondOpinionResult result = compare();
        final RowDifference first = result.differences().getFirst();
        assertEquals(OpinionDay.code((int)row[RunTables.POSITION_ACCOUNT]), first.account());
        assertEquals(RowDifference.NONE, first.run());
        assertEquals(Long.toString(row[RunTables.POSITION_BEGIN]), first.opinion());
    }

    @Test
    void shouldNameTheRowWhenNothingAccountsForIt() throws IOException
    {
        final long[] row = new long[RunTables.POSITIONS.columns().size()];
        row[RunTables.POSITION_ACCOUNT] = REGISTERS;
        row[RunTables.POSITION_INSTRUMENT] = OpinionDay.PERPETUAL;
        row[RunTables.POSITION_FEE_EX] = 5;
        rows.add(row);
        final RowDifference first = compare().differences().getFirst();
        assertEquals(OpinionDay.code(REGISTERS), first.account());
        assertEquals("USDRUBF", first.instrument());
        assertEquals("0", first.run());
        assertEquals(RowDifference.NONE, first.opinion());
    }

    @Test
    void shouldNameTheRowWhenItIsThereTwice() throws IOException
    {
        rows.add(rows.get(3).clone());
        final SecondOpinionResult result = compare();
        assertTrue(result.differences().contains(new RowDifference(
            OpinionDay.code((int)rows.get(3)[0]), day.contracts.get((int)rows.get(3)[1]).symbol(), "rows", "2", "1")));
        assertEquals(result.differences().size(), result.differenceCount());
    }

    @Test
    void shouldNameTheTotalWhenARegisterOutsideTheSampleIsWrong() throws IOException
    {
        // One part in a thousand of these twelve registers is empty, or holds at most a few of them.
        final int sampleOneIn = 1_000;
        final long[] row = rows.stream()
            .filter(r -> 0 != OpinionLoader.partOf((int)r[RunTables.POSITION_ACCOUNT], sampleOneIn))
            .findFirst().orElseThrow();
        row[RunTables.POSITION_BUYS]++;
        row[RunTables.POSITION_END]++;
        final SecondOpinionResult result = compare(new SecondOpinionOptions(0, sampleOneIn, 20, 1, 256, directory));
        assertTrue(result.sampled());
        assertEquals(2, result.differenceCount());
        assertEquals(
            List.of("buys", "pos_end"), result.differences().stream().map(RowDifference::column).toList());
        assertEquals("", result.differences().getFirst().account());
    }

    @Test
    void shouldCompareARegisterInTheSampleCompletely() throws IOException
    {
        final int sampleOneIn = 2;
        final long[] row = rows.stream()
            .filter(r -> 0 == OpinionLoader.partOf((int)r[RunTables.POSITION_ACCOUNT], sampleOneIn))
            .findFirst().orElseThrow();
        row[RunTables.POSITION_VM_DAY]++;
        final SecondOpinionResult result = compare(new SecondOpinionOptions(0, sampleOneIn, 20, 1, 256, directory));
        assertEquals(1, result.differenceCount());
        assertTrue(result.rowsCompared() < rows.size() && result.rowsCompared() > 0);
    }

    @Test
    void shouldCompareInFullUpToSoManyRows() throws IOException
    {
        final long all = rows.size() + day.write(directory).tradeCount();
        assertFalse(compare(new SecondOpinionOptions(all, 1_000, 20, 1, 256, directory)).sampled());
        assertFalse(compare(new SecondOpinionOptions(all - 1, 1, 20, 1, 256, directory)).sampled());
        final SecondOpinionResult result =
            compare(new SecondOpinionOptions(all - 1, 1_000, 20, 1, 256, directory));
        assertTrue(result.sampled());
        assertTrue(result.rowsCompared() > rows.size() / 4, "about what is compared in full, not one in a thousand");
    }

    @Test
    void shouldCountAllAndNameTheFirstWhenMuchDiffers() throws IOException
    {
        rows.forEach(row -> row[RunTables.POSITION_VM_DAY]++);
        final SecondOpinionResult result = compare(new SecondOpinionOptions(Long.MAX_VALUE, 1, 3, 1, 256, directory));
        assertEquals(rows.size(), result.differenceCount());
        assertEquals(3, result.differences().size());
        assertTrue(result.asCheck().failure().contains("account=AA01000"), result.asCheck().failure());
        assertTrue(result.asCheck().failure().contains("differences=" + rows.size()), result.asCheck().failure());
    }

    private SecondOpinionResult compare() throws IOException
    {
        return compare(SecondOpinionOptions.full(directory.resolve("scratch")));
    }

    private SecondOpinionResult compare(final SecondOpinionOptions options) throws IOException
    {
        return SecondOpinion.compare(
            day.write(directory),
            OpinionDay.write(directory.resolve("20261121/2-E"), RunTables.POSITIONS, rows),
            options);
    }
}
