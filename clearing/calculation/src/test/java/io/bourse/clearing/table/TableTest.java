// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Tables are read as they were written, however their columns are kept. */
@Tag("venue")
class TableTest
{
    private static final TableSpec SPEC = TableSpec.of(
        "every_type",
        ColumnSpec.number("byte", ColumnType.BYTE),
        ColumnSpec.number("short", ColumnType.SHORT),
        ColumnSpec.number("int", ColumnType.INT),
        ColumnSpec.money("long"));
    private static final int LONG = 3;
    private static final int MANY = 10_000;
    private static final long[] LOWEST = {Byte.MIN_VALUE, Short.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE};

    @TempDir
    private Path root;

    @Test
    void shouldKeepNoFileWhenAllRowsHaveOneValue() throws IOException
    {
        final TableManifest manifest = write(constant(MANY, LOWEST));
        for (int column = 0; column < LOWEST.length; column++)
        {
            assertEquals(LOWEST[column], manifest.columns().get(column).constant());
            assertFalse(Files.exists(file(column)));
        }
        assertRows(constant(MANY, LOWEST));
    }

    @Test
    void shouldKeepNothingButTheLastBlockWhenOnlyTheLastRowDiffers() throws IOException
    {
        final long[][] values = constant(MANY, LOWEST);
        for (final long[] column : values)
        {
            column[MANY - 1]++;
        }
        final TableManifest manifest = write(values);
        final int blocks = (MANY + Blocks.ROWS - 1) / Blocks.ROWS;
        for (int column = 0; column < values.length; column++)
        {
            assertTrue(manifest.columns().get(column).packed());
            assertEquals(
                MANY - (blocks - 1) * Blocks.ROWS + blocks * Blocks.ENTRY_LENGTH, Files.size(file(column)));
        }
        assertRows(values);
    }

    @Test
    void shouldTakeTheWidthThatTheWidestDifferenceNeeds() throws IOException
    {
        final long[] steps = {
            0, 1, Byte.MAX_VALUE, Byte.MIN_VALUE, Byte.MAX_VALUE + 1, Byte.MIN_VALUE - 1, Short.MAX_VALUE,
            Short.MIN_VALUE, Short.MAX_VALUE + 1, Short.MIN_VALUE - 1, Integer.MAX_VALUE, Integer.MIN_VALUE,
            Integer.MAX_VALUE + 1L, Integer.MIN_VALUE - 1L, Long.MAX_VALUE, Long.MIN_VALUE};
        final int[] widths = {0, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8};
        final long[][] values = constant((steps.length + 1) * Blocks.ROWS, new long[]{1, 2, 3, 1L << 40});
        long length = (steps.length + 1) * Blocks.ENTRY_LENGTH;
        for (int i = 0; i < steps.length; i++)
        {
            values[LONG][i * Blocks.ROWS + 1 + 17 * i] += steps[i];
            length += (long)widths[i] * Blocks.ROWS;
        }
        write(values);
        assertEquals(length, Files.size(file(LONG)));
        assertRows(values);
    }

    @Test
    void shouldKeepValuesAsTheyAreWhenTheyAreTooFarApart() throws IOException
    {
        final long[][] values = constant(2 * Blocks.ROWS, LOWEST);
        for (final long[] column : values)
        {
            column[1] = -1 - column[0];
            column[Blocks.ROWS + 1] = column[0] + 1;
        }
        write(values);
        // Differences of longs wrap around: the highest is one below the lowest.
        final long[] lengths = {Byte.BYTES, Short.BYTES, Integer.BYTES, 1};
        for (int column = 0; column < values.length; column++)
        {
            assertEquals(Blocks.ROWS * (lengths[column] + 1) + 2 * Blocks.ENTRY_LENGTH, Files.size(file(column)));
        }
        assertRows(values);
    }

    @Test
    void shouldTakeAColumnThatAnOlderVersionDidNotHaveForNought() throws IOException
    {
        final long[][] values = random(new Random(6), MANY, 5);
        write(values);
        final List<ColumnSpec> columns = new ArrayList<>(SPEC.columns());
        columns.add(1, ColumnSpec.money("added"));
        try (Table table = Table.open(root, TableSpec.of(SPEC.name(), columns.toArray(ColumnSpec[]::new))))
        {
            assertEquals(0, table.longs(1).get(0));
            assertEquals(0, table.longs(1).get(MANY - 1));
            assertEquals(values[LONG][MANY - 1], table.longs(LONG + 1).get(MANY - 1));
            assertEquals(values[0][7], table.ints(0).get(7));
        }
    }

    @Test
    void shouldRefuseATableWhoseColumnsANewerVersionHasAddedOrChanged() throws IOException
    {
        write(random(new Random(7), MANY, 5));
        final List<ColumnSpec> columns = new ArrayList<>(SPEC.columns());
        final ColumnSpec last = columns.removeLast();
        assertTrue(assertThrows(InputCorruptException.class, () -> open(columns)).getMessage()
            .contains("columns=[" + last.name() + "]"));
        columns.add(ColumnSpec.price(last.name()));
        assertTrue(assertThrows(InputCorruptException.class, () -> open(columns)).getMessage()
            .contains("not what this version knows"));
    }

    private void open(final List<ColumnSpec> columns) throws IOException
    {
        Table.open(root, TableSpec.of(SPEC.name(), columns.toArray(ColumnSpec[]::new))).close();
    }

    @Test
    void shouldRefuseAPackedColumnThatIsTooShort() throws IOException
    {
        write(random(new Random(3), MANY, 5));
        final byte[] bytes = Files.readAllBytes(file(LONG));
        for (final int length : new int[]{0, 7, bytes.length - 1, bytes.length / 2})
        {
            Files.write(file(LONG), Arrays.copyOf(bytes, length));
            assertTrue(assertThrows(InputCorruptException.class, () -> Table.open(root, SPEC)).getMessage()
                .contains("file=" + file(LONG)));
        }
    }

    @Test
    void shouldRefuseRowsThatAreNotThere() throws IOException
    {
        write(random(new Random(4), MANY, 5));
        try (Table table = Table.open(root, SPEC))
        {
            final LongColumn column = table.longs(LONG);
            assertThrows(IndexOutOfBoundsException.class, () -> column.get(MANY));
            assertThrows(IndexOutOfBoundsException.class, () -> column.copy(MANY - 4, new long[5], 5));
        }
    }

    @Test
    void shouldKeepFilesWhenTheyAreShort() throws IOException
    {
        final long[][] values = random(new Random(5), Blocks.ROWS, 3);
        final TableManifest manifest = write(values);
        assertTrue(manifest.columns().stream().noneMatch(TableManifest.Column::packed), manifest.toString());
        assertEquals(Blocks.ROWS * Long.BYTES, Files.size(file(LONG)));
        assertRows(values);
    }

    @Test
    void shouldKeepEmptyFilesWhenThereAreNoRows() throws IOException
    {
        write(constant(0, LOWEST));
        assertEquals(0, Files.size(file(LONG)));
        assertRows(constant(0, LOWEST));
    }

    @Test
    void shouldRemoveTheFileOfAnEarlierAttemptWhenTheColumnNeedsNone() throws IOException
    {
        write(random(new Random(1), MANY, MANY));
        assertTrue(Files.exists(file(LONG)));
        write(constant(MANY, LOWEST));
        assertFalse(Files.exists(file(LONG)));
        assertRows(constant(MANY, LOWEST));
    }

    @ParameterizedTest
    @ValueSource(longs = {20_261_122_001L, 20_261_122_002L, 20_261_122_003L})
    void shouldReadWhatWasWrittenWhateverItsRuns(final long seed) throws IOException
    {
        final Random random = new Random(seed);
        for (int round = 0; round < 20; round++)
        {
            final int rows = random.nextInt(3 * MANY);
            final long[][] values = random(random, rows, 1 + random.nextInt(MANY));
            write(values);
            assertRows(values);
            final byte[] byValue = Files.readAllBytes(root.resolve(SPEC.name()).resolve(TableManifest.FILE_NAME));
            writeByBlocks(random, values);
            assertRows(values);
            assertArrayEquals(
                byValue,
                Files.readAllBytes(root.resolve(SPEC.name()).resolve(TableManifest.FILE_NAME)),
                "seed=" + seed + " round=" + round + " rows=" + rows);
        }
    }

    @Test
    void shouldNameTheColumnWhenItsFileHasChanged() throws IOException
    {
        write(random(new Random(2), MANY, 5));
        final byte[] bytes = Files.readAllBytes(file(LONG));
        bytes[bytes.length / 2] ^= 1;
        Files.write(file(LONG), bytes);
        try (Table table = Table.open(root, SPEC))
        {
            assertTrue(assertThrows(InputCorruptException.class, table::verify).getMessage().contains("long.bin"));
        }
    }

    @Test
    void shouldRefuseAValueThatDoesNotFitEvenWhenItIsTheFirst() throws IOException
    {
        for (int column = 0; column < LONG; column++)
        {
            try (TableWriter writer = TableWriter.create(root, SPEC))
            {
                final ColumnWriter narrow = writer.column(column);
                final long tooLow = LOWEST[column] - 1;
                assertThrows(ArithmeticException.class, () -> narrow.put(tooLow));
            }
        }
    }

    private static long[][] constant(final int rows, final long[] columns)
    {
        final long[][] values = new long[columns.length][rows];
        for (int column = 0; column < columns.length; column++)
        {
            final long value = columns[column];
            Arrays.fill(values[column], value);
        }
        return values;
    }

    /** Runs of equal values of any length up to a limit. */
    private static long[][] random(final Random random, final int rows, final int maxRun)
    {
        final long[][] values = new long[SPEC.columns().size()][rows];
        for (int column = 0; column < values.length; column++)
        {
            final int unused = Long.SIZE - Byte.SIZE * SPEC.columns().get(column).type().length();
            for (int row = 0; row < rows;)
            {
                final long value = random.nextLong() << unused >> unused >> random.nextInt(Long.SIZE);
                for (final int end = Math.min(rows, row + 1 + random.nextInt(maxRun)); row < end; row++)
                {
                    values[column][row] = value;
                }
            }
        }
        return values;
    }

    private TableManifest write(final long[][] values) throws IOException
    {
        try (TableWriter writer = TableWriter.create(root, SPEC))
        {
            for (int column = 0; column < values.length; column++)
            {
                for (final long value : values[column])
                {
                    writer.column(column).put(value);
                }
            }
            return writer.seal();
        }
    }

    private void writeByBlocks(final Random random, final long[][] values) throws IOException
    {
        try (TableWriter writer = TableWriter.create(root, SPEC))
        {
            final int rows = values[0].length;
            for (int from = 0; from < rows;)
            {
                final int count = Math.min(rows - from, random.nextInt(5_000));
                putAll(writer, values, from, count);
                from += count;
            }
            writer.seal();
        }
    }

    private static void putAll(final TableWriter writer, final long[][] values, final int from, final int count)
    {
        final byte[] bytes = new byte[count];
        final short[] shorts = new short[count];
        for (int i = 0; i < count; i++)
        {
            bytes[i] = (byte)values[0][from + i];
            shorts[i] = (short)values[1][from + i];
        }
        writer.column(0).putAll(bytes, count);
        writer.column(1).putAll(shorts, count);
        writer.column(2).putAll(IntStream.range(0, count).map(i -> (int)values[2][from + i]).toArray(), count);
        writer.column(LONG).putAll(Arrays.copyOfRange(values[LONG], from, from + count), count);
    }

    private Path file(final int column)
    {
        return root.resolve(SPEC.name()).resolve(SPEC.columns().get(column).fileName());
    }

    /** Every value one by one, and all of them in one copy from somewhere in the middle. */
    private void assertRows(final long[][] values) throws IOException
    {
        try (Table table = Table.open(root, SPEC))
        {
            table.verify();
            final int rows = values[0].length;
            assertEquals(rows, table.rows());
            for (int row = 0; row < rows; row++)
            {
                assertEquals(values[0][row], table.ints(0).get(row));
                assertEquals(values[1][row], table.ints(1).get(row));
                assertEquals(values[2][row], table.ints(2).get(row));
                assertEquals(values[LONG][row], table.longs(LONG).get(row));
            }
            final int from = rows / 3;
            final int count = rows - from;
            final int[] ints = new int[count];
            final long[] longs = new long[count];
            for (int column = 0; column < values.length; column++)
            {
                table.longs(column).copy(from, longs, count);
                assertArrayEquals(values[column], concat(values[column], from, longs));
            }
            for (int column = 0; column < LONG; column++)
            {
                table.ints(column).copy(from, ints, count);
                assertArrayEquals(
                    values[column], concat(values[column], from, Arrays.stream(ints).asLongStream().toArray()));
            }
        }
    }

    private static long[] concat(final long[] before, final int from, final long[] copied)
    {
        final long[] all = new long[from + copied.length];
        System.arraycopy(before, 0, all, 0, from);
        System.arraycopy(copied, 0, all, from, copied.length);
        return all;
    }
}
