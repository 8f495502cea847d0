// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.InputCorruptException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Values of a packed column. Every {@link #ROWS} rows are a block; a value of a block is its base plus a signed
 * difference, and all differences of a block take as few bytes as the widest of them needs: 0, 1, 2, 4 or 8. Most
 * columns of a run are small numbers of wide types, so there are far fewer bytes to digest, write and read.
 *
 * <p>The file has the differences of all blocks, then the bases, 8 bytes each, then the widths, 1 byte each.
 */
final class Blocks
{
    /** Rows of a block; the last one may have fewer. */
    static final int ROWS = 4_096;
    /** Bytes at the end of the file that belong to a block. */
    static final int ENTRY_LENGTH = Long.BYTES + 1;

    private static final int ROWS_SHIFT = Integer.numberOfTrailingZeros(ROWS);
    private static final int ROWS_MASK = ROWS - 1;
    private static final int ONE_BLOCK_SHIFT = Long.SIZE - 1;

    private final MemorySegment values;
    private final long rows;
    private final int shift;
    private final long[] offsets;
    private final long[] bases;
    private final byte[] widths;

    private Blocks(final MemorySegment values, final long rows, final int shift, final int count)
    {
        this.values = values;
        this.rows = rows;
        this.shift = shift;
        this.offsets = new long[count];
        this.bases = new long[count];
        this.widths = new byte[count];
    }

    /** A column that has one value in all rows. */
    static Blocks ofConstant(final long rows, final long value)
    {
        final Blocks blocks = new Blocks(MemorySegment.NULL, rows, ONE_BLOCK_SHIFT, 1);
        blocks.bases[0] = value;
        return blocks;
    }

    /**
     * A column as its file has it.
     *
     * @throws InputCorruptException when the file does not have the length that its blocks need.
     */
    static Blocks of(final Path file, final MemorySegment bytes, final long rows, final ColumnType type)
    {
        final int count = Math.toIntExact((rows + ROWS_MASK) >>> ROWS_SHIFT);
        final long end = bytes.byteSize() - (long)count * ENTRY_LENGTH;
        final Blocks blocks = new Blocks(bytes, rows, ROWS_SHIFT, count);
        long offset = 0;
        for (int i = 0; i < count && offset <= end; i++)
        {
            blocks.offsets[i] = offset;
            blocks.bases[i] = bytes.get(Packing.LONGS, end + (long)i * Long.BYTES);
            blocks.widths[i] = bytes.get(ValueLayout.JAVA_BYTE, end + (long)count * Long.BYTES + i);
            if (Packing.isWidth(blocks.widths[i], type))
            {
                offset += Math.min(ROWS, rows - ((long)i << ROWS_SHIFT)) * blocks.widths[i];
            }
            else
            {
                offset = Long.MAX_VALUE;
            }
        }
        if (end < 0 || offset != end)
        {
            throw new InputCorruptException("packed column has not the length that its blocks need: file=" + file +
                " length=" + bytes.byteSize() + " rows=" + rows + " type=" + type);
        }
        return blocks;
    }

    long get(final long row)
    {
        Objects.checkIndex(row, rows);
        final int block = (int)(row >>> shift);
        return bases[block] + Packing.get(values, at(row, block), widths[block]);
    }

    /** Where the difference of a row is in the file. */
    private long at(final long row, final int block)
    {
        return offsets[block] + (row & ROWS_MASK) * widths[block];
    }

    /** Rows from one on that are in the same block, as many as are wanted at most. */
    private static int inBlock(final long row, final int wanted)
    {
        return Math.min(wanted, ROWS - (int)(row & ROWS_MASK));
    }

    void copy(final long row, final long[] into, final int count)
    {
        Objects.checkFromIndexSize(row, count, rows);
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = inBlock(row + done, count - done);
            final int block = (int)(row + done >>> shift);
            Packing.copy(values, at(row + done, block), widths[block], bases[block], into, done, some);
        }
    }

    void copy(final long row, final int[] into, final int count)
    {
        Objects.checkFromIndexSize(row, count, rows);
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = inBlock(row + done, count - done);
            final int block = (int)(row + done >>> shift);
            Packing.copy(values, at(row + done, block), widths[block], (int)bases[block], into, done, some);
        }
    }
}
