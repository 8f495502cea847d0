// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.RunTables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;

class RunDiffTest
{
    @TempDir
    private Path directory;

    private OpinionDay day;
    private List<long[]> rows;
    private RunPlace first;

    @BeforeEach
    void writeRun() throws IOException
    {
        day = OpinionDay.random(3, 12, 200);
        rows = PositionOracle.positions(day);
        first = WrittenRun.write(directory.resolve("a"), day, rows);
    }

    @Test
    void shouldFindNothingBetweenEqualRuns() throws IOException
    {
        final List<RunDiff.TableDiff> diffs = diff();
        assertEquals(List.of("positions", "money", "ledger", "movements", "obligations"),
            diffs.stream().map(RunDiff.TableDiff::table).toList());
        for (final RunDiff.TableDiff diff : diffs)
        {
            assertEquals(0, diff.differenceCount(), diff.toString());
            assertEquals(diff.rowsA(), diff.rowsB());
            assertTrue(diff.columns().stream().allMatch(total -> total.totalA().equals(total.totalB())));
        }
        final long fees = rows.stream().mapToLong(row -> row[RunTables.POSITION_FEE_EX]).sum();
        assertEquals(
            new RunDiff.ColumnTotal(
                "fee_ex", BigDecimal.valueOf(fees, 2).toPlainString(), BigDecimal.valueOf(fees, 2).toPlainString()),
            diffs.getFirst().columns().get(7));
    }

    @Test
    void shouldNameTheValueInEveryTableThatItReaches() throws IOException
    {
        final long[] row = rows.stream()
            .filter(r -> OpinionDay.FUTURE == r[RunTables.POSITION_INSTRUMENT] && r[RunTables.POSITION_VM_DAY] > 0)
            .findFirst().orElseThrow();
        final String code = OpinionDay.code((int)row[RunTables.POSITION_ACCOUNT]);
        final String was = BigDecimal.valueOf(row[RunTables.POSITION_VM_DAY], 2).toPlainString();
        row[RunTables.POSITION_VM_DAY] += 1;
        final String is = BigDecimal.valueOf(row[RunTables.POSITION_VM_DAY], 2).toPlainString();
        final List<RunDiff.TableDiff> diffs = diff();
        assertEquals(List.of(new RowDifference(code, "SiZ6", "vm_day", was, is)), diffs.get(0).differences());
        assertEquals(List.of("vm", "amount_end"),
            diffs.get(1).differences().stream().map(RowDifference::column).toList());
        assertEquals(code, diffs.get(1).differences().getFirst().account());
        assertEquals("SiZ6/VM", diffs.get(2).differences().getFirst().instrument());
        assertEquals(0, diffs.get(3).differenceCount());
    }

    @Test
    void shouldNameARowThatOnlyOneRunHas() throws IOException
    {
        final long[] row = rows.remove(4);
        final RunDiff.TableDiff positions = diff().getFirst();
        assertEquals(11, positions.differenceCount());
        assertEquals(rows.size() + 1, positions.rowsA());
        assertEquals(rows.size(), positions.rowsB());
        final RowDifference first = positions.differences().getFirst();
        assertEquals(OpinionDay.code((int)row[RunTables.POSITION_ACCOUNT]), first.account());
        assertEquals(RowDifference.NONE, first.opinion());
    }

    @Test
    void shouldCountAllWhenItNamesOnlyTheFirst() throws IOException
    {
        rows.forEach(row -> row[RunTables.POSITION_FEE_CC] += 1);
        final List<RunDiff.TableDiff> diffs =
            RunDiff.diff(first, WrittenRun.write(directory.resolve("b"), day, rows), 2);
        assertEquals(rows.size(), diffs.getFirst().differenceCount());
        assertEquals(2, diffs.getFirst().differences().size());
    }

    private List<RunDiff.TableDiff> diff() throws IOException
    {
        return RunDiff.diff(first, WrittenRun.write(directory.resolve("b"), day, rows), 20);
    }
}
