// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Values of a block to differences and back, see {@link Blocks}. Differences wrap around: so do the sums that make
 * values of them.
 */
final class Packing
{
    /** Two bytes, little-endian. */
    static final ValueLayout.OfShort SHORTS = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Four bytes, little-endian. */
    static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Eight bytes, little-endian. */
    static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Packing()
    {
    }

    static boolean isWidth(final int width, final ColumnType type)
    {
        return 0 == width || width > 0 && width <= type.length() && 1 == Integer.bitCount(width);
    }

    /**
     * Where neighbouring bits of a difference differ: up to the one in front of the sign bits, so the highest of all of
     * a block tells the width that the block needs.
     */
    static long changes(final long difference)
    {
        return difference ^ difference << 1;
    }

    /** Fewest bytes for differences whose {@link #changes} are in a number. */
    static int width(final long changes)
    {
        final int bits = Long.SIZE - Long.numberOfLeadingZeros(changes);
        if (0 == bits)
        {
            return 0;
        }
        return bits <= Byte.SIZE ? Byte.BYTES :
            bits <= Short.SIZE ? Short.BYTES : bits <= Integer.SIZE ? Integer.BYTES : Long.BYTES;
    }

    /** A difference of a width. */
    static long get(final MemorySegment from, final long at, final int width)
    {
        return switch (width)
        {
            case 0 -> 0;
            case Byte.BYTES -> from.get(ValueLayout.JAVA_BYTE, at);
            case Short.BYTES -> from.get(SHORTS, at);
            case Integer.BYTES -> from.get(INTS, at);
            default -> from.get(LONGS, at);
        };
    }

    /** Values of some differences of a width. */
    static void copy(
        final MemorySegment from,
        final long at,
        final int width,
        final long base,
        final long[] into,
        final int first,
        final int count)
    {
        switch (width)
        {
            case 0 -> Arrays.fill(into, first, first + count, base);
            case Byte.BYTES -> bytes(from, at, base, into, first, count);
            case Short.BYTES -> shorts(from, at, base, into, first, count);
            case Integer.BYTES -> ints(from, at, base, into, first, count);
            default -> MemorySegment.copy(from, LONGS, at, into, first, count);
        }
    }

    /** Values of some differences of a width of a column that has no longs. */
    static void copy(
        final MemorySegment from,
        final long at,
        final int width,
        final int base,
        final int[] into,
        final int first,
        final int count)
    {
        switch (width)
        {
            case 0 -> Arrays.fill(into, first, first + count, base);
            case Byte.BYTES -> bytes(from, at, base, into, first, count);
            case Short.BYTES -> shorts(from, at, base, into, first, count);
            default -> MemorySegment.copy(from, INTS, at, into, first, count);
        }
    }

    private static void bytes(
        final MemorySegment from, final long at, final long base, final long[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(ValueLayout.JAVA_BYTE, at + i);
        }
    }

    private static void shorts(
        final MemorySegment from, final long at, final long base, final long[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(SHORTS, at + (long)Short.BYTES * i);
        }
    }

    private static void ints(
        final MemorySegment from, final long at, final long base, final long[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(INTS, at + (long)Integer.BYTES * i);
        }
    }

    private static void bytes(
        final MemorySegment from, final long at, final int base, final int[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(ValueLayout.JAVA_BYTE, at + i);
        }
    }

    private static void shorts(
        final MemorySegment from, final long at, final int base, final int[] into, final int first, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = base + from.get(SHORTS, at + (long)Short.BYTES * i);
        }
    }
}
