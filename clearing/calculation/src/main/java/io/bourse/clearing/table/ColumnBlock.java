// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rows of a column that are not in its file yet, at most a block of them, in an array of the column's own type: what is
 * narrow is looked through and packed several times faster than in an array of longs. Not for several threads.
 */
abstract class ColumnBlock
{
    /** Rows that are here. */
    int size;
    /** What {@link #measure} has found: the value that differences are from. */
    long base;
    /** What {@link #measure} has found: bytes of a difference, those of the type for values as they are. */
    int width;

    private final ColumnType type;
    private final Object array;

    /** A block with an array of the type. */
    private ColumnBlock(final ColumnType type, final Object array)
    {
        this.type = type;
        this.array = array;
    }

    static ColumnBlock of(final ColumnType type)
    {
        return switch (type)
        {
            case BYTE -> new Bytes(new byte[Blocks.ROWS]);
            case SHORT -> new Shorts(new short[Blocks.ROWS]);
            case INT -> new Ints(new int[Blocks.ROWS]);
            case LONG -> new Longs(new long[Blocks.ROWS]);
        };
    }

    /** Appends a value that fits the type. */
    abstract void put(long value);

    /** Appends values of the column's own type, of which there is space for. */
    final void putAll(final Object values, final int from, final int count)
    {
        System.arraycopy(values, from, array, size, count);
        size += count;
    }

    /** Finds base and width of a block to be packed. */
    abstract void measure();

    /** Writes differences of {@link #width} bytes from {@link #base}. */
    abstract void pack(MemorySegment into, long at);

    /** Values as they are, whatever they are: for a column that is not packed. */
    final void keep()
    {
        base = 0;
        width = type.length();
    }

    /**
     * Takes the base: 0 or the first value, whichever leaves narrower differences. Small numbers of either sign lie
     * about 0, ids and times about their neighbours.
     */
    final void choose(final int fromZero, final int fromFirst, final long first)
    {
        base = fromZero <= fromFirst ? 0 : first;
        width = Math.min(fromZero, fromFirst);
        if (width >= type.length())
        {
            keep();
        }
    }

    /** The same for values whose lowest and highest are known: no difference is wider than one of those two. */
    final void chooseBetween(final long lowest, final long highest, final long first)
    {
        choose(
            Packing.width(Packing.changes(lowest) | Packing.changes(highest)),
            Packing.width(Packing.changes(lowest - first) | Packing.changes(highest - first)),
            first);
    }

    private static final class Longs extends ColumnBlock
    {
        private final long[] values;
        private final byte[] bytes = new byte[Blocks.ROWS];
        private final short[] shorts = new short[Blocks.ROWS];
        private final int[] ints = new int[Blocks.ROWS];

        private Longs(final long[] values)
        {
            super(ColumnType.LONG, values);
            this.values = values;
        }

        @Override
        void put(final long value)
        {
            values[size++] = value;
        }

        @Override
        void measure()
        {
            final long first = values[0];
            long fromZero = 0;
            long fromFirst = 0;
            for (int i = 0; i < size; i++)
            {
                final long value = values[i];
                fromZero |= Packing.changes(value);
                fromFirst |= Packing.changes(value - first);
            }
            choose(Packing.width(fromZero), Packing.width(fromFirst), first);
        }

        @Override
        void pack(final MemorySegment into, final long at)
        {
            switch (width)
            {
                case Byte.BYTES ->
                {
                    for (int i = 0; i < size; i++)
                    {
                        bytes[i] = (byte)(values[i] - base);
                    }
                    MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, at, size);
                }
                case Short.BYTES ->
                {
                    for (int i = 0; i < size; i++)
                    {
                        shorts[i] = (short)(values[i] - base);
                    }
                    MemorySegment.copy(shorts, 0, into, Packing.SHORTS, at, size);
                }
                case Integer.BYTES ->
                {
                    for (int i = 0; i < size; i++)
                    {
                        ints[i] = (int)(values[i] - base);
                    }
                    MemorySegment.copy(ints, 0, into, Packing.INTS, at, size);
                }
                case Long.BYTES -> MemorySegment.copy(values, 0, into, Packing.LONGS, at, size);
                default ->
                {
                }
            }
        }
    }

    private static final class Ints extends ColumnBlock
    {
        private final int[] values;
        private final byte[] bytes = new byte[Blocks.ROWS];
        private final short[] shorts = new short[Blocks.ROWS];

        private Ints(final int[] values)
        {
            super(ColumnType.INT, values);
            this.values = values;
        }

        @Override
        void put(final long value)
        {
            values[size++] = (int)value;
        }

        @Override
        void measure()
        {
            int lowest = values[0];
            int highest = values[0];
            for (int i = 0; i < size; i++)
            {
                lowest = Math.min(lowest, values[i]);
                highest = Math.max(highest, values[i]);
            }
            chooseBetween(lowest, highest, values[0]);
        }

        @Override
        void pack(final MemorySegment into, final long at)
        {
            final int from = (int)base;
            switch (width)
            {
                case Byte.BYTES ->
                {
                    for (int i = 0; i < size; i++)
                    {
                        bytes[i] = (byte)(values[i] - from);
                    }
                    MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, at, size);
                }
                case Short.BYTES ->
                {
                    for (int i = 0; i < size; i++)
                    {
                        shorts[i] = (short)(values[i] - from);
                    }
                    MemorySegment.copy(shorts, 0, into, Packing.SHORTS, at, size);
                }
                case Integer.BYTES -> MemorySegment.copy(values, 0, into, Packing.INTS, at, size);
                default ->
                {
                }
            }
        }
    }

    private static final class Shorts extends ColumnBlock
    {
        private final short[] values;
        private final byte[] bytes = new byte[Blocks.ROWS];

        private Shorts(final short[] values)
        {
            super(ColumnType.SHORT, values);
            this.values = values;
        }

        @Override
        void put(final long value)
        {
            values[size++] = (short)value;
        }

        @Override
        void measure()
        {
            int lowest = values[0];
            int highest = values[0];
            for (int i = 0; i < size; i++)
            {
                lowest = Math.min(lowest, values[i]);
                highest = Math.max(highest, values[i]);
            }
            chooseBetween(lowest, highest, values[0]);
        }

        @Override
        void pack(final MemorySegment into, final long at)
        {
            if (Short.BYTES == width)
            {
                MemorySegment.copy(values, 0, into, Packing.SHORTS, at, size);
            }
            else if (Byte.BYTES == width)
            {
                final int from = (int)base;
                for (int i = 0; i < size; i++)
                {
                    bytes[i] = (byte)(values[i] - from);
                }
                MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, at, size);
            }
        }
    }

    private static final class Bytes extends ColumnBlock
    {
        private final byte[] values;

        private Bytes(final byte[] values)
        {
            super(ColumnType.BYTE, values);
            this.values = values;
        }

        @Override
        void put(final long value)
        {
            values[size++] = (byte)value;
        }

        @Override
        void measure()
        {
            int lowest = values[0];
            int highest = values[0];
            for (int i = 0; i < size; i++)
            {
                lowest = Math.min(lowest, values[i]);
                highest = Math.max(highest, values[i]);
            }
            chooseBetween(lowest, highest, values[0]);
        }

        @Override
        void pack(final MemorySegment into, final long at)
        {
            if (Byte.BYTES == width)
            {
                MemorySegment.copy(values, 0, into, ValueLayout.JAVA_BYTE, at, size);
            }
        }
    }
}
