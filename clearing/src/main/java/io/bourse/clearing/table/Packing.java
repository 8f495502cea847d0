// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Values of a block to differences and back, see {@link Blocks}. Differences wrap around: so do the sums that make
 * values of them.
 */
final class Packing
{
    private final byte[] bytes = new byte[Blocks.ROWS];
    private final short[] shorts = new short[Blocks.ROWS];
    private final int[] ints = new int[Blocks.ROWS];

    static boolean isWidth(final int width, final ColumnType type)
    {
        return 0 == width || width > 0 && width <= type.length() && 1 == Integer.bitCount(width);
    }

    /**
     * Base of a block: 0 or the first value, whichever leaves narrower differences. Small numbers of either sign lie
     * about 0, ids and times about their neighbours.
     */
    static long base(final long[] values, final int count)
    {
        return width(values, count, 0) <= width(values, count, values[0]) ? 0 : values[0];
    }

    /**
     * Fewest bytes for the differences from a base. Two neighbouring bits differ up to the one in front of the sign
     * bits, so the highest of all that differ tells the width.
     */
    static int width(final long[] values, final int count, final long base)
    {
        long changes = 0;
        for (int i = 0; i < count; i++)
        {
            final long difference = values[i] - base;
            changes |= difference ^ difference << 1;
        }
        final int bits = Long.SIZE - Long.numberOfLeadingZeros(changes);
        if (0 == bits)
        {
            return 0;
        }
        return bits <= Byte.SIZE ? Byte.BYTES :
            bits <= Short.SIZE ? Short.BYTES : bits <= Integer.SIZE ? Integer.BYTES : Long.BYTES;
    }

    /** Writes differences; the loops over arrays of their own width are those that the compiler makes vectors of. */
    void pack(
        final long[] values, final int count, final long base, final int width, final MemorySegment into, final long at)
    {
        switch (width)
        {
            case Byte.BYTES ->
            {
                for (int i = 0; i < count; i++)
                {
                    bytes[i] = (byte)(values[i] - base);
                }
                MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, at, count);
            }
            case Short.BYTES ->
            {
                for (int i = 0; i < count; i++)
                {
                    shorts[i] = (short)(values[i] - base);
                }
                MemorySegment.copy(shorts, 0, into, ShortColumn.LAYOUT, at, count);
            }
            case Integer.BYTES ->
            {
                for (int i = 0; i < count; i++)
                {
                    ints[i] = (int)(values[i] - base);
                }
                MemorySegment.copy(ints, 0, into, IntColumn.LAYOUT, at, count);
            }
            case Long.BYTES -> MemorySegment.copy(values, 0, into, LongColumn.LAYOUT, at, count);
            default ->
            {
            }
        }
    }

    static void ofBytes(
        final MemorySegment from, final long at, final long base, final long[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(ValueLayout.JAVA_BYTE, at + i);
        }
    }

    static void ofShorts(
        final MemorySegment from, final long at, final long base, final long[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(ShortColumn.LAYOUT, at + (long)Short.BYTES * i);
        }
    }

    static void ofInts(
        final MemorySegment from, final long at, final long base, final long[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(IntColumn.LAYOUT, at + (long)Integer.BYTES * i);
        }
    }

    static void ofBytes(
        final MemorySegment from, final long at, final int base, final int[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(ValueLayout.JAVA_BYTE, at + i);
        }
    }

    static void ofShorts(
        final MemorySegment from, final long at, final int base, final int[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(ShortColumn.LAYOUT, at + (long)Short.BYTES * i);
        }
    }

    static void ofBytes(
        final MemorySegment from, final long at, final short base, final short[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = (short)(base + from.get(ValueLayout.JAVA_BYTE, at + i));
        }
    }
}
