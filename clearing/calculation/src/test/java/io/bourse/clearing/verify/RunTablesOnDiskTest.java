// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What is read of a run that is over, and whether two tables are the same.
 */
class RunTablesOnDiskTest
{
    private static final int REGISTERS = 12;
    private static final int TRADES = 200;

    private final OpinionDay day = OpinionDay.random(3, REGISTERS, TRADES);

    @TempDir
    private Path base;

    @Test
    void shouldNameRegistersAndContractsAndNothingElse() throws IOException
    {
        final RunPlace place = WrittenRun.write(base, day, PositionOracle.positions(day));
        try (RunTablesOnDisk run = RunTablesOnDisk.open(place))
        {
            assertEquals(place, run.place());
            assertEquals(day.contracts, run.calculation().contracts());
            assertEquals(REGISTERS, run.registers().rows());
            for (int account = 0; account < REGISTERS; account++)
            {
                assertEquals(AccountCode.pack(OpinionDay.code(account)), run.accountCode(account));
                assertEquals(OpinionDay.code(account), run.accountName(account));
            }
            for (int ordinal = 0; ordinal < OpinionDay.STYLES; ordinal++)
            {
                assertEquals(day.contracts.get(ordinal), run.contract(ordinal));
            }
            for (final int unknown : new int[]{-1, REGISTERS})
            {
                assertEquals(0, run.accountCode(unknown));
                assertEquals(Integer.toString(unknown), run.accountName(unknown));
            }
            assertNull(run.contract(-1));
            assertNull(run.contract(OpinionDay.STYLES));
            assertNull(run.table(RunTables.MARGIN));
            assertEquals(PositionOracle.positions(day).size(), run.table(RunTables.POSITIONS).rows());
        }
    }

    @Test
    void shouldGiveTheSecondOpinionWhatTheRunWasCalculatedFrom() throws IOException
    {
        final RunPlace place = WrittenRun.write(base, day, PositionOracle.positions(day));
        try (RunTablesOnDisk run = RunTablesOnDisk.open(place))
        {
            final SecondOpinionInput input = run.secondOpinionInput();
            assertEquals(List.of((long)TRADES, (long)day.carried.size()),
                List.of(input.trades().rows(), input.carried().rows()));
            assertEquals(List.of((long)day.movements.size()), input.movements().stream().map(Table::rows).toList());
            assertEquals(
                List.of((long)day.paidMovements.size()), input.paidMovements().stream().map(Table::rows).toList());
            assertEquals(OpinionDay.code(1), input.accountName().apply(1));
            assertEquals(List.of(TRADES, day.paidTrades), List.of(input.tradeCount(), input.paidTradeCount()));
        }
        Files.delete(base.resolve("20261121/1-I/movements/table.json"));
        Files.delete(place.directory().resolve("movements/table.json"));
        new CalculationFile(CalculationFile.FORMAT, "20261121", REGISTERS, TRADES - 1, 7, "",
            List.of("20261121/1-I"), false, FeePrice.TRADE, 5, day.contracts).write(place.directory());
        try (RunTablesOnDisk run = RunTablesOnDisk.open(place))
        {
            final SecondOpinionInput input = run.secondOpinionInput();
            assertEquals(TRADES - 1, input.trades().rows());
            assertNull(input.carried());
            assertEquals(List.of(List.of(), List.of()), List.of(input.movements(), input.paidMovements()));
            assertFalse(input.chargesFees());
            assertEquals(List.of(FeePrice.TRADE, 5L), List.of(input.feePrice(), input.vatPctE6()));
        }
    }

    @Test
    void shouldTakeTheInputOfACalculationAsItIs() throws IOException
    {
        final SecondOpinionInput wanted = day.write(base);
        try (Table registers = Table.open(base.resolve("ingest"), DayTables.REGISTERS))
        {
            for (final boolean isMoved : new boolean[]{true, false})
            {
                final SecondOpinionInput input = SecondOpinionInput.of(new CalculationInput(
                    SortedRegisters.of(registers, null), day.contracts.toArray(new Contract[0]), wanted.trades(),
                    wanted.tradeCount(), wanted.paidTradeCount(), wanted.carried(),
                    isMoved ? wanted.movements().getFirst() : null,
                    isMoved ? wanted.paidMovements().getFirst() : null,
                    wanted.chargesFees(), wanted.feePrice(), 1, wanted.vatPctE6()), wanted.accountName());
                assertEquals(new SecondOpinionInput(wanted.contracts(), wanted.accountName(), wanted.trades(),
                    wanted.tradeCount(), wanted.paidTradeCount(), wanted.carried(),
                    isMoved ? wanted.movements() : List.of(), isMoved ? wanted.paidMovements() : List.of(),
                    wanted.chargesFees(), wanted.feePrice(), wanted.vatPctE6()), input);
            }
        }
    }

    @Test
    void shouldNameTheFirstValueThatDiffers() throws IOException
    {
        try (Table written = margin("a", new long[]{1, 20, 30}, new long[]{2, 21, 31});
            Table same = margin("b", new long[]{1, 20, 30}, new long[]{2, 21, 31});
            Table other = margin("c", new long[]{1, 20, 30}, new long[]{2, 22, 31});
            Table shorter = margin("d", new long[]{1, 20, 30}))
        {
            assertEquals("", TablePrefix.firstDifference(written, same));
            assertEquals(
                "row=1 column=go_positions value=21 again=22", TablePrefix.firstDifference(written, other));
            assertEquals("rows=2 again=1", TablePrefix.firstDifference(written, shorter));
            assertTrue(TablePrefix.firstDifference(shorter, written).startsWith("rows=1 "));
        }
    }

    private Table margin(final String name, final long[]... rows) throws IOException
    {
        return OpinionDay.write(base.resolve(name), RunTables.MARGIN, List.of(rows));
    }
}
