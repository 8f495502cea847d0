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
