// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.clearing;

import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.ColumnType;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.agrona.IoUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A column of a table of clearing, 1,048,576 rows: written, digested and synced, and read in blocks. {@code packed}
 * has values that fit a byte beside a base and are packed; {@code plain} has values that need all their eight bytes.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 4, time = 1)
public class ColumnBenchmark extends NanosecondBenchmark
{
    private static final int ROWS = 1 << 20;
    private static final int BLOCK = 1 << 12;
    private static final TableSpec PACKED =
        TableSpec.of("packed", ColumnSpec.number("value", ColumnType.LONG));
    private static final TableSpec PLAIN =
        TableSpec.of("plain", ColumnSpec.number("value", ColumnType.LONG));

    private final long[] small = new long[ROWS];
    private final long[] wide = new long[ROWS];
    private final long[] block = new long[BLOCK];
    private Path directory;
    private Path scratch;
    private Table packed;
    private Table plain;

    /**
     * Writes the tables that are read.
     *
     * @throws IOException when they cannot be written.
     */
    @Setup
    public void setUp() throws IOException
    {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < ROWS; i++)
        {
            small[i] = 9_234_500_000L + random.nextInt(200);
            wide[i] = random.nextLong();
        }
        directory = Files.createTempDirectory("bourse-columns");
        scratch = Files.createDirectory(directory.resolve("scratch"));
        write(directory, PACKED, small);
        write(directory, PLAIN, wide);
        packed = Table.open(directory, PACKED);
        plain = Table.open(directory, PLAIN);
    }

    private static void write(final Path parent, final TableSpec spec, final long[] values) throws IOException
    {
        try (TableWriter writer = TableWriter.create(parent, spec))
        {
            writer.column(0).putAll(values, values.length);
            writer.seal();
        }
    }

    /** Into a packed column. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Path writePacked() throws IOException
    {
        return rewrite(PACKED, small);
    }

    /** Into a column of eight bytes a row. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Path writePlain() throws IOException
    {
        return rewrite(PLAIN, wide);
    }

    private Path rewrite(final TableSpec spec, final long[] values) throws IOException
    {
        write(scratch, spec, values);
        IoUtil.delete(scratch.resolve(spec.name()).toFile(), false);
        return scratch;
    }

    /** From a packed column. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long readPacked()
    {
        return sum(packed.longs(0));
    }

    /** From a column of eight bytes a row. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long readPlain()
    {
        return sum(plain.longs(0));
    }

    private long sum(final LongColumn column)
    {
        long sum = 0;
        for (int row = 0; row < ROWS; row += BLOCK)
        {
            column.copy(row, block, BLOCK);
            for (final long value : block)
            {
                sum += value;
            }
        }
        return sum;
    }

    /** Removes the tables. */
    @TearDown
    public void tearDown()
    {
        packed.close();
        plain.close();
        IoUtil.delete(directory.toFile(), false);
    }
}
